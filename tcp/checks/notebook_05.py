"""The exercises of notebook 05: a wrong ledger, rounds settled by hand, another house."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, product
from typing import Any, NamedTuple

from tcp.cards import DECK, Card, Rank, deal, parse_cards
from tcp.checks import (
    MOST,
    Mistake,
    NotAttempted,
    expect_function,
    is_number,
    missing,
    plain,
    same,
    short,
)
from tcp.payouts import BET_NAMES, Bets, Decision, Line, ante_bonus_ratio, qualifies, settle
from tcp.ranking import Category, compare, is_mini_royal, rank_hand
from tcp.rules import RULE_NAMES, TABLE_KEYS, PayTable, Ratio, Rules, load_rules

Hand = tuple[Card, ...]
Row = list[object]
PLAY, FOLD = Decision.PLAY, Decision.FOLD


class Round(NamedTuple):
    """What a settlement depends on; `settle(*round)` settles it."""

    rules: Rules
    bets: Bets
    player: Hand
    dealer: Hand
    decision: Decision


# --- 05.1: the error in a ledger -----------------------------------------------------------------

_WRONG_LINE = 6
_PRINTED = (
    ("pagat", Bets(5, 5), "9♥ 8♣ 7♠", "J♥ 10♣ 9♠", PLAY),
    ("flush-pays-3", Bets(5, 5), "K♦ 8♦ 4♦", "J♠ 8♣ 3♥", PLAY),
    ("pagat", Bets(5, 5), "6♥ 6♣ 2♠", "A♥ 9♣ 6♠", FOLD),
    ("straight-pays-5", Bets(5), "Q♥ J♣ 4♠", "Q♣ J♦ 4♦", PLAY),
    ("straight-pays-5", Bets(5), "A♣ Q♦ 7♦", "4♠ 3♥ 2♦", PLAY),
)
LEDGER_HEADERS = ("line", "rules", "you", "dealer", "decision", "bet", "stake", "outcome", "net")


def printed_ledger() -> list[Row]:
    """Thirteen lines of five rounds under `LEDGER_HEADERS`; one of the nets is wrong."""
    rows: list[Row] = []
    for name, bets, player, dealer, decision in _PRINTED:
        cards = parse_cards(player), parse_cards(dealer)
        for line in settle(load_rules(name), bets, *cards, decision).lines:
            told = line
            if len(rows) + 1 == _WRONG_LINE:
                told = Line(line.bet, line.stake, "win", line.stake)
            start = [len(rows) + 1, name, player, dealer, decision.value]
            rows.append([*start, BET_NAMES[told.bet], *told[1:]])
    return rows


_DECOYS = {
    1: "J-10-9 is the higher straight, and the dealer qualifies: the Ante is lost.",
    2: "J-10-9 is the higher straight, and the dealer qualifies: Play is lost with the Ante.",
    3: "The Ante bonus is paid after a Play whatever the dealer has, a better straight included.",
    4: "Pair Plus looks at your cards alone, and this house pays 6 to 1 for a straight.",
    5: "The dealer has jack high and does not qualify: the Ante is paid 1 to 1.",
    7: "This house pays 3 to 1 for a flush.",
    8: "A fold loses the Ante, whatever the cards are.",
    9: "Pair Plus survives a fold: a pair is paid 1 to 1.",
    10: "Queen, jack and four on both sides: a tie, and the Ante comes back.",
    11: "Queen, jack and four on both sides: a tie, and Play comes back.",
    12: "4-3-2 is a straight, so the dealer qualifies without a queen, and beats ace high.",
    13: "4-3-2 is a straight, so the dealer qualifies without a queen, and beats ace high.",
}


def _find_the_error(answer: Any) -> str:
    if not isinstance(answer, (tuple, list)) or len(answer) != 2:
        raise Mistake("Give two numbers, as (3, -5): the line, and the net that it should show.")
    line, net = answer
    blanks = missing({"the line": line, "its net": net})
    if is_number(line) and line in _DECOYS:
        raise Mistake(f"Line {line} is right. {_DECOYS[line]}")
    if blanks and (line is ... or line == _WRONG_LINE):
        raise Mistake(blanks)
    if not is_number(line) or line != _WRONG_LINE:
        raise Mistake(
            f"There is no line {short(line)}; they run from 1 to {len(printed_ledger())}."
        )
    if not is_number(net):
        raise Mistake(f"That is the line. But {_no_net(net)}")
    if net != 0:
        raise Mistake(
            "That is the line. But the dealer has jack high: what happens to a Play then?"
        )
    return "The dealer does not qualify, so only the Ante is paid; Play comes back, net 0."


def _no_net(given: Any) -> str:
    return f"a net is a number of chips, and this is {short(given)}."


# --- 05.2: twenty rounds by hand -----------------------------------------------------------------


def _is(category: Category) -> Callable[[Hand], bool]:
    return lambda hand: rank_hand(hand).category == category


_high, _pair, _flush = _is(Category.HIGH_CARD), _is(Category.PAIR), _is(Category.FLUSH)
_straight, _three = _is(Category.STRAIGHT), _is(Category.THREE_OF_A_KIND)


def _anything(hand: Hand) -> bool:
    return True


def _ace_king_two(hand: Hand) -> bool:
    return _high(hand) and {card.rank for card in hand} == {Rank.ACE, Rank.KING, Rank.TWO}


def _dealer_plays(hand: Hand) -> bool:
    return qualifies(hand, load_rules("pagat"))


def _dealer_out(hand: Hand) -> bool:
    return not _dealer_plays(hand)


def _plays_without_a_queen(hand: Hand) -> bool:
    return _dealer_plays(hand) and max(card.rank for card in hand) < Rank.QUEEN


class _Kind(NamedTuple):
    """A sort of round worth settling: which hands, how they compare, and what is staked."""

    rules: str
    player: Callable[[Hand], bool]
    dealer: Callable[[Hand], bool]
    result: int | None  # 1, 0, -1 as `compare` says; None for any
    pair_plus: bool = False
    six_card: bool = False
    decision: Decision = PLAY
    also: Callable[[Hand, Hand], bool] = lambda player, dealer: True


def _three_among_six(player: Hand, dealer: Hand) -> bool:
    ranks = [card.rank for card in (*player, *dealer)]
    return max(map(ranks.count, ranks)) == 3


def _same_pair(player: Hand, dealer: Hand) -> bool:
    return rank_hand(player).ranks[0] == rank_hand(dealer).ranks[0]


_KINDS = (
    _Kind("pagat", _high, _dealer_plays, 1),
    _Kind("pagat", _high, _dealer_out, -1),
    _Kind("flush-pays-3", _high, _dealer_out, 1, decision=FOLD),
    _Kind("pagat", _pair, _dealer_plays, -1, pair_plus=True, decision=FOLD),
    _Kind("straight-pays-5", _straight, _dealer_plays, 1, pair_plus=True),
    _Kind("flush-pays-3", _flush, _dealer_plays, -1, pair_plus=True),
    _Kind("live", _high, _dealer_plays, 0, pair_plus=True),
    _Kind("pagat", _straight, _straight, -1),
    _Kind("live", is_mini_royal, _dealer_plays, 1, pair_plus=True),
    _Kind("pagat", _straight, _anything, None, pair_plus=True, decision=FOLD),
    _Kind("straight-pays-5", _high, _plays_without_a_queen, -1),
    _Kind("flush-pays-3", _pair, _plays_without_a_queen, 1),
    _Kind("pagat", _flush, _straight, -1, pair_plus=True),
    _Kind("straight-pays-5", _straight, _flush, 1),
    _Kind("pagat", _ace_king_two, _dealer_plays, None, pair_plus=True),
    _Kind("flush-pays-3", _three, _dealer_out, 1),
    _Kind("live", _high, _anything, None, six_card=True, decision=FOLD, also=_three_among_six),
    _Kind("live", _pair, _dealer_plays, -1, pair_plus=True, six_card=True),
    _Kind("straight-pays-5", _pair, _pair, None, also=_same_pair),
    _Kind("flush-pays-3", _flush, _dealer_out, 1, pair_plus=True),
)
ROUND_HEADERS = ("round", "rules", "Ante", "Pair Plus", "6 Card", "you", "dealer", "decision")


@cache
def twenty_rounds(seed: int = 5) -> tuple[Round, ...]:
    """Twenty rounds, dealt until each is of another kind, in an order that the seed decides."""
    rng = random.Random(seed)
    kinds = list(_KINDS)
    rng.shuffle(kinds)
    return tuple(_deal_one(rng, kind) for kind in kinds)


def _deal_one(rng: random.Random, kind: _Kind) -> Round:
    """Deal until two of the seventeen hands that a deck holds are of this kind."""
    ante = rng.choice((2, 3, 4, 5, 10))
    side = rng.choice((1, 2, 5))
    bets = Bets(ante, side if kind.pair_plus else 0, side if kind.six_card else 0)
    while True:
        hands = [tuple(sorted(hand, key=_by_rank)) for hand in deal(rng, *[3] * 17)]
        players = [hand for hand in hands if kind.player(hand)]
        for player, dealer in ((p, d) for p in players for d in hands if d != p):
            result = compare(player, dealer)
            wanted = kind.result in (None, result) and kind.dealer(dealer)
            if wanted and kind.also(player, dealer):
                return Round(load_rules(kind.rules), bets, player, dealer, kind.decision)


def _by_rank(card: Card) -> tuple[int, int]:
    return -card.rank, -card.suit


def round_rows(rounds: Sequence[Round]) -> list[Row]:
    """A row for each round under `ROUND_HEADERS`, numbered from 1."""
    return [
        [
            number,
            rules.name,
            bets.ante,
            bets.pair_plus or "–",
            bets.six_card_bonus or "–",
            " ".join(map(str, player)),
            " ".join(map(str, dealer)),
            decision.value,
        ]
        for number, (rules, bets, player, dealer, decision) in enumerate(rounds, start=1)
    ]


def likely_mistakes(played: Round) -> Iterator[tuple[Ratio, str]]:
    """Nets that a missed rule leads to in this round, each with the rule that was missed."""
    rules, bets, player, _, decision = played
    settled = settle(*played)
    net, lines = settled.net, {line.bet: line for line in settled.lines}

    def under(changed: Rules) -> Ratio:
        return settle(changed, *played[1:]).net

    earned = "Your hand earns the Ante bonus as well."
    if under(replace(rules, bonus_needs_win=True)) != net:
        earned += " It is paid after a Play whatever the dealer has, beaten hands included."
    yield under(replace(rules, ante_bonus=None)), earned
    yield from _missed_results(played, net)
    if decision is FOLD:
        yield (
            under(replace(rules, pair_plus_survives_fold=False)),
            "Pair Plus survives a fold: it looks at your cards alone.",
        )
        yield (
            under(replace(rules, six_card_survives_fold=False)),
            "The 6 Card Bonus survives a fold: all six cards are shown anyway.",
        )
        yield (
            net + bets.ante * ante_bonus_ratio(player, rules),
            "The Ante bonus belongs to hands that play; a fold earns none.",
        )
        yield net - bets.ante, "You folded, so no Play was staked: only the Ante is lost."
        yield net + bets.ante, "A fold loses the Ante."
    if "ante_bonus" in lines:
        yield net + lines["ante_bonus"].net, "The Ante bonus is reckoned on the Ante, not on Play."
    if "pair_plus" in lines:
        yield from _missed_table(played)
    for bet, name in (("pair_plus", "Pair Plus"), ("six_card_bonus", "the 6 Card Bonus")):
        if bet in lines:
            yield from _missed_side_bet(net, lines[bet], name)
    yield from _missed_ratio(net, settled.lines)


def _missed_table(played: Round) -> Iterator[tuple[Ratio, str]]:
    """Nets under the Pair Plus tables of other houses, those that agree together."""
    rules, _, player, _, _ = played
    houses: dict[Ratio, list[str]] = {}
    for name in RULE_NAMES:
        other = replace(rules, pair_plus=load_rules(name).pair_plus)
        houses.setdefault(settle(other, *played[1:]).net, []).append(name)
    for wrong, names in houses.items():
        told = f"That is the Pair Plus table of {' or '.join(names)}; "
        told += f"this round is played under {rules.name}."
        if is_mini_royal(player) and "mini_royal" in (rules.pair_plus or {}):
            told = "Your hand is a mini royal, which this house's Pair Plus table pays apart."
        yield wrong, told


def _missed_results(played: Round, net: Ratio) -> Iterator[tuple[Ratio, str]]:
    """Mistakes about qualification and result."""
    rules, bets, player, dealer, decision = played
    if decision is FOLD:
        return
    if not qualifies(dealer, rules):
        compared = settle(replace(rules, dealer_qualifies="2-high"), *played[1:]).net
        if compared != net + bets.ante:
            yield (
                compared,
                "The dealer does not qualify, so hands are not compared: Play comes back.",
            )
        yield net - bets.ante, "The dealer does not qualify: the Ante is paid, and not only back."
        yield net + bets.ante, "The dealer does not qualify: Play comes back and is not paid."
        return
    result = compare(player, dealer)
    out = settle(replace(rules, dealer_qualifies="A-A-A"), *played[1:]).net
    qualified = (out, "The dealer qualifies: queen high or better as a hand, so any pair and up.")
    if _plays_without_a_queen(dealer):
        yield qualified
    if result == 0:
        for wrong in (net - 2 * bets.ante, net + 2 * bets.ante):
            yield wrong, "The hands tie: Ante and Play both come back."
        yield qualified
        return
    yield (
        net - 4 * bets.ante * result,
        "The other hand wins. Compare categories first, and a straight beats a flush; "
        "within a pair, the third card decides last.",
    )
    yield net - bets.ante * result, "Play has the same fate as the Ante here: count both."
    yield net - 2 * bets.ante * result, "This is no tie: one hand is better. Compare once more."
    yield qualified


def _missed_side_bet(net: Ratio, line: Line, name: str) -> Iterator[tuple[Ratio, str]]:
    start = name[0].upper() + name[1:]
    if line.outcome == "lose":
        yield net + line.stake, f"{start} was staked and does not pay, so its stake is lost."
        yield net + 2 * line.stake, f"Your cards do not pay at {name}: look at its table again."
    else:
        yield net - line.net, f"{start} pays as well: settle it as a bet of its own."
        yield net - line.net - line.stake, f"{start} wins here: look at its table again."
        yield net + line.stake, f"{start}: the ratio is the net; the stake is not gained again."


def _missed_ratio(net: Ratio, lines: Sequence[Line]) -> Iterator[tuple[Ratio, str]]:
    """Mistakes about what a ratio means."""
    back = sum(line.stake for line in lines)
    yield net + back, "That is what is handed back; the net is that less what you staked."
    won = sum(line.stake for line in lines if line.outcome == "win")
    yield net - won, "1 to 1 means one chip of gain on top of the stake that comes back."
    yield -net, "The size is right and the sign is not: gains are positive, losses negative."


def _twenty(answer: Any) -> str:
    if not isinstance(answer, (list, tuple)):
        raise Mistake("A list of nets is asked for, as [4, -2, 0], one for each round.")
    rounds = twenty_rounds()
    if all(net is ... for net in answer):
        raise NotAttempted
    if len(answer) > len(rounds):
        raise Mistake(f"There are {len(answer)} nets, and only {len(rounds)} rounds.")
    given = [(place, net) for place, net in enumerate(answer) if net is not ...]
    wrong = [(place, net) for place, net in given if not _agrees(net, settle(*rounds[place]).net)]
    if wrong:
        place, net = wrong[0]
        named = _listed([place + 1 for place, _ in wrong])
        raise Mistake(f"{named}. In round {place + 1}: {_missed(rounds[place], net)}")
    if len(given) < len(rounds):
        raise Mistake(f"All {len(given)} so far are right; {len(rounds) - len(given)} to go.")
    total = sum(settle(*played).net for played in rounds)
    return f"All twenty are right, {total:+} chips in all, side bets and bonuses included."


def _agrees(given: Any, right: Ratio) -> bool:
    return is_number(given) and same(given, right)


def _listed(places: Sequence[int]) -> str:
    if len(places) == 1:
        return f"Round {places[0]} is not right yet"
    return f"Rounds {', '.join(map(str, places[:-1]))} and {places[-1]} are not right yet"


def _missed(played: Round, given: Any) -> str:
    """The rule that was probably missed, without the net itself."""
    if not is_number(given):
        return _no_net(given)
    right = settle(*played).net
    found = [rule for net, rule in likely_mistakes(played) if same(given, net) and net != right]
    if found:
        return " Or else: ".join(list(dict.fromkeys(found))[:2])  # two mistakes, one number
    return (
        "take it in order: does the dealer qualify, who wins, is there an Ante bonus; "
        "then each side bet on its own."
    )


# --- 05.3: which nets can there be? --------------------------------------------------------------

# A played round with an Ante of 1 and no side bets: the result, and what the hand's bonus adds.
_RESULTS = {"lose": -2, "tie": 0, "not qualified": 1, "win": 2}


def possible_nets() -> set[int]:
    """All nets of a played round with an Ante of 1, from result and bonus.

    Every result goes with every bonus but one: three of a kind never ties, since a deck has only
    four cards of a rank.
    """
    table = load_rules("pagat").ante_bonus
    assert table is not None
    bonuses, four_to_one = {0, *table.values()}, table["three_of_a_kind"]
    return {
        int(net + bonus)
        for case, net in _RESULTS.items()
        for bonus in bonuses
        if (case, bonus) != ("tie", four_to_one)
    }


_NET_HINTS = {
    -1: "A straight that is beaten loses 2 and earns a bonus of 1.",
    3: "A straight that wins gains 2 and 1; so does a straight flush that is beaten, -2 and 5.",
    5: "Three of a kind against a dealer who does not qualify gains 1 and 4.",
    4: "4 would be a tie with a bonus of 4: can two hands both be three of a rank?",
    -2: "A hand without a bonus that is beaten loses Ante and Play.",
    0: "A tie gives both stakes back.",
}


def _nets(answer: Any) -> str:
    try:
        given = {plain(net) for net in islice(answer, MOST)}
    except TypeError:
        raise Mistake("A list or a set of numbers is asked for, as [-2, 0].") from None
    right = possible_nets()
    for net in sorted(given - right, key=short):
        if not is_number(net):
            raise Mistake(f"For one, {_no_net(net)}")
        hint = _NET_HINTS.get(net, "Which result, and which bonus, would add up to it?")
        raise Mistake(f"{short(net)} cannot be. {hint}")
    for net in sorted(right - given):
        hint = _NET_HINTS.get(net, "Go through four results, and for each the three bonuses.")
        raise Mistake(f"One is missing. {hint}")
    return "Nine nets from -2 to 7; only 4 is left out, because three of a kind cannot tie."


# --- 05.4: Pair Plus as a function ---------------------------------------------------------------


def _pair_plus_net(table: PayTable, stake: int, hand: Hand) -> Ratio:
    rules = Rules("a house", pair_plus=table)
    dealer = tuple(card for card in DECK if card not in hand)[:3]
    return settle(rules, Bets(1, stake), hand, dealer, FOLD).lines[1].net


def _pair_plus_inputs() -> Iterator[tuple[Any, ...]]:
    """Hands of every kind under the houses' tables, then under tables that nobody could know."""
    rng = random.Random(54)
    hands = [
        parse_cards(text)
        for text in ("Q♥ 6♦ 4♣", "4♥ 4♣ 9♠", "K♦ 8♦ 4♦", "9♥ 8♣ 7♠", "8♥ 8♣ 8♠", "9♥ 8♥ 7♥")
    ]
    royal = parse_cards("A♠ K♠ Q♠")
    tables = [load_rules(name).pair_plus for name in RULE_NAMES]
    for hand, table in product(hands, tables):
        yield table, rng.randrange(1, 20), hand
    yield load_rules("pagat").pair_plus, 3, royal
    yield load_rules("live").pair_plus, 3, royal
    yield PayTable({"pair": 0, "straight": 2}), 3, hands[1]
    for _ in range(60):
        paid = rng.sample(TABLE_KEYS["pair_plus"], rng.randrange(3, 7))
        table = PayTable(
            {key: rng.randrange(0, 60) for key in TABLE_KEYS["pair_plus"] if key in paid}
        )
        hand = rng.choice([*hands, royal, deal(rng, 3)[0]])
        yield table, rng.randrange(1, 20), hand


