"""The tests of the course; `python3 course.py test` runs them."""
