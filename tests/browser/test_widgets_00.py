"""Notebook 00: a learner's first minute, by mouse and by key, in a real browser."""

import re

from playwright.sync_api import Page, expect

from tests.browser.driver import Frames, Lab, Watch, open_notebook, run_all

NAME = re.compile(r"\b(?:two|three|four|five|six|seven|eight|nine|ten|jack|queen|king|ace) of \w+")


def test_one_deal_by_key_and_by_mouse(lab: Lab, page: Page, watch: Watch) -> None:
    frames = Frames()
    frames.follow(page)
    panel = open_notebook(page, lab, "00_start_here.ipynb")
    run_all(page)
    table = panel.get_by_role("group", name="Three Card Poker, one box")
    voice = table.get_by_role("status")
    cells = panel.locator(".jp-CodeCell").count()

    # What the page was sent names the player's three cards, and of the dealer's none.
    frames.received.clear()
    table.get_by_role("button", name="Deal (D)").click()
    expect(voice).to_contain_text("Play for one more chip, or fold?")
    expect(table.get_by_role("img", name="face-down card")).to_have_count(3)
    mine = set(NAME.findall(voice.inner_text()))
    assert len(mine) == 3
    assert set(NAME.findall(frames.text())) == mine

    # Focus stays in the panel when its button is disabled, so the next keys work; D twice in a
    # row is the notebook's own "delete the cell", and here it deals once.
    page.keyboard.press("p")
    expect(voice).to_contain_text("1 round: ")
    theirs = {card.get_attribute("aria-label") for card in table.get_by_role("img").all()} - mine
    assert len(theirs) == 3
    assert theirs <= set(NAME.findall(frames.text()))
    page.keyboard.press("d")
    page.keyboard.press("d")
    expect(table.get_by_role("img", name="face-down card")).to_have_count(3)
    # A busy machine deals later: the key means nothing until there is a hand to fold.
    expect(table.get_by_role("button", name="Fold (F)")).to_be_enabled()
    page.keyboard.press("f")
    expect(voice).to_contain_text("You fold: the Ante is lost. Net −1 chip. 2 rounds: ")
    assert panel.locator(".jp-CodeCell").count() == cells

    trial = panel.get_by_role("group", name="Set-up check")
    trial.get_by_role("button", name="Try me").click()
    expect(trial.get_by_role("status")).to_contain_text("Widgets work")
    assert watch.errors == []


def test_a_guess_is_locked_in_by_enter(lab: Lab, page: Page, watch: Watch) -> None:
    panel = open_notebook(page, lab, "00_start_here.ipynb")
    run_all(page)
    guess = panel.get_by_role("group", name="Guess first: rounds won out of 10,000")
    field = guess.get_by_role("textbox")
    field.fill("about half")
    field.press("Enter")
    expect(guess.locator(".tcp-error")).to_contain_text("'about half' is not a number")
    field.fill("")
    field.press("Enter")
    expect(guess.locator(".tcp-error")).to_contain_text("any guess is better than none")
    field.fill("4,200")
    field.press("Enter")
    expect(guess.get_by_role("status")).to_contain_text("Your guess is locked in: 4,200.")
    expect(guess.locator(".tcp-error")).to_have_count(0)
    expect(field).to_be_disabled()
    assert watch.errors == []
