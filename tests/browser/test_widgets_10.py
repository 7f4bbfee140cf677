"""The simulation lab in a real browser: it runs, hears Stop meanwhile, and runs to the end."""

from playwright.sync_api import Page, expect

from tests.browser.driver import Lab, Watch, open_notebook, run_all


def test_a_run_is_stopped_by_mouse_and_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "10_simulation.ipynb")
    run_all(page)
    simulation = panel.get_by_role("group", name="Simulation lab")
    voice = simulation.get_by_role("status")
    progress = simulation.get_by_role("progressbar", name="Progress of the run")
    cells = panel.locator(".jp-CodeCell").count()

    simulation.get_by_label("Rounds").select_option("100,000,000")
    expect(voice).to_contain_text("Not run yet. Ante: the exact house edge is 3.373 %.")
    simulation.get_by_role("button", name="Run (R)").click()
    expect(progress).to_be_visible()
    expect(simulation.get_by_label("Rounds")).to_be_disabled()
    expect(simulation.get_by_role("row", name="65,536")).to_be_visible()
    simulation.get_by_role("button", name="Stop (S)").click()
    expect(voice).to_contain_text(" of 100,000,000 rounds; what was dealt counts.")
    expect(simulation.get_by_label("Rounds")).to_be_enabled()

    page.keyboard.press("r")
    expect(voice).to_contain_text("The run has begun: 100,000,000 rounds.")
    page.keyboard.press("s")
    expect(voice).to_contain_text("Stopped after ")

    simulation.get_by_label("Rules").select_option("live")
    simulation.get_by_label("Bet").select_option("6 Card Bonus")
    simulation.get_by_label("Rounds").select_option("10,000")
    expect(voice).to_contain_text("6 Card Bonus: the exact house edge is 8.561 %.")
    simulation.get_by_role("button", name="Run (R)").click()
    expect(voice).to_contain_text("6 Card Bonus, after 10,000 rounds: house edge ")
    expect(simulation).to_contain_text("Runs finished with these settings: 1.")
    assert panel.locator(".jp-CodeCell").count() == cells
    assert watch.errors == []
