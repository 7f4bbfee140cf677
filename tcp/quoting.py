"""What came, as a refusal quotes it: briefly, and without failing itself."""

from __future__ import annotations

from numbers import Number

LONGEST_QUOTE = 80  # characters


def quoted(value: object) -> str:
    """What came, as it could be typed; cut where it is long, in words where it can't be written.

    >>> quoted("Qx"), quoted(10**5_000), quoted("x" * 1_000)[-3:]
    ("'Qx'", 'a number too long to show', 'xx…')
    """
    try:
        text = repr(value[: LONGEST_QUOTE + 1] if isinstance(value, str) else value)
    except Exception:  # Python writes no number of thousands of digits; a class may have a fault
        text = ""
    if text and len(text) <= LONGEST_QUOTE + 2:
        return text
    if isinstance(value, Number):
        return "a number too long to show"
    return f"{text[:LONGEST_QUOTE]}…" if text else f"a {type(value).__name__} that can't be shown"
