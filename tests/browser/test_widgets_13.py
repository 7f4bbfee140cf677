"""The bug board in a real browser: guesses by mouse and by key, and what it shows."""

from playwright.sync_api import Page, expect

from tcp.widgets.panel import aloud
from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_the_board_by_mouse_and_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "13_bug_hunt.ipynb")
    run_all(page)
    board = panel.get_by_role("group", name="Bug board")
    voice = board.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()
    expect(board).to_contain_text("Will the test see the fault?")
    expect(board.get_by_role("img")).to_have_count(0)

    sees = board.get_by_role("button", name="It sees the fault (S)")
    sees.focus()
    page.keyboard.press("Enter")
    expect(voice).to_contain_text("You guessed otherwise. Every hand: it passes")
    expect(board.get_by_role("button", name="It passes (P)")).to_be_disabled()
    page.keyboard.press("t")  # the keys go on although the button that had the focus is off now
    expect(board.get_by_label("Test", exact=True)).to_have_value("house edge")
    page.keyboard.press("t")
    expect(board.get_by_label("Test", exact=True)).to_have_value("pairwise order")
    page.keyboard.press("s")
    expect(voice).to_contain_text(aloud("2♣ 2♦ 2♥ beats A♣ A♦ A♥"))
    expect(board.get_by_role("img")).to_have_count(6)
    expect(board).to_contain_text("Right guesses: 1 of 2.")

    # Another version: nothing of the last one is left, and its tests can be guessed anew.
    board.get_by_label("Wrong version").select_option(
        label="deal: the shuffle stops a step too soon"
    )
    expect(board.get_by_role("img")).to_have_count(0)
    board.get_by_role("button", name="Next test (T)").click()
    page.keyboard.press("a")
    expect(voice).to_contain_text("Those that see it: deals")
    expect(board).to_contain_text("can't be counted")
    page.keyboard.press("n")
    expect(board).to_contain_text("Deals the dealer's hand from a deck of its own")
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
