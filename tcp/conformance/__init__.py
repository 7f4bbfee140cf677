"""The conformance suite: does another program rank, compare and settle as the rules say?

`python -m tcp.conformance --exec "COMMAND"` asks any program, in any language, and names the kinds
of fault it has. The questions and answers lie beside this file as JSON Lines; the README there
says what each line holds and how a program answers.
"""

from tcp.conformance.questions import KINDS_ASKED, Question, questions
from tcp.conformance.running import Limits, NoVerdict, ask
from tcp.conformance.verdicts import Fault, Verdict, judge

__all__ = [
    "KINDS_ASKED",
    "Fault",
    "Limits",
    "NoVerdict",
    "Question",
    "Verdict",
    "ask",
    "judge",
    "questions",
]
