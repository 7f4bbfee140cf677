"""The fact check: what five rule pages claim, what is true, and what went wrong.

`claims.toml` holds the claims, `book` reads them, `hands`, `payments` and `club` know the answers,
`digits` and `verdicts` judge, `causes` tries to say how an error came about.
"""

from tcp.claims.book import Claim, answer, claim, claims, pages, read_figure
from tcp.claims.digits import digits, last_place
from tcp.claims.verdicts import VERDICTS, Miss, Ruling, judge, misses, rulings, select

__all__ = [
    "VERDICTS",
    "Claim",
    "Miss",
    "Ruling",
    "answer",
    "claim",
    "claims",
    "digits",
    "judge",
    "last_place",
    "misses",
    "pages",
    "read_figure",
    "rulings",
    "select",
]
