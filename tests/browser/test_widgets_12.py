"""The explorer of known cards in a real browser: mouse, keys, and its fields."""

from playwright.sync_api import Page, expect

from tcp.widgets.panel import aloud
from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_the_explorer_by_mouse_and_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "12_what_a_card_tells.ipynb")
    run_all(page)
    explorer = panel.get_by_role("group", name="What a known card tells")
    voice = explorer.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()
    expect(explorer.get_by_role("img")).to_have_count(6)

    explorer.get_by_role("button", name="Higher card seen (H)").click()
    seen = explorer.get_by_label("Dealer's cards seen")
    expect(seen).to_have_value("8♠")
    page.keyboard.press("l")
    page.keyboard.press("l")
    expect(seen).to_have_value("6♠")
    expect(voice).to_contain_text(aloud("J♥ 8♦ 5♣ is a Play"))
    page.keyboard.press("b")
    expect(explorer.get_by_role("img")).to_have_count(9)
    page.keyboard.press("n")
    expect(voice).to_contain_text(aloud("J♥ 8♦ 5♣ is a fold"))
    expect(explorer.get_by_role("img")).to_have_count(6)

    # Letters that are keys elsewhere are letters in a field.
    seen.fill("")
    seen.press_sequentially("kh")
    seen.press("Enter")
    expect(explorer).to_contain_text("Play from king high (K-9-2) up.")
    hand = explorer.get_by_label("Your hand")
    hand.fill("Kh 8d 7c")
    hand.press("Enter")
    expect(voice).to_contain_text("K♥ is known twice")
    hand.fill("Ks 8d 7c")
    hand.press("Enter")
    expect(voice).to_contain_text("The decision changes, and that is worth 0.0638 Antes")
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
