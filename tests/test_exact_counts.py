"""The four results of every hand, counted against visited, also with known cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from tcp import (
    DECK,
    Bets,
    Card,
    Decision,
    Outcomes,
    Rules,
    load_rules,
    outcomes,
    parse_cards,
    settle,
)
from tcp.exact import analyse
from tcp.exact.deals import below_avoiding, deals_without
from tests.visits import HANDS, places, ranks, results, suit_classes

PAGAT, LIVE = load_rules("pagat"), load_rules("live")
RANK_OF = dict(zip(HANDS, ranks(), strict=True))


def test_every_hand_against_a_visit_of_all_deals() -> None:
    table = analyse(PAGAT).table
    counted = np.array([table.not_qualified, table.win, table.tie, table.lose]).T
    assert [tuple(hand) for hand in table.cards.T] == list(combinations(range(52), 3))
    assert (table.rank == places()).all()
    for hand in range(22_100):
        visited = np.bincount(results(hand, PAGAT.qualifying_rank) + 1, minlength=5)[1:]
        assert (counted[hand] == visited).all(), HANDS[hand]


def test_each_kind_of_hand_against_the_readable_count() -> None:
    found = analyse(PAGAT)
    assert sum(size for _, size in suit_classes()) == 22_100
    assert len(suit_classes()) == len(deals_without().sizes) == 1_755
    for place, _ in suit_classes():
        assert found.outcomes(HANDS[place]) == outcomes(HANDS[place], PAGAT), HANDS[place]


@pytest.mark.parametrize("border", ["2-high", "5-3-2", "J-10-9", "K-high", "2-2-3", "A-A-A"])
def test_other_qualifying_hands(border: str) -> None:
    rules = Rules("another", dealer_qualifies=border)
    found = analyse(rules)
    for place in random.Random(border).sample(range(22_100), 60):
        visited = np.bincount(results(place, rules.qualifying_rank) + 1, minlength=5)[1:]
        assert found.outcomes(HANDS[place]) == tuple(visited.tolist())


# --- known cards ----------------------------------------------------------------------------------


def known_cards(rng: random.Random) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Some dead cards and some that the dealer shows; mostly few, sometimes nearly the deck."""
    shows = rng.choice([0, 0, 1, 1, 2, 3])
    dead = rng.choice([0, 1, 2, 3, 5, 9, 15, 30, 52 - 6])
    cards = rng.sample(DECK, dead + shows)
    return tuple(cards[:dead]), tuple(cards[dead:])


def brute_force(
    hand: Sequence[Card], dead: Sequence[Card], shows: Sequence[Card], qualifying: object
) -> Outcomes:
    unseen = [card for card in DECK if card not in {*hand, *dead, *shows}]
    counts = [0, 0, 0, 0]
    mine = RANK_OF[tuple(sorted(hand))]
    for rest in combinations(unseen, 3 - len(shows)):
        theirs = RANK_OF[tuple(sorted((*shows, *rest)))]
        if theirs < qualifying:  # type: ignore[operator]
            counts[0] += 1
        else:
            counts[1 if theirs < mine else 2 if theirs == mine else 3] += 1
    return Outcomes(*counts)


def test_known_cards_against_brute_force() -> None:
    rng = random.Random(4)
    for _ in range(120):
        dead, shows = known_cards(rng)
        rules = rng.choice([PAGAT, Rules("j", dealer_qualifies=rng.choice(["J-8-2", "K-high"]))])
        found = analyse(rules, dead=dead, dealer_shows=shows)
        unseen = [card for card in DECK if card not in (*dead, *shows)]
        for _ in range(2):
            hand = rng.sample(unseen, 3)
            expected = brute_force(hand, dead, shows, rules.qualifying_rank)
            assert found.outcomes(hand) == expected, (hand, dead, shows)
            assert expected.total == found.dealer_hands


