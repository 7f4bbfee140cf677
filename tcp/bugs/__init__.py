"""Wrong versions, kept for teaching: each runs, looks right, and has one fault.

Nothing in the course relies on them, and no other module holds any. `BUGS` has them all by name;
what they do to the game is measured, exactly, in `tcp.bugs.measures`, which needs NumPy; the
results are stored, and `tcp.bugs.measured` reads them without.
"""

from tcp.bugs.catalogue import BUGS, KINDS, RIGHT, Bug, bugs_of
from tcp.bugs.rankings import (
    around_the_corner,
    kicker_ignored,
    suits_break_ties,
    top_card_first,
    worth_of,
)
from tcp.bugs.shuffles import coin_sort, coin_sort_chances, stops_early, swap_with_any

__all__ = [
    "BUGS",
    "KINDS",
    "RIGHT",
    "Bug",
    "around_the_corner",
    "bugs_of",
    "coin_sort",
    "coin_sort_chances",
    "kicker_ignored",
    "stops_early",
    "suits_break_ties",
    "swap_with_any",
    "top_card_first",
    "worth_of",
]
