"""How a hand of the club's game goes, on one folded sheet below the table."""

from __future__ import annotations

from html import escape

from tcp.club.bicycle import DRAW, PLANS, Form
from tcp.club.jackpot import required
from tcp.club.steps import House
from tcp.fivecard import FiveCategory
from tcp.languages import label, told
from tcp.widgets.clubtalk import pair_of


def club_sheet(form: Form, house: House, code: str = "en") -> str:
    """The sheet as HTML: what this form deals, how one bets, and what a jackpot is.

    >>> "an ante of 1" in club_sheet(Form.STUD, House())
    True

    Raises:
        ValueError: for an unknown language.
    """
    draws = DRAW in PLANS[form]
    keys = ["pot", form.value, f"bet first_{form.value}", *(["unseen"] if draws else [])]
    keys += ["jackpot", "opening", "false", *(["bicycle"] if form is Form.DRAW else [])]
    hands = ", ".join(kind.text(code) for kind in sorted(FiveCategory, reverse=True))
    values = {
        "ante": house.ante,
        "limit": house.limit,
        "fine": house.fine,
        "pair": pair_of(required(0), code),
        "hands": hands,
    }
    said = (
        " ".join(told(f"club_sheet_{key}", code, **values) for key in paragraph.split())
        for paragraph in (*keys, "order", "first_hand")
    )
    text = "".join(f"<p>{escape(paragraph)}</p>" for paragraph in said)
    summary = escape(label("club_sheet", code))
    return f'<details class="tcp tcp-sheet"><summary>{summary}</summary>{text}</details>'
