"""Two hands of five compared in a real browser: mouse, keys, and the rule of the house."""

from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_a_contest_by_mouse_and_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "14_monday_club.ipynb")
    run_all(page)
    contest = panel.get_by_role("group", name="Compare two hands of five, card by card")
    voice = contest.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()

    expect(contest.get_by_role("img")).to_have_count(12)
    contest.get_by_role("button", name="They tie (T)").click()
    expect(voice).to_contain_text("Right. A tie: full house (9-9-9-K-K)")
    contest.get_by_label("Between full houses").select_option(index=1)
    expect(voice).to_contain_text("Which hand wins?")
    contest.get_by_role("button", name="Deal two hands (D)").focus()
    page.keyboard.press("s")
    expect(voice).to_contain_text("The first hand wins: the pair, king over queen.")
    expect(contest.locator(".tcp-decides")).to_have_count(4)

    # Letters that are keys elsewhere are letters in a field.
    shared = contest.get_by_label("On the table")
    shared.fill("")
    shared.press_sequentially("2d Td")
    shared.press("Enter")
    expect(voice).to_contain_text("Which hand wins?")
    expect(contest.get_by_role("img")).to_have_count(12)
    shared.fill("9s")
    shared.press("Enter")
    expect(voice).to_contain_text("9♠ comes twice on the hands and the table")
    contest.get_by_role("button", name="Deal two hands (D)").click()
    expect(voice).to_contain_text("Which hand wins?")
    page.keyboard.press("s")
    expect(contest.get_by_role("table")).to_be_visible()
    contest.get_by_label("Explained in").select_option("Norsk bokmål")
    expect(panel.get_by_role("button", name="Del ut to hender (D)")).to_be_visible()
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
