"""What the README shows of the package is what it does."""

import doctest

from tests.test_setup import ROOT


def test_the_example_says_what_it_gives() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 4
    assert result.failed == 0
