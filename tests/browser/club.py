"""A hand at the club's table in a real browser: a calm player who presses what is open."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tcp.widgets.panel import aloud
from tests.browser.driver import SECONDS

NEXT = "N"
CALM = "LCDBPAO"
"""The keys of a player who lays and looks, calls, draws, bets, passes, accepts; no bicycle."""


class ClubTable:
    """The widget as somebody sees it.

    Args:
        notebook: in which it stands.
        place: which of the notebook's, from 0 on.
    """

    def __init__(self, notebook: Locator, place: int = 0) -> None:
        self.panel = notebook.get_by_role("group", name="Monday club poker").nth(place)
        self.voice = self.panel.get_by_role("status")
        self.asked = self.panel.locator(".tcp-asked .tcp-result")
        self.log = self.panel.get_by_role("region", name="What was said in this hand")
        self.said = self.log.get_by_role("listitem")

    def open_keys(self) -> str:
        """The keys of the actions that are open."""
        names = self.panel.locator(".tcp-actions button:enabled:visible").all_inner_texts()
        return "".join(found[1] for name in names for found in re.finditer(r"\((\w)\)$", name))

    def button(self, key: str) -> Locator:
        """The button of an action, by the key that it names."""
        return self.panel.get_by_role("button", name=re.compile(rf"\({key}\)$"))

    def settled(self, before: int) -> None:
        """Wait until something was said, and what is asked now was read aloud."""
        expect(self.said).not_to_have_count(before, timeout=20 * SECONDS)
        self.heard()

    def ready(self) -> None:
        """Wait until something is asked; nothing is read aloud before something is done."""
        expect(self.asked).to_have_text(re.compile(r"\w"))
        expect(self.panel).to_have_attribute("aria-label", "Monday club poker")

    def heard(self) -> None:
        """Wait until what is asked was read aloud: that is the last thing that comes."""
        expect(self.voice).to_contain_text(aloud(self.asked.inner_text()), timeout=20 * SECONDS)

    def click(self, key: str) -> None:
        """Press an action with the mouse."""
        before = self.said.count()
        self.button(key).click()
        self.settled(before)

    def press(self, key: str) -> None:
        """Press an action by its key; something in the panel has the focus."""
        before = self.said.count()
        self.panel.page.keyboard.press(key.lower())
        self.settled(before)

    def play(
        self, act: Callable[[str], None], before: Callable[[str], None] = lambda _: None
    ) -> str:
        """Play the hand to its end: the keys that were pressed.

        Args:
            act: presses a key's action.
            before: is called with the key before each of them.
        """
        pressed = ""
        while NEXT not in self.open_keys():
            assert len(pressed) < 60, pressed
            key = next(key for key in CALM if key in self.open_keys())
            before(key)
            act(key)
            pressed += key
        return pressed

    def cards(self) -> set[str]:
        """The names of all cards that lie face up on the page."""
        found = self.panel.locator(".tcp-felt .tcp-card[aria-label], .tcp-card-toggle[aria-label]")
        names = {each.get_attribute("aria-label") or "" for each in found.all()}
        return names - {"face-down card", ""}

    def choose(self, menu: str, option: str) -> None:
        """Choose from a list, and wait for what is asked then."""
        self.panel.get_by_label(menu).select_option(option)
        expect(self.panel.locator(".tcp-pot")).to_contain_text(option)
        self.heard()
