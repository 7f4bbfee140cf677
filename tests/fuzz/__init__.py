"""Every reader of text in the package, for tests/test_fuzz.py and for `python -m tests.fuzz`."""
