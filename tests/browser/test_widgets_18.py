"""The fact check in a real browser: its menus, its keys, and verdicts that hide."""

from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_the_fact_check_by_menus_and_keys(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "18_fact_check.ipynb")
    run_all(page)
    facts = panel.get_by_role("group", name="Fact check")
    facts.scroll_into_view_if_needed()
    voice = facts.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()
    expect(facts.get_by_role("row")).to_have_count(1 + 17)

    facts.get_by_label("Page").select_option(label="live: Danish rules of a live table")
    expect(voice).to_have_text("3 of 365 claims: 3 wrong.")
    facts.get_by_label("Verdict").select_option(label="all")
    facts.get_by_label("Sort").select_option(label="return")
    expect(voice).to_have_text("3 of 365 claims: 3 right.")
    expect(facts.get_by_role("cell", name="96,63%")).to_be_visible()

    facts.get_by_role("button", name="Hide verdicts (H)").click()
    expect(voice).to_contain_text("judge them first")
    expect(facts.get_by_role("cell", name="rounded")).to_have_count(0)
    expect(facts.get_by_label("Verdict")).to_be_disabled()
    page.keyboard.press("h")
    expect(facts.get_by_role("cell", name="rounded").first).to_be_visible()

    page.keyboard.press("r")
    expect(voice).to_contain_text("365 of 365 claims: 348 right")
    expect(facts.get_by_role("region", name="The claims that are shown")).to_be_visible()
    expect(facts.get_by_role("row")).to_have_count(1 + 365)
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
