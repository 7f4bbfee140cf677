"""How much of a function a test runs: its coverage, which says nothing of what it checks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any


def lines_run(function: Callable[..., Any], inputs: Iterable[Any]) -> tuple[int, int]:
    """How many of a function's lines were run by these inputs, and how many there are.

    >>> from tcp.bugs import top_card_first
    >>> from tcp.cards import parse_cards
    >>> lines_run(top_card_first, [parse_cards("K♥ 9♣ 2♠")])
    (3, 4)
    >>> lines_run(top_card_first, [parse_cards("K♥ 9♣ 2♠"), parse_cards("K♥ 9♣ 9♠")])
    (4, 4)

    Args:
        function: written in Python; of what it calls, nothing is counted.
        inputs: each is its one argument.
    """
    code = function.__code__
    known = {line for _, _, line in code.co_lines() if line} - {code.co_firstlineno}
    run: set[int] = set()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code is code:
            run.add(frame.f_lineno)
            return trace
        return None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        for each in inputs:
            function(each)
    finally:
        sys.settrace(before)
    return len(run & known), len(known)
