"""The lab of a night in a real browser: its fields, buttons, keys and pictures."""

from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_a_night_by_mouse_and_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    notebook = open_notebook(page, lab, "11_sessions_and_ruin.ipynb")
    run_all(page)
    night = notebook.get_by_role("group", name="What a night brings")
    said = night.get_by_role("status")
    cells = notebook.locator(".jp-CodeCell").count()

    expect(night.get_by_role("img")).to_have_count(2)
    night.get_by_role("button", name="Half as long (L)").click()
    expect(said).to_contain_text("120 rounds: ahead with chance")
    page.keyboard.press("m")
    expect(said).to_contain_text("240 rounds: ahead with chance 36.61 %")
    page.keyboard.press("n")
    expect(said).to_contain_text("Five nights by chance:")
    expect(night.locator("polyline[class^=tcp-line]")).to_have_count(5)

    # Letters that are keys elsewhere are letters in a field.
    bankroll = night.get_by_label("Bankroll, in chips")
    bankroll.fill("")
    bankroll.press_sequentially("lmn")
    bankroll.press("Enter")
    expect(night.locator(".tcp-error")).to_contain_text("lmn does not belong here")
    bankroll.fill("20")
    bankroll.press("Enter")
    expect(night.locator(".tcp-error")).to_have_count(0)
    expect(said).to_contain_text("With chance 55.90 % a bankroll of 20 chips")
    night.get_by_label("as much on Pair Plus").check()
    expect(said).to_contain_text("fewer than 3 are left")
    night.get_by_label("Rules").select_option("live")
    expect(night.get_by_role("table").last).to_contain_text("ruined so far")
    assert notebook.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
