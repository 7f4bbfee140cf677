"""Menus of which nothing is chosen, as a front end may say: they keep what was."""

from __future__ import annotations

from typing import Any

import ipywidgets
import pytest

from tests.test_widget_construction import every_widget


def menus(widget: Any) -> list[Any]:
    """The menus inside of a widget."""
    found = [widget] if isinstance(widget, ipywidgets.Dropdown) else []
    for child in getattr(widget, "children", ()):
        found += menus(child)
    return found


@pytest.mark.parametrize("name", [name for name in every_widget() if name != "Predict"])
def test_a_menu_without_a_choice_keeps_what_was(name: str) -> None:
    panel = every_widget()[name]()
    for menu in menus(panel.root):
        chosen, index, words = menu.value, menu.index, panel.text()
        for trait in ("index", "value", "label"):
            setattr(menu, trait, None)
            assert (menu.value, menu.index) == (chosen, index)
            assert (panel.text(), panel.error) == (words, "")


def test_widgets_with_menus_are_found() -> None:
    found = [name for name, kind in every_widget().items() if name != "Predict"]
    assert sum(bool(menus(every_widget()[name]().root)) for name in found) >= 8
