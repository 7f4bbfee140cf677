"""What is stored of published evaluators, and the programs that ask them."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import evaluators
from tcp.bugs import BUGS
from tcp.conformance import judge, questions
from tcp.conformance.published import published

ROOT = Path(__file__).resolve().parents[1]
ASKED = questions("rank", "compare")

# A package in pokersolver's place, and one in that of both evaluators: small, and wrong on purpose.
SOLVER = """
class Hand {
  static solve(cards, game) { return { name: game === "threecard" ? "Pair" : "High Card", cards }; }
  static winners(hands) { return hands[0].cards[0] === hands[1].cards[0] ? hands : [hands[1]]; }
}
module.exports = { Hand };
"""
EVALUATOR = """
module.exports = {
  value: 7,
  evalHand(cards) { return { handName: "three of a kind", value: this.value + cards.length }; },
};
"""


def test_each_program_is_stored_once_with_version_and_day() -> None:
    stored = published()
    assert [each[:4] for each in stored] == [
        (program.name, program.package, program.source, program.made)
        for program in evaluators.PROGRAMS
    ]
    for each in stored:
        assert re.fullmatch(r"\d+\.\d+\.\d+", each.version)
        assert re.fullmatch(r"20\d\d-\d\d-\d\d", each.day)
        assert each.asked == {"rank": 22_100, "compare": 2_079}
        assert each.passed == (not each.wrong)
    assert evaluators.FILE.read_text("utf-8").count("\n") == len(stored) + 2


def test_those_made_for_three_cards_pass_and_the_others_miss_straights_and_flushes() -> None:
    title = BUGS["only_pairs_seen"].title
    for each in published():
        assert each.passed == each.made
        assert each.faults == (() if each.made else (title,))
    ties = [each.package for each in published() if each.unexplained]
    assert ties == ["poker-evaluator", "latest-poker-evaluator"]


def said(package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    words = "\n".join(question.words for question in ASKED)
    monkeypatch.setattr(sys, "stdin", io.StringIO(words + "\nedge live ante\n"))
    evaluators.main(["--answer", package])
    return capsys.readouterr().out


def test_pokerkit_answers_as_it_is_stored(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    *answers, skipped = said("pokerkit", monkeypatch, capsys).splitlines()
    assert skipped == "skip"
    stored = next(each for each in published() if each.package == "pokerkit")
    assert judge(ASKED, answers).passed == stored.passed is True


@pytest.mark.skipif(shutil.which("node") is None, reason="Node.js runs the packages of npm")
@pytest.mark.parametrize(
    ("call", "answers"),
    [
        ("pokersolver threecard", ["pair", "-1", "0", "skip"]),
        ("pokersolver standard", ["high_card", "-1", "0", "skip"]),
        ("poker-evaluator", ["three_of_a_kind 10", "0", "0", "skip"]),
        ("latest-poker-evaluator", ["three_of_a_kind 10", "0", "0", "skip"]),
    ],
)
def test_packages_of_npm_are_asked_through_their_calls(
    call: str, answers: list[str], tmp_path: Path
) -> None:
    for name in ("pokersolver", "poker-evaluator", "latest-poker-evaluator"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "package.json").write_text(json.dumps({"name": name, "main": "it.js"}), "utf-8")
        code = SOLVER if name == "pokersolver" else EVALUATOR
        (folder / "it.js").write_text(code, "utf-8")
    lines = ["rank 2c 3d 4h", "compare 2c 3d 4h 5c 6d 7h", "compare 2c 3d 4h 2c 6d 7h", "edge x y"]
    done = subprocess.run(
        ["node", str(evaluators.SCRIPT), call],
        input="\n".join(lines) + "\n",
        env={"NODE_PATH": str(tmp_path), "PATH": str(Path(shutil.which("node") or "").parent)},
        capture_output=True,
        encoding="utf-8",
        check=True,
        cwd=ROOT,
    )
    assert done.stdout.splitlines() == answers
