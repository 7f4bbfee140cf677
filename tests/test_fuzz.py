"""Texts and files that nobody meant: an answer or a sentence of ours, soon, and in little memory.

Every reader of the package is tried with documents that were right until they were changed; the
readers and what must hold of them stand in `tests/fuzz/targets.py`, for the guided fuzzer as well.
Below come the large cases, and whatever was found once.
"""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import ipywidgets
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcp import Rules, languages, load_rules, parse_cards, parse_pattern, parse_threshold
from tcp.checks import check, exercises
from tcp.checks.setup import check_setup, lab_extensions
from tcp.claims import book
from tcp.claims.digits import first_digit
from tcp.club import record
from tcp.club.steps import Step
from tcp.conformance import NoVerdict, ask, questions
from tcp.languages import label
from tcp.payouts import Bets, Decision
from tcp.quoting import LONGEST_QUOTE, quoted
from tcp.rules import LONGEST_TEXT, PayTable, parse_rules, to_toml
from tcp.table import Round, write_record
from tcp.widgets.lab import LabWidget
from tcp.widgets.predict import Predict
from tests.fuzz import __main__ as fuzzing
from tests.fuzz.targets import TARGETS, refused, try_text
from tests.test_widget_construction import every_widget

ROOT = Path(__file__).resolve().parents[1]

# What stands in place of a piece of a right document.
PUT = (
    "", " ", "\n", "\r\n", "\0", "\ufeff", "\u2028", "\u202e", "\ud800", "\udcff", "Т", "К", "①",
    "٣", "½", "🂡", "-", "0", "-1", "1e999999999", "1e-999999999", "nan", "inf", "NaN", "0x1", "1_0",
    "9" * 60, "9" * 5_000, "true", "null", "[]", "{}", '""', "[" * 300, '{"a":' * 300, "a." * 300,
    '"', "'", '"""', "\\u0000", "\\ud800", "#", "=", ",", "]", "}",
)  # fmt: skip
PIECE = re.compile(r'"[^"\n]*"|[^\W_]+|\S')


SEEDS = {name: target.seeds() for name, target in TARGETS.items()}


@st.composite
def changed(draw: st.DrawFn, seeds: list[str]) -> str:
    """A right document with up to four of its pieces replaced, repeated or moved; or pure junk."""
    text = draw(st.sampled_from(seeds))
    if not draw(st.integers(0, 9)):
        return draw(st.text(st.characters(exclude_categories=()), max_size=80))
    for _ in range(draw(st.integers(1, 4))):
        pieces = [match.span() for match in PIECE.finditer(text)] or [(0, len(text))]
        begin, end = draw(st.sampled_from(pieces))
        other = slice(*draw(st.sampled_from(pieces)))
        end = draw(st.sampled_from([begin, end, other.stop if other.stop > end else end]))
        put = draw(st.sampled_from([*PUT, text[other], 3 * text[begin:end]]))
        text = text[:begin] + put + text[end:]
    return text


@pytest.mark.parametrize("name", TARGETS)
@settings(max_examples=60)
@given(data=st.data())
def test_a_changed_document_is_read_or_refused(name: str, data: st.DataObject) -> None:
    try_text(name, data.draw(changed(SEEDS[name])))


@pytest.mark.parametrize("name", TARGETS)
def test_the_documents_that_are_changed_were_right(name: str) -> None:
    for seed in SEEDS[name]:
        readings = list(TARGETS[name].calls(seed))
        assert any(refused(reading) is None for reading in readings), seed


def fields(part: Any) -> Iterator[Any]:
    """All fields for text in a widget."""
    if isinstance(part, (ipywidgets.Text, ipywidgets.Textarea)):
        yield part
    for child in getattr(part, "children", ()):
        yield from fields(child)


TYPED = [
    name
    for name, kind in every_widget().items()
    if re.search(r"field\(|ipywidgets\.Text", inspect.getsource(kind))
]
NONSENSE = (
    "\0", "\n", "\ufeff", "\u202e", "\ud800", "\x1b[2J", "Т", "٣", "½", "nan", "1e999999999", "<b>",
    "9" * 5_000, "Q" * 5_000,
)  # fmt: skip


