"""The draw explorer in a real browser: mouse, keys, its fields and its scores."""

from playwright.sync_api import Page, expect

from tcp.widgets.panel import aloud
from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_the_explorer_by_mouse_and_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "15_the_draw.ipynb")
    run_all(page)
    explorer = panel.get_by_role("group", name="Draw explorer")
    voice = explorer.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()

    expect(explorer.get_by_role("row")).to_have_count(33 + 6)
    explorer.get_by_role("button", name="Next discard (N)").click()
    expect(voice).to_contain_text(aloud("throw A♥ J♠ 3♣: place 2 of 32"))
    page.keyboard.press("p")
    expect(voice).to_contain_text(aloud("throw J♠ 3♣: place 1 of 32"))
    page.keyboard.press("p")
    expect(voice).to_contain_text("This is the best discard; there is none before it.")

    explorer.get_by_label("At least", exact=True).select_option("a pair of jacks")
    expect(voice).to_contain_text(aloud("throw 8♣ 8♦ 3♣: place 1 of 32"))
    explorer.get_by_label("Rank by").select_option("average points")
    expect(voice).to_contain_text("average points: 1.46.")
    points = explorer.get_by_label("Points", exact=True)
    points.fill("1-2")
    points.press("Enter")
    expect(voice).to_contain_text("write nine whole numbers")

    # Letters that are keys elsewhere are letters in a field.
    points.fill("0-0-0-0-0-1-0-0-0")
    points.press("Enter")
    hand = explorer.get_by_label("Your hand")
    hand.fill("")
    hand.press_sequentially("9d 9h 9c 5s 5d")
    hand.press("Enter")
    expect(voice).to_contain_text("throw nothing: place 1 of 32; average points: 1.00.")
    seen = explorer.get_by_label("Seen elsewhere")
    seen.fill("9d")
    seen.press("Enter")
    expect(voice).to_contain_text("9♦ is in your hand and seen elsewhere")
    explorer.get_by_role("button", name="Deal (D)").click()
    expect(voice).to_contain_text("place 1 of 32")
    expect(explorer.get_by_role("region", name="All 32 discards, the best first")).to_be_visible()
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
