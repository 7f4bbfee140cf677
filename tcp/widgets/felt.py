"""What the table shows, as HTML: the dealer, the boxes, what was paid, decisions and luck."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape

from tcp.cards import Card
from tcp.languages import label, numeral, told
from tcp.payouts import Decision
from tcp.ranking import describe
from tcp.rules import Ratio
from tcp.scoring import Score
from tcp.table import Round, Stage
from tcp.view import hand_html, signed, table_html, true_minus
from tcp.widgets.ledger import headers, ledger_rows

EMPTY = '<span class="tcp-place"></span>'


def amount(chips: Fraction | Ratio, code: str) -> str:
    """Chips to two digits behind the point, with their sign.

    >>> amount(Fraction(-1, 3), "de")
    '−0,33'
    """
    return true_minus(numeral(f"{float(chips):+.2f}", code))


def hand_or_places(cards: Sequence[Card | None] | None, caption: str, code: str) -> str:
    """Three cards with their caption, or three empty places."""
    if cards is not None:
        return hand_html(cards, caption, code)
    row = f'<div class="tcp-row">{EMPTY * 3}</div>'
    return f'<figure class="tcp-hand">{row}<figcaption>{escape(caption)}</figcaption></figure>'


def dealer_html(shown: Round | None, code: str) -> str:
    """The dealer's side of the felt."""
    cards: Sequence[Card | None] | None = None
    caption = label("dealer", code)
    if shown is not None and shown.stage is Stage.DECIDING:
        cards = (None,) * 3
    elif shown is not None and shown.stage is Stage.SETTLED:
        cards = shown.dealer
        caption = told("caption_dealer", code, hand=describe(shown.dealer, code))
    return f'<div class="tcp">{hand_or_places(cards, caption, code)}</div>'


def box_html(shown: Round | None, box: int, name: str, anchor: str, code: str) -> str:
    """One box: its number and player, its cards as far as they may be seen, and how it stands."""
    cards: Sequence[Card | None] | None = None
    says = standing = ""
    if shown is not None and box in shown.boxes and shown.stage is not Stage.VOID:
        hand = shown.sees(shown.turn or box).get(box)
        cards = hand or (None,) * 3
        says = describe(hand, code) if hand else ""
        standing = _standing(shown, box, code)
    heading = f"{told('table_box', code, box=box)} · {name}"
    return (
        f'<div class="tcp"><p class="tcp-box-name" id="{anchor}">{escape(heading)}'
        f"<b>{escape(standing)}</b></p>{hand_or_places(cards, says, code)}</div>"
    )


def _standing(shown: Round, box: int, code: str) -> str:
    if shown.stage is Stage.SETTLED:
        return true_minus(f" {signed(shown.net(box), code)}")
    if box == shown.turn:
        return " ?"
    made = shown.decisions.get(box)
    key = {None: "waits", Decision.PLAY: "played", Decision.FOLD: "folded"}[made]
    return f" {told(f'table_{key}', code)}"


def ledgers_html(settled: Round, names: Mapping[int, str], code: str) -> str:
    """A ledger for each box of a settled round."""
    tables = []
    for number, box in settled.boxes.items():
        rows = ledger_rows(
            settled.rules,
            box.bets,
            settled.sees(number)[number],
            settled.dealer,
            settled.decisions[number],
            code,
        )
        title = f"{told('table_box', code, box=number)} · {names[number]}"
        tables.append(table_html(headers(code), rows, title, words=(4,), code=code))
    return f'<div class="tcp tcp-wide">{true_minus("".join(tables))}</div>'


def sealed_html(digest: str, code: str, key: str = "table_sealed") -> str:
    """The commitment to a deck that is not dealt yet, or still hides the dealer's cards."""
    text = escape(told(key, code, digest="\0"))
    code_line = text.replace("\0", f"<code>{digest}</code>")
    return f'<div class="tcp"><p class="tcp-label tcp-long">{code_line}</p></div>'