@pytest.mark.parametrize("name", TYPED)
def test_nonsense_in_any_field_is_told_in_our_words(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the lab writes a file of the name that was typed
    panel = every_widget()[name](*(["share"] if name == "Predict" else []))
    buttons = [panel.load_button, panel.save_button] if isinstance(panel, LabWidget) else []
    for field in list(fields(panel.root)):
        begun = field.value
        for put in NONSENSE:
            for text in (put, put + begun, begun + put):
                field.value = text
                for button in buttons if field.description == label("file") else ():
                    button.click()
                if panel.error:
                    refused(fails(ValueError(panel.error)))
        field.value = begun


def fails(fault: Exception) -> Callable[[], None]:
    def call() -> None:
        raise fault

    return call


@pytest.mark.parametrize(
    "fault",
    [
        KeyError("seed"),
        RecursionError("deep"),
        ValueError("'seed'"),
        ValueError("invalid literal for int() with base 10: 'x'"),
        ValueError("Exceeds the limit (4300 digits) for integer string conversion"),
        ValueError("x" * 10_000),
        ValueError("this name is no name: \ud800, write another"),
        ValueError("this name clears your screen: \x1b[2J, write another"),
    ],
)
def test_the_tests_see_a_fault(fault: Exception) -> None:
    with pytest.raises((AssertionError, KeyError, RecursionError)):
        refused(fails(fault))


def test_where_there_is_no_atheris_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzzing, "find_spec", lambda name: None)
    assert fuzzing.main(["60"]) == 2
    assert "can't be installed here" in capsys.readouterr().out


@pytest.mark.parametrize("words", [[], ["x"], ["-1"], ["9" * 5_000], ["60", "rules", "ruels"]])
def test_the_command_says_how_it_is_used(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fuzzing, "find_spec", lambda name: name)
    monkeypatch.setattr(fuzzing, "run", lambda *_: pytest.fail("it runs"))
    assert fuzzing.main(words) == 2
    assert "SECONDS [target ...]; targets are cards, patterns" in capsys.readouterr().out


def test_the_command_names_what_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def run(name: str, seconds: int) -> bool:
        asked.append((name, seconds))
        return name != "rules"

    monkeypatch.setattr(fuzzing, "find_spec", lambda name: name)
    monkeypatch.setattr(fuzzing, "run", run)
    assert fuzzing.main(["7", "cards", "rules", "steps"]) == 1
    assert asked == [("cards", 7), ("rules", 7), ("steps", 7)]
    assert fuzzing.main(["7", "cards"]) == 0


# --- the large cases -----------------------------------------------------------------------------

LARGE: dict[str, Callable[[str], str]] = {
    "nothing but zeros": lambda seed: "\0" * 10**6,
    "a million digits": lambda seed: "9" * 10**6,
    "a million digits in it": lambda seed: seed.replace("1", "9" * 10**6, 1),
    "signs that are not shown": lambda seed: seed[:2] + "\U000e0001" * 1_000,
    "a million of one letter": lambda seed: "Q" * 10**6,
    "deep brackets": lambda seed: "[" * 10**5,
    "deep tables of JSON": lambda seed: '{"a":' * 10**5,
    "deep tables of TOML": lambda seed: "a = " + "{a = " * 2_000,
    "deep in the last value": lambda seed: seed[:-3] + ',"a":' + "[" * 2_000 + "]" * 2_000 + "}\n",
    "a key of many parts": lambda seed: "a." * 4_999,
    "a key of many parts over seeming lines": lambda seed: ("a." * 400 + '"\u2028".') * 12,
    "many lines": lambda seed: seed + "\n" * 10**5,
    "itself a hundred times": lambda seed: seed * 100,
    "a line of lines": lambda seed: "a\r" * 10**5,
    "one of each sign": lambda seed: "".join(map(chr, range(0, sys.maxunicode, 11))),
}


@pytest.mark.parametrize("case", LARGE)
def test_large_texts_are_read_or_refused(case: str) -> None:
    for name in TARGETS:
        try_text(name, LARGE[case](SEEDS[name][0]))


# --- files ---------------------------------------------------------------------------------------

RULES = to_toml(load_rules("pagat"))


def test_of_a_large_file_little_is_read(tmp_path: Path) -> None:
    path = tmp_path / "house.toml"
    with path.open("wb") as large:
        large.truncate(100_000_000)
    tracemalloc.start()
    try:
        said = refused(lambda: load_rules(path))
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert said is not None
    assert "over 10,000 bytes is too long for rules" in said


