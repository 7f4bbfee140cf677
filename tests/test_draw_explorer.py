"""The draw explorer, driven through its own buttons and fields."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from tcp.cards import DECK, parse_cards
from tcp.club.odds import all_discards, improvements
from tcp.fivecard import FiveCategory
from tcp.languages import label, languages
from tcp.widgets.draw import GOALS, MOST_SEEN, SCORES, DrawExplorer

KICKER = "8♣ 8♦ A♥ J♠ 3♣"


@pytest.fixture
def explorer() -> DrawExplorer:
    return DrawExplorer(KICKER, seed=3)


def test_it_opens_with_the_best_discard(explorer: DrawExplorer) -> None:
    assert explorer.text() == (
        "[Draw explorer] 8♣ 8♦ A♥ J♠ 3♣, throw A♥ J♠ 3♣: place 1 of 32; chance of a better kind: "
        "28.71 %."
    )
    assert explorer.message == explorer.error == ""
    assert explorer.table.value.count("<tr>") == 33
    assert "What 16,215 draws make of it" in explorer.bars.value


def test_all_32_discards_are_ranked(explorer: DrawExplorer) -> None:
    assert len(explorer.ranked) == 32
    worths = [worth for _, worth in explorer.ranked]
    assert worths == sorted(worths, reverse=True)
    assert {thrown for thrown, _ in explorer.ranked} == set(all_discards(explorer.hand))
    for thrown, worth in explorer.ranked:
        drawn = improvements(explorer.hand, thrown)
        assert worth == drawn.p(lambda rank: rank.category > FiveCategory.PAIR)


def test_the_score_decides_whether_the_ace_is_kept(explorer: DrawExplorer) -> None:
    explorer.score_menu.value = "reach"
    assert explorer.best == parse_cards("8♣ 8♦ 3♣")  # two high cards are worth more than eights
    assert explorer.message.endswith("chance of at least a pair of jacks: 37.62 %.")
    explorer.goal_menu.value = "aces_up"
    assert explorer.best == parse_cards("J♠ 3♣")
    assert dict(explorer.ranked)[explorer.best] == Fraction(220, 1081)
    explorer.goal_menu.value = "three_of_a_kind"
    assert explorer.best == parse_cards("A♥ J♠ 3♣")


@pytest.mark.parametrize("goal", GOALS)
def test_each_goal_is_reached_by_what_it_says(explorer: DrawExplorer, goal: str) -> None:
    explorer.score_menu.value = "reach"
    explorer.goal_menu.value = goal
    thrown = parse_cards("J♠ 3♣")
    drawn = improvements(explorer.hand, thrown)
    kind = {"jacks": "pair", "aces_up": "two_pair"}.get(goal, goal)
    category = FiveCategory[kind.upper()]
    wanted = drawn.p(lambda rank: rank.category > category)
    least = {"jacks": 11, "aces_up": 14}.get(goal, 2)
    wanted += drawn.p(lambda rank: rank.category == category and rank.ranks[0] >= least)
    assert dict(explorer.ranked)[thrown] == wanted


def test_points_of_ones_own(explorer: DrawExplorer) -> None:
    explorer.score_menu.value = "points"
    assert explorer.message.endswith("average points: 1.46.")
    assert "<p>pair 1, two pair 2, three of a kind 3, straight 4, " in explorer.result.value
    assert "straight flush 8, royal flush 9</p>" in explorer.result.value
    explorer.points_field.value = "0 0 0 0 0 0 16215 0 0"
    assert explorer.best == parse_cards("A♥ J♠ 3♣")
    assert explorer.message.endswith("average points: 45.00.")
    explorer.points_field.value = "1-2"
    assert explorer.error.startswith("'1-2' are no points; write nine whole numbers")
    assert explorer.message == explorer.error


def test_stepping_through_the_list(explorer: DrawExplorer) -> None:
    explorer.previous_button.click()
    assert explorer.error == "This is the best discard; there is none before it."
    seen = [explorer.chosen]
    while True:
        explorer.next_button.click()
        if explorer.error:
            break
        seen.append(explorer.chosen)
        assert explorer.message.startswith("8♣ 8♦ A♥ J♠ 3♣, throw ")
        assert explorer.message in explorer.text()
    assert seen == [thrown for thrown, _ in explorer.ranked]
    assert explorer.error == "This is the last of the 32 discards."
    explorer.previous_button.click()
    assert (explorer.chosen, explorer.error) == (seen[-2], "")


def test_equally_good_discards_share_a_place(explorer: DrawExplorer) -> None:
    explorer.score_menu.value = "reach"
    explorer.goal_menu.value = "two_pair"
    first, second, third = explorer.ranked[:3]
    assert first[1] > second[1] == third[1]
    explorer.next_button.click()
    assert "place 2 of 32" in explorer.message
    explorer.next_button.click()
    assert "place 2 of 32" in explorer.message


def test_what_ranks_the_discards_stands_beside_them(explorer: DrawExplorer) -> None:
    """Under a short name, before the draws: on a phone the last column is out of sight."""

    def columns() -> list[str]:
        return re.findall(r"<th[^>]*>([^<]*)</th>", explorer.table.value.partition("</tr>")[0])

    explorer.score_menu.value, explorer.goal_menu.value = "reach", "aces_up"
    assert columns() == ["place", "throw", "keep", "chance", "draws"]
    explorer.score_menu.value = "points"
    assert columns() == ["place", "throw", "keep", "average points", "draws"]
    row = explorer.table.value.split("<tr>")[2]
    assert re.findall(r">([^<>]+)</t[hd]>", row) == ["1", "A♥ J♠ 3♣", "8♣ 8♦", "1.46", "16,215"]


def test_what_is_kept_and_what_is_thrown_is_shown(explorer: DrawExplorer) -> None:
    kept, thrown = explorer.cards.value.split("</figure>")[:2]
    assert ">keep<" in kept
    assert ">throw<" in thrown
    assert kept.count("tcp-card ") == 2
    assert thrown.count("tcp-card ") == 3


def test_cards_seen_elsewhere_are_not_drawn(explorer: DrawExplorer) -> None:
    explorer.seen_field.value = "8h 8s"
    worth = dict(explorer.ranked)[parse_cards("A♥ J♠ 3♣")]
    seen = parse_cards("8♥ 8♠")
    drawn = improvements(explorer.hand, parse_cards("A♥ J♠ 3♣"), dead=seen)
    assert worth == drawn.p(lambda rank: rank.category > FiveCategory.PAIR)
    assert "Seen elsewhere" in explorer.cards.value
    explorer.deal_button.click()
    assert explorer.seen == ()
    assert "Seen elsewhere" not in explorer.cards.value


def test_dealt_hands_repeat_with_the_seed() -> None:
    one, other = DrawExplorer(seed=5), DrawExplorer(seed=5)
    for _ in range(3):
        one.deal_button.click()
        other.deal_button.click()
        assert one.hand == other.hand == parse_cards(one.hand_field.value)
        assert one.message.endswith(" %.")


@pytest.mark.parametrize(
    ("where", "text", "sentence"),
    [
        ("hand", "8♣ 8♦", "Your hand: 2 cards (8♣ 8♦); a hand here has 5"),
        ("hand", "8♣ 8♣ A♥ J♠ 3♣", "8♣ comes twice"),
        ("hand", "8-8-A-J-3", "ranks without suits"),
        ("seen", "A♥", "A♥ is in your hand and seen elsewhere; a deck holds each card once."),
        ("seen", "2♥ 2♥", "Seen elsewhere: 2♥ comes twice"),
        ("seen", " ".join(map(str, DECK[:31])), "Seen elsewhere: 31 cards"),
    ],
)
def test_bad_input_shows_its_sentence(
    explorer: DrawExplorer, where: str, text: str, sentence: str
) -> None:
    before = explorer.hand, explorer.table.value
    field = explorer.hand_field if where == "hand" else explorer.seen_field
    field.value = text
    assert sentence in explorer.error == explorer.message
    assert (explorer.hand, explorer.table.value) == before
    explorer.deal_button.click()
    assert explorer.error == ""


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: DrawExplorer("8♣"), "a hand here has 5"),
        (lambda: DrawExplorer(score="luck"), "'luck' is no score; known are improve, reach"),
        (lambda: DrawExplorer(goal="queens"), "'queens' is no goal; known are pair, jacks"),
        (lambda: DrawExplorer(points="1"), "'1' are no points"),
        (lambda: DrawExplorer(language="xx"), "'xx' is not a language"),
        (lambda: DrawExplorer(seed="x"), "'x' is no seed"),  # type: ignore[arg-type]
        (lambda: DrawExplorer(7), "7 are no cards"),  # type: ignore[arg-type]
    ],
)
def test_what_is_refused(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        call()


@pytest.mark.parametrize("code", languages())
def test_it_speaks_each_language(code: str) -> None:
    explorer = DrawExplorer(KICKER, language=code, score="reach", goal="aces_up")
    assert explorer.label == label("draw_panel", code)
    assert parse_cards(explorer.hand_field.value) == explorer.hand
    assert label("draw_aces_up", code) in explorer.text()
    assert ("20,35 %" if code != "en" else "20.35 %") in explorer.text()
    names = [words for words, _ in explorer.score_menu.options]
    assert names == [label(f"draw_{score}", code) for score in SCORES]
    explorer.seen_field.value = "8♣ 7♦"
    assert parse_cards("8♣")[0].text(code) in explorer.error
    explorer.hand_field.value = "?"
    assert explorer.error.startswith(label("draw_hand", code))


def test_keys_press_buttons_that_are_there(explorer: DrawExplorer) -> None:
    buttons = (explorer.deal_button, explorer.next_button, explorer.previous_button)
    names = {name for each in buttons for name in each._dom_classes}
    assert set(explorer.voice.shortcuts.values()) <= names
    assert set(explorer.voice.shortcuts) == set("dnp")


def test_enough_cards_are_left_to_draw_from() -> None:
    others = [card for card in DECK if card not in parse_cards(KICKER)][:MOST_SEEN]
    assert len(DrawExplorer(KICKER, others).ranked) == 32
