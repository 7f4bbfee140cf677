"""The three games of a bicycle round in a real browser: a whole hand of each by mouse."""

from playwright.sync_api import Page, expect

from tests.browser.club import ClubTable
from tests.browser.driver import Lab, Watch, open_notebook, run_all

GAMES = {"Sykkel": 4, "Memphis": 2, "Stud": 5}
"""How often cards are dealt in a whole hand of each, the table's two laid at the end."""


def test_a_whole_hand_of_each_game_by_mouse(lab: Lab, page: Page, watch: Watch) -> None:
    club = ClubTable(open_notebook(page, lab, "17_bicycle_rounds.ipynb"))
    run_all(page)
    club.ready()
    for game, deals in GAMES.items():
        if game != "Sykkel":  # with which it opens
            club.choose("Game", game)
        pot = club.panel.locator(".tcp-pot")
        for _ in range(8):  # until one is in at the end, and somebody else, too
            expect(pot).to_contain_text(game)
            club.play(club.click)
            expect(club.voice).to_contain_text("This hand brings you")
            expect(club.panel).to_contain_text("150 chips at the table in all.")
            said = club.said.all_inner_texts()
            out = club.panel.locator(".tcp-own.tcp-out").count()
            if said[-1] == "The hands are shown." and not out:
                break
            club.click("N")
        assert (said[-1], out) == ("The hands are shown.", 0)
        assert said.count("Cards are dealt.") in ({1, 2} if game == "Memphis" else {deals})
        assert ("on the table" in club.panel.inner_text()) == (game == "Memphis")
        expect(club.panel.locator(".tcp-own .tcp-card")).to_have_count(7 if deals == 4 else 5)
    assert watch.errors == []
