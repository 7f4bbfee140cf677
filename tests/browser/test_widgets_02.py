"""Notebook 02: two hands compared by keyboard and by typing, in a real browser."""

from playwright.sync_api import Page, expect

from tcp.widgets.panel import aloud
from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_compare_by_key_and_by_typing(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "02_rankings.ipynb")
    run_all(page)
    contest = panel.get_by_role("group", name="Compare two hands, card by card")
    voice = contest.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()

    contest.get_by_role("button", name="First hand wins (1)").click()
    expect(voice).to_contain_text(aloud("Right. K♠ 9♦ 5♣ beats Q♥ 8♥ 3♠"))
    expect(contest.locator(".tcp-decides")).to_have_count(2)

    # The pressed button is disabled now, and the keys still work: focus stays in the panel.
    page.keyboard.press("d")
    expect(voice).to_contain_text("Which hand wins?")
    page.keyboard.press("t")
    expect(contest.get_by_text("of 2.")).to_be_visible()

    # Letters typed into a field are letters there, not shortcuts.
    first, second = contest.get_by_label("First hand"), contest.get_by_label("Second hand")
    first.fill("")
    first.press_sequentially("ds dd 9c")
    first.press("Enter")
    second.fill("Д♥ Д♣ В♦")
    second.press("Enter")
    expect(voice).to_contain_text("Which hand wins?")
    contest.get_by_label("Explained in").select_option(label="Dansk")
    contest = panel.get_by_role("group", name="Sammenlign to hænder, kort for kort")
    expect(contest).to_have_attribute("lang", "da")
    voice, second = contest.get_by_role("status"), contest.get_by_label("Anden hånd")
    contest.get_by_role("button", name="Vis afgørelsen (S)").click()
    expect(voice).to_contain_text(aloud("D♥ D♣ Kn♦ slår D♠ D♦ 9♣", "da"))

    second.fill("K-10-4")
    second.press("Enter")
    expect(voice).to_contain_text("'K-10-4' er ingen hånd")
    expect(contest.locator(".tcp-error")).to_contain_text("Den anden hånd:")
    expect(contest.get_by_role("button", name="Uafgjort (T)")).to_be_disabled()
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