def _pair_plus_hint(arguments: tuple[Any, ...], got: Any, wanted: Ratio) -> str:
    table, stake, hand = arguments
    category = rank_hand(hand).category.name.lower()
    if wanted < 0:
        return "A hand that the table does not pay loses the stake: a net below zero."
    apart = is_mini_royal(hand) and "mini_royal" in table
    if apart and got in (0, None, stake * table.get(category, -1)):
        return "This is a mini royal, and this table pays it apart."
    if is_mini_royal(hand) and "mini_royal" not in table:
        return "This table does not name the mini royal: it pays what a straight flush pays."
    for name in RULE_NAMES:
        other = load_rules(name).pair_plus
        if other and other != table and got == _pair_plus_net(other, stake, hand):
            return f"That is what {name} would pay; take the ratio from the table that is given."
    if got == wanted + stake:
        return "That is what is handed back; the stake in it is no gain."
    if got == wanted / stake:
        return "That is the gain for one chip; how many were staked?"
    if wanted == 0:
        return "A ratio of 0 gives the stake back: neither gain nor loss."
    if got in (0, None, -stake):
        kind = category.replace("_", " ")
        return f"The table pays a {kind}: it stands there as {category!r}, in small letters."
    return "The ratio in the table is the gain for each chip staked."


def _pair_plus(answer: Any) -> str:
    expect_function(answer, _pair_plus_net, _pair_plus_inputs(), _pair_plus_hint)
    return "It settles every kind of hand under every table, mini royal included."


