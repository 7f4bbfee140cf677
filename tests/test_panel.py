"""The frame of every widget, and the widget that asks for a guess."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import ipywidgets
import pytest

import tcp
from tcp.cards import DECK
from tcp.languages import languages
from tcp.widgets.panel import Panel, button, decision_buttons, field, panel_style, seeded
from tcp.widgets.predict import Predict


class Counter(Panel):
    """A widget of two buttons: one counts, one refuses."""

    def __init__(self) -> None:
        self.count = 0
        self.more_button = button("More", "tcp-more", primary=True)
        self.refuse_button = button("Refuse", "tcp-refuse")
        super().__init__("Counter", [self.more_button, self.refuse_button], {"m": "tcp-more"})
        self.more_button.on_click(lambda _: self.answer(self._more))
        self.refuse_button.on_click(lambda _: self.answer(self._refuse))

    def _more(self) -> None:
        self.count += 1
        self.say(f"{self.count}")

    def _refuse(self) -> None:
        raise ValueError("'<b>' is refused")


def test_a_panel_has_its_frame_style_keys_and_name() -> None:
    panel = Counter()
    assert "tcp-panel" in panel.root._dom_classes
    assert any(
        isinstance(child, ipywidgets.HTML) and child.value == panel_style()
        for child in panel.root.children
    )
    assert panel.voice.shortcuts == {"m": "tcp-more"}
    assert panel.voice.label == "Counter"
    assert {"tcp-more", "tcp-primary"} <= set(panel.more_button._dom_classes)


def test_clicks_are_answered_and_said_aloud() -> None:
    panel = Counter()
    panel.more_button.click()
    panel.more_button.click()
    assert panel.count == 2
    assert panel.message == "2"


@pytest.mark.parametrize("code", languages())
def test_cards_are_said_by_name(code: str) -> None:
    panel = Counter()
    panel.speak("Counter", code)
    for card in DECK:
        panel.say(f"a {card.text(code)}, b")
        assert panel.voice.message == f"a {card.name(code)}, b"
    first, *_, last = DECK
    panel.say(f"{first.text(code)} {last.text(code)}")
    assert panel.voice.message == f"{first.name(code)}, {last.name(code)}"


def test_what_is_said_once_more_is_another_text() -> None:
    panel, heard = Counter(), []
    panel.voice.observe(lambda change: heard.append(change.new), "message")
    for _ in range(3):
        panel.refuse_button.click()
    assert [text.strip("\xa0") for text in heard] == [panel.error] * 3


def test_a_refusal_is_heard_as_it_is_to_be_typed() -> None:
    panel = Counter()
    panel.say("A♠ -2")
    assert panel.voice.message == "ace of spades −2"

    def refuse() -> None:
        raise ValueError("write it as Q♥ or Q-6-4")

    panel.answer(refuse)
    assert panel.voice.message == panel.error == "write it as Q♥ or Q-6-4"


def test_a_refusal_is_shown_escaped_and_goes_away() -> None:
    panel = Counter()
    panel.refuse_button.click()
    assert panel.error == "'<b>' is refused"
    assert panel.message == panel.error
    assert "<b>" not in panel.error_line.value
    assert "&lt;b&gt;" in panel.error_line.value
    panel.more_button.click()
    assert panel.error == ""
    assert panel.error_line.value == ""


def test_what_the_widget_writes_itself_is_no_answer() -> None:
    panel, heard = Counter(), []
    entry = field("Entry", "a")
    panel.on(entry, lambda: heard.append(entry.value))
    entry.value = "b"
    with panel.filling():
        entry.value = "c"
    assert heard == ["b"]
    with pytest.raises(KeyError), panel.filling():
        raise KeyError
    entry.value = "d"
    assert heard == ["b", "d"], "a failure in between leaves nothing half-done"


def test_a_button_that_decides_says_so_to_the_page() -> None:
    decides = decision_buttons("nb")
    assert [each.description for each in decides] == ["Spill (P)", "Kast (F)"]
    assert all("tcp-once" in each._dom_classes for each in decides)
    assert "tcp-once" not in button("Reset", "tcp-reset")._dom_classes


def test_a_notebook_gets_the_widget_and_its_words() -> None:
    panel = Counter()
    bundle = panel._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"] == panel.text()
    view = data["application/vnd.jupyter.widget-view+json"]
    assert view["model_id"] == panel.root.model_id


def lock(guess: Predict, entry: str | None) -> None:
    guess.entry.value = entry
    guess.lock_button.click()


@pytest.mark.parametrize(
    ("entry", "value"),
    [
        ("25", 25),
        ("25 %", 25),
        (" 2.5 ", Fraction(5, 2)),
        ("1/4", 25),
        ("1/4 %", Fraction(1, 4)),
        ("-3", -3),
    ],
)
def test_a_guess_is_read_and_locked(entry: str, value: Fraction) -> None:
    guess = Predict("share", unit="%")
    lock(guess, entry)
    assert guess.value == value
    assert guess.entry.disabled
    assert guess.lock_button.disabled
    assert "locked in" in guess.message


def test_thousands_may_be_set_apart() -> None:
    guess = Predict("hands")
    lock(guess, "22,100")
    assert guess.value == 22100
    assert repr(guess.compare(22100)) == "Your guess: 22,100. Answer: 22,100. You have it."


@pytest.mark.parametrize("entry", ["many", "1/0", "nan", "1e999", "<b>", "9" * 400])
def test_what_is_no_number_is_refused_in_words(entry: str) -> None:
    guess = Predict("share")
    lock(guess, entry)
    assert guess.value is None
    assert not guess.entry.disabled
    assert "is not a number" in guess.error
    assert "<b>" not in guess.error_line.value


def test_a_guess_may_carry_its_unit_and_a_fraction_is_one_of_the_unit() -> None:
    for entry, value in (("5.5 chips", Fraction(11, 2)), ("1/4 chips", Fraction(1, 4))):
        guess = Predict(f"chips, {entry}", unit="chips")
        guess.entry.value = entry
        guess.lock_button.click()
        assert guess.value == value


def test_the_answer_to_a_locked_guess_is_shown_in_its_place_and_heard() -> None:
    guess = Predict("share, to be heard", unit="%")
    assert "Answer" in str(guess.compare(Fraction(1, 4)))
    assert "Answer" not in guess.status.value + guess.message
    guess.entry.value = "20"
    guess.lock_button.click()
    gap = guess.compare(Fraction(1, 4))
    assert guess.message == gap.sentence == "Your guess: 20 %. Answer: 25.00 %. You were 5 below."
    assert gap.sentence in guess.status.value


@pytest.mark.parametrize(
    ("options", "first", "second"), [((), "20", "30"), (("yours", "neither"), "yours", "neither")]
)
def test_a_guess_can_be_made_again(options: tuple[str, ...], first: str, second: str) -> None:
    guess = Predict("Which is it?", options=options)

    def hidden() -> bool:
        return bool(guess.again_button.layout.display == "none")

    assert hidden()
    lock(guess, first)
    assert not hidden()
    guess.compare(second if options else 30)
    guess.again_button.click()
    assert guess.message == "Your guess is taken back. Guess again."
    assert (guess.value, guess.entry.disabled, guess.status.value) == (None, False, "")
    assert hidden()
    assert Predict("Which is it?", options=options).value is None
    lock(guess, second)
    assert "You have it" in str(guess.compare(second if options else 30))


def test_only_a_typed_fraction_up_to_one_is_a_share() -> None:
    for guess, value in (("1/6", Fraction(100, 6)), ("47/2", Fraction(47, 2))):
        assert Predict("share", unit="%", guess=guess).value == value
    assert Predict("share", unit="%", guess=Fraction(1, 2)).value == Fraction(1, 2)


def test_an_empty_guess_is_asked_for() -> None:
    guess = Predict("share")
    lock(guess, "  ")
    assert "any guess is better than none" in guess.error


@pytest.mark.parametrize(
    ("guess", "sentence"),
    [
        (25, "Your guess: 25 %. Answer: 23.53 %. You were 1.47 above."),
        (20, "Your guess: 20 %. Answer: 23.53 %. You were 3.53 below."),
        ("23.53", "Your guess: 23.53 %. Answer: 23.53 %. You have it."),
        (None, "No guess locked in. Answer: 23.53 %."),
    ],
)
def test_the_gap_is_said(guess: object, sentence: str) -> None:
    asked = Predict("share of one-colour hands", unit="%", guess=guess)
    assert repr(asked.compare(Fraction(5200, 22100))) == sentence


def test_a_whole_number_is_compared_exactly() -> None:
    assert repr(Predict("hands", guess=720).compare(721)).endswith("You were 1 below.")


def test_a_choice_is_compared_in_words() -> None:
    asked = Predict("Which is rarer?", options=("straight", "flush"))
    asked.lock_button.click()
    assert "any guess" in asked.error
    lock(asked, "flush")
    assert repr(asked.compare("straight")) == "Your guess: flush. Answer: straight."
    assert repr(asked.compare("flush")) == "Your guess: flush. You have it."
    with pytest.raises(ValueError, match="choose from straight, flush"):
        Predict("Which?", options=("straight", "flush"), guess="pair")


def test_the_answer_is_not_in_the_widget_before_a_guess_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from ipywidgets.embed import dependency_state

    asked = Predict("share of nobody's guess", unit="%")
    assert "23.5" in str(asked.compare(Fraction(5200, 22100)))
    state: Any = dependency_state([asked.root])
    assert "23.5" not in repr(state)
    assert "Guess first" in repr(state)


def test_words_for_pages_without_widgets() -> None:
    assert Predict("share", unit="%").text() == "Guess first: share, in %"
    assert Predict("Which?", options=("a", "b")).text() == "Guess first: Which? (a, b)"


def test_chance_repeats_with_a_seed_and_is_fresh_without() -> None:
    assert seeded(7).random() == seeded(7).random()
    assert seeded(None).random() != seeded(None).random()
    for wrong in (True, "7", 1.5):
        with pytest.raises(ValueError, match="is no seed; a seed is a whole number, or None"):
            seeded(wrong)  # type: ignore[arg-type]


def test_what_is_shown_further_down_changes_no_widget() -> None:
    """Each shown output brings `style.css` again, after the widgets' own rules.

    So of two rules of the same weight for the same thing that of `style.css` would win. Whatever
    `widgets.css` says of plain elements inside `.tcp` must therefore weigh more.
    """
    ours = selectors(panel_style().rpartition("<style>")[2])
    shown = selectors((Path(tcp.__file__).parent / "style.css").read_text("utf-8"))
    elements = {found[1] for each in shown if (found := re.search(r"[ >]([a-z]+)$", each))}
    assert {"figcaption", "td"} <= elements
    plain = re.compile(rf"^\.tcp-[\w-]+ ({'|'.join(elements)})$")
    assert [each for each in ours if plain.match(each)] == []
    assert len(ours) > 60


def selectors(css: str) -> list[str]:
    """What the rules of a stylesheet are for, each for itself."""
    found = re.findall(r"([^{};@]+)\{", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL))
    return [each.strip() for many in found for each in many.split(",")]
