"""IPython runs this among a page's own names before the first cell, so it adds none."""

from IPython import get_ipython

__import__("course_site").start(get_ipython())
