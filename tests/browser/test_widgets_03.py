"""The category explorer in a real browser: mouse, keys, and its list."""

from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_the_explorer_by_mouse_and_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "03_why_straight_beats_flush.ipynb")
    run_all(page)
    explorer = panel.get_by_role("group", name="Category explorer")
    voice = explorer.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()

    explorer.get_by_role("button", name="Commoner (C)").click()
    expect(voice).to_contain_text("three of a kind, three cards: 52 of 22,100 hands")
    page.keyboard.press("c")
    expect(voice).to_contain_text("straight, three cards: 720 of 22,100 hands")
    page.keyboard.press("d")
    expect(voice).to_contain_text("straight: ")
    expect(explorer.get_by_role("img")).to_have_count(3)
    page.keyboard.press("5")
    expect(voice).to_contain_text("straight, five cards: 10,200 of 2,598,960 hands")
    expect(explorer.get_by_role("img")).to_have_count(0)
    page.keyboard.press("d")
    expect(explorer.get_by_role("img")).to_have_count(5)

    # The list keeps its keys: Lab neither moves to another cell nor deletes one.
    kinds = explorer.get_by_label("Kind of hand:")
    kinds.focus()
    page.keyboard.press("ArrowUp")
    expect(voice).to_contain_text("flush, five cards: 5,108 of 2,598,960 hands")
    page.keyboard.press("d")
    page.keyboard.press("d")
    expect(kinds).to_be_focused()
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
