"""The ledger of one round: each bet with its outcome, its net gain, and the reason in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from tcp.cards import Card
from tcp.fivecard import best_five, rank_five
from tcp.languages import label, told
from tcp.languages import language as words_of
from tcp.payouts import Bets, Decision, Line, Settlement, ante_bonus_ratio, qualifies, settle
from tcp.ranking import compare, describe, explain, is_mini_royal, write_threshold
from tcp.rules import TABLE_KEYS, Ratio, Rules
from tcp.view import Shown, chips, number, show_table, signed

HEADERS = ("bet", "stake", "outcome", "net", "reason")
"""What the columns are called in English, and by which `headers` finds their names elsewhere."""


def headers(language: str = "en") -> tuple[str, ...]:
    """What the columns of a ledger are called.

    >>> headers() == HEADERS
    True
    """
    return tuple(label(f"column_{column}", language) for column in HEADERS)


def bet_name(bet: str, language: str = "en") -> str:
    """What a bet of a `Line` is called.

    >>> bet_name("ante_bonus"), bet_name("play", "de")
    ('Ante bonus', 'Spieleinsatz')
    """
    return label(f"bet_{bet}", language)


def happened(
    rules: Rules, player: Sequence[Card], dealer: Sequence[Card], decision: Decision
) -> str:
    """Which of the five things that can happen did: fold, not qualified, win, tie or lose."""
    if decision is Decision.FOLD:
        return "fold"
    if not qualifies(dealer, rules):
        return "not qualified"
    return {1: "win", 0: "tie", -1: "lose"}[compare(player, dealer)]


def reason(
    line: Line,
    rules: Rules,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision,
    language: str = "en",
) -> str:
    """Why this line of the ledger came out as it did, in words.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> hand, dealer = parse_cards("4♥ 4♣ 9♠"), parse_cards("J♥ 8♣ 3♠")
    >>> reason(Line("play", 2, "push", 0), load_rules("pagat"), hand, dealer, Decision.PLAY)
    'jack high (J-8-3) does not qualify: the stake comes back, hands are not compared'
    """
    if line.bet in ("ante", "play"):
        key = "reason_" + happened(rules, player, dealer, decision).replace(" ", "_")
        return told(
            key,
            language,
            hand=describe(player, language),
            dealer=describe(dealer, language),
            paid=_odds(1 if line.outcome == "win" else 0, language),
        )
    hand = describe(player, language)
    if is_mini_royal(player):
        hand = words_of(language).categories["mini_royal"]
    if line.bet == "ante_bonus":
        paid = _odds(ante_bonus_ratio(player, rules), language)
        return told("reason_bonus", language, hand=hand, paid=paid)
    survives = rules.pair_plus_survives_fold
    if line.bet == "six_card_bonus":
        survives = rules.six_card_survives_fold
        six = (*player, *dealer)
        cards = " ".join(card.text(language) for card in best_five(six))
        hand = told("best_five", language, kind=rank_five(six).category.text(language), cards=cards)
    if decision is Decision.FOLD and not survives:
        return told("reason_taken", language)
    if line.outcome == "lose":
        return told("reason_unpaid", language, hand=hand)
    return f"{hand}: {_odds(Fraction(line.net) / line.stake, language)}"


def _odds(ratio: Ratio, language: str) -> str:
    if not ratio:
        return told("stake_back", language)
    return told("odds", language, ratio=number(ratio, language))


def in_order(
    rules: Rules,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision,
    language: str = "en",
) -> tuple[str, str]:
    """The first two steps of a settlement in words: qualification, then result."""
    case = happened(rules, player, dealer, decision)
    if case == "fold":
        return told("step_fold", language), told("step_not_compared", language)
    theirs = describe(dealer, language)
    if case == "not qualified":
        needed = write_threshold(rules.dealer_qualifies, language)
        first = told("step_not_qualified", language, dealer=theirs, needed=needed)
        return first, told("step_not_compared", language)
    verdict = {"win": "you_win", "tie": "nobody_wins", "lose": "you_lose"}[case]
    why = explain(player, dealer, language)
    return told("step_qualified", language, dealer=theirs), told(verdict, language, why=why)


def result(
    settlement: Settlement,
    rules: Rules,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision,
    language: str = "en",
) -> str:
    """Who wins and why, what happens to Ante and Play, what side bets bring, and the net.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> played = parse_cards("4♥ 4♣ 9♠"), parse_cards("J♥ 8♣ 3♠"), Decision.PLAY
    >>> print(result(settle(load_rules("pagat"), Bets(1), *played), load_rules("pagat"), *played))
    The dealer does not qualify: the Ante pays 1 to 1, Play comes back. Net +1 chip.
    >>> bets, folded = Bets(1, 2), (*played[:2], Decision.FOLD)
    >>> print(result(settle(load_rules("pagat"), bets, *folded), load_rules("pagat"), *folded))
    You fold: the Ante is lost. Pair Plus: +2 chips. Net +1 chip.
    """
    case = happened(rules, player, dealer, decision)
    why = explain(player, dealer, language)
    key = {"win": "you_win", "lose": "dealer_wins"}.get(case, f"happened_{case}")
    sentences = [told(key.replace(" ", "_"), language, why=why)]
    if any(line.bet == "ante_bonus" for line in settlement.lines):
        sentences.append(told("earns_bonus", language))
    for line in settlement.lines:
        if line.bet in ("pair_plus", "six_card_bonus"):
            bet, net = bet_name(line.bet, language), chips(line.net, language)
            sentences.append(told("side_bet", language, bet=bet, chips=net))
    sentences.append(told("net", language, chips=chips(settlement.net, language)))
    return " ".join(sentences)


def ledger_rows(
    rules: Rules,
    bets: Bets,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision,
    language: str = "en",
) -> list[list[object]]:
    """A row for each line of the settlement under `headers`, and one for the net of the round.

    Raises:
        ValueError: for whatever `settle` refuses, or an unknown language.
    """
    settled = settle(rules, bets, player, dealer, decision)
    rows: list[list[object]] = [
        [
            *line_cells(line, language),
            reason(line, rules, player, dealer, decision, language),
        ]
        for line in settled.lines
    ]
    staked = sum(line.stake for line in settled.lines)
    last = [label("all_bets", language), staked, "", signed(settled.net, language), ""]
    return [*rows, last]


def line_cells(line: Line, language: str = "en") -> list[object]:
    """What a line of the ledger says before its reason: bet, stake, outcome, net.

    >>> line_cells(Line("ante", 2, "lose", -2), "nb")
    ['Ante', 2, 'tapt', '-2']
    """
    outcome = label(f"outcome_{line.outcome}", language)
    return [bet_name(line.bet, language), line.stake, outcome, signed(line.net, language)]


def show_ledger(
    rules: Rules,
    bets: Bets,
    player: Sequence[Card],
    dealer: Sequence[Card],
    decision: Decision,
    title: str = "",
    language: str = "en",
) -> Shown:
    """The ledger of one round as a table; what `settle` takes, and a title of its own.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> hand, dealer = parse_cards("Q♥ 6♦ 4♣"), parse_cards("J♥ 8♣ 3♠")
    >>> show_ledger(load_rules("pagat"), Bets(5), hand, dealer, Decision.FOLD)
    Q♥ 6♦ 4♣ against J♥ 8♣ 3♠, folded
    bet       stake  outcome  net  reason
    Ante          5     lose   -5  you fold: the stake is lost, hands are not compared
    all bets      5            -5
    """
    rows = ledger_rows(rules, bets, player, dealer, decision, language)
    mine, theirs = (" ".join(card.text(language) for card in hand) for hand in (player, dealer))
    key = "hands_folded" if decision is Decision.FOLD else "hands_played"
    caption = title or told(key, language, hand=mine, dealer=theirs)
    return show_table(headers(language), rows, caption, words=(4,), code=language)


def nets_by_case(
    bet: str,
    rules: Rules,
    rounds: Mapping[str, tuple[Sequence[Card], Sequence[Card], Decision]],
) -> dict[str, Ratio]:
    """The net of one bet, for an Ante of one chip, in each of these rounds; 0 where it has no line.

    `rounds` holds the player's hand, the dealer's hand and the decision of each.
    """
    return {
        case: sum(line.net for line in settle(rules, Bets(1), *played).lines if line.bet == bet)
        for case, played in rounds.items()
    }


def house_rows(bet: str, houses: Sequence[Rules]) -> list[list[object]]:
    """A row for each hand that at least one of the houses pays at this bet, a column for each.

    >>> from tcp.rules import load_rules
    >>> house_rows("ante_bonus", [load_rules("pagat"), load_rules("live")])
    [['straight', 1, 1], ['three of a kind', 4, 4], ['straight flush', 5, 5]]
    """
    tables = [getattr(house, bet) or {} for house in houses]
    return [
        [hand.replace("_", " "), *(table.get(hand, "–") for table in tables)]
        for hand in TABLE_KEYS[bet]
        if any(hand in table for table in tables)
    ]
