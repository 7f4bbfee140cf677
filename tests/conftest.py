"""Settings for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import settings

# The same examples on every machine, and none that fails only because the machine is busy.
settings.register_profile("course", deadline=None, derandomize=True, database=None)
settings.load_profile("course")


@pytest.fixture(autouse=True)
def no_guess_from_another_test() -> Iterator[None]:
    """A locked guess stays as long as Python runs; here each test asks anew."""
    from tcp.widgets.predict import Predict  # imported late: most tests need no widgets

    Predict._locked.clear()
    yield
    Predict._locked.clear()
