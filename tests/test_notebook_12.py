"""Notebook 12: its exercises, what its picture shows, and what a signal of a card is worth."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tcp import DECK, Card, Rank, load_rules, parse_cards, plots, rank_hand
from tcp.checks import check
from tcp.checks.notebook_12 import face_edges, is_face, open_house, posterior, with_a_king
from tcp.exact import analyse, hole_card_edge

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOK = ROOT / "notebooks" / "12_what_a_card_tells.ipynb"
PAGAT = load_rules("pagat")
Chances = Mapping[str, Fraction]


def cells(path: Path) -> list[str]:
    notebook = json.loads(path.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


# --- exercises -----------------------------------------------------------------------------------

BLIND, FACE, ACE_TOO = face_edges()
OPEN, MOVED = open_house()
SEEN = Fraction(443_162, 12_724_075)
KING = (260, -72, 291, 52)


@pytest.mark.parametrize(
    ("exercise", "stub"),
    [
        *((f"12.{number}", ...) for number in (1, 2, 3, 4)),
        ("12.1", (..., ..., ..., ...)),
        ("12.2", lambda prior, likelihood: ...),
        ("12.4", (..., ...)),
    ],
)
def test_stubs_are_not_attempted(exercise: str, stub: Any) -> None:
    assert check(exercise, stub).state == "not attempted yet"


def in_turn(prior: Chances, likelihood: Chances) -> dict[str, Fraction]:
    evidence = sum(prior[case] * likelihood[case] for case in prior)
    return {case: chance * likelihood[case] / evidence for case, chance in prior.items()}


@pytest.mark.parametrize(
    ("exercise", "answer", "praise"),
    [
        ("12.1", KING, "that is the border"),
        ("12.2", in_turn, "add up to 1"),
        ("12.3", ACE_TOO - BLIND, "4.38 points instead of 0.95"),
        ("12.3", float(ACE_TOO - BLIND), "no face"),
        ("12.4", (OPEN, 0), "It keeps 1.80 %"),
    ],
)
def test_right_answers(exercise: str, answer: Any, praise: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "right", verdict
    assert praise in verdict.reason


@pytest.mark.parametrize(
    ("exercise", "answer", "hint"),
    [
        ("12.1", (20, *KING[1:]), "K-8-7 wins: these are pairs of ranks"),
        ("12.1", (320, *KING[1:]), "K-8-7 wins: some cards of these ranks are yours, and two"),
        ("12.1", (300, *KING[1:]), "K-8-7 wins: cards that you hold yourself"),
        ("12.1", (280, *KING[1:]), "K-8-7 wins: two spades beside the king are a flush"),
        ("12.1", (268, *KING[1:]), "K-8-7 wins: the ties are in this"),
        ("12.1", (260, 72, 291, 52), "K-8-7 margin: the size is right. Is a Play better"),
        ("12.1", (260, 2 * 260 - 2 * 860, 291, 52), "K-8-7 margin: these are the nets of a Play"),
        ("12.1", (260, 3 * 260 - 860, 291, 52), "K-8-7 margin: a tie gains 1 over a fold"),
        ("12.1", (260, -72, 312, 52), "K-9-2 wins: two spades beside the king"),
        ("12.1", (260, -72, 299, 52), "K-9-2 wins: the ties are in this"),
        ("12.1", (260, -72, 250, 52), "K-9-2 wins: The dealer's two hidden cards must both"),
        ("12.1", (260, -70, 291, 52), "K-8-7 margin: weigh what each result gains"),
        ("12.1", 260, "4 numbers are asked for"),
        ("12.3", ACE_TOO, "Its value is what it adds"),
        ("12.3", FACE - BLIND, "the value where the ace is no face"),
        ("12.3", FACE, "what the Ante brings where the ace is no face"),
        ("12.3", BLIND - ACE_TOO, "Does knowing more cost you anything?"),
        ("12.3", ACE_TOO - FACE, "Compare with no signal at all"),
        ("12.3", 4.38, "right, but rounded and in per cent"),
        ("12.3", Fraction(1, 20), "a signal that is true for aces too"),
        ("12.4", (-OPEN, 0), "The house edge is what the player loses"),
        ("12.4", (analyse(replace(PAGAT, ante_bonus=None)).ante.house_edge, 0), "shows no card"),
        ("12.4", (-SEEN, 0), "still pays its bonus"),
        ("12.4", (OPEN, 13), "borders moved: compare each border"),
        ("12.4", (OPEN, 3), "borders moved: compare, for each rank shown"),
        ("12.4", (OPEN + 1, 0), "house edge: Analyse the changed rules"),
        ("12.4", OPEN, "2 numbers are asked for"),
    ],
)
def test_wrong_answers_get_their_own_hint(exercise: str, answer: Any, hint: str) -> None:
    verdict = check(exercise, answer)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


def scaled(chances: Chances) -> dict[str, Fraction]:
    total = sum(chances.values())
    return {case: chance / total for case, chance in chances.items()}


@pytest.mark.parametrize(
    ("function", "hint"),
    [
        (lambda prior, likelihood: None, "returns nothing yet"),
        (lambda prior, likelihood: sum(prior.values()), "Return a dictionary with a chance"),
        (lambda prior, likelihood: dict(likelihood), "This is the likelihood"),
        (lambda prior, likelihood: scaled(likelihood), "This forgets the prior"),
        (
            lambda prior, likelihood: {case: prior[case] * likelihood[case] for case in prior},
            "divide by their sum",
        ),
        (lambda prior, likelihood: dict(prior), "This is the prior"),
        (
            lambda prior, likelihood: scaled({c: prior[c] + likelihood[c] for c in prior}),
            "Multiply prior and likelihood",
        ),
        (
            lambda prior, likelihood: {"fair": Fraction(1, 3), "two heads": Fraction(2, 3)},
            "Return a dictionary with a chance for each case of the prior",
        ),
    ],
)
def test_wrong_functions_get_their_own_hint(
    function: Callable[[Chances, Chances], Any], hint: str
) -> None:
    verdict = check("12.2", function)
    assert verdict.state == "not yet"
    assert hint in verdict.reason


# --- the checks, against plain counts ------------------------------------------------------------


@pytest.mark.parametrize(("hand", "wins"), [("K♥ 8♦ 7♣", 260), ("K♥ 9♦ 2♣", 291)])
def test_the_king_by_visiting_each_pair(hand: str, wins: int) -> None:
    mine, king = parse_cards(hand), parse_cards("K♠")
    left = [card for card in DECK if card not in (*mine, *king)]
    theirs = [rank_hand((*king, *pair)) for pair in combinations(left, 2)]
    assert sum(rank_hand(mine) > rank for rank in theirs) == wins == with_a_king(hand).win
    assert len(theirs) == with_a_king(hand).total == 1_128


def test_a_posterior_is_what_counting_gives() -> None:
    """A jack seen: Bayes' rule against the dealer's hands that hold it."""
    hands = list(combinations(DECK, 3))
    cases = {True: "qualifies", False: "stays out"}
    many = dict.fromkeys(cases.values(), 0)
    jacks = dict.fromkeys(cases.values(), 0)
    for hand in hands:
        case = cases[rank_hand(hand) >= PAGAT.qualifying_rank]
        many[case] += 1
        jacks[case] += sum(card.rank == Rank.JACK for card in hand)
    prior = {case: Fraction(count, len(hands)) for case, count in many.items()}
    likelihood = {case: Fraction(jacks[case], 3 * many[case]) for case in many}
    found = posterior(prior, likelihood)
    assert found == {case: Fraction(jacks[case], sum(jacks.values())) for case in many}
    assert found["qualifies"] == Fraction(10, 17)


def test_face_or_not_by_adding_up_tables() -> None:
    """Each card's own table, hand by hand, for both meanings of a face."""

    def edge(signal: Callable[[Card], bool]) -> Fraction:
        playing = np.zeros((2, 52**3), np.int64)
        cards = np.zeros((2, 52**3), np.int64)
        for card in DECK:
            table = analyse(PAGAT, dealer_shows=(card,)).table
            a, b, c = table.cards.astype(np.intp)
            playing[int(signal(card)), 2704 * a + 52 * b + c] += table.play_value
            cards[int(signal(card)), 2704 * a + 52 * b + c] += 1
        best = np.maximum(playing, -table.unit * cards).sum()
        return Fraction(int(best), table.unit * 52 * 20_825)

    assert analyse(PAGAT).ante.expected == BLIND
    assert (edge(is_face), edge(lambda card: card.rank >= Rank.JACK)) == (FACE, ACE_TOO)