# --- 05.5: a house where the dealer always plays -------------------------------------------------


def every_hand_plays(rules: Rules) -> Rules:
    """The same house, but for its dealer, who plays with every hand."""
    return replace(rules, dealer_qualifies="2-high")


def changes() -> dict[int, Ratio]:
    """By how much each of the twenty rounds' nets changes there; unchanged rounds are left out."""
    found = {
        number: settle(every_hand_plays(played.rules), *played[1:]).net - settle(*played).net
        for number, played in enumerate(twenty_rounds(), start=1)
    }
    return {number: change for number, change in found.items() if change}


def _other_house(answer: Any) -> str:
    if not isinstance(answer, dict):
        raise Mistake("A dictionary is asked for, as {3: 5}: round 3 pays 5 chips more there.")
    if not answer:
        raise Mistake("Some rounds change: those in which a dealer did not qualify.")
    right, rounds = changes(), twenty_rounds()
    for number, given in answer.items():
        if not isinstance(number, int) or not 1 <= number <= len(rounds):
            raise Mistake(f"{short(number)} is no round; they run from 1 to {len(rounds)}.")
        played = rounds[number - 1]
        if number not in right:
            if given == 0:
                raise Mistake(f"Round {number} does not change; leave it out.")
            if played.decision is FOLD:
                raise Mistake(f"Round {number} was folded: the dealer's hand decides nothing.")
            raise Mistake(f"In round {number} the dealer qualifies anyway, so nothing changes.")
        if not is_number(given):
            raise Mistake(f"Round {number}: a change is a number, and this is {short(given)}.")
        if _agrees(given, right[number]):
            continue
        if _agrees(given, right[number] + settle(*played).net):
            raise Mistake(f"Round {number}: that is the new net; the change is asked for.")
        if _agrees(given, -right[number]):
            raise Mistake(f"Round {number}: the size is right, the sign is not; new less old.")
        raise Mistake(f"Round {number}: now the hands are compared. Who wins, Ante and Play?")
    if missing := right.keys() - answer.keys():
        many = f"{len(missing)} rounds are" if len(missing) > 1 else "One round is"
        raise Mistake(f"{many} missing. In which did the dealer have less than queen high?")
    return "Only rounds that were played against a dealer without a queen-high hand change."


EXERCISES: dict[str, Callable[[Any], str]] = {
    "05.1": _find_the_error,
    "05.2": _twenty,
    "05.3": _nets,
    "05.4": _pair_plus,
    "05.5": _other_house,
}
