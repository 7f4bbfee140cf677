"""The settlement explorer in a real browser: by mouse, by keyboard, and with bad input."""

from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, run_all, use_theme


def test_the_explorer_settles_by_mouse_and_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    notebook = open_notebook(page, lab, "05_payouts.ipynb")
    use_theme(page, "Dark")
    run_all(page)
    explorer = notebook.get_by_role("group", name="Settle any round")
    said = explorer.get_by_role("status")
    you, dealer = explorer.get_by_label("You"), explorer.get_by_label("Dealer")
    number_of_cells = notebook.locator(".jp-CodeCell").count()

    explorer.get_by_role("button", name="Fold (F)").click()
    expect(said).to_contain_text("You fold.")
    page.keyboard.press("p")
    expect(said).to_contain_text("You play.")
    before = you.input_value()
    page.keyboard.press("r")
    expect(you).not_to_have_value(before)

    # Letters typed into a field are cards, not commands.
    you.fill("")
    you.press_sequentially("4h 4c 9s")
    you.press("Enter")
    dealer.fill("J♥ 8♣ 3♠")
    dealer.press("Enter")
    expect(said).to_contain_text("not qualified")
    expect(explorer.get_by_role("img", name="jack of hearts")).to_be_visible()
    expect(explorer.get_by_role("row", name="Pair Plus")).to_contain_text("pair of fours")

    # On a phone nothing of it runs off the page, and the ledger is still a table.
    page.evaluate("() => window.jupyterapp.shell.collapseLeft()")
    page.set_viewport_size({"width": 430, "height": 900})
    page.wait_for_timeout(500)
    expect(explorer.get_by_role("row", name="Pair Plus")).to_contain_text("pair of fours")
    fits = "panel => panel.clientWidth < 400 && panel.scrollWidth <= panel.clientWidth"
    assert explorer.evaluate(fits), explorer.evaluate("e => [e.clientWidth, e.scrollWidth]")

    explorer.get_by_label("Ante").fill("0.5")
    explorer.get_by_label("Ante").press("Enter")
    expect(explorer.locator(".tcp-error")).to_contain_text("a stake is a whole number of chips")
    expect(explorer.get_by_role("table")).to_have_count(0)

    assert notebook.locator(".jp-CodeCell").count() == number_of_cells
    assert watch.errors == []
