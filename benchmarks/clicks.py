"""How soon each widget answers a click: its slowest kind of click, in plain Python.

The time in the kernel alone; the way to the browser and back is the front end's.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, cycle

from tcp.widgets.bugboard import BugBoard
from tcp.widgets.categories import CategoryExplorer
from tcp.widgets.compare import CompareWidget
from tcp.widgets.comparefive import CompareFiveWidget
from tcp.widgets.condition import ConditionWidget
from tcp.widgets.deal import DealWidget
from tcp.widgets.draw import DrawExplorer
from tcp.widgets.glimpse import GlimpseExplorer
from tcp.widgets.lab import LabWidget
from tcp.widgets.night import NightLab
from tcp.widgets.paytable import PayTableWidget
from tcp.widgets.settlement import SettlementWidget
from tcp.widgets.simlab import SimulationLab
from tcp.widgets.sixcards import SixCardExplorer
from tcp.widgets.table import TableWidget
from tcp.widgets.tally import TallyWidget
from tcp.widgets.trainer import TrainerWidget


def _deal() -> Callable[[], object]:
    widget = DealWidget(seed=1)

    def round_of_two() -> None:
        widget.deal_button.click()
        widget.play_button.click()

    return round_of_two


def _tally() -> Callable[[], object]:
    widget = TallyWidget(seed=1)
    widget.choice.value = "coin sort"
    return lambda: widget.buttons[1000].click()


def _compare() -> Callable[[], object]:
    widget = CompareWidget(seed=1)
    return lambda: widget.deal_button.click()


def _categories() -> Callable[[], object]:
    widget = CategoryExplorer(seed=1)
    return lambda: widget.deal_button.click()


def _condition() -> Callable[[], object]:
    widget = ConditionWidget(seed=1)
    return lambda: widget.deal_button.click()


def _settlement() -> Callable[[], object]:
    widget = SettlementWidget(seed=1)
    return lambda: widget.random_button.click()


def _paytable() -> Callable[[], object]:
    widget = PayTableWidget()

    def move() -> None:
        widget.sliders["pair"].value = 3 - widget.sliders["pair"].value

    return move


def _trainer() -> Callable[[], object]:
    widget = TrainerWidget(seed=1)

    def decide() -> None:
        widget.play_button.click()
        widget.next_button.click()

    return decide


def _lab() -> Callable[[], object]:
    widget = LabWidget("live", compare="pagat")
    pays = count(1)

    def change() -> None:
        # A table never seen before, so that no stored result answers.
        widget.ratios["six_card_bonus"]["flush"].value = f"{next(pays)}.25"

    return change


def _six_cards() -> Callable[[], object]:
    widget = SixCardExplorer(seed=1)
    return lambda: widget.deal_button.click()


def _glimpse() -> Callable[[], object]:
    widget = GlimpseExplorer(seed=1)

    def look() -> None:
        # Cards never known before: the tables for them are made again.
        widget.deal_button.click()
        widget.box_button.click()

    return look


def _compare_five() -> Callable[[], object]:
    widget = CompareFiveWidget(seed=1)
    return lambda: widget.deal_button.click()


def _draw() -> Callable[[], object]:
    widget = DrawExplorer(seed=1)
    return lambda: widget.deal_button.click()


def _night() -> Callable[[], object]:
    widget = NightLab(rounds=120, seed=1)
    rounds = cycle((240, 120))

    def stretch() -> None:
        widget.rounds.value = str(next(rounds))

    return stretch


def _table() -> Callable[[], object]:
    widget = TableWidget("live", seed=1, chips=10**6)
    for _ in range(5):
        widget.add_button.click()

    def round_of_seven_clicks() -> None:
        widget.deal_button.click()
        for _ in range(6):
            widget.play_button.click()

    return round_of_seven_clicks


def _simulation() -> Callable[[], object]:
    widget = SimulationLab(rounds=10_000, seed=1)

    def run() -> None:
        # Another strategy each time, so that the exact edge is counted again too.
        widget.strategy.value = "always" if widget.strategy.value == "best" else "best"
        widget.run_button.click()

    return run


def _bugs() -> Callable[[], object]:
    widget = BugBoard()

    def run() -> None:
        widget.all_button.click()
        widget.next_button.click()

    return run


CLICKS: dict[str, Callable[[], Callable[[], object]]] = {
    "deal and play a round": _deal,
    "tally of 1,000 sorted decks": _tally,
    "two close hands compared": _compare,
    "an example of a category": _categories,
    "the dealer's chance given a hand": _condition,
    "a random round settled": _settlement,
    "a slider of the pay table": _paytable,
    "a decision of the trainer": _trainer,
    "a ratio of the pay-table lab": _lab,
    "six cards and their best five": _six_cards,
    "a hand dealt, then a box of known cards": _glimpse,
    "two hands of five compared": _compare_five,
    "all 32 discards of another hand": _draw,
    "a whole round of six boxes at the table, seven clicks": _table,
    "another length of a night": _night,
    "10,000 rounds simulated": _simulation,
    "all tests on a wrong version": _bugs,
}
"""For each widget, a function that builds it and gives the click to be timed."""
