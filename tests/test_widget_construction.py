"""What every widget is built with: bad arguments are refused, and a refusal leaves nothing open."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from typing import Any

import ipywidgets
import pytest

import tcp.widgets
from tcp import Card, load_rules, parse_cards
from tcp.widgets.condition import ConditionWidget
from tcp.widgets.lab import LabWidget
from tcp.widgets.panel import Panel, as_typed, houses
from tcp.widgets.sixcards import SixCardExplorer


def every_widget() -> dict[str, Callable[..., Panel]]:
    """The classes of `tcp.widgets`, by name."""
    for module in pkgutil.iter_modules(tcp.widgets.__path__):
        importlib.import_module(f"tcp.widgets.{module.name}")
    found: dict[str, Callable[..., Panel]] = {}
    left = [Panel]
    while left:
        kinds = left.pop().__subclasses__()
        left += kinds
        found |= {kind.__name__: kind for kind in kinds if kind.__module__.startswith("tcp.")}
    return found


# What no widget may take as its argument of this name.
BAD: dict[str, tuple[Any, ...]] = {
    "language": ("xx", None),
    "seed": ("x", True, 1.5),
    "rules": ("nowhere", None, 3),
    "hand": ("X", 5, "K♠ K♠ 9♦"),
    "other": ("K♠ 9♦ X♣", 5),
    "player": ("4♥", 5, ("Q♥", "6♦", "4♣")),
    "dealer": ("4♥", 5, [Card.parse("4♥")]),
    "dead": ("X", 5),
    "card": ("X", "", 3),
    "shuffles": ({}, None, {"mine": 3}, ["mine"]),
    "size": (4, None, "3", 3.5),
    "table": ({"pair": -1}, {"pear": 1}, "nowhere"),
    "chips": (0, -1, 1.5, True, None, "5", 10**7),
    "compare": ("nowhere",),
    "guess": ("many",),
    "ante": (0, -1, 1.5, None, 10**12),
    "pair_plus": (-1, 1.5, None),
    "six_card_bonus": (-1, 1, None),
    "bankroll": (1, -1, 1.5, None),
    "rounds": (0, -1, 1.5, None, 10**15),
    "form": ("whist", None, 3),
    "players": (1, 8, True, 2.5, None),
    "opponents": ((), "bold", ("bold",), 3),
    "jackpot": (1, None, "yes"),
    "page": ("nowhere", None, 3),
    "sort": ("none", None, 3),
    "verdict": ("maybe", None, 3),
}
NEEDED = {"question": "share of hands"}


def cases() -> list[tuple[str, str, Any]]:
    return [
        (name, argument, value)
        for name, kind in every_widget().items()
        for argument in inspect.signature(kind).parameters
        for value in BAD.get(argument, ())
    ]


def test_every_widget_is_here() -> None:
    assert {name for name, _, _ in cases()} >= set(every_widget()) - {"Predict"}
    assert len(every_widget()) > 10


@pytest.mark.parametrize(("name", "argument", "value"), cases())
def test_a_refusal_leaves_no_control_open(name: str, argument: str, value: Any) -> None:
    kind = every_widget()[name]
    needed = {key: NEEDED[key] for key in inspect.signature(kind).parameters if key in NEEDED}
    before = set(ipywidgets.widgets.widget._instances)
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        kind(**needed, **{argument: value})
    assert set(ipywidgets.widgets.widget._instances) == before


@pytest.mark.parametrize("name", [name for name in every_widget() if name != "Predict"])
def test_what_is_accepted_is_counted(name: str) -> None:
    before = len(ipywidgets.widgets.widget._instances)
    panel = every_widget()[name]()
    assert len(ipywidgets.widgets.widget._instances) > before, "else the tests above see nothing"
    assert panel.text()


def test_cards_are_typed_as_the_language_writes_them() -> None:
    cards = parse_cards("Q♥ J♦ 4♣")
    assert as_typed(cards, "nb") == "D♥ Kn♦ 4♣"
    assert as_typed("as it stands", "nb") == "as it stands"
    assert ConditionWidget(cards, dead=parse_cards("A♠")).hand_field.value == "Q♥ J♦ 4♣"
    assert SixCardExplorer(cards, parse_cards("A♠ K♠ 9♠")).cards[:3] == cards


def test_own_rules_stand_beside_the_known_ones_of_their_name() -> None:
    pagat = load_rules("pagat")
    own = load_rules("live").__class__("pagat", pair_plus=pagat.pair_plus)
    assert houses(pagat) == houses(load_rules("live"))
    assert houses(own)["pagat"] == pagat
    assert houses(own)["pagat, your own"] == own
    lab = LabWidget(own)
    assert (lab.preset.value, lab.rules) == ("pagat, your own", own)
    lab.preset.value = "pagat"
    assert lab.rules == pagat
