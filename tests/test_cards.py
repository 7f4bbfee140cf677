"""Cards are read as every source writes them, and dealt fairly."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cmp_to_key
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tcp import cards as module
from tcp.cards import DECK, Card, Rank, Suit, deal, parse_cards, parse_pattern
from tcp.languages import languages, rank_letters

CODES = tuple(languages())

# --- the deck ----------------------------------------------------------------------------------


def test_the_deck_holds_every_card_once_in_the_order_of_the_index() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert [card.index for card in DECK] == list(range(52))
    assert [hash(card) for card in DECK] == list(range(52))
    assert all(card.index == 4 * (card.rank - 2) + card.suit for card in DECK)
    assert list(DECK) == sorted(random.Random(1).sample(DECK, 52))
    written = " ".join(map(str, DECK))
    assert written.startswith("2♣ 2♦ 2♥ 2♠ 3♣")
    assert written.endswith("K♠ A♣ A♦ A♥ A♠")


def test_thirteen_ranks_four_suits_two_colours() -> None:
    assert Counter(card.rank for card in DECK) == dict.fromkeys(Rank, 4)
    assert Counter(card.suit for card in DECK) == dict.fromkeys(Suit, 13)
    assert {suit.symbol: suit.colour for suit in Suit} == {
        "♣": "black", "♦": "red", "♥": "red", "♠": "black",
    }  # fmt: skip
    assert all(card.colour == card.suit.colour for card in DECK)


def test_a_card_is_a_value() -> None:
    card = Card(12, 2)  # type: ignore[arg-type]
    assert card == Card(Rank.QUEEN, Suit.HEARTS)
    assert isinstance(card.rank, Rank)
    assert isinstance(card.suit, Suit)
    with pytest.raises(AttributeError):
        card.rank = Rank.ACE  # type: ignore[misc]


# --- reading cards -----------------------------------------------------------------------------

# Everything in the five rule pages that is written as a card with its suit, letter for letter.
IN_THE_SOURCES = {
    "K♠ 9♦ 5♣": "Ks 9d 5c",
    "B♥ 8♥ 3♠": "Jh 8h 3s",
    "D♥ 8♥ 3♠": "Qh 8h 3s",
    "J♠Q♠K♠": "Js Qs Ks",
    "4♠4♣4♥, 8♠8♥8♣, Q♥Q♣Q♦": "4s 4c 4h 8s 8h 8c Qh Qc Qd",
    "9♦10♣J♥": "9d 10c Jh",
    "3♥9♥ K♥": "3h 9h Kh",
    "2♥2♣, 9♦9♠, K♥K♦": "2h 2c 9d 9s Kh Kd",
    "9♣7♣4♥": "9c 7c 4h",
    "2♦2♠К♣": "2d 2s Kc",  # this К is Cyrillic
}


@pytest.mark.parametrize(("written", "meant"), IN_THE_SOURCES.items())
def test_every_card_of_the_sources(written: str, meant: str) -> None:
    assert parse_cards(written) == parse_cards(meant)


def test_the_king_of_the_russian_page_is_cyrillic() -> None:
    (written,) = (text for text in IN_THE_SOURCES if "2♦2♠" in text)
    assert "К" in written
    assert "K" not in written


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Kn♣ E♠", "J♣ A♠"),
        ("KN♣ kn♦", "J♣ J♦"),
        ("Т♠ К♣ Д♦ В♥", "A♠ K♣ Q♦ J♥"),
        ("т♠ к♣ д♦ в♥", "A♠ K♣ Q♦ J♥"),
        ("T♠ 10♣ th", "10♠ 10♣ 10♥"),
        ("T♠ K♣ Q♦", "10♠ K♣ Q♦"),
        ("A♠ А♣", "A♠ A♣"),
        ("B♥ В♠", "J♥ J♠"),
        ("Q♥️ 6♦️ 4♣︎", "Q♥ 6♦ 4♣"),  # with the selectors that make emoji of suits
        ("K♤ Q♡ J♢ 9♧", "K♠ Q♥ J♦ 9♣"),
        ("Qh6d4c", "Q♥ 6♦ 4♣"),
        ("QH 6D 4C AS", "Q♥ 6♦ 4♣ A♠"),
        ("  Qh ,6d;\n4c\t", "Q♥ 6♦ 4♣"),
        ("Q♥\u00a06♦", "Q♥ 6♦"),  # a space that doesn't break
        ("10h10d", "10♥ 10♦"),
        ("dd dh kd", "Q♦ Q♥ K♦"),  # the letter d as queen and as diamonds
        ("", ""),
    ],
)
def test_other_ways_to_write_cards(written: str, meant: str) -> None:
    assert parse_cards(written) == parse_cards(meant)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("card", DECK)
def test_what_is_printed_is_read_back(card: Card, code: str) -> None:
    printed = card.text(code)
    assert Card.parse(printed, code) == card
    assert Card.parse(printed.lower(), code) == card
    assert Card.parse(printed) == card  # no letter printed today needs the language
    assert parse_cards(f"{printed} ") == (card,)


@pytest.mark.parametrize("code", CODES)
def test_a_whole_deck_in_one_line(code: str) -> None:
    assert parse_cards("".join(card.text(code) for card in DECK), code) == DECK
    assert parse_cards(" ".join(card.text(code) for card in DECK)) == DECK


@pytest.mark.parametrize("written", ["Т♠ Q♣", "T♠ Д♦", "T♠ Т♦", "Д♦ T♠"])
def test_two_alphabets_make_a_t_unclear(written: str) -> None:
    with pytest.raises(ValueError, match="could be ten or ace"):
        parse_cards(written)


def test_the_language_makes_it_clear() -> None:
    assert parse_cards("Т♠ Q♣", "ru") == parse_cards("A♠ Q♣")
    assert parse_cards("T♠ Д♦", "en") == parse_cards("10♠ Q♦")


@given(st.permutations(DECK).flatmap(lambda deck: st.integers(0, 52).map(lambda n: deck[:n])))
def test_any_cards_in_any_order(cards: list[Card]) -> None:
    assert parse_cards(" ".join(map(str, cards))) == tuple(cards)
    assert parse_cards("".join(map(str, cards))) == tuple(cards)


# What people might type: rank letters, suits, marks and signs from anywhere.
marks = st.sampled_from([*rank_letters(), *"♣♦♥♠cdhsxх-–, ;10", "high", "dame", "\ufe0f", "\u200b"])
texts = st.text(max_size=30) | st.lists(marks, max_size=12).map("".join)
codes = st.none() | st.sampled_from(CODES)


def answered(read: Callable[..., Sequence[Any]], text: str, code: str | None) -> None:
    """Either it reads something, or it refuses in a sentence about what came."""
    try:
        found = read(text, code)
    except ValueError as refusal:
        sentence = str(refusal)
        assert len(sentence) > 20
        assert any(word in sentence for word in ("card", "rank", "could be", "a deck")), sentence
    else:
        assert isinstance(found, tuple)


@given(texts, codes)
@example("1", None)
@example("½♥", None)
@example("İ♥", None)
@example("\ufe0f", None)
def test_any_text_is_read_as_cards_or_refused_in_a_sentence(text: str, code: str | None) -> None:
    answered(parse_cards, text, code)
    answered(lambda text, code: (Card.parse(text, code),), text, code)


@given(texts, codes)
@example("ß", None)
@example("x", None)
@example("-", None)
def test_any_text_is_read_as_a_pattern_or_refused_in_a_sentence(
    text: str, code: str | None
) -> None:
    answered(parse_pattern, text, code)


# --- reading patterns --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "ranks"),
    [
        # from the sources
        ("9–8–7", (9, 8, 7)),
        ("K–9–4", (13, 9, 4)),
        ("8–8–dame", (8, 8, 12)),
        ("K–10–4", (13, 10, 4)),
        ("A–K–Q", (14, 13, 12)),
        ("3–2–A", (3, 2, 14)),
        ("K–A–2", (13, 14, 2)),
        ("K–10–7", (13, 10, 7)),
        ("J–8–3", (11, 8, 3)),
        ("E, K, D", (14, 13, 12)),
        ("3, 2, E", (3, 2, 14)),
        ("D, Kn, 10", (12, 11, 10)),
        ("10, 9, 8", (10, 9, 8)),
        ("Es, Konge, Dame, Knægt, 10, 9, 8, 7, 6, 5, 4, 3", tuple(range(14, 2, -1))),
        ("Esset, Kongen, Damen, Knægten, tieren", (14, 13, 12, 11, 10)),
        ("Nier, Otter, Syver, Sekser, Femmer", (9, 8, 7, 6, 5)),
        ("AKQ", (14, 13, 12)),
        ("D-K-A", (12, 13, 14)),
        ("A-2-3", (14, 2, 3)),
        ("Dame, Sechs, Vier", (12, 6, 4)),
        ("Qx6x4x", (12, 6, 4)),
        ("Ess-kong-dame-knekt-ti", (14, 13, 12, 11, 10)),
        # and in other ways
        ("E K D", (14, 13, 12)),
        ("D Kn 10", (12, 11, 10)),
        ("Nier Otter Syver", (9, 8, 7)),
        ("DKn10", (12, 11, 10)),
        ("Т-К-Д", (14, 13, 12)),
        ("туз король дама", (14, 13, 12)),
        ("Q-6-4", (12, 6, 4)),
        ("q 6 4", (12, 6, 4)),
        ("Q64", (12, 6, 4)),
        ("Q−6‑4", (12, 6, 4)),  # a minus sign, a dash that doesn't break
        ("queen-six-four", (12, 6, 4)),
        ("Bube", (11,)),
        ("Q", (12,)),
    ],
)
def test_patterns(written: str, ranks: tuple[int, ...]) -> None:
    found = parse_pattern(written)
    assert found == ranks
    assert all(isinstance(rank, Rank) for rank in found)


@pytest.mark.parametrize("x", "xXхХ×*")
@pytest.mark.parametrize("letters", ["Q64", "KQ4", "AKQ", "T98", "Kn,D,4"])
def test_an_x_after_a_rank_stands_for_any_suit(letters: str, x: str) -> None:
    """After every rank, before a figure as before a letter: Qx6x4x and KxQx4x."""
    ranks = letters.split(",") if "," in letters else list(letters)
    assert parse_pattern("".join(rank + x for rank in ranks)) == parse_pattern("-".join(ranks))


@given(st.lists(st.sampled_from(Rank), min_size=1, max_size=5), st.sampled_from(CODES))
def test_any_ranks_in_any_language(ranks: list[Rank], code: str) -> None:
    if any(ranks.count(rank) > 4 for rank in ranks):
        return
    letters = [rank.letter(code) for rank in ranks]
    for between in ("-", " ", ", ", "–", "x ", "x"):
        assert parse_pattern(between.join(letters), code) == tuple(ranks)
    names = " ".join(languages()[code].ranks[rank].name for rank in ranks)
    assert parse_pattern(names, code) == tuple(ranks)


def test_cards_are_no_pattern_and_a_pattern_is_no_cards() -> None:
    with pytest.raises(ValueError, match=r"these are cards with suits"):
        parse_pattern("Q♥-6♦-4♣")
    with pytest.raises(ValueError, match=r"these are ranks without suits"):
        parse_cards("Q-6-4")


def test_the_hint_at_cards_comes_only_where_there_is_one() -> None:
    """A word is not a card because it holds one of the letters c, d, h and s."""
    for word in ("and", "high", "hearts"):
        with pytest.raises(ValueError, match="is not a rank") as refusal:
            parse_pattern(f"Q-6-4 {word}")
        assert "parse_cards" not in str(refusal.value)


# --- dealing -----------------------------------------------------------------------------------

sizes = st.lists(st.integers(1, 13), min_size=1, max_size=4)


@given(st.integers(), sizes)
def test_a_deal_is_from_one_deck(seed: int, sizes: list[int]) -> None:
    hands = deal(random.Random(seed), *sizes)
    dealt = [card for hand in hands for card in hand]
    assert [len(hand) for hand in hands] == sizes
    assert len(set(dealt)) == len(dealt)
    assert set(dealt) <= set(DECK)
    assert hands == deal(random.Random(seed), *sizes)


@given(st.integers(), sizes)
def test_who_else_plays_does_not_change_the_cards_before(seed: int, sizes: list[int]) -> None:
    """With one seed the deck is the same, however it is cut into hands."""
    hands = deal(random.Random(seed), *sizes)
    assert deal(random.Random(seed), *sizes[:1]) == hands[:1]
    (deck,) = deal(random.Random(seed), 52)
    assert deck[: sum(sizes)] == tuple(card for hand in hands for card in hand)


def test_the_deck_is_shuffled_anew_and_stays_as_it_is() -> None:
    rng = random.Random(3)
    before = DECK
    first, second = deal(rng, 52), deal(rng, 52)
    assert first != second
    assert before is DECK
    assert [card.index for card in DECK] == list(range(52))


class Scripted(random.Random):
    """Chance that follows a list: what is drawn next is known."""

    def __init__(self, script: Sequence[int]) -> None:
        super().__init__()
        self.script = list(script)

    def getrandbits(self, k: int, /) -> int:
        drawn = self.script.pop(0)
        assert drawn < 2**k
        return drawn


def test_every_order_of_a_small_deck_comes_from_equally_many_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Exactly uniform: of the 4 x 3 x 2 ways the draws can fall, each gives another order."""
    monkeypatch.setattr(module, "DECK", DECK[:4])
    orders = [deal(Scripted(draws), 4)[0] for draws in product(range(4), range(3), range(2))]
    assert sorted(orders) == sorted(permutations(DECK[:4]))


