"""The six-card explorer in a real browser: mouse, keys, and its fields."""

from playwright.sync_api import Page, expect

from tcp.widgets.panel import aloud
from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_the_explorer_by_mouse_and_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "09_six_card_bonus.ipynb")
    run_all(page)
    explorer = panel.get_by_role("group", name="Six-card explorer")
    voice = explorer.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()

    explorer.get_by_role("button", name="Higher kind (H)").click()
    expect(voice).to_contain_text("Full house: paid 20 to 1.")
    expect(explorer.get_by_role("img")).to_have_count(6)
    expect(explorer.locator(".tcp-decides")).to_have_count(5)
    page.keyboard.press("h")
    expect(voice).to_contain_text("Four of a kind: paid 100 to 1.")
    page.keyboard.press("l")
    page.keyboard.press("l")
    expect(voice).to_contain_text("Flush: paid 15 to 1.")
    page.keyboard.press("d")
    expect(explorer.get_by_label("Kind to deal")).to_have_value("flush")

    # Letters that are keys elsewhere are letters in a field.
    dealer = explorer.get_by_label("Dealer")
    explorer.get_by_label("You", exact=True).fill("As Ks Qs")
    dealer.fill("Js Ts ")
    dealer.press("End")
    dealer.press_sequentially("dh")
    dealer.press("Enter")
    expect(voice).to_contain_text(aloud("Royal flush: paid 1,000 to 1. A♠ K♠ Q♠ J♠ 10♠ count, Q♥"))
    dealer.fill("Js Ts As")
    dealer.press("Enter")
    expect(voice).to_contain_text("A♠ is in both hands")
    expect(explorer.get_by_role("img")).to_have_count(0)

    pays = explorer.get_by_label("Pays, to 1")
    pays.fill("8-10-20-20-100-200-1000")
    pays.press("Enter")
    expect(voice).to_contain_text("This table returns 100.09 % of what is staked")
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
