"""The stock: cards that aren't dealt yet, and the exchange of cards (*kjøpet*)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tcp.cards import Card


class Stock:
    """The cards left to deal, and those that were thrown.

    Seven players may want more cards than are left. Then the thrown cards are shuffled and become
    the stock, except what the player who draws has thrown just now, and what is kept apart: the
    opener of a jackpot may have to show it.

    >>> from tcp.cards import parse_cards
    >>> stock = Stock(parse_cards("2♣ 3♣ 4♣"), random.Random(1))
    >>> stock.exchange(parse_cards("A♠ K♠ 9♦ 7♦ 2♦"), parse_cards("9♦ 7♦"))
    (2♣, 3♣)
    >>> len(stock), stock.thrown
    (1, [9♦, 7♦])

    Args:
        deck: the cards in the order in which they will be dealt.
        rng: shuffles the thrown cards when they are needed.
    """

    def __init__(self, deck: Sequence[Card], rng: random.Random) -> None:
        self._cards = list(deck)
        self._rng = rng
        self.thrown: list[Card] = []
        self.apart: list[Card] = []
        self.shuffled_again = 0
        """How often thrown cards have become the stock."""

    def __len__(self) -> int:
        return len(self._cards)

    def take(self) -> Card:
        """The next card. There are no burn cards (*svidde kort*)."""
        return self._cards.pop(0)

    def throw(self, cards: Sequence[Card], *, apart: bool = False) -> None:
        """Put cards among the thrown ones, or where they are kept apart."""
        (self.apart if apart else self.thrown).extend(cards)

    def exchange(
        self, hand: Sequence[Card], thrown: Sequence[Card], *, apart: bool = False
    ) -> tuple[Card, ...]:
        """As many new cards as are thrown, all at once.

        The last cards of a stock that is too short are dealt first, then those shuffled anew. There
        are always enough: seven hands, two cards on the table and five kept apart are 42.

        Args:
            hand: the cards of the player.
            thrown: those of them that are thrown, none to all.
            apart: keep what is thrown apart.
        """
        assert set(thrown) <= set(hand)
        new = []
        for _ in thrown:
            if not self._cards:
                self._cards, self.thrown = self.thrown, []
                self._rng.shuffle(self._cards)
                self.shuffled_again += 1
            new.append(self.take())
        self.throw(thrown, apart=apart)
        return tuple(new)
