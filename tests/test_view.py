"""What notebooks show: the same in HTML and in plain text, and safe to show."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from tcp import DECK, parse_cards, rank_hand
from tcp.languages import languages
from tcp.ranking import Category
from tcp.view import (
    back_html,
    card_html,
    hand_html,
    number,
    per_cent,
    show_bars,
    show_hands,
    show_table,
    source,
    stylesheet,
)


def test_each_card_has_its_name_in_each_language_and_reads_as_text() -> None:
    for code in languages():
        for card in DECK:
            html = card_html(card, code)
            assert f'aria-label="{card.name(code)}"' in html
            plain = re.sub(r"<[^>]+>|&#xFE0E;", "", html)
            assert plain == card.text(code)


def test_colours_follow_the_suit() -> None:
    two = {card.suit: re.findall(r"tcp-(red|black)\b", card_html(card)) for card in DECK}
    assert [two[suit] for suit in sorted(two)] == [["black"], ["red"], ["red"], ["black"]]
    four = {
        card.suit: re.findall(r"tcp-(red|black|blue|green)\b", card_html(card, four_colours=True))
        for card in DECK
    }
    assert len({tuple(colour) for colour in four.values()}) == 4


def test_a_face_down_card_says_nothing_about_the_card() -> None:
    assert all(sign not in back_html() for sign in "♣♦♥♠")
    assert 'aria-label="face-down card"' in back_html()
    assert 'aria-label="verdeckte Karte"' in back_html("de")
    hidden = hand_html([None, None, None], "the dealer's")
    assert hidden.count("tcp-back") == 3
    assert all(sign not in hidden for sign in "♣♦♥♠")


def test_deciding_cards_are_marked() -> None:
    hand = parse_cards("8h 8c Qs")
    html = hand_html(hand, decides=hand[2:])
    assert html.count("tcp-decides") == 1
    assert html.index("tcp-decides") > html.index("eight of clubs")


@given(st.text())
def test_captions_and_cells_are_escaped(text: str) -> None:
    hostile = f"<img src=x onerror=alert(1)>{text}"
    for html in (
        hand_html(parse_cards("Qh 6d 4c"), hostile),
        show_table([hostile, hostile], [[hostile, hostile]], hostile).html,
        show_bars({hostile: 1}, title=hostile, headers=[hostile, hostile]).html,
    ):
        assert "<img" not in html


def test_bars_are_a_table_with_the_same_numbers() -> None:
    shown = show_bars(
        {"straight": 720, "flush": 1096},
        {"straight": 700},
        title="Fewer straights",
        headers=["hand", "exact", "seen"],
    )
    widths = [float(width) for width in re.findall(r"width:([\d.]+)%", shown.html)]
    assert widths == [65.7, 63.9, 100.0, 0.0]
    assert re.findall(r"<td>([^<]*)</td>", shown.html) == ["720", "700", "1,096", "0"]
    assert shown.text.splitlines() == [
        "Fewer straights",
        "hand      exact  seen",
        "straight    720   700",
        "flush     1,096     0",
    ]
    assert stylesheet() in shown._repr_html_()


def test_bars_of_nothing_but_zero_are_drawn() -> None:
    assert "width:0.0%" in show_bars({"straight": 0}).html


def test_only_a_bar_of_zero_has_no_width_at_all() -> None:
    drawn = re.findall(r"width:([\d.]+%)", show_bars({"none": 0, "one": 1, "all": 10**7}).html)
    assert drawn == ["0.0%", "0.1%", "100.0%"]
    assert '.tcp-bar[style$="width:0.0%"] { min-width: 0; }' in stylesheet()


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_ring_of_the_focus_stands_out_in_both_themes() -> None:
    light, dark = re.findall("--tcp-focus: (#[0-9a-f]{6})", stylesheet())
    # JupyterLab's grounds: page, cell and table row of the light theme, then of the dark one.
    for ring, grounds in ((light, ("#ffffff", "#f5f5f5")), (dark, ("#111111", "#212121"))):
        for ground in grounds:
            brighter, darker = sorted(map(luminance, (ring, ground)), reverse=True)
            assert (brighter + 0.05) / (darker + 0.05) >= 4.5


def test_losses_run_to_the_left_of_where_gains_begin() -> None:
    shown = show_bars({"lose": -2, "tie": 0, "win": 1}, {"lose": -1, "win": 2})
    bars = re.findall(r"margin-left:([\d.]+)%;width:([\d.]+)%", shown.html)
    ends = [(float(start), float(start) + float(width)) for start, width in bars]
    assert ends == [(0, 50), (25, 50), (50, 50), (50, 50), (50, 75), (50, 100)]
    assert "margin" not in show_bars({"win": 1}).html


def test_columns_of_words_stand_to_the_left() -> None:
    shown = show_table(["bet", "net", "why"], [["Ante", 1, "a win"], ["Play", 10, "so"]], words=[2])
    assert repr(shown).splitlines() == ["bet   net  why", "Ante    1  a win", "Play   10  so"]
    assert '<td class="tcp-text">a win</td>' in shown.html
    assert '<th scope="col" style="text-align:left">why</th>' in shown.html
    assert "tcp-text" not in show_table(["bet", "net"], [["Ante", 1]]).html


def test_hands_read_as_text() -> None:
    shown = show_hands(parse_cards("Qh 6d 4c"), parse_cards("Kh"), captions=["yours"])
    assert repr(shown) == "yours: Q♥ 6♦ 4♣\nK♥"


def test_numbers_for_people() -> None:
    assert number(407170400) == "407,170,400"
    assert number(Fraction(6, 3)) == "2"
    assert number(Fraction(-25, 2)) == "-25/2"
    assert number(True) == "True"
    assert number("as it is") == "as it is"
    assert per_cent(Fraction(1, 3)) == "33.33 %"
    assert per_cent(0.5, 0) == "50 %"


def test_source_is_the_function_without_its_docstring() -> None:
    shown = source(rank_hand)
    assert shown.code.startswith("def rank_hand(")
    assert '"""' not in shown.code
    # What is shown is the code that runs: compiled anew it ranks as the package does.
    space = dict(rank_hand.__globals__)
    exec(compile("from __future__ import annotations\n" + shown.code, "shown", "exec"), space)
    for text in ("3h 2c As", "Kh Ad 2c", "8h 8c Qs", "9h 8h 7h"):
        assert space["rank_hand"](parse_cards(text)) == rank_hand(parse_cards(text))
    assert shown._repr_markdown_() == f"```python\n{shown.code}\n```"


def test_source_shows_classes_too() -> None:
    assert source(Category).code.startswith("class Category(Kind):")


def test_the_stylesheet_is_one_element_that_comparisons_can_leave_out() -> None:
    assert re.sub(r"<style>[^<]*</style>", "", stylesheet()) == ""