WRITTEN: dict[str, bytes] = {
    "with a mark of UTF-8 before it": b"\xef\xbb\xbf" + RULES.encode(),
    "with the ends of lines of Windows": RULES.replace("\n", "\r\n").encode(),
}
SPOILT: dict[str, tuple[bytes, str]] = {
    "in UTF-16": (RULES.encode("utf-16"), "no text in UTF-8"),
    "in Latin-1": ('name = "Hos Åse"\n[ante_bonus]\n'.encode("latin-1"), "no text in UTF-8"),
    "with zeros": (b'name = "\0"\n[ante_bonus]\n', "Illegal character"),
    "with half a character": (b'name = "\\ud800"\n[ante_bonus]\n', "not a TOML file"),
    "with a key twice": (b"[ante_bonus]\nflush = 1\nflush = 2\n", "not a TOML file"),
    "with a table twice": (b"[ante_bonus]\n[ante_bonus]\n", "not a TOML file"),
    "with a number without an end": (b"[ante_bonus]\nflush = inf\n", "a ratio is from 0 to"),
    "with no number": (b"[ante_bonus]\nflush = nan\n", "a ratio is from 0 to"),
    "with a huge power": (b"[ante_bonus]\nflush = 1e999999999\n", "a ratio is from 0 to"),
    "with a small power": (b"[ante_bonus]\nflush = 1e-999999999\n", "a ratio is from 0 to"),
    "with a huge number": (b"[ante_bonus]\nflush = 0x" + b"f" * 900, "a number too long to show"),
    "with a number in other digits": ("[ante_bonus]\nflush = ٣\n".encode(), "not a TOML file"),
    "with deep brackets": (b"name = " + b"[" * 900 + b"]" * 90, "nested too deeply"),
    "with deep tables": (b"name = " + b"{a = " * 190, "not a TOML file"),
    "with a long key": (b"a." * 490 + b"b = 1", "'a' is not known in a rules file"),
    "with seeming lines": (("a." * 400 + '"\u2028".') .encode() * 3, "1,000 in a line at most"),
    "with a long name": (f'name = "{"x" * 151}"\n[ante_bonus]'.encode(), "150 characters at most"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRITTEN)
def test_a_file_of_another_program_is_read(tmp_path: Path, case: str) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(WRITTEN[case])
    assert load_rules(path) == load_rules("pagat")
    assert parse_rules(WRITTEN[case].decode()) == load_rules("pagat")


@pytest.mark.parametrize("case", SPOILT)
def test_a_spoilt_file_is_refused_with_its_reason(tmp_path: Path, case: str) -> None:
    path = tmp_path / "house.toml"
    content, reason = SPOILT[case]
    path.write_bytes(content)
    said = refused(lambda: load_rules(path))
    assert said is not None
    assert "house.toml" in said
    assert reason in said


def no_files(folder: Path) -> dict[str, str]:
    """What has a path and is no file; links and pipes where this system makes them."""
    found = {"a folder": str(folder), "nothing": str(folder / "none"), "no name": ""}
    found |= {"a zero in it": f"{folder}\0", "a long one": "x" * 5_000, "half": "\ud800.toml"}
    found["a file in a file"] = str(Path(__file__) / "house.toml")
    if Path("/dev/zero").exists():
        found["zeros without an end"] = "/dev/zero"
    if hasattr(os, "mkfifo"):
        os.mkfifo(folder / "pipe")
        found["a pipe"] = str(folder / "pipe")
    try:
        (folder / "circle").symlink_to(folder / "circle")
    except OSError:  # Windows, without the right to make links
        return found
    return found | {"a link to itself": str(folder / "circle")}


def test_what_is_no_file_is_refused_without_waiting(tmp_path: Path) -> None:
    program = (
        "import json, sys\nfrom tcp import load_rules\n"
        "for path in json.load(sys.stdin):\n"
        "    try:\n        load_rules(path)\n"
        "    except ValueError as refusal:\n        print(ascii(str(refusal)))\n"
    )
    paths = list(no_files(tmp_path).values())
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=json.dumps(paths),
        capture_output=True,
        text=True,
        timeout=120,  # a pipe that is opened waits for ever
        check=True,
        cwd=ROOT,
    )
    said = done.stdout.splitlines()
    assert len(said) == len(paths)
    for sentence in said:
        assert "nor a file" in sentence or "cannot be read" in sentence
        assert len(sentence) < 400


# --- found once ----------------------------------------------------------------------------------


