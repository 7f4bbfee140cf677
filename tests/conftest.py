"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples on every machine, and none that fails only because the machine is busy.
settings.register_profile("course", deadline=None, derandomize=True, database=None)
settings.load_profile("course")
