"""The running tally in a real browser: mouse, keys, menus, and a card typed in another language."""

from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_the_tally_by_mouse_and_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "01_cards.ipynb")
    run_all(page)
    tally = panel.get_by_role("group", name="Running tally of shuffles").first
    voice = tally.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()

    tally.get_by_role("button", name="Deal 100 (H)").click()
    expect(voice).to_contain_text("100 hands dealt. Chi-square is ")
    page.keyboard.press("d")
    expect(voice).to_contain_text("101 hands dealt.")
    expect(tally.get_by_role("img")).to_have_count(3)
    expect(tally.get_by_role("row")).to_have_count(1 + 13)
    page.keyboard.press("m")
    expect(voice).to_contain_text("1,101 hands dealt.")
    page.keyboard.press("r")
    expect(voice).to_contain_text("Nothing dealt yet.")

    tally.get_by_label("Shuffle").select_option("coin sort")
    tally.get_by_label("Count").select_option("where one card lands")
    # Letters typed into the field deal no cards, and Lab deletes no cell.
    card = tally.get_by_label("Card to follow")
    card.fill("")
    card.press_sequentially("mm")
    card.press("Enter")
    expect(voice).to_contain_text("'mm' is not a card")
    card.fill("E♠")
    card.press("Enter")
    expect(voice).to_contain_text("Nothing dealt yet.")
    tally.get_by_role("button", name="Deal 1,000 (M)").click()
    expect(tally.get_by_text("place of A♠, 0 = top")).to_be_visible()
    expect(voice).to_contain_text("1,000 hands dealt.")

    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
