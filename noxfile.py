"""The whole suite on every Python and every age of the packages, and how much of tcp/ it runs.

`make matrix` is the first, `make coverage` the second.
"""

from pathlib import Path

import nox

import course

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# What pyproject.toml's lower bounds promise, and what a new install brings today. A newer
# Python takes the oldest that were built for it.
AGES = {
    "oldest": ["--resolution=lowest-direct", "--only-binary=:all:"],
    "newest": ["--upgrade"],
}

nox.options.sessions = ["suite"]
nox.options.default_venv_backend = "uv"
nox.options.error_on_external_run = True


@nox.session(python=PYTHONS, venv_params=["--seed"])  # with pip, which a test asks
@nox.parametrize("age", list(AGES))
def suite(session: nox.Session, age: str) -> None:
    """Run what `course.py test` runs; what judges the source alone, only with the newest tools."""
    session.install("--editable", f".[{','.join(course.TEST)}]", *AGES[age])
    environment = course.Environment(path=Path(session.virtualenv.location))
    with course.test_variables(environment) as variables:
        for name, command in course.test_parts(environment).items():
            if name == "mypy":  # NumPy writes its types for the Pythons that it runs on
                command += ["--python-version", str(session.python)]
            if age == "newest" or name in course.RUNS_THE_COURSE:
                session.log(name)
                session.run(*command, *session.posargs, env=variables)


# From 3.14 on Python itself counts branches. Before, only a tracer can, which the checks put aside
# while they count the steps of an answer.
@nox.session(python="3.14", venv_params=["--seed"])
def coverage(session: nox.Session) -> None:
    """Run the unit tests and say which lines and branches of tcp/ they never reach."""
    session.install("--editable", f".[{','.join(course.TEST)}]", "pytest-cov>=7")
    environment = course.Environment(path=Path(session.virtualenv.location))
    unit_tests = course.test_parts(environment)["unit tests"]
    with course.test_variables(environment) as variables:
        variables["COVERAGE_FILE"] = str(Path(session.create_tmp(), "coverage"))
        session.run(*unit_tests, "--cov", *session.posargs, env=variables)
