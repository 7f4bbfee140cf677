"""Tests in a real browser; `python3 course.py browser-test` runs them."""