def opened_html(over: Round, number: int, code: str) -> str:
    """The opening of the commitment, and the record of the round, each to be unfolded."""
    text = escape(told("table_opened", code, digest="\0"))
    text = text.replace("\0", f"<code>{over.commitment}</code>")
    record = over.record()
    data = base64.b64encode(record.encode()).decode()
    link = (
        f'<a download="round-{number}.json" href="data:application/json;base64,{data}">'
        f"{escape(label('save_file', code))}</a>"
    )
    return (
        f'<div class="tcp tcp-long"><details><summary>{escape(label("check_deck", code))}</summary>'
        f"<p>{text}</p><p><code>{over.opened()}</code></p></details>"
        f"<details><summary>{escape(label('round_record', code))}</summary><p>{link}</p>"
        f'<pre tabindex="0">{escape(record)}</pre></details></div>'
    )


def scores_html(scores: Mapping[str, Score], code: str) -> str:
    """Decisions, mistakes and luck; a column for each player who has decided something."""
    columns: dict[str, dict[str, object]] = {
        name: {
            "decisions": score.decisions,
            "mistakes": score.mistakes,
            "best": amount(score.best, code),
            "lost": amount(-score.lost, code),
            "luck": amount(score.luck, code),
            "came": amount(score.got, code),
        }
        for name, score in scores.items()
        if score.decisions
    }
    if not columns:
        return ""
    rows = [
        [label(f"column_{what}", code), *(column[what] for column in columns.values())]
        for what in next(iter(columns.values()))
    ]
    head = [label("column_player", code), *columns]
    table = table_html(head, rows, label("your_play", code), code=code)
    note = escape(told("table_averages", code))
    return f'<div class="tcp tcp-wide">{table}<p class="tcp-label">{note}</p></div>'


def curve_html(balances: Mapping[str, Sequence[Ratio]], code: str) -> str:
    """The balance of each player after each round as a line, with the last ones beside it.

    The lines end together: who joined later begins later.
    """
    lines = {name: [0.0, *map(float, nets)] for name, nets in balances.items() if nets}
    if not lines:
        return ""
    ends = ", ".join(
        told("table_balance", code, player=name, chips=signed(balances[name][-1], code))
        for name in lines
    )
    said = escape(true_minus(told("table_curve", code, balances=ends)))
    low = min(0.0, *(min(line) for line in lines.values()))
    high = max(0.0, *(max(line) for line in lines.values()))
    if low == high:
        low, high = -1.0, 1.0  # nothing won or lost: a line in the middle
    rounds = max(len(line) for line in lines.values()) - 1
    height, width = 110.0, 300.0

    def place(number: int, balance: float) -> str:
        return (
            f"{number / rounds * width:.1f},{(high - balance) / ((high - low) or 1) * height:.1f}"
        )

    zero = place(0, 0.0).split(",")[1]
    paths = "".join(
        f'<polyline class="tcp-line-{place_in % 6}" points="'
        + " ".join(
            place(number, balance)
            for number, balance in enumerate(line, start=rounds + 1 - len(line))
        )
        + '"/>'
        for place_in, line in enumerate(lines.values())
    )
    levels = {high: round(high), low: round(low)}
    if all(abs(level) > (high - low) / 8 for level in levels):
        levels[0.0] = 0
    marks = "".join(
        f'<text x="-4" text-anchor="end" y="{place(0, level).split(",")[1]}">'
        f"{escape(true_minus(signed(whole, code)))}</text>"
        for level, whole in levels.items()
    )
    if len(lines) > 1:  # whose line is whose
        marks += "".join(
            f'<text x="304" y="{place(0, line[-1]).split(",")[1]}">{escape(name)}</text>'
            for name, line in lines.items()
        )
    return (
        f'<div class="tcp"><svg class="tcp-curve" viewBox="-44 -8 416 126" role="img" '
        f'aria-label="{said}"><line x1="0" x2="300" y1="{zero}" y2="{zero}"/>{paths}{marks}</svg>'
        f'<p class="tcp-label">{said}</p></div>'
    )