def test_a_house_that_shows_a_card_keeps_what_the_bonus_was_worth() -> None:
    bonus = Fraction(720 * 1 + 52 * 4 + 48 * 5, 22_100)
    assert hole_card_edge(PAGAT) == SEEN
    assert bonus - SEEN == OPEN
    assert MOVED == 0


# --- the picture ---------------------------------------------------------------------------------


def test_the_picture_shows_both_ways_to_decide() -> None:
    names: dict[str, Any] = {"pagat": PAGAT, "blind": analyse(PAGAT), "analyse": analyse}
    names |= {"Rank": Rank, "DECK": DECK, "plots": plots, "one_of_each": DECK[2::4]}
    names["seen"] = {card: analyse(PAGAT, dealer_shows=(card,)) for card in DECK[2::4]}
    wanted = (
        "brings = ",
        "edge = ",
        "stubborn = ",
        "worth = ",
        "places = ",
        "with plots",
        "alt =",
    )
    program = [cell for cell in cells(NOTEBOOK) if cell.startswith(wanted)]
    assert len(program) == len(wanted)
    for cell in program:
        lines = [line for line in cell.splitlines() if ".compare(" not in line]
        lines = [line for line in lines if not line.startswith(("per_cent", "plots.show"))]
        exec("\n".join(lines), names)
    axes = names["axes"]
    anew, alike = axes.containers
    edge = hole_card_edge(PAGAT).by_card
    for place, rank in enumerate(Rank):
        card = DECK[4 * (rank - 2)]
        unchanged = analyse(PAGAT, strategy="Q-6-4", dealer_shows=(card,)).ante.expected
        assert anew[place].get_height() == pytest.approx(float(100 * edge[card]))
        assert alike[place].get_height() == pytest.approx(float(100 * unchanged))
    assert [label.get_text() for label in axes.get_xticklabels()] == [str(rank) for rank in Rank]
    assert {bar.get_hatch() for bar in alike} == {"///"}
    assert axes.get_title(loc="left").startswith("A card is worth 6.86 percentage points")
    assert "from -24.01 % with an ace seen to 15.35 % with a queen" in names["alt"]
    assert "from -52.29 % to 14.43 %" in names["alt"]
