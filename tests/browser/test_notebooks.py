"""Every notebook runs in JupyterLab in a real browser, and everybody can use its widgets.

The tests of one notebook share one page, on which it is opened and run once.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.axe import axe, names, not_reached_by_keyboard
from tests.browser.conftest import fresh_page
from tests.browser.driver import SECONDS, Lab, Watch, open_notebook, outputs, run_all, use_theme
from tests.browser.sight import at_rest, cut_off, enlarged, focus_unseen, moving, unlabelled
from tests.refresh_notebooks import all_notebooks

LESSONS = [path.name for path in all_notebooks() if path.parent.name == "notebooks"]
# Whose only entry takes any name; test_table.py has what it refuses.
TAKES_ANYTHING = {"Three Card Poker table"}
HIDE_FILES = "() => window.jupyterapp.shell.collapseLeft()"
OURS = ".tcp-panel, .tcp"  # what the course shows; JupyterLab has findings of its own


@dataclass(frozen=True)
class Opened:
    """A notebook that has been run, in a page of its own."""

    page: Page
    notebook: Locator
    watch: Watch

    def panels(self) -> list[Locator]:
        """The widgets of the course."""
        found: list[Locator] = self.notebook.locator(".tcp-panel").all()
        return found


@pytest.fixture(scope="module", params=LESSONS)
def opened(request: pytest.FixtureRequest, lab: Lab, browser: Browser) -> Iterator[Opened]:
    """A notebook that has been run; the tests of one notebook come one after another."""
    watch = Watch()
    with fresh_page(browser, watch) as page:
        notebook = open_notebook(page, lab, request.param)
        run_all(page)
        yield Opened(page, notebook, watch)


def test_notebook_runs(opened: Opened) -> None:
    shown = outputs(opened.page)
    assert shown, "no cell showed anything"
    failed = [
        output
        for output in shown
        if output["output_type"] == "error" and "raises-exception" not in output["tags"]
    ]
    assert failed == []
    assert [output["text"] for output in shown if output.get("name") == "stderr"] == []

    # Every widget that a cell shows is there.
    views = [o for o in shown if "application/vnd.jupyter.widget-view+json" in o.get("data", {})]
    widgets = opened.notebook.locator(".jp-OutputArea-output .jupyter-widgets")
    for index in range(len(views)):
        expect(widgets.nth(index)).to_be_attached()
    for trouble in ("Error displaying widget", "Model not found", "Loading widget..."):
        expect(opened.notebook.get_by_text(trouble)).to_have_count(0)
    # The script of each panel has named it, so its keys work and its voice is heard.
    expect(opened.notebook.locator(".tcp-panel:not([role=group][aria-label])")).to_have_count(0)

    assert opened.watch.errors == []
    assert opened.watch.outside == []


@pytest.mark.parametrize("theme", ["Light", "Dark"])
def test_axe_finds_nothing(opened: Opened, theme: Literal["Light", "Dark"]) -> None:
    use_theme(opened.page, theme)
    for panel in opened.panels():  # with cards on the table
        deal = panel.get_by_role("button", name="Deal").first
        if deal.is_visible() and deal.is_enabled():
            deal.click()
            expect(panel.locator(".tcp-card").first).to_be_visible()
    assert axe(opened.notebook.locator(OURS)) == []


def test_every_control_has_a_name_and_tab_reaches_it(opened: Opened) -> None:
    for panel in opened.panels():
        found = names(panel)
        assert [html for name, html in found if not name.strip()] == []
        assert unlabelled(panel) == []
        assert not_reached_by_keyboard(panel) == [], panel.get_attribute("aria-label")
    assert opened.watch.errors == []


def test_the_focus_is_seen_in_both_themes(opened: Opened) -> None:
    for theme in ("Dark", "Light"):
        use_theme(opened.page, theme)
        for panel in opened.panels():
            assert focus_unseen(panel) == [], (theme, panel.get_attribute("aria-label"))


def test_nothing_is_cut_off_at_200_percent(opened: Opened) -> None:
    with enlarged(opened.page):
        opened.page.evaluate(HIDE_FILES)
        for panel in opened.panels():
            assert cut_off(panel) == [], panel.get_attribute("aria-label")


def test_nothing_moves_for_who_asks_for_rest(opened: Opened) -> None:
    with at_rest(opened.page):
        assert moving(opened.notebook.locator(OURS)) == []


def test_nonsense_is_answered_with_a_sentence(opened: Opened) -> None:
    """In every widget with something to type; the sentence is read aloud, too."""
    for panel in opened.panels():
        entries = panel.locator("input[type=text]:enabled:visible, textarea:enabled:visible").all()
        if not entries or panel.get_attribute("aria-label") in TAKES_ANYTHING:
            continue
        error = panel.locator(".tcp-error")
        for entry in entries:
            entry.fill("§ 5")
            entry.press("Tab")  # what is typed counts on leaving the field
            locks = panel.locator(".tcp-lock")
            if locks.count():
                locks.click()
            with contextlib.suppress(AssertionError):  # a name, say, may be anything
                expect(error).to_be_visible(timeout=2 * SECONDS)
                break
        expect(error).to_have_count(1)
        sentence = error.inner_text()
        assert " " in sentence
        expect(panel.get_by_role("status")).to_have_text(sentence)
    assert axe(opened.notebook.locator(OURS)) == []
    assert opened.watch.errors == []
