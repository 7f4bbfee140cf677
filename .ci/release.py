"""Whether a tag such as v0.2.0 may be published: `python .ci/release.py v0.2.0`.

A release has one number. It stands in pyproject.toml, in CITATION.cff, at the top of CHANGELOG.md
with the day of the release, and in the tag.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
UNRELEASED = "Unreleased"


def value(text: str, key: str) -> str:
    """What CITATION.cff says after a key at the beginning of a line; empty without the key."""
    found = re.search(rf"(?m)^{key}: *(\S+)", text)
    return found[1].strip("\"'") if found else ""


def headings(changelog: str) -> list[str]:
    """The releases of CHANGELOG.md, newest first."""
    return re.findall(r"(?m)^## (.+?) *$", changelog)


def version(root: Path = ROOT) -> str:
    """The number in pyproject.toml."""
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project["version"])


def faults(tag: str, root: Path = ROOT) -> list[str]:
    """What doesn't fit the tag: a sentence each."""
    number, found = version(root), []
    citation = (root / "CITATION.cff").read_text("utf-8")
    top = (headings((root / "CHANGELOG.md").read_text("utf-8")) or [""])[0]
    if tag != f"v{number}":
        found.append(f"the tag is {tag}, and pyproject.toml says {number}")
    if value(citation, "version") != number:
        found.append(f"CITATION.cff says {value(citation, 'version')}, pyproject.toml {number}")
    day = value(citation, "date-released")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", day):
        found.append("CITATION.cff has no line date-released: with the day, as in 2027-03-14")
    if top != f"{number} ({day})":
        found.append(f"CHANGELOG.md begins with {top!r}, not with '{number} ({day})'")
    return found


def main() -> int:
    """Say what is wrong."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    found = faults(sys.argv[1])
    print("\n".join(found) or f"{sys.argv[1]} may be published.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
