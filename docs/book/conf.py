"""What Sphinx is told; docs/book/build.py lays out what it reads."""

from pathlib import Path
from typing import Any

from sphinx.ext.napoleon import Config
from sphinx.ext.napoleon.docstring import GoogleDocstring

project = "The Three Card Poker course"
copyright = "the contributors; text CC BY 4.0, code MIT"
language = "en"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["static"]

# The stored outputs are shown; nothing is run, and no script for live widgets is fetched.
nb_execution_mode = "off"
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_merge_streams = True
nb_number_source_lines = False
nb_render_text_lexer = "none"

# Links to a heading are written as JupyterLab wants them: spaces become hyphens, capitals stay.
myst_heading_anchors = 3
myst_heading_slug_func = "docs.published.slug"
myst_enable_extensions = ["deflist"]

suppress_warnings = ["ref.python"]  # a type named by a word that many attributes have
autodoc_typehints = "signature"
autodoc_class_signature = "mixed"
autodoc_preserve_defaults = True
default_role = "literal"  # what docstrings have in single backticks is code
add_module_names = False
python_use_unqualified_type_names = True
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = project
html_static_path = ["static"]
html_css_files = ["course.css", "book.css"]
html_js_files = ["book.js"]
html_favicon = "static/card.svg"
html_copy_source = False
html_show_sourcelink = False
html_theme_options = {"navigation_with_keys": True}


config: Any = Config(napoleon_use_ivar=True)


def sections(app: Any, what: Any, name: str, obj: object, options: Any, lines: list[str]) -> None:
    """Read "Args:" and "Raises:" in docstrings; an attribute's colon is only a colon."""
    if what not in {"attribute", "data", "property"}:
        lines[:] = GoogleDocstring(lines, config, app, what, name, obj, options).lines()
    elif lines and lines[0].startswith("Alias for field number"):
        lines.clear()  # what Python says of each part of a tuple


def say_levels(app: Any, failure: Exception | None) -> None:
    """Say of what level the headings are that Sphinx sets over a list of pages."""
    bare = '<p class="caption" role="heading">'
    for path in Path(app.outdir).rglob("*.html") if failure is None else ():
        text = path.read_text("utf-8")
        path.write_text(text.replace(bare, f'{bare[:-1]} aria-level="2">'), "utf-8")


def without_source(app: Any) -> list[Any]:
    """Forget modules that have no source to show, such as Python's own; their pages aren't made."""
    modules = app.env._viewcode_modules
    for name in [name for name, entry in modules.items() if not entry]:
        del modules[name]
    return []


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", sections)
    app.connect("html-collect-pages", without_source, priority=100)  # before they are listed
    app.connect("build-finished", say_levels)