def distance_from_even(shuffle: Callable[[random.Random], Sequence[Card]], rounds: int) -> float:
    """The chi-square of cards against places, over many shuffles with a fixed seed."""
    rng = random.Random(20)
    seen: Counter[tuple[int, int]] = Counter()
    for _ in range(rounds):
        seen.update((place, card.index) for place, card in enumerate(shuffle(rng)))
    expected = rounds / 52
    cells = product(range(52), range(52))
    return float(sum((seen[cell] - expected) ** 2 for cell in cells) / expected)


# For a fair shuffle its mean is 52 x 51 = 2652 and its standard deviation about 74.
FAIR = 2652 + 5 * 74


def test_every_card_comes_to_every_place_equally_often() -> None:
    assert 2652 - 5 * 74 < distance_from_even(lambda rng: deal(rng, 52)[0], 4000) < FAIR


def swapped_with_any(rng: random.Random) -> list[Card]:
    """Wrong: 52 swaps with any place at all make 52^52 ways, which 52! orders cannot share."""
    deck = list(DECK)
    for place in range(52):
        other = rng.randrange(52)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


def sorted_by_lot(rng: random.Random) -> list[Card]:
    """Wrong: sorted with a comparison that throws a coin."""
    return sorted(DECK, key=cmp_to_key(lambda a, b: rng.choice((-1, 1))))


def never_to_its_own_place(rng: random.Random) -> list[Card]:
    """Wrong by one: each place is swapped with a later one, never left alone."""
    deck = list(DECK)
    for place in range(51, 0, -1):
        other = rng.randrange(place)
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@pytest.mark.parametrize("wrong", [swapped_with_any, sorted_by_lot, never_to_its_own_place])
def test_biased_shuffles_are_found_out(wrong: Callable[[random.Random], list[Card]]) -> None:
    assert distance_from_even(wrong, 4000) > FAIR
