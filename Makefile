# Short names for what course.py does; on a system without make call that directly.
PYTHON ?= python3

.PHONY: lab table pages test notebooks browser-test bench mutants fuzz site serve-site book slides sheet matrix coverage clean

lab:
	$(PYTHON) course.py lab

table:
	$(PYTHON) course.py table

pages:
	$(PYTHON) course.py pages

test:
	$(PYTHON) course.py test

notebooks:
	$(PYTHON) course.py notebooks

browser-test:
	$(PYTHON) course.py browser-test

bench:
	$(PYTHON) course.py bench

# SUITES="cards rules" tries these modules only; "exact club" a sample of those folders.
mutants:
	$(PYTHON) course.py mutants $(SUITES)

# SECONDS=300 gives each reader so many; READERS="rules rounds" tries these only.
fuzz:
	$(PYTHON) course.py fuzz $(or $(SECONDS),60) $(READERS)

# PYODIDE=folder uses a copy of Pyodide; SMALL=1 builds for a room without a network.
site:
	$(PYTHON) course.py site $(if $(PYODIDE),--pyodide "$(PYODIDE)") $(if $(SMALL),--small)

# IP=0.0.0.0 lets the room in; PORT=8080 takes another port than 8000.
serve-site:
	$(PYTHON) course.py serve-site $(if $(IP),--ip $(IP)) $(if $(PORT),--port $(PORT))

book:
	$(PYTHON) course.py book

slides:
	$(PYTHON) course.py slides

# NOTEBOOKS="04 06" asks about these only.
sheet:
	$(PYTHON) course.py sheet $(NOTEBOOKS)

# Every Python that is here, with the oldest and the newest packages; about ten minutes each.
matrix:
	$(PYTHON) -m nox --non-interactive $(if $(ONLY),--session "$(ONLY)")

# Which lines and branches of tcp/ no test reaches; it needs Python 3.14.
coverage:
	$(PYTHON) -m nox --non-interactive --session coverage

# Everything that can be made again; your copies in workbook/ stay.
clean:
	rm -rf .venv .nox .axe-core .pyodide build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
