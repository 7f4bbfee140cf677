# Short names for what course.py does; on a system without make call that directly.
PYTHON ?= python3

.PHONY: lab table test notebooks browser-test bench clean

lab:
	$(PYTHON) course.py lab

table:
	$(PYTHON) course.py table

test:
	$(PYTHON) course.py test

notebooks:
	$(PYTHON) course.py notebooks

browser-test:
	$(PYTHON) course.py browser-test

bench:
	$(PYTHON) course.py bench

# Everything that can be made again; your copies in workbook/ stay.
clean:
	rm -rf .venv .axe-core build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
