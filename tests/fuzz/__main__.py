"""Coverage-guided fuzzing: `python -m tests.fuzz SECONDS [target ...]`, or `make fuzz`.

Each target runs for so many seconds in a process of its own. What it learns stays in build/fuzz,
and a text that breaks a reader lies there, too. CONTRIBUTING.md says what it has run and found.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path("build", "fuzz")
NONE_HERE = (
    "Atheris, which guides the fuzzing, can't be installed here: its authors build it for Linux "
    "on x86-64 and Python 3.11 to 3.13. tests/test_fuzz.py tries the same readers without it."
)
# What breaks readers of text, and is rarely found by changing bytes.
TOKENS = (
    "Т", "К", "\u202e", "\ufeff", "\0", "\r\n", "\u2028", "①", "٣", "½", "nan", "inf", "-0",
    "1e999", "0x", "9" * 60, "[[", "]]", "{", "}", '"""', "'''", "\\u0000", "\\ud800", "null",
)  # fmt: skip
LIMITS = ("-timeout=20", "-rss_limit_mb=1500", "-print_final_stats=1", "-verbosity=1")


def fuzz(name: str, options: Sequence[str]) -> None:
    """Fuzz one target in this process, until libFuzzer ends it."""
    import atheris  # only here: the command must speak where there is none

    with atheris.instrument_imports(include=["tcp", "tomllib"]):
        from tests.fuzz.targets import TARGETS, try_text

    seeds = TARGETS[name].seeds()
    folder = FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(seeds):
        (folder / f"seed-{number}").write_bytes(seed.encode("utf-8"))
    words = {word for seed in seeds for word in re.findall(r"\w{2,30}", seed)}
    tokens = [json.dumps(word)[1:-1] for word in sorted(words)[:300]]
    escaped = ["".join(f"\\x{byte:02x}" for byte in _bytes(token)) for token in (*TOKENS, *tokens)]
    dictionary = FOLDER / f"{name}.dict"
    dictionary.write_text("".join(f'"{token}"\n' for token in escaped), "ascii")
    longest = max(2_000, *(2 * len(seed.encode()) for seed in seeds))

    def one(data: bytes) -> None:
        try_text(name, data.decode("utf-8", "surrogateescape"))

    found = [f"-artifact_prefix={FOLDER}/{name}-", f"-dict={dictionary}", f"-max_len={longest}"]
    atheris.Setup([sys.argv[0], *LIMITS, *found, *options, str(folder)], one)
    atheris.Fuzz()


def _bytes(token: str) -> bytes:
    return token.encode("utf-8", "surrogateescape")


def run(name: str, seconds: int) -> bool:
    """Fuzz one target for so long in a process of its own; whether nothing was found."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "tests.fuzz", "--one", name, f"-max_total_time={seconds}"]
    done = subprocess.run(command, capture_output=True, check=False)
    said = done.stderr.decode("utf-8", "replace") + done.stdout.decode("utf-8", "replace")
    tries = re.findall(r"number_of_executed_units: ([0-9]+)", said)
    lasted = time.monotonic() - begun
    print(f"{name}: {int(tries[-1]) if tries else 0:,} tries in {lasted:,.0f} seconds", flush=True)
    if done.returncode:
        print("\n".join(said.splitlines()[-40:]), flush=True)
    return done.returncode == 0


def main(words: Sequence[str]) -> int:
    """Run the command: 0 where nothing was found, 1 for a finding, 2 where it can't run."""
    if words[:1] == ["--one"]:
        fuzz(words[1], words[2:])
        return 0
    if find_spec("atheris") is None:
        print(NONE_HERE)
        return 2
    from tests.fuzz.targets import TARGETS

    names = words[1:] or list(TARGETS)
    if not words or not re.fullmatch("[0-9]{1,6}", words[0]) or not set(names) <= set(TARGETS):
        print(f"python -m tests.fuzz SECONDS [target ...]; targets are {', '.join(TARGETS)}")
        return 2
    found = [name for name in names if not run(name, int(words[0]))]
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
