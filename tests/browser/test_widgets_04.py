"""Notebook 04: conditioning on a hand by mouse, by keyboard and by typing, in a real browser."""

from playwright.sync_api import Page, expect

from tcp.widgets.panel import aloud
from tests.browser.driver import Lab, Watch, open_notebook, run_all, use_theme


def test_condition_on_a_hand(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "04_dealer_qualifies.ipynb")
    use_theme(page, "Dark")
    run_all(page)
    glance = panel.get_by_role("group", name="What your cards tell about the dealer")
    said = glance.get_by_role("status")
    hand, dead = glance.get_by_label("Your hand"), glance.get_by_label("Dead cards")
    cells = panel.locator(".jp-CodeCell").count()

    # Letters typed into a field are cards there, not commands.
    hand.fill("")
    hand.press_sequentially("ad Kd qd")
    hand.press("Enter")
    expect(said).to_contain_text(
        aloud("Given A♦ K♦ Q♦, the dealer qualifies in 11,704 of 18,424 hands")
    )
    expect(glance.get_by_role("img", name="ace of diamonds")).to_be_visible()
    expect(glance.get_by_role("row", name="K♦ alone")).to_contain_text("-1.86")

    glance.get_by_role("button", name="Add a dead card (A)").click()
    expect(said).to_contain_text("and 1 dead card")
    page.keyboard.press("a")
    expect(said).to_contain_text("and 2 dead cards")
    page.keyboard.press("n")
    expect(dead).to_have_value("")
    page.keyboard.press("d")
    expect(hand).not_to_have_value("A♦ K♦ Q♦")

    dead.fill("8-8-dame")
    dead.press("Enter")
    expect(glance.locator(".tcp-error")).to_contain_text("Dead cards: '8-8-dame' is not a card")
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
