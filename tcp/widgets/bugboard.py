"""Wrong versions against tests: guess which test sees which, and look at what it fails on."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape

import ipywidgets

from tcp.bugs import BUGS
from tcp.bugs.examples import Example
from tcp.bugs.measured import TEST_NAMES, Measured, measured
from tcp.languages import counted, label, numeral, told
from tcp.quoting import quoted
from tcp.view import hand_html, number, per_cent, table_html
from tcp.widgets.panel import Panel, button, keyed, line, menu

SIZES = (10_000, 1_000_000, 100_000_000)
"""How many rounds a simulation on the board may have."""

Test = tuple[str, int]
"""A test by name; behind it the rounds of a simulation, 0 for the others."""

TESTS: tuple[Test, ...] = (
    *((name, 0) for name in TEST_NAMES if name != "simulation"),
    *(("simulation", rounds) for rounds in SIZES),
)


class BugBoard(Panel):
    """Pick a wrong version of the game and a test, guess, and see the smallest failing example.

    The guess runs the test: S that it will see the fault, P that it will pass. The tests run on
    this version are listed below, A runs all that are left, and then its figures are shown. N goes
    to the next wrong version, T to the next test. What is shown was measured beforehand, by
    `python -m tcp.bugs`.

    >>> board = BugBoard("kicker_ignored", test="pairwise order")
    >>> board.sees_button.click()
    >>> print(board.message)
    You guessed right. Pairwise order: it sees the fault. The program says: 2♣ 2♦ 3♣ ties
    2♥ 2♠ 4♣. In truth: 2♣ 2♦ 3♣ loses to 2♥ 2♠ 4♣.

    `bug` is the wrong version, `test` the test with its number of simulated rounds, `run` what the
    tests run on this version fail on, `right` and `guesses` count guesses.

    Args:
        bug: a key of `tcp.bugs.BUGS`.
        test: a name of `tcp.bugs.measured.TEST_NAMES`; a simulation has a million rounds.
        language: the code of the language it speaks; titles and stories are English.

    Raises:
        ValueError: for an unknown bug, test or language.
    """

    def __init__(
        self,
        bug: str = "top_card_first",
        *,
        test: str = "house edge",
        language: str = "en",
    ) -> None:
        for what, value, known in (("bug", bug, tuple(BUGS)), ("test", test, TEST_NAMES)):
            if value not in known:
                raise ValueError(f"{quoted(value)} is no {what}; take {', '.join(known)}")
        self.code = language
        self.right = self.guesses = 0
        self._runs: dict[str, dict[Test, Example | None]] = {}
        self.bug_menu = menu(
            label("bug_menu", language),
            [
                (f"{label(f'bug_kind_{each.kind}', language)}: {each.title}", each.key)
                for each in BUGS.values()
            ],
            bug,
            "520px",
            "130px",
        )
        self.test_menu = menu(
            label("bug_test", language),
            [(self._name(each), each) for each in TESTS],
            (test, SIZES[1] if test == "simulation" else 0),
            "520px",
            "130px",
        )
        self.sees_button = button(
            keyed(label("bug_will", language), "s"), "tcp-sees", primary=True, once=True
        )
        self.passes_button = button(
            keyed(label("bug_wont", language), "p"), "tcp-passes", primary=True, once=True
        )
        self.test_button = button(keyed(label("bug_next_test", language), "t"), "tcp-test")
        self.next_button = button(keyed(label("bug_next", language), "n"), "tcp-next")
        self.all_button = button(keyed(label("bug_all", language), "a"), "tcp-all")
        self.story, self.result, self.cards, self.table, self.figures = (
            ipywidgets.HTML() for _ in range(5)
        )
        super().__init__(
            label("bug_panel", language),
            [
                self.bug_menu,
                self.story,
                self.test_menu,
                line(self.sees_button, self.passes_button),
                line(self.test_button, self.next_button, self.all_button),
            ],
            {
                "s": "tcp-sees",
                "p": "tcp-passes",
                "t": "tcp-test",
                "n": "tcp-next",
                "a": "tcp-all",
            },
            [self.result, self.cards, self.table, self.figures],
            language,
        )
        self._show(self._asked())
        self.on(self.bug_menu, self._chosen)
        self.on(self.test_menu, self._chosen)
        self.on(self.sees_button, lambda: self._guess(True))
        self.on(self.passes_button, lambda: self._guess(False))
        self.on(self.test_button, lambda: self._step(self.test_menu, TESTS))
        self.on(self.next_button, lambda: self._step(self.bug_menu, tuple(BUGS)))
        self.on(self.all_button, self._run_all)

    # --- what is chosen, and what is known of it ---

    @property
    def bug(self) -> str:
        """The key of the wrong version."""
        return str(self.bug_menu.value)

    @property
    def test(self) -> Test:
        """The test, and the rounds of a simulation."""
        name, rounds = self.test_menu.value
        return name, rounds

    @property
    def run(self) -> Mapping[Test, Example | None]:
        """What the tests run on this version fail on; None where one passes."""
        return self._runs.get(self.bug, {})

    def text(self) -> str:
        """The wrong version, what was run on it, and the score, in words."""
        said = [f"{BUGS[self.bug].title}: {BUGS[self.bug].story}"]
        said += [self._found(test, example) for test, example in self.run.items()]
        return " ".join([f"[{self.label}]", *said, self._asked() if not self.run else self.score()])

    def score(self) -> str:
        """How many guesses were right, in words."""
        return told("bug_score", self.code, right=self.right, guesses=self.guesses)

    # --- what a click or a choice does ---

    def _chosen(self) -> None:
        said = self._asked()
        self._show(said)
        story = BUGS[self.bug].story if self.code == "en" else BUGS[self.bug].title
        self.say(f"{story} {self._name(self.test)}: {said}")

    def _step(self, control: ipywidgets.Dropdown, known: tuple[object, ...]) -> None:
        place = (known.index(control.value) + 1) % len(known)
        with self.filling():
            control.value = known[place]
        self._chosen()

    def _guess(self, sees: bool) -> None:
        if self.test in self.run:
            raise ValueError(told("bug_again", self.code))
        example = measured()[self.bug].seen(*self._of(self.test))
        self._runs.setdefault(self.bug, {})[self.test] = example
        guessed = sees == (example is not None)
        self.guesses += 1
        self.right += guessed
        verdict = told("bug_guessed" if guessed else "bug_missed", self.code)
        said = f"{verdict} {self._found(self.test, example)}"
        self._show(said, example)
        self.say(said)

    def _run_all(self) -> None:
        found = measured()[self.bug]
        self._runs[self.bug] = {test: found.seen(*self._of(test)) for test in TESTS}
        seeing = [self._name(test) for test, example in self.run.items() if example]
        said = told("bug_every", self.code, tests="; ".join(seeing))
        self._show(said, self.run[self.test])
        self.say(said)

    @staticmethod
    def _of(test: Test) -> tuple[str, int]:
        name, rounds = test
        return name, rounds or SIZES[1]

    # --- what is shown ---

    def _name(self, test: Test) -> str:
        name, rounds = test
        if rounds:
            many = counted(rounds, "round", self.code, number(rounds, self.code))
            return told("bug_simulation", self.code, rounds=many)
        return label(f"bug_test_{name.replace(' ', '_')}", self.code)

    def _asked(self) -> str:
        if self.test in self.run:
            return self._found(self.test, self.run[self.test])
        return told("bug_ready", self.code)

    def _found(self, test: Test, example: Example | None) -> str:
        key, said = ("bug_sees", example.text(self.code)) if example else ("bug_blind", "")
        sentence = told(key, self.code, test=self._name(test), example=said).strip()
        return sentence[:1].upper() + sentence[1:]

    def _show(self, said: str, example: Example | None = None) -> None:
        bug = BUGS[self.bug]
        page = told("bug_page", self.code, page=bug.page, sentence="") if bug.page else ""
        self.story.value = (
            f'<div class="tcp"><p lang="en"><b>{escape(bug.title)}</b>: {escape(bug.story)}</p>'
            + (f'<p>{escape(page)}<q lang="en">{escape(bug.sentence)}</q></p>' if page else "")
            + "</div>"
        )
        self.result.value = f'<p class="tcp-result">{escape(said)}</p>'
        example = example or self.run.get(self.test)
        self.cards.value = self._drawn(example) if example else ""
        self.sees_button.disabled = self.passes_button.disabled = self.test in self.run
        self.table.value = self._listed() if self.run else ""
        done = len(self.run) == len(TESTS)
        self.all_button.disabled = done
        self.figures.value = self._measured() if done else ""

    def _drawn(self, example: Example) -> str:
        if example.test in ("pairwise order", "settlement", "deals"):
            names = ["bug_first", "bug_second"]
            if example.test != "pairwise order":
                names = ["player", "dealers_cards"]
        else:
            names = ["bug_shown"]
        if example.of == "place":
            names = ["bug_card"]
        shown = "".join(
            hand_html(hand, label(name, self.code), self.code)
            for hand, name in zip(example.hands, names, strict=False)
        )
        return f'<div class="tcp tcp-hands">{shown}</div>' if shown else ""

    def _listed(self) -> str:
        rows = [
            [
                self._name(test),
                label("bug_yes" if example else "bug_no", self.code),
                example.text(self.code) if example else "",
            ]
            for test, example in self.run.items()
        ]
        headers = [label(f"bug_column_{name}", self.code) for name in ("test", "sees", "example")]
        table = table_html(headers, rows, label("bug_list", self.code), words=(1, 2))
        score = f"<p>{escape(self.score())}</p>" if self.guesses else ""
        return f'<div class="tcp">{table}{score}</div>'

    def _measured(self) -> str:
        found = measured()[self.bug]
        rows = [
            [label(f"bug_fact_{name}", self.code), value]
            for name, value in self._facts(found).items()
        ]
        headers = [label("bug_fact", self.code), label("bug_fact_value", self.code)]
        return f'<div class="tcp">{table_html(headers, rows)}</div>'

    def _facts(self, found: Measured) -> dict[str, str]:
        unknown = label("bug_unknown", self.code)

        def written(share: Fraction | None) -> str:
            return unknown if share is None else numeral(per_cent(share, 4), self.code)

        right, edge, needed = measured()["right"].house_edge, found.house_edge, found.rounds_to_see
        enough = number(needed, self.code) if needed else label("bug_never", self.code)
        dealt = BUGS[self.bug].kind == "deal"
        return {
            "edge": written(edge),
            "right": written(right),
            "misclassed": number(found.misclassed, self.code),
            "misqualified": number(found.misqualified, self.code),
            "showdowns": unknown if dealt else written(found.wrong_showdowns),
            "rounds": unknown if dealt else written(found.wrong_rounds),
            "needed": unknown if edge is None else enough,
        }
