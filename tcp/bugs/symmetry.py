"""Why the house edge can't see some wrong rankings: every deal has a twin."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tcp.bugs.catalogue import RIGHT, Bug
from tcp.bugs.counted import advised, card_bits, rules_of, seen_as, standing_for
from tcp.bugs.measured import Twins
from tcp.ranking import Category
from tcp.rules import Ratio, Rules


def symmetry(bug: Bug, rules: Rules | None = None) -> Twins:
    """Looks for the symmetry that hides a wrong ranking from the house edge.

    >>> from tcp.bugs import BUGS
    >>> symmetry(BUGS["flush_over_straight"]).holds, symmetry(BUGS["akq_missed"]).holds
    (True, False)

    Raises:
        ValueError: for what is no wrong ranking.
    """
    if bug.kind != "ranking":
        raise ValueError(f"{bug.key} is a wrong {bug.kind}; the symmetry is one of rankings")
    found = rules_of(rules)
    wrong, right = seen_as(bug, found), seen_as(RIGHT, found)
    qualifying = right.status > 0
    inside = advised() & qualifying
    rows, sizes = standing_for(wrong.order, wrong.group, wrong.status)
    bits = card_bits()
    deals = within = better = worse = shift = 0
    for row, size in zip(rows.tolist(), sizes.tolist(), strict=True):
        change = np.sign(wrong.order[row] - wrong.order) - np.sign(right.order[row] - right.order)
        change = change * ((bits & bits[row]) == 0)
        both = change * (inside & inside[row])
        if advised()[row]:
            deals += size * int(((change != 0) & qualifying).sum())
        within += size * int((both != 0).sum())
        better += size * int((both > 0).sum())
        worse += size * int((both < 0).sum())
        shift += size * int(both.sum())
    bonus: Mapping[str, Ratio] = found.ante_bonus or {}
    paid = np.array([bonus.get(category.name.lower(), 0) for category in Category], object)
    same_pay = bool(((wrong.status > 0) == (right.status > 0)).all()) and bool(
        (paid[np.minimum(wrong.group, 5)] == paid[np.minimum(right.group, 5)]).all()
    )
    return Twins(deals, within, better, worse, shift, same_pay)
