"""Cards from the top of many shuffled decks, for games of any size.

As in `tcp.simulate.dealing` only the raw words of PCG64 are taken from NumPy, so that the cards are
the same on every machine. A place among the n cards left is the remainder of a word of 64 bits:
for 52 cards and fewer the chances are uneven by less than 1 in 10**17.
"""

from __future__ import annotations

import numpy as np

from tcp.exact.strengths import Cards
from tcp.simulate.work import check_seed, check_whole

MOST_DEALS = 4_000_000


def top_cards(deals: int, cards: int, seed: int) -> Cards:
    """The first cards of so many shuffled decks, in their order.

    >>> top_cards(3, 2, seed=17)
    array([[19, 19, 22],
           [22,  4, 34]], dtype=uint8)

    Returns:
        Shape (cards, deals): indices in `DECK`, a column a deal.

    Raises:
        ValueError: for a number of deals or cards that can't be dealt, or a seed below 0.
    """
    check_whole("deals", deals, 1, MOST_DEALS, "a whole number of deals")
    check_whole("cards", cards, 1, 52, "a whole number of cards")
    check_seed(seed)
    bits = np.random.PCG64(seed)
    decks = np.repeat(np.arange(52, dtype=np.uint8)[:, None], deals, axis=1)
    deal = np.arange(deals)
    for place in range(cards):
        left = np.uint64(52 - place)
        chosen = place + (bits.random_raw(deals) % left).astype(np.intp)
        card = decks[chosen, deal]
        decks[chosen, deal] = decks[place]
        decks[place] = card
    return decks[:cards].copy()
