"""All that the rule pages claim, in one table: by page, by sort and by verdict."""

from __future__ import annotations

from fractions import Fraction
from html import escape

import ipywidgets

from tcp.claims import VERDICTS, Ruling, pages, rulings
from tcp.languages import label, told
from tcp.quoting import quoted
from tcp.view import table_html, text_table
from tcp.widgets.panel import Panel, button, keyed, line, menu

ALL, OFF = "all", "off"
FEW = 20
"""So many claims are listed in words; of more only their verdicts are counted."""


class FactsWidget(Panel):
    """The fact check: what the five pages print, beside what is exact, and the verdict on it.

    Three menus choose which claims are shown. H hides the exact values and the verdicts, so that
    you can judge before the program does, and shows them again; V shows the next hidden verdict
    alone; R shows all claims. While verdicts are hidden none can be chosen.

    >>> facts = FactsWidget(verdict="not stated")
    >>> facts.message, len(facts.shown)
    ('', 4)
    >>> facts.page_menu.value = "live"
    >>> facts.message
    '0 of 365 claims are like this.'

    `shown` are the rulings in the table, and `hidden` says whether their verdicts are hidden.

    Args:
        page: the name of a rule page, or "all".
        sort: a sort of claim, such as "chance", or "all".
        verdict: a verdict, "off" for all that aren't simply right, or "all".

    Raises:
        ValueError: for a page, a sort or a verdict that there isn't.
    """

    def __init__(self, page: str = ALL, sort: str = ALL, verdict: str = ALL) -> None:
        sorts = list(dict.fromkeys(ruling.claim.sort for ruling in rulings()))
        known = {"page": list(pages()), "sort": sorts, "verdict": [OFF, *VERDICTS]}
        for what, chosen in (("page", page), ("sort", sort), ("verdict", verdict)):
            if chosen not in [ALL, *known[what]]:
                wanted = ", ".join([ALL, *known[what]])
                raise ValueError(f"{quoted(chosen)} is no {what}; known are {wanted}")
        titles = {name: f"{name}: {about['title']}" for name, about in pages().items()}
        verdicts = {OFF: label("facts_off")} | {each: _word(each) for each in VERDICTS}
        self.page_menu, self.sort_menu, self.verdict_menu = (
            menu(
                label(f"facts_{what}"),
                [
                    (label("facts_all"), ALL),
                    *((words.get(each, each), each) for each in known[what]),
                ],
                chosen,
                width,
                "70px",
            )
            for what, words, chosen, width in (
                ("page", titles, page, "400px"),
                ("sort", {}, sort, "250px"),
                ("verdict", verdicts, verdict, "280px"),
            )
        )
        self.hide_button = button(keyed(label("facts_hide"), "h"), "tcp-hide")
        self.reset_button = button(keyed(label("facts_reset"), "r"), "tcp-reset")
        self.next_button = button(keyed(label("facts_next"), "v"), "tcp-next-verdict")
        for each in (self.hide_button, self.next_button, self.reset_button):
            each.layout.width = "200px"
        self.result = ipywidgets.HTML()
        self.table = ipywidgets.HTML()
        super().__init__(
            label("facts_panel"),
            [
                line(self.page_menu, self.sort_menu, self.verdict_menu),
                line(self.hide_button, self.next_button, self.reset_button),
            ],
            {"h": "tcp-hide", "v": "tcp-next-verdict", "r": "tcp-reset"},
            [self.result, self.table],
        )
        self.hidden = False
        self._judged: set[str] = set()
        self._show()
        for control in (self.page_menu, self.sort_menu, self.verdict_menu):
            self.on(control, self._chosen)
        self.on(self.hide_button, self._hide)
        self.on(self.next_button, self._next)
        self.on(self.reset_button, self._reset)

    def text(self) -> str:
        """How many claims there are, with which verdicts; a few of them as a table."""
        told = f"[{self.label}] {self._told()}"
        if not 0 < len(self.shown) <= FEW:
            return told
        headers, rows = self._rows()
        return f"{told}\n{text_table(headers, rows, words=range(1, len(headers)))}"

    # --- what a choice does ---

    def _chosen(self) -> None:
        dropped = self.hidden and self._drop_verdict()
        self._show()
        self.say(" ".join([*([told("facts_filter_dropped")] if dropped else []), self._told()]))

    def _drop_verdict(self) -> bool:
        """Choose no verdict, as it would give away what is hidden; whether one was chosen."""
        dropped = bool(self.verdict_menu.value != ALL)
        with self.filling():
            self.verdict_menu.value = ALL
        return dropped

    def _hide(self) -> None:
        self.hidden = not self.hidden
        self._judged.clear()
        self._chosen()

    def _next(self) -> None:
        """Show the verdict of the first claim in the list whose verdict is still hidden."""
        ruling = next((each for each in self.shown if self._hides(each)), None)
        if ruling is None:
            self.say(told("facts_all_revealed"))
            return
        self._judged.add(ruling.claim.name)
        self._show()
        self.say(_revealed(ruling))

    def _hides(self, ruling: Ruling) -> bool:
        return self.hidden and ruling.claim.name not in self._judged

    def _reset(self) -> None:
        self.hidden = False
        with self.filling():
            self.page_menu.value = self.sort_menu.value = self.verdict_menu.value = ALL
        self._chosen()

    # --- what is shown ---

    @property
    def shown(self) -> tuple[Ruling, ...]:
        """The rulings that the menus choose."""
        page, sort = self.page_menu.value, self.sort_menu.value
        return tuple(
            ruling
            for ruling in rulings()
            if page in (ALL, ruling.claim.page)
            and sort in (ALL, ruling.claim.sort)
            and self._has_verdict(ruling)
        )

    def _has_verdict(self, ruling: Ruling) -> bool:
        wanted = self.verdict_menu.value
        return wanted in (ALL, ruling.verdict) or (wanted == OFF and ruling.verdict != VERDICTS[0])

    def _told(self) -> str:
        shown, every = f"{len(self.shown)}", f"{len(rulings())}"
        if not self.shown:
            return told("facts_none", every=every)
        if self.hidden:
            return told("facts_hidden", shown=shown, every=every)
        found = [ruling.verdict for ruling in self.shown]
        counts = [f"{found.count(each)} {_word(each)}" for each in VERDICTS if each in found]
        return told("facts_told", shown=shown, every=every, verdicts=", ".join(counts))

    def _rows(self) -> tuple[list[str], list[list[str]]]:
        names = ["where", "says", "printed"]
        if not self.hidden or not all(map(self._hides, self.shown)):
            names += ["exact", "verdict_word", "remark"]
        headers = [label(f"facts_{name}") for name in names]
        rows = []
        for ruling in self.shown:
            claim = ruling.claim
            row = [
                f"{claim.page} {claim.line}",
                _says(ruling),
                claim.shown,
            ]
            if self._hides(ruling):
                row += [""] * (len(names) - len(row))
            else:
                row += [ruling.value, _word(ruling.verdict), ruling.how or ruling.cause]
            rows.append(row)
        return headers, rows

    def _show(self) -> None:
        """Show the claims that are chosen, and what the button does next."""
        self.verdict_menu.disabled = self.hidden
        self.next_button.disabled = not any(map(self._hides, self.shown))
        self.hide_button.description = keyed(
            label("facts_show" if self.hidden else "facts_hide"), "h"
        )
        self.result.value = f'<p class="tcp-result">{escape(self._told())}</p>'
        headers, rows = self._rows()
        table = table_html(headers, rows, words=range(1, len(headers)))
        listed = escape(label("facts_list"), quote=True)
        region = f'role="region" tabindex="0" aria-label="{listed}"'
        self.table.value = f'<div class="tcp tcp-scroll tcp-facts" {region}>{table}</div>'


def _word(verdict: str) -> str:
    return label(f"facts_{verdict.replace(' ', '_')}")


def _revealed(ruling: Ruling) -> str:
    """A verdict as it is read aloud, with what is exact where the claim isn't simply right."""
    where, verdict = f"{ruling.claim.page} {ruling.claim.line}", _word(ruling.verdict)
    if ruling.verdict == VERDICTS[0] or not ruling.value:
        return told("facts_revealed", where=where, verdict=verdict)
    return told("facts_revealed_exact", where=where, verdict=verdict, exact=ruling.value)


def _says(ruling: Ruling) -> str:
    """What is claimed; of a number with its unit."""
    measured = isinstance(ruling.exact, (int, Fraction)) and not isinstance(ruling.exact, bool)
    return f"{ruling.claim.says} ({ruling.claim.unit})" if measured else ruling.claim.says