def test_what_came_is_quoted_briefly() -> None:
    assert quoted("Qx") == "'Qx'"
    assert quoted(12) == "12"
    for number in (10**5_000, -(10**5_000), Fraction(1, 10**5_000), 10**100):
        assert quoted(number) == "a number too long to show"
    for long in ("x" * LONGEST_QUOTE * 2, ["x"] * 1_000, "\ud800" * 1_000, b"\0" * 1_000):
        assert len(quoted(long)) == LONGEST_QUOTE + 1
        assert quoted(long).endswith("…")
    assert quoted("x" * LONGEST_QUOTE) == repr("x" * LONGEST_QUOTE)
    assert quoted([10**5_000]) == "a list that can't be shown"


@pytest.mark.parametrize("letter", ["T", "Т", "K", "К"])
def test_the_company_of_a_letter_is_looked_at_once(
    letter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand times the same letter is one kind of company; it was looked at a million times."""
    looked, alphabet = [], languages._alphabet

    def look(each: str) -> str | None:
        looked.append(each)
        return alphabet(each)

    monkeypatch.setattr(languages, "_alphabet", look)
    refused(lambda: parse_cards(f"{letter}♠" * 1_000))
    refused(lambda: parse_pattern(letter * 2_000))
    refused(lambda: parse_threshold(letter * 1_000 + "-high"))
    assert len(looked) < 10_000


def played() -> dict[str, Any]:
    """The record of a round, as JSON reads it, without its check."""
    one = Round(load_rules("pagat"), 3, salt=bytes(16))
    one.bet("Kari", Bets(5))
    one.deal()
    one.decide(1, Decision.PLAY)
    return {key: value for key, value in json.loads(one.record()).items() if key != "check"}


def test_a_record_of_another_program_is_read() -> None:
    text = write_record(played())
    for same in ("\ufeff" + text, text.replace("\n", "\r\n"), json.dumps(json.loads(text))):
        assert Round.replay(same).net(1) == Round.replay(text).net(1)


def test_a_key_twice_is_a_change() -> None:
    """A reader sees the first net, and the check would be that of the second."""
    text = write_record(played())
    forged = re.sub(r'("net": )("[^"]*")', r'\1"1000",\n   \1\2', text)
    assert forged != text
    said = refused(lambda: Round.replay(forged))
    assert said is not None
    assert "cut short or changed" in said


OUT_OF_PLACE: dict[str, tuple[str, Any, str]] = {
    "a seed in other digits": ("seed", "٣", "no whole number"),
    "a long seed": ("seed", "9" * 5_000, "no whole number"),
    "a seed with a line": ("seed", "1_0", "no whole number"),
    "a salt that is none": ("salt", "zz" * 16, "hexadecimal digits"),
    "a salt of a list": ("salt", [1], "hexadecimal digits"),
    "a short salt": ("salt", "00", "16 bytes"),
    "no boxes": ("boxes", None, "of another kind"),
    "boxes of words": ("boxes", ["x"], "of another kind"),
    "boxes of nothing": ("boxes", [{}], "of another kind"),
    "rules that are none": ("rules", {}, "no text"),
}


@pytest.mark.parametrize("case", OUT_OF_PLACE)
def test_a_record_put_together_by_hand_is_refused_in_our_words(case: str) -> None:
    key, value, reason = OUT_OF_PLACE[case]
    said = refused(lambda: Round.replay(write_record({**played(), key: value})))
    assert said is not None
    assert reason in said


@pytest.mark.parametrize(
    "step", ["x call", " call", "0", "٠ call", "-1 call", "99 call", "0 bet x"]
)
def test_a_step_of_nobody_is_refused_in_our_words(step: str) -> None:
    data = json.loads(TARGETS["hands"].seeds()[0])
    del data["check"]
    said = refused(lambda: record.replay(write_record({**data, "steps": [step]})))
    assert said is not None
    assert "can't be replayed" in said


@pytest.mark.parametrize("step", ["bet ٣", "bet 1_0", "bet +1", "bet 1.0", f"bet {'9' * 5_000}"])
def test_a_stake_is_written_in_plain_digits(step: str) -> None:
    said = refused(lambda: Step.parse(step))
    assert said is not None
    assert "is no step" in said


def test_what_may_be_written_can_be_read_again() -> None:
    for text in ("\x01" * LONGEST_TEXT, '"' * LONGEST_TEXT, "ﷺ" * LONGEST_TEXT, "\n\r\\" * 50):
        high = "Q" + "\n" * 100 + "-high"
        rules = Rules(f"x{text[1:]}", text, PayTable({}), dealer_qualifies=high)
        assert parse_rules(to_toml(rules)) == rules
    for field in ("name", "source"):
        for text in ("\ud800", "x" * (LONGEST_TEXT + 1)):
            said = refused(lambda field=field, text=text: Rules(**{"name": "x", field: text}))  # type: ignore[misc]
            assert said is not None
            assert "150 characters at most" in said


def test_a_fault_of_a_round_can_be_recorded() -> None:
    for fault in ("\ud800", "a\nb", "\x1b[2J"):
        one = Round(load_rules("pagat"), 3)
        said = refused(lambda one=one, fault=fault: one.malfunction(fault))  # type: ignore[misc]
        assert said is not None
        assert "what went wrong" in said


def test_a_guess_is_compared_with_a_number_that_can_be_shown() -> None:
    asked = Predict("share", guess=1)
    for answer in (10**400, -(10**400), 10**5_000, float("inf"), float("nan")):
        assert refused(lambda answer=answer: asked.compare(answer)) is not None  # type: ignore[misc]
    assert "You were" in repr(Predict("share", guess=1).compare(10**90))


def test_large_numbers_are_wrong_answers() -> None:
    for number in (10**5_000, -(10**5_000), Fraction(1, 10**5_000), Fraction(10**400, 3)):
        for exercise in exercises("01"):
            assert check(exercise, number).state == "not yet"
    assert refused(lambda: first_digit(10**5_000)) is not None
    assert first_digit(10**900 * 7) == 7 * 10**900


def test_what_a_program_says_does_not_reach_the_terminal_as_a_command() -> None:
    program = r"import sys; sys.stderr.write('\x1b[2Jgone\x00'); sys.exit(3)"
    with pytest.raises(NoVerdict, match=r"standard error:\s+\[2Jgone$") as caught:
        ask(f'{Path(sys.executable).as_posix()} -c "{program}"', questions("compare")[:2])
    assert all(map(str.isprintable, str(caught.value).split("\n")))


@pytest.mark.parametrize("command", ["python\0", "python\ud800", "p" * 40_000, "'", "  "])
def test_a_command_that_no_system_takes(command: str) -> None:
    said = refused(lambda: ask(command, questions("compare")[:2]))
    assert said is not None
    assert "command" in said or "can't be started" in said  # as Windows says it


BROKEN: dict[str, tuple[str, str, str]] = {
    "no TOML": ('name = "English"', 'name = "English', "is no TOML"),
    "an entry missing": ("[rank.queen]", "[rank.quean]", "the entry 'queen' is missing"),
    "a table missing": ("[number]", "[numbers]", "the entry 'number' is missing"),
    "no letters": ('letters = ["Q"]', "letters = []", "of another kind than in en.toml"),
    "a number": ('letters = ["Q"]', "letters = 12", "of another kind than in en.toml"),
    "a number for a word": ('name = "queen"', "name = 12", "of another kind than in en.toml"),
    "a long number": ('name = "queen"', "name = " + "9" * 5_000, "of another kind than in en.toml"),
    "brackets": ('name = "queen"', "name = " + "[" * 5_000, "of another kind than in en.toml"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_language_that_is_not_whole_says_what_is_missing(case: str) -> None:
    right, wrong, reason = BROKEN[case]
    text = (ROOT / "tcp" / "locale" / "en.toml").read_text("utf-8")
    assert right in text
    said = refused(lambda: languages._read("xx", text.replace(right, wrong, 1)))
    assert said is not None
    assert "locale/xx.toml" in said
    assert reason in said


def test_a_claim_that_lacks_something_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    data = book._data()
    group = data["group"][0]
    claims = [{"says": "straights pay", "at": 1}]
    slim = {key: value for key, value in group.items() if key not in ("by", "claims")}
    changed_data = {**data, "group": [{**slim, "claims": claims}]}
    monkeypatch.setattr(book, "_data", lambda: changed_data)
    said = refused(lambda: list(book._written()))
    assert said is not None
    assert "'straights pay' lacks by" in said


@pytest.mark.parametrize("text", ["[" * 100_000, "null", "[]", '{"version": 1}', "\ud800", "{}"])
def test_an_extension_that_says_nonsense(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "labextensions" / "anywidget"
    folder.mkdir(parents=True)
    (folder / "package.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    assert set(lab_extensions(("anywidget",))) <= {"anywidget"}


def test_a_version_of_many_digits() -> None:
    found = check_setup(lambda _: "9" * 5_000 + ".1", lambda: {"anywidget": ("1" * 5_000, "x")})
    assert found.findings
