"""From answers to words: which kinds of fault a program has, and where each shows first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tcp.cards import Card
from tcp.conformance.questions import (
    SKIP,
    Question,
    asked_questions,
    known_faults,
    score,
    understood,
)
from tcp.quoting import quoted


@dataclass(frozen=True)
class Fault:
    """A kind of fault, how many answers it explains, and the first of them."""

    keys: tuple[str, ...]
    title: str
    answers: int
    example: str


@dataclass(frozen=True)
class Verdict:
    """What was asked, and what is wrong.

    Attributes:
        asked: how many questions of each kind were answered, skipped ones aside.
        wrong: how many of these answers are wrong.
        skipped: how many questions of each kind were skipped.
        faults: the kinds of fault found, the one that explains most first.
        unexplained: how many wrong answers no known kind of fault gives.
        first: the first of these, in words.
        scores: what is wrong with the numbers behind the categories, in words; "" for nothing.
    """

    asked: dict[str, int]
    wrong: dict[str, int]
    skipped: dict[str, int]
    faults: tuple[Fault, ...] = ()
    unexplained: int = 0
    first: str = ""
    scores: str = ""

    @property
    def passed(self) -> bool:
        """Whether something was answered, and nothing wrongly."""
        return bool(self.asked) and not self.wrong and not self.scores

    def text(self) -> str:
        """The verdict in words, a few lines."""
        lines = []
        for kind in dict.fromkeys((*self.asked, *self.skipped)):
            asked, wrong, skipped = (
                each.get(kind, 0) for each in (self.asked, self.wrong, self.skipped)
            )
            right = f"{asked - wrong:,} of {asked:,} answers are right"
            words = f"{kind}: {right if asked else 'nothing was answered'}"
            lines.append(words + (f", {skipped:,} skipped" if skipped else ""))
        for fault in self.faults:
            many = f"{fault.answers:,} answer{'s' * (fault.answers != 1)}"
            lines += [f"fault: {fault.title} ({' or '.join(fault.keys)}; {many})"]
            lines += [f"  {fault.example}"]
        if self.unexplained:
            many = f"{self.unexplained:,} wrong answer{'s' * (self.unexplained != 1)}"
            lines += [f"fault of no known kind: {many}", f"  {self.first}"]
        if self.scores:
            lines += ["fault in the numbers behind the categories:", f"  {self.scores}"]
        if not self.asked:
            lines.append("everything was skipped, so there is nothing to judge")
        elif self.passed:
            lines.append("all that was answered is right" if self.skipped else "all right")
        return "\n".join(lines)


def judge(asked: Sequence[Question], answers: Sequence[str]) -> Verdict:
    """Compare a program's answers with the right ones, and name the kinds of fault.

    A kind is named where the program answers as that wrong version does wherever the wrong version
    is wrong, but for a fifth, which other faults may have changed: in ranking and in comparing, and
    in settling where it is wrong in neither. The kind that explains most is named first, then the
    one that explains most of the rest. Of kinds that explain equally many, the one comes first
    whose wrong answers the program gives most completely; kinds that explain the same answers as
    completely are named together.

    Raises:
        ValueError: unless there is an answer that can be understood to each question.
    """
    asked_questions(asked)
    if not isinstance(answers, Sequence) or not all(isinstance(each, str) for each in answers):
        raise ValueError("a list of answers is asked for, each of them text, as ask() gives it")
    if len(answers) != len(asked):
        raise ValueError(f"{len(answers):,} answers to {len(asked):,} questions; each needs one")
    given = [understood(question, answer) for question, answer in zip(asked, answers, strict=True)]
    if None in given:
        raise ValueError(f"{quoted(answers[given.index(None)])} can't be understood as an answer")
    counts: list[dict[str, int]] = [{}, {}, {}]  # asked, wrong, skipped
    wrong: dict[int, str] = {}
    for place, (question, answer) in enumerate(zip(asked, given, strict=True)):
        failed = answer not in (SKIP, question.answer)
        for count, yes in zip(counts, (answer != SKIP, failed, answer == SKIP), strict=True):
            if yes:
                count[question.kind] = count.get(question.kind, 0) + 1
        if failed:
            wrong[place] = str(answer)
    faults, left = _explain(asked, given, wrong) if wrong else ((), [])
    first = _in_words(asked[left[0]], wrong[left[0]]) if left else ""
    scores = _check_scores(asked, answers)
    return Verdict(counts[0], counts[1], counts[2], faults, len(left), first, scores)


def _in_words(question: Question, answer: str) -> str:
    return f"{question.words}: the program says {answer}, and {question.answer} is right"


def _explain(
    asked: Sequence[Question], given: Sequence[str | None], wrong: dict[int, str]
) -> tuple[tuple[Fault, ...], list[int]]:
    """The kinds that explain the wrong answers, and the places of those that none explains."""
    explains: dict[str, tuple[frozenset[int], Fraction]] = {}  # and what share of its own
    place_of = {question.words: place for place, question in enumerate(asked)}
    titles = {}
    for known in known_faults():
        titles[known.key] = known.title
        theirs, many, fits, looked = set[int](), 0, True, False
        for kind in ("rank", "compare", "settle"):
            here = {
                place_of[words]: answer
                for words, answer in known.answers[kind].items()
                if words in place_of and given[place_of[words]] != SKIP
            }
            same = {place for place, answer in here.items() if given[place] == answer}
            if kind != "settle" or not looked:  # other faults change what a wrong ranking pays
                fits = fits and len(same) >= SHARE * len(here)
            looked = looked or bool(here)
            theirs |= same
            many += len(here)
        if theirs and fits:
            explains[known.key] = frozenset(theirs), Fraction(len(theirs), many)
    faults, left = [], set(wrong)
    while explains:
        rest = {key: (theirs & left, share) for key, (theirs, share) in explains.items()}
        most = max(rest.values(), key=lambda each: (len(each[0]), each[1]))
        if not most[0]:
            break
        best = [key for key, each in rest.items() if each == most]
        first = min(most[0])
        example = _in_words(asked[first], wrong[first])
        title = " or ".join(titles[key] for key in best)
        faults.append(Fault(tuple(best), title, len(most[0]), example))
        left -= most[0]
    return tuple(faults), sorted(left)


SHARE = Fraction(4, 5)
"""What share of a wrong version's wrong answers a program must give to be said to have it."""


def _check_scores(asked: Sequence[Question], answers: Sequence[str]) -> str:
    """Whether the numbers behind the categories put all hands into the right order."""
    by_order: dict[int, list[tuple[Fraction, tuple[Card, ...]]]] = {}
    for question, answer in zip(asked, answers, strict=True):
        if question.kind == "rank" and (found := score(answer)) is not None:
            by_order.setdefault(question.data["order"], []).append((found, question.hands[0]))
    best: tuple[Fraction, tuple[Card, ...]] | None = None
    for order in sorted(by_order):
        low, high = min(by_order[order]), max(by_order[order])
        if low[0] != high[0]:
            return f"{_pair(low, high)}; these two tie"
        if best and best[0] >= low[0]:
            return f"{_pair(best, low)}; the second is better"
        best = high
    return ""


def _pair(*scored: tuple[Fraction, tuple[Card, ...]]) -> str:
    return " and ".join(f"{' '.join(map(str, hand))} has {found}" for found, hand in scored)
