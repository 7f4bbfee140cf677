"""Cards, the deck, fair deals, and reading cards as people write them."""

from __future__ import annotations

import random
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum

from tcp import languages
from tcp.languages import language
from tcp.quoting import quoted


class Rank(IntEnum):
    """The thirteen ranks, 2 to 14; the ace is high here, and low only in the straight 3-2-A."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    def letter(self, code: str = "en") -> str:
        """What is printed on the card in this language: Q in English, D in Norwegian."""
        return language(code).ranks[self].letter

    def __str__(self) -> str:
        """The English letter."""
        return self.letter()

    __repr__ = __str__


class Suit(IntEnum):
    """The four suits. The order is only that of the deck's index: suits never decide a hand."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def symbol(self) -> str:
        """♣, ♦, ♥ or ♠."""
        return "♣♦♥♠"[self]

    @property
    def colour(self) -> str:
        """The colour it is printed in: "red" or "black"."""
        return "red" if self in (Suit.DIAMONDS, Suit.HEARTS) else "black"

    def __str__(self) -> str:
        """The symbol."""
        return self.symbol

    __repr__ = __str__


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card: a rank and a suit.

    >>> Card(Rank.QUEEN, Suit.HEARTS)
    Q♥
    >>> Card.parse("Kn♣").name()
    'jack of clubs'

    Raises:
        ValueError: for a rank other than 2 to 14 or a suit other than 0 to 3.
    """

    rank: Rank
    suit: Suit

    def __post_init__(self) -> None:
        """Accept plain numbers, refuse those outside the deck."""
        try:
            for field, kind in (("rank", Rank), ("suit", Suit)):
                value: object = getattr(self, field)
                if not isinstance(value, int) or isinstance(value, bool):
                    raise ValueError
                object.__setattr__(self, field, kind(value))
        except ValueError:
            raise ValueError(
                f"rank {quoted(self.rank)}, suit {quoted(self.suit)}: a card has a rank from 2 to "
                "14 (ace) and a suit from 0 to 3 (clubs, diamonds, hearts, spades)"
            ) from None

    @property
    def index(self) -> int:
        """Its place in `DECK`, 0 to 51: 4 * (rank - 2) + suit."""
        return 4 * (self.rank - 2) + self.suit

    @property
    def colour(self) -> str:
        """The colour of its suit: "red" or "black"."""
        return self.suit.colour

    @classmethod
    def parse(cls, text: str, language: str | None = None) -> Card:
        """The card that `text` writes: Q♥, Qh, qh, 10h, Th, D♥, Kn♣, E♠, Д♦ and so on.

        Args:
            text: one rank and one suit; the suit is a symbol or one of c d h s.
            language: reads rank letters as this language does; without it every language's
                letters are read, and one that could be two cards is refused.

        Raises:
            ValueError: saying what came and what is accepted.
        """
        cards = _read_cards(text, language)
        if len(cards) != 1:
            raise ValueError(
                f"{quoted(text)} holds {len(cards)} cards; one card is asked for, like Q♥"
            )
        return cards[0]

    def text(self, code: str = "en") -> str:
        """As printed on the card in this language.

        >>> Card.parse("Q♥").text("nb")
        'D♥'
        """
        return self.rank.letter(code) + self.suit.symbol

    def name(self, code: str = "en") -> str:
        """As said aloud in this language.

        >>> Card.parse("Q♥").name("de")
        'Herz-Dame'
        """
        words = language(code)
        return words.card.format(rank=words.ranks[self.rank].in_card, suit=words.suits[self.suit])

    def __lt__(self, other: Card) -> bool:
        """The order of the deck, for sorting; not the order of the game."""
        if not isinstance(other, Card):
            return NotImplemented
        return self.index < other.index

    def __str__(self) -> str:
        """The English text, such as Q♥."""
        return self.text()

    __repr__ = __str__

    def __hash__(self) -> int:
        """The index: cards are used in sets by the million."""
        return self.index


DECK: tuple[Card, ...] = tuple(Card(rank, suit) for rank in Rank for suit in Suit)
"""All 52 cards, in the order of their index."""

CARD_HELP = (
    "a card is a rank (2 to 10, T, J, Q, K, A, or a letter of another language of the course) "
    "and a suit (♣ ♦ ♥ ♠ or c d h s), like Q♥, 10h or Kn♣"
)
PATTERN_HELP = "a pattern is ranks without suits, like Q-6-4, K–10–4, 8–8–dame or Qx6x4x"

_SUITS = {
    **dict(zip("♣♦♥♠♧♢♡♤", (0, 1, 2, 3, 0, 1, 2, 3), strict=True)),
    **dict(zip("cdhs", range(4), strict=True)),
}
_SELECTORS = str.maketrans("", "", "\ufe0e\ufe0f")
_DASHES = r"\-‐‑‒–—−"


def _rank_pattern() -> str:
    return "|".join(re.escape(letter) for letter in languages.rank_letters())


def _text(text: str, what: str) -> str:
    """The text in one Unicode form, without the selectors that make suit symbols colourful."""
    if not isinstance(text, str):
        raise ValueError(f"{quoted(text)} is not text; {what}")
    if len(text) > 2000:
        raise ValueError(f"{len(text):,} characters are too many; {what}")
    return unicodedata.normalize("NFKC", text).translate(_SELECTORS)


def _read_cards(text: str, code: str | None) -> list[Card]:
    clean = _text(text, CARD_HELP)
    one = re.compile(rf"({_rank_pattern()})([{''.join(_SUITS)}])", re.IGNORECASE)
    found: list[tuple[str, str]] = []
    position = 0
    while match := re.compile(r"[^\s,;]").search(clean, position):  # the next card begins here
        card = one.match(clean, match.start())
        if card is None:
            token = re.split(r"[\s,;]", clean[match.start() :])[0][:20]
            raise ValueError(_no_card(token, len(found) + 1, text))
        found.append((card[1], card[2]))
        position = card.end()
    # A suit written c, d, h or s is Latin too: Тh of a Cyrillic Т would look like a ten.
    company = {sign for pair in found for sign in pair if sign.isalpha()}
    cards = []
    for place, (letter, suit) in enumerate(found, start=1):
        try:
            rank = languages.read_rank(letter, company=company, language_code=code)
        except ValueError as error:
            raise ValueError(
                f"{quoted(letter + suit)}, card {place} of {quoted(text)}: {error}"
            ) from None
        cards.append(DECK[4 * (rank - 2) + _SUITS[suit.lower()]])
    return cards


def _no_card(token: str, place: int, text: str) -> str:
    where = "" if token == text else f", card {place} of {quoted(text)},"
    hint = ""
    if re.fullmatch(rf"({_rank_pattern()}|[{_DASHES}x])+", token, re.IGNORECASE):
        hint = " (these are ranks without suits)"
    return f"{quoted(token)}{where} is not a card: {CARD_HELP}{hint}"


def parse_cards(text: str, language: str | None = None) -> tuple[Card, ...]:
    """The cards that `text` writes, in its order: "Qh 6d 4c", "Qh6d4c", "2♦2♠К♣".

    Cards may stand side by side or be set apart by spaces, commas or semicolons. The letters of
    all languages are read, in capitals or small letters. A Latin T is a ten and a Cyrillic Т an
    ace; where a text gives no way to tell them apart, it is refused.

    >>> parse_cards("D♥ 8♥ 3♠")
    (Q♥, 8♥, 3♠)

    Args:
        text: any number of cards, none included.
        language: reads rank letters as this language does, see `Card.parse`.

    Raises:
        ValueError: naming the part that is no card, or the card that comes twice.
    """
    cards = tuple(_read_cards(text, language))
    _refuse_twice(cards, "the cards", quoted(text))
    return cards


def _refuse_twice(cards: Sequence[Card], what: str, written: str | None = None) -> None:
    if len(set(cards)) < len(cards):
        twice = next(card for i, card in enumerate(cards) if card in cards[:i])
        # Put into words only here: hands are checked by the hundred thousand.
        which = f"{what} {written or _in_short(cards)}"
        raise ValueError(f"{twice} comes twice in {which}; a deck holds each card once")


def _in_short(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards[:10])) + (" …" if len(cards) > 10 else "")


def known_cards(cards: Iterable[Card], what: str) -> tuple[Card, ...]:
    """The cards of any collection, read once, as a tuple; `what` names them in a refusal."""
    if not isinstance(cards, Iterable):
        raise ValueError(f"{what} = {quoted(cards)}: a tuple of cards is asked for")
    found = tuple(cards)
    for card in found:
        if not isinstance(card, Card):
            raise ValueError(f"{what}: {quoted(card)} is not a Card; a tuple of cards is asked for")
    return found


def check_hand(
    cards: Sequence[Card], size: int, largest: int | None = None, what: str = "the hand"
) -> None:
    """Refuse what is no hand of `size` (to `largest`) different cards, with a sentence.

    `what` is what cards that come twice are called in it.
    """
    if not isinstance(cards, Sequence):
        raise ValueError(
            f"{quoted(cards)} is no hand; a hand is a tuple of cards, as parse_cards gives it"
        )
    for card in cards:
        if not isinstance(card, Card):
            raise ValueError(
                f"{quoted(card)} is not a Card; a hand is a tuple of cards, as parse_cards gives it"
            )
    if not size <= len(cards) <= (largest or size):
        wanted = f"{size}" if largest in (None, size) else f"{size} to {largest}"
        shown = _in_short(cards) or "nothing"
        many = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
        raise ValueError(f"{many} ({shown}); a hand here has {wanted}")
    _refuse_twice(cards, what)


def parse_pattern(text: str, language: str | None = None) -> tuple[Rank, ...]:
    """The ranks that `text` writes without suits, in its order.

    Ranks are letters or words of any language, with dashes, commas or spaces between them, or
    side by side; an x after a rank stands for "any suit".

    >>> parse_pattern("Q-6-4"), parse_pattern("8–8–dame"), parse_pattern("Qx6x4x")
    ((Q, 6, 4), (8, 8, Q), (Q, 6, 4))

    Raises:
        ValueError: naming the part that is no rank, or a rank that comes more than four times.
    """
    clean = _text(text, PATTERN_HELP)
    rank = re.compile(rf"({_rank_pattern()})[xх×*]?", re.IGNORECASE)
    ranks: list[Rank | str] = []
    for word in re.split(rf"[\s,;{_DASHES}]+", clean.strip()):
        meant = languages.rank_words().get(word.casefold())
        if meant is not None and not word.isdigit():
            ranks.append(Rank(meant))
            continue
        position = 0
        while position < len(word):
            match = rank.match(word, position)
            # A small d after a rank is a suit: 8d is a card, 8D a pattern of eight and dame.
            if match is None or (position and match[1] == "d"):
                raise ValueError(_no_rank(word, text))
            ranks.append(match[1])
            position = match.end()
    if not ranks:
        raise ValueError(f"{quoted(text)} holds no rank; {PATTERN_HELP}")
    company = {each for each in ranks if not isinstance(each, Rank)}
    try:
        found = tuple(
            each
            if isinstance(each, Rank)
            else Rank(languages.read_rank(each, company=company, language_code=language))
            for each in ranks
        )
    except ValueError as error:
        raise ValueError(f"{quoted(text)}: {error}") from None
    for each in found:
        if found.count(each) > 4:
            raise ValueError(
                f"{each} comes {found.count(each)} times in {quoted(text)}; a deck has four"
            )
    return found


def _no_rank(word: str, text: str) -> str:
    where = "" if word == text else f" in {quoted(text)}"
    suit = re.match(rf"({_rank_pattern()})[{''.join(_SUITS)}]", word, re.IGNORECASE)
    hint = " (these are cards with suits)" if suit else ""
    return f"{quoted(word)}{where} is not a rank: {PATTERN_HELP}{hint}"


def deal(rng: random.Random, *sizes: int) -> tuple[tuple[Card, ...], ...]:
    """Hands of these sizes from one well-shuffled deck.

    >>> player, dealer = deal(random.Random(1), 3, 3)
    >>> len(set(player + dealer))
    6

    Args:
        rng: the source of chance, such as `random.Random(seed)`.
        sizes: how many cards each hand gets, 52 in all at most.

    Raises:
        ValueError: for another kind of rng, no hand, an empty hand, or more cards than a deck.
    """
    if not isinstance(rng, random.Random):
        raise ValueError(
            f"{quoted(rng)} cannot shuffle; deal takes a random.Random, as random.Random(1)"
        )
    for size in sizes:
        if not isinstance(size, int) or isinstance(size, bool) or size < 1:
            raise ValueError(
                f"a hand of {quoted(size)} cards; a hand has a whole number, 1 or more"
            )
    if not 1 <= sum(sizes) <= len(DECK):
        raise ValueError(f"{quoted(sum(sizes))} cards asked for; a deck deals from 1 to 52")
    deck = list(DECK)
    rng.shuffle(deck)
    hands, start = [], 0
    for size in sizes:
        hands.append(tuple(deck[start : start + size]))
        start += size
    return tuple(hands)
