"""The club's game in a real browser: a jackpot by mouse, the ordinary draw by keyboard alone."""

import re

from playwright.sync_api import Page, expect

from tests.browser.club import ClubTable
from tests.browser.driver import Frames, Lab, Watch, open_notebook, run_all

CARD = r"\w+ of (?:clubs|diamonds|hearts|spades)"


def test_a_jackpot_by_mouse_and_what_the_page_is_sent(lab: Lab, page: Page, watch: Watch) -> None:
    frames = Frames()
    frames.follow(page)
    club = ClubTable(open_notebook(page, lab, "16_jackpots.ipynb"))
    run_all(page)
    club.ready()
    start = len(frames.received)
    seen = club.cards()
    expect(club.panel.locator(".tcp-needs")).to_contain_text("opened with a pair of jacks")

    def look(key: str) -> None:
        seen.update(club.cards())
        if key != "D":
            return
        card = club.panel.locator("button.tcp-card-toggle").nth(2)
        expect(card).to_have_attribute("aria-pressed", "false")
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")
        expect(club.button("D")).to_have_text("Draw 1 card (D)")
        card.click()
        expect(club.button("D")).to_have_text("Keep all cards (D)")
        card.click()

    # The second click of a double click was meant for what stood there before.
    said = club.said.count()
    club.button("B").dblclick()
    club.settled(said)
    expect(club.said.filter(has_text="You: I open with 1.")).to_have_count(1)
    pressed = club.play(club.click, look)
    assert "D" in pressed
    seen |= club.cards()
    expect(club.voice).to_contain_text("This hand brings you")
    expect(club.panel).to_contain_text("150 chips at the table in all.")
    expect(club.said.last).to_have_text("The hands are shown.")
    sent = "".join(frames.received[start:])
    named = set(re.findall(CARD, sent))
    assert named, "the faces came as messages"
    assert named <= seen, f"{named - seen} was sent and not shown"

    club.click("N")
    expect(club.panel.locator(".tcp-pot")).to_contain_text("Five-card draw")
    assert watch.errors == []


def test_the_ordinary_draw_by_keyboard(lab: Lab, page: Page, watch: Watch) -> None:
    notebook = open_notebook(page, lab, "16_jackpots.ipynb")
    club = ClubTable(notebook)
    run_all(page)
    club.ready()
    cells = notebook.locator(".jp-CodeCell").count()
    jackpot = club.panel.get_by_label("begin with a jackpot")
    jackpot.focus()
    page.keyboard.press("Space")
    expect(club.panel.locator(".tcp-needs")).to_have_count(0)
    club.heard()

    drawn = []

    def choose(key: str) -> None:
        if key != "D":
            return
        for place in "25":
            page.keyboard.press(place)
            card = club.panel.locator("button.tcp-card-toggle").nth(int(place) - 1)
            expect(card).to_have_attribute("aria-pressed", "true")
        expect(club.button("D")).to_have_text("Draw 2 cards (D)")
        drawn.append(key)

    for _ in range(10):  # a hand may end before the draw
        club.play(club.press, choose)
        if drawn:
            break
        club.press("N")
    assert drawn == ["D"]
    expect(club.said.filter(has_text="You: I draw 2 cards.")).to_have_count(1)
    club.press("N")
    stakes = club.panel.locator("button.tcp-stake")
    while "R" not in club.open_keys() and "B" not in club.open_keys():
        club.press(next(key for key in "LCPAN" if key in club.open_keys()))
    page.keyboard.press("5")
    expect(stakes.nth(4)).to_have_attribute("aria-pressed", "true")
    expect(stakes.and_(club.panel.locator("[aria-pressed=true]"))).to_have_count(1)
    club.press("R" if "R" in club.open_keys() else "B")
    expect(club.said.filter(has_text=re.compile(r"You: I (raise to|bet) 5\."))).to_have_count(1)
    club.play(club.press)
    expect(club.voice).to_contain_text("This hand brings you")
    assert notebook.locator(".jp-CodeCell").count() == cells, "keys of Lab did nothing"
    assert watch.errors == []