def test_the_totals_with_known_cards_settle_every_deal() -> None:
    """Few cards are left, so every round can be dealt and settled by the readable rules."""
    rng = random.Random(5)
    rules = Rules(
        "few",
        ante_bonus={"pair": Fraction(1, 2), "straight": 2},  # type: ignore[arg-type]
        pair_plus={"pair": 1, "flush": 4},  # type: ignore[arg-type]
        bonus_needs_win=True,
        pair_plus_survives_fold=False,
    )
    for shows in (0, 1, 2, 3) * 3:
        cards = rng.sample(DECK, 52)
        left, shown, dead = cards[: 9 - shows], cards[9 - shows : 9], cards[9:]
        found = analyse(rules, dead=dead, dealer_shows=shown)
        ante: Counter[int | Fraction] = Counter()
        pair_plus: Counter[int | Fraction] = Counter()
        played = 0
        hands = list(combinations(sorted(left), 3))
        for hand in hands:
            rest = [card for card in left if card not in hand]
            dealers = [(*shown, *more) for more in combinations(rest, 3 - shows)]
            settled = {
                decision: [settle(rules, Bets(1, 1), hand, d, decision).lines for d in dealers]
                for decision in Decision
            }
            nets = {
                decision: [sum(line.net for line in s if line.bet != "pair_plus") for s in each]
                for decision, each in settled.items()
            }
            best = max(Decision.FOLD, Decision.PLAY, key=lambda each: sum(nets[each]))
            assert found.best(hand) is best
            assert found.play_ev(hand) == Fraction(sum(nets[Decision.PLAY]), len(dealers))
            assert found.mistake(hand) == abs(found.play_ev(hand) + 1)
            played += best is Decision.PLAY
            ante.update(nets[best])
            pair_plus[settled[best][0][-1].net] += 1
        assert found.hands_played == played
        assert dict(found.ante.distribution) == ante
        assert found.pair_plus is not None
        assert dict(found.pair_plus.distribution) == pair_plus
        assert found.joint.map(lambda nets: nets[0]) == found.ante.distribution
        assert len(found.table) == found.hands == len(hands)


@pytest.mark.parametrize("boxes", [1, 2, 6])
def test_known_cards_of_many_deals_at_once(boxes: int) -> None:
    rng = random.Random(boxes)
    deals = [rng.sample(range(52), 3 * boxes) for _ in range(8)]
    borders = np.array([[rng.randint(0, 741) for _ in deals] for _ in range(3)])
    borders[0, 0], borders[0, 1] = 0, 741
    found = below_avoiding(borders, np.array(deals, np.uint8).T)
    for deal, cards in enumerate(deals):
        known = {DECK[card] for card in cards}
        left = [place for place, hand in enumerate(HANDS) if known.isdisjoint(hand)]
        for row in range(3):
            assert found[row, deal] == np.count_nonzero(places()[left] < borders[row, deal])


def test_what_the_dealer_shows_changes_the_decision() -> None:
    hand = parse_cards("2♣ 2♦ 3♣")
    assert analyse(PAGAT).best(hand) is Decision.PLAY
    assert analyse(PAGAT, dealer_shows=parse_cards("A♣ A♦")).best(hand) is Decision.FOLD
    found = analyse(PAGAT, dealer_shows=parse_cards("A♣ A♦ A♥"))
    assert found.outcomes(hand) == Outcomes(0, 0, 0, 1)
    threes = parse_cards("2♣ 2♦ 2♥")  # beaten, but the Ante bonus of 4 is more than the 2 lost
    assert found.best(threes) is Decision.PLAY
    assert found.play_ev(threes) == 2


def test_known_cards_that_are_refused() -> None:
    queen, six = DECK[40], DECK[16]
    with pytest.raises(ValueError, match="Q♣ comes twice"):
        analyse(PAGAT, dead=[queen], dealer_shows=[queen])
    with pytest.raises(ValueError, match="47 known cards leave 5; a player and the dealer need 6"):
        analyse(PAGAT, dead=DECK[:47])
    with pytest.raises(ValueError, match="a hand here has 0 to 3"):
        analyse(PAGAT, dealer_shows=DECK[:4])
    with pytest.raises(ValueError, match="'Qc' is not a Card"):
        analyse(PAGAT, dead=["Qc"])  # type: ignore[list-item]
    found = analyse(PAGAT, dead=[queen], dealer_shows=[six])
    for card in (queen, six):
        with pytest.raises(ValueError, match=f"{card} is known to lie elsewhere"):
            found.play_ev((card, DECK[0], DECK[1]))


def test_the_six_card_bonus_is_not_counted_with_known_cards() -> None:
    for found in (analyse(LIVE, dead=DECK[:1]), analyse(LIVE, dealer_shows=DECK[:1])):
        assert found.six_card_bonus is None
        with pytest.raises(ValueError, match="with known cards the 6 Card Bonus isn't counted"):
            _ = found.joint
        assert found.pair_plus is not None
