"""The glossary: the terms that the notebooks explain, and the game's words in every language.

Nothing of it is written twice. A term stands in bold in the notebook that explains it, and that
sentence is its explanation here; the words of the languages are those of `tcp/locale/*.toml`.
"""

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import nbformat

from docs.published import notebooks, title
from tcp.languages import RANK_KEYS, SUIT_KEYS, Language, languages

# Each stands in bold in the notebook that explains it.
TERMS = (
    *("Ante", "Play", "fold", "qualify", "Pair Plus", "Ante bonus", "6 Card Bonus", "mini royal"),
    *("deck", "hand", "sample space", "outcome", "event", "fair", "chi-square", "standard error"),
    *("category", "deal", "total order with ties", "tie", "pattern", "inclusion and exclusion"),
    *("straight", "flush", "straight flush", "full house", "royal flush"),
    *("hypergeometric distribution", "complement", "odds against", "odds on"),
    *("conditional probability", "dependent", "independent", "law of total probability"),
    *("dead cards", "Bayes' rule", "ledger", "stake", "net", "push", "partition"),
    *("random variable", "distribution", "hit frequency", "indicator", "expectation", "box"),
    *("house edge", "variance", "standard deviation", "linearity", "geometric distribution"),
    *("median", "expectation under a decision", "threshold", "regret", "return to the player"),
    *("average wager", "element of risk", "covariance", "skewness", "law of large numbers"),
    *("95 % interval", "central limit theorem", "common random numbers", "convolution"),
    *("random walk", "drift", "quantile", "ruined", "betting system", "optional stopping"),
    *("prior", "likelihood", "posterior", "evidence", "value of information", "signal"),
    *("Monday club", "five-card draw", "Vandermonde's identity", "kicker", "outs"),
    *("bug", "symmetry", "oracle", "invariant", "power", "coverage"),
    *("jackpot", "openers", "full hand", "bicycle round", "exchangeable", "order statistic"),
    *("claim", "seal", "hash", "border", "bankroll", "false opening"),
)
BETS = ("ante", "play", "ante_bonus", "pair_plus", "six_card_bonus")
OUTCOMES = ("win", "lose", "push")


def pages() -> dict[str, str]:
    """The page of the glossary, by its path."""
    parts = [
        "# Glossary\n",
        "## The game's words in five languages\n",
        "The rule pages are Norwegian, Danish, German and Russian. Cards typed with the letters of"
        " any of these languages are understood everywhere in the course.\n",
        *(table(name, keys) for name, keys in groups().items()),
        "## Terms\n",
        "Each with the sentence that explains it first, and the notebook where it stands.\n",
        terms(),
    ]
    return {"glossary.md": "\n".join(parts)}


# --- words ---------------------------------------------------------------------------------------


def groups() -> dict[str, dict[str, dict[str, str]]]:
    """For each table its rows, and in each row the word of every language."""
    spoken = languages()
    english = spoken["en"]

    def each(keys: list[str], word: Any) -> dict[str, dict[str, str]]:
        return {key: {code: word(one, key) for code, one in spoken.items()} for key in keys}

    return {
        "Suits": each(list(SUIT_KEYS), lambda one, key: one.suits[SUIT_KEYS.index(key)]),
        "Ranks, and their letters": each(list(RANK_KEYS), rank),
        "Kinds of hand": each(list(english.categories), lambda one, key: one.categories[key]),
        "Bets": each(list(BETS), lambda one, key: one.labels[f"bet_{key}"]),
        "Decisions": each(["play", "fold"], lambda one, key: one.labels[key]),
        "Outcomes": each(list(OUTCOMES), lambda one, key: one.labels[f"outcome_{key}"]),
        "At the table": each(
            ["you", "dealer", "column_stake", "column_net"], lambda one, key: one.labels[key]
        ),
        "An example": each(["card"], lambda one, _: example(one)),
    }


def rank(one: Language, key: str) -> str:
    """A rank's name and the letters with which it is read."""
    found = one.ranks[RANK_KEYS.index(key) + 2]
    return f"{found.name} ({', '.join(found.letters)})"


def example(one: Language) -> str:
    """The queen of hearts."""
    return one.card.format(rank=one.ranks[12].in_card, suit=one.suits[2])


def table(name: str, rows: Mapping[str, Mapping[str, str]]) -> str:
    """One table in HTML, with the language of each cell said, so that it is read aloud rightly."""
    spoken = languages()
    head = "".join(
        f'<th scope="col" lang="{code}">{escape(one.name)}</th>' for code, one in spoken.items()
    )
    body = []
    for row in rows.values():
        first, *others = row.items()
        cells = [f'<th scope="row" lang="{first[0]}">{escape(first[1])}</th>']
        cells += [f'<td lang="{code}">{escape(word)}</td>' for code, word in others]
        body.append(f"<tr>{''.join(cells)}</tr>")
    html = (
        f'<div class="course-words" role="region" aria-label="{escape(name)}" tabindex="0">'
        f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )
    return f"### {name}\n\n```{{raw}} html\n{html}\n```\n"


# --- terms ---------------------------------------------------------------------------------------


def terms() -> str:
    """Every term as an entry of the glossary, in alphabetical order."""
    entries = []
    for term in sorted(TERMS, key=str.casefold):
        sentence, path = explained(term)
        place = f"[{path.stem[:2]}, {title(nbformat.read(path, as_version=4))}]"
        entries.append(f"{term}\n  {sentence}\n\n  {place}(notebooks/{path.name})\n")
    return "```{glossary}\n" + "\n".join(entries) + "```\n"


def explained(term: str) -> tuple[str, Path]:
    """The sentence in which a term stands in bold first, and the notebook that has it.

    Raises:
        ValueError: for a term that stands nowhere in bold.
    """
    wanted = re.compile(rf"\*\*{re.escape(term)}s?\*\*", re.IGNORECASE)
    for path in notebooks():
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown" and wanted.search(cell.source):
                found = sentence_with(wanted, cell.source)
                return re.sub(r"\[([^\]]*)\]\((?!https?:)[^)]*\)", r"\1", found), path
    raise ValueError(f"no notebook has {term!r} in bold; take it out of TERMS, or spell it so")


def sentence_with(wanted: re.Pattern[str], text: str) -> str:
    """The sentence that holds a term, and another one where it leans on that or says too little."""
    paragraph = next(one for one in re.split(r"\n\n|\n- ", text) if wanted.search(one))
    every = re.split(r"(?<=[.?:]) (?=[A-Z*“\"])", " ".join(paragraph.split()).removeprefix("- "))
    first = last = next(number for number, one in enumerate(every) if wanted.search(one))
    leans = re.match(r"(This|That (?!is what|a)|It|Such|Its|Cards that help)\b", every[first])
    if leans and first:
        first -= 1
    elif len(every[first]) < 45 and last + 1 < len(every):
        last += 1
    found = " ".join(every[first : last + 1])
    found = re.sub(r'^\*\*[^*]+\."?\*\* ', "", found)  # the mistake under which it stands
    return re.sub(r":$", ".", found)
