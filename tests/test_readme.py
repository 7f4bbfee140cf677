"""What the README shows of the package is what it does."""

import doctest
import re
from importlib import import_module

from tests.test_setup import ROOT

README = (ROOT / "README.md").read_text("utf-8")


def test_the_example_says_what_it_gives() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted >= 4
    assert result.failed == 0


def test_its_pictures_are_few_and_small_and_told_in_words() -> None:
    pictures = re.findall(r"!\[([^\]]*)\]\(([^)]*\.png)\)", README)
    assert 2 <= len(pictures) <= 3
    for words, path in pictures:
        assert len(words.split()) > 15, f"{path} is not told"
        assert (ROOT / path).stat().st_size < 50_000
    assert sorted(path for _, path in pictures) == sorted(
        path.relative_to(ROOT).as_posix() for path in (ROOT / "docs/images").iterdir()
    )


def test_each_name_is_where_the_table_of_tasks_says() -> None:
    rows = README.partition("| to do this | take |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(rows) >= 10
    for row in rows:
        modules = re.findall(r"`(tcp[\w.]*)`(?:: ((?:`\w+`(?:, )?)+))?", row)
        assert modules, row
        for module, names in modules:
            for name in re.findall(r"\w+", names):
                assert hasattr(import_module(module), name), row
            import_module(module)
