"""The conformance suite: its files, its verdicts through the real command, and its limits."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

import tcp.conformance
from tcp.bugs import BUGS, Bug, bugs_of
from tcp.bugs.payments import PAYMENTS
from tcp.cards import DECK
from tcp.conformance import Limits, NoVerdict, Question, ask, judge, questions
from tcp.conformance.__main__ import main
from tcp.conformance.questions import from_code, in_code, known_faults, number, understood
from tcp.conformance.running import arguments
from tcp.conformance.writing import write
from tcp.ranking import rank_hand
from tests.conformance_program import VERSIONS, answer

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path(tcp.conformance.__file__).parent
PROGRAM = ROOT / "tests" / "conformance_program.py"
COUNTED = (*bugs_of("ranking", "qualification", "settlement"), *PAYMENTS.values())


def command(*words: object) -> str:
    """A command that runs Python with these arguments."""
    each = [sys.executable, *map(str, words)]
    return subprocess.list2cmdline(each) if os.name == "nt" else shlex.join(each)


def judged(*words: object, only: Sequence[str] = ()) -> tuple[int, str]:
    """The exit code and the words of the real command line."""
    limited = ["--only", *only] if only else []
    done = subprocess.run(
        [sys.executable, "-m", "tcp.conformance", "--exec", command(PROGRAM, *words), *limited],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout


def faults_named(words: str) -> list[str]:
    """The lines that name a fault."""
    return [line for line in words.splitlines() if line.startswith("fault")]


# --- the files -----------------------------------------------------------------------------------


def test_the_stored_files_are_what_the_command_writes(tmp_path: Path) -> None:
    written = write(tmp_path / "new")
    assert {path.name for path in written} == {path.name for path in FOLDER.glob("*.jsonl")}
    for path in written:
        assert path.read_bytes() == (FOLDER / path.name).read_bytes(), path.name
        assert f"`{path.name}`" in (FOLDER / "README.md").read_text("utf-8")


def test_the_installed_size_stays_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*.jsonl")) < 600_000


def test_all_hands_are_asked_once_with_their_category_and_order() -> None:
    asked = questions("rank")
    assert len(asked) == len({question.hands for question in asked}) == 22_100
    ranks = sorted(set(map(rank_hand, (question.hands[0] for question in asked))))
    for question in asked:
        rank = rank_hand(question.hands[0])
        assert question.answer == rank.category.name.lower()
        assert ranks[question.data["order"]] == rank


def test_edges_of_all_houses_and_bets_are_asked() -> None:
    edges = {question.words: question.answer for question in questions("edge")}
    assert len(edges) == 9
    assert Fraction(edges["edge live ante"]) == Fraction(13_733_780, 407_170_400)


def test_the_readme_says_how_many_questions_there_are() -> None:
    many = len(questions(*tcp.conformance.KINDS_ASKED))
    assert f"asks it {many:,}\nquestions" in (ROOT / "README.md").read_text("utf-8")


def test_codes_read_back() -> None:
    assert from_code(in_code(DECK)) == DECK


def test_no_two_kinds_of_fault_answer_alike() -> None:
    faults = known_faults()
    assert [fault.key for fault in faults] == [bug.key for bug in COUNTED]
    assert not BUGS.keys() & PAYMENTS.keys()
    assert len({fault.title for fault in faults}) == len(faults)
    answers = {json.dumps([f.answers["rank"], f.answers["compare"], f.answers["settle"]],
                          sort_keys=True) for f in faults}  # fmt: skip
    assert len(answers) == len(faults)
    for fault in faults:
        ranking = VERSIONS[fault.key].kind == "ranking"
        assert fault.answers["compare" if ranking else "settle"], fault.key


# --- programs with each fault --------------------------------------------------------------------


def test_the_right_program_passes() -> None:
    code, words = judged("right")
    assert (code, words.splitlines()) == (
        0,
        [
            "rank: 22,100 of 22,100 answers are right",
            "compare: 2,079 of 2,079 answers are right",
            "settle: 1,310 of 1,310 answers are right",
            "edge: nothing was answered, 9 skipped",
            "all that was answered is right",
        ],
    )
    asked = questions("edge")
    words = judge(asked, [each.answer for each in asked]).text()
    assert words == "edge: 9 of 9 answers are right\nall right"


@pytest.mark.parametrize("bug", COUNTED, ids=lambda bug: bug.key)
def test_every_wrong_version_is_named_by_the_real_command(bug: Bug) -> None:
    only = ("rank", "compare") if bug.kind == "ranking" else ("settle",)
    code, words = judged(bug.key, only=only)
    faults = faults_named(words)
    assert code == 1
    assert len(faults) == 1, words
    assert faults[0].startswith(f"fault: {bug.title} ({bug.key}; ")


def test_the_smallest_failing_example_is_the_first_in_the_files() -> None:
    asked = questions("compare")
    verdict = judge(asked, [answer(BUGS["kicker_ignored"], each.words) for each in asked])
    first = next(
        each for each in asked if answer(BUGS["kicker_ignored"], each.words) != each.answer
    )
    assert verdict.faults[0].example == (
        f"{first.words}: the program says 0, and {first.answer} is right"
    )
    assert verdict.unexplained == 0


@pytest.mark.parametrize("skipped", [("rank", "compare"), ("rank",), ()])
def test_a_low_mini_royal_is_told_from_a_wrong_ranking(skipped: tuple[str, ...]) -> None:
    _, words = judged("mini_royal_as_straight_flush", *skipped)
    assert faults_named(words) == [
        "fault: mini royal paid as a straight flush (mini_royal_as_straight_flush; 21 answers)"
    ]
    _, words = judged("akq_as_king_high", "rank", "compare")
    assert faults_named(words) == [
        "fault: A-K-Q counts as king-high (akq_as_king_high; 22 answers)"
    ]


@pytest.mark.parametrize("bug", PAYMENTS.values(), ids=lambda bug: bug.key)
def test_a_wrong_payment_is_named_beside_right_rankings(bug: Bug) -> None:
    asked = questions("compare", "settle")
    faults = judge(asked, [answer(bug, each.words) for each in asked]).faults
    assert [fault.keys for fault in faults] == [(bug.key,)]


def test_kinds_that_explain_the_same_answers_are_all_named() -> None:
    _, words = judged("flush_over_straight", only=["compare"])
    assert faults_named(words) == [
        "fault: a flush beats a straight or straights and flushes change their names "
        "(flush_over_straight or categories_swapped; 39 answers)"
    ]


def test_two_faults_with_as_many_answers_are_not_taken_for_one_or_the_other() -> None:
    asked = questions("compare")
    keys = ("ace_ends_low", "three_over_straight_flush")
    wrong = [fault.answers["compare"] for fault in known_faults() if fault.key in keys]
    assert len(wrong[0]) == len(wrong[1]) == 14
    verdict = judge(asked, [{**wrong[0], **wrong[1]}.get(e.words, e.answer) for e in asked])
    assert [(fault.keys, fault.answers) for fault in verdict.faults] == [
        (keys[:1], 14),
        (keys[1:], 14),
    ]
    assert verdict.unexplained == 0


def test_two_faults_at_once_are_both_named() -> None:
    asked = questions("compare", "settle")
    one, two = "low_straight_on_top", "no_bonus"
    known = {fault.key: fault.answers for fault in known_faults()}
    answers = [
        known[one]["compare"].get(each.words, known[two]["settle"].get(each.words, each.answer))
        for each in asked
    ]
    for place, each in enumerate(asked):  # where only the first is wrong
        if each.words not in known[two]["settle"]:
            answers[place] = known[one][each.kind].get(each.words, answers[place])
    named = {key for fault in judge(asked, answers).faults for key in fault.keys}
    assert named == {one, two}


def test_a_fault_of_no_known_kind_is_told_with_its_first_example() -> None:
    asked = questions("compare")
    answers = [each.answer for each in asked]
    answers[10] = str(1 - int(answers[10]))
    verdict = judge(asked, answers)
    assert (verdict.faults, verdict.unexplained) == ((), 1)
    assert asked[10].words in verdict.text()
    assert not verdict.passed


def test_numbers_behind_the_categories_are_put_in_order() -> None:
    asked = questions("rank")
    right = [f"{each.answer} {each.data['order']}" for each in asked]
    assert judge(asked, right).passed
    swapped = [f"{each.answer} {-each.data['order']}" for each in asked]
    assert "the second is better" in judge(asked, swapped).text()
    tied = list(right)
    tied[1] = f"{asked[1].answer} 0.5"
    assert "these two tie" in judge(asked, tied).text()


def test_a_program_that_skips_everything_gets_no_verdict(
    capsys: pytest.CaptureFixture[str],
) -> None:
    loop = "import sys\nfor line in sys.stdin: print('skip')"
    assert main(["--only", "edge", "--exec", command("-c", loop)]) == 2
    assert "nothing to judge" in capsys.readouterr().out


# --- answers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "right", "said", "read"),
    [
        ("rank", "pair", "PAIR 17", "pair"),
        ("rank", "pair", "pair x", None),
        ("rank", "pair", "two_pair", None),
        ("compare", "1", "+1", "1"),
        ("compare", "1", "2", None),
        ("settle", "7/2", "3.5", "7/2"),
        ("settle", "7/2", "7:2", None),
        ("settle", "4", "4 chips", None),
        ("edge", "1/3", "0.3333", "1/3"),
        ("edge", "1/3", "0.3334", "1/3"),
        ("edge", "1/3", "0.3335", "667/2000"),
        ("edge", "1/3", "0.333", "333/1000"),
        ("edge", "1/3", "skip", "skip"),
        ("rank", "pair", "", None),
    ],
)
def test_what_is_understood(kind: str, right: str, said: str, read: str | None) -> None:
    assert understood(Question(kind, "", right, (), {}), said) == read


def test_a_number_too_long_to_be_meant_is_none() -> None:
    assert number("1" * 5_000) is None


# --- programs that can't be judged ---------------------------------------------------------------

BAD = {
    "hangs": ("import time; time.sleep(60)", "still running after 0.5 seconds"),
    "hangs with its input unread and its output full": (
        "import sys\nwhile True: sys.stdout.write('1\\n' * 1000)", "wrote more than"),
    "crashes": ("raise SystemExit(3)", "exit code 3 after 0 of"),
    "crashes with a message": ("raise KeyError('Qh')", "KeyError: 'Qh'"),
    "crashes at a question": (
        "print(1); raise SystemExit(3)", "exit code 3 after 1 of 2,079 answers, before 'compare"),
    "crashes with many words": (
        "raise SystemExit('what went wrong\\n  and where\\nMade with love')",
        "what went wrong\n    and where\n  Made with love"),
    "writes nonsense": (
        "import sys\nfor line in sys.stdin: print('banana')", "line 1, the answer to 'compare"),
    "writes too little": ("print('1')", "wrote 1 lines for 2,079 questions, too few"),
    "writes too much": (
        "import sys\nfor line in sys.stdin: print('1')\nprint('0')", "2,080 lines"),
    "writes no UTF-8": ("import sys; sys.stdout.buffer.write(b'\\xff\\xfe\\n')", "is not UTF-8"),
    "writes nothing": ("pass", "wrote 0 lines"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_judged_is_told_in_a_sentence(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    program, sentence = BAD[name]
    seconds = "0.5" if name == "hangs" else "30"
    words = ["--only", "compare", "--seconds", seconds, "--output", "100000"]
    assert main([*words, "--exec", command("-c", program)]) == 2
    said = capsys.readouterr().out
    assert said.startswith("no verdict: ")
    assert sentence in said


def test_a_hanging_programs_children_are_stopped_too() -> None:
    sleep = "import time; time.sleep(60)"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {sleep!r}])"
    before = time.monotonic()
    with pytest.raises(NoVerdict, match="still running"):
        ask(command("-c", child), questions("edge"), Limits(seconds=1))
    assert time.monotonic() - before < 30


@pytest.mark.parametrize("text", ["", "'never closed", "no_such_program_anywhere"])
def test_a_command_that_cannot_be_started_is_told(text: str) -> None:
    with pytest.raises(NoVerdict):
        ask(text, questions("edge"))


@pytest.mark.skipif(os.name == "nt", reason="Windows reads commands itself")
def test_a_command_is_cut_into_words_as_a_shell_does() -> None:
    assert arguments("'a b' c") == ["a b", "c"]


def test_asking_needs_no_numpy() -> None:
    program = "import sys, tcp.conformance.__main__; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False).returncode == 0


def test_the_command_writes_the_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "tcp.conformance", "--help"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert "--exec COMMAND" in made.stdout
    with pytest.raises(SystemExit):
        main(["--exec", "x", "--write", str(tmp_path)])
    assert "not allowed with" in capsys.readouterr().err


# --- wrong arguments -----------------------------------------------------------------------------


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1, 0, 10**400, "60", None])
def test_a_time_limit_is_a_time(seconds: object) -> None:
    with pytest.raises(ValueError, match="seconds: a number above 0"):
        Limits(seconds=seconds)  # type: ignore[arg-type]


@pytest.mark.parametrize("output", [-5, 0, 1.5, float("nan"), "9", None])
def test_a_limit_of_output_is_a_number_of_bytes(output: object) -> None:
    with pytest.raises(ValueError, match="bytes of output: a whole number"):
        Limits(output=output)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "words", [["--seconds", "nan"], ["--seconds=-1"], ["--seconds", "inf"], ["--output=-5"]]
)
def test_wrong_limits_are_a_sentence(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--exec", "cat", *words])
    assert "is asked for" in capsys.readouterr().err


@pytest.mark.parametrize("inside", ["", "folder"])
def test_a_place_that_cannot_be_written_is_a_sentence(
    tmp_path: Path, inside: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "thesis.txt"
    file.write_text("years of work", "utf-8")
    assert main(["--write", str(file / inside)]) == 2
    assert capsys.readouterr().err.startswith(f"nothing can be written to {file / inside}: ")
    assert file.read_text("utf-8") == "years of work"


@pytest.mark.parametrize("wrong", [None, 5, "x", ["x"], [None], {}, b"x", iter(())])
def test_what_is_no_question_and_no_answer_is_refused(wrong: object) -> None:
    edges = questions("edge")
    for call in (
        lambda: ask(command(PROGRAM), wrong),  # type: ignore[arg-type]
        lambda: judge(wrong, ["skip"]),  # type: ignore[arg-type]
        lambda: judge(edges, wrong),  # type: ignore[arg-type]
    ):
        with pytest.raises(ValueError, match=r"asked for|answers to"):
            call()
    if not isinstance(wrong, str):
        with pytest.raises(ValueError, match="is no command"):
            ask(wrong, edges)  # type: ignore[arg-type]
    if wrong is not None:
        with pytest.raises(ValueError, match="are no limits"):
            ask(command(PROGRAM), edges, wrong)  # type: ignore[arg-type]
