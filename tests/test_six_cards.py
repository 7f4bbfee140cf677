"""What any table of the 6 Card Bonus is worth, and which wins make it swing."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tcp import FiveCategory, PayTable, load_rules, plots
from tcp.exact import analyse
from tcp.payouts import PayLine, six_card_lines, six_card_net

LIVE = load_rules("live")
LIVE_TABLE = PayTable(LIVE.six_card_bonus or {})


@pytest.mark.parametrize(
    "table",
    [
        LIVE_TABLE,
        PayTable({}),
        PayTable({"straight_flush": 200}),
        PayTable({"straight_flush": 200, "royal_flush": 0}),
        PayTable({"pair": 0, "two_pair": Fraction(1, 2), "flush": 9}),
    ],
    ids=str,
)
def test_the_worth_of_a_table_agrees_with_the_exact_analysis(table: PayTable) -> None:
    report = analyse(replace(LIVE, six_card_bonus=table)).six_card_bonus
    assert report is not None
    assert six_card_net(table) == report.distribution


def test_each_line_pays_what_its_hands_are_paid() -> None:
    lines = six_card_lines(LIVE_TABLE)
    assert [line.kind for line in lines] == [kind.name.lower() for kind in FiveCategory]
    assert [line.net for line in lines] == [-1, -1, -1, 7, 10, 15, 20, 100, 200, 1000]
    assert sum(line.hands for line in lines) == 20_358_520
    assert six_card_lines(PayTable({"straight_flush": 200}))[-1].net == 200
    assert six_card_lines(PayTable({"royal_flush": 0}))[-1].net == 0


# --- the figure ----------------------------------------------------------------------------------


def test_shares_of_a_coin() -> None:
    shares = plots.win_shares([PayLine("tails", 1, -1), PayLine("heads_up", 1, 1)])
    assert shares == {"heads up": plots.Shares(Fraction(1), Fraction(1), Fraction(1, 2))}


def test_shares_of_two_wins() -> None:
    lines = [PayLine("none", 6, -1), PayLine("small", 2, 1), PayLine("big", 1, 5)]
    mean = Fraction(-6 + 2 + 5, 9)
    swing = 6 * (-1 - mean) ** 2 + 2 * (1 - mean) ** 2 + (5 - mean) ** 2
    assert plots.win_shares(lines) == {
        "small": plots.Shares(Fraction(2, 3), Fraction(2, 7), 2 * (1 - mean) ** 2 / swing),
        "big": plots.Shares(Fraction(1, 3), Fraction(5, 7), (5 - mean) ** 2 / swing),
    }


def test_shares_of_the_printed_table_add_up() -> None:
    shares = plots.win_shares(six_card_lines(LIVE_TABLE))
    assert list(shares) == [str(kind) for kind in FiveCategory if kind >= 3]
    assert sum(share.wins for share in shares.values()) == 1
    assert sum(share.chips for share in shares.values()) == 1
    bet = six_card_net(LIVE_TABLE)
    lost = bet.p(-1) * (-1 - bet.mean) ** 2 / bet.variance
    assert sum(share.variance for share in shares.values()) == 1 - lost


def test_a_table_without_wins_has_no_shares() -> None:
    assert plots.win_shares(six_card_lines(PayTable({}))) == {}


def test_the_bars_are_as_long_as_the_shares() -> None:
    shares = plots.win_shares(six_card_lines(LIVE_TABLE))
    with plots.figure("The finding", "per cent", "kind") as (_, axes):
        plots.draw_shares(axes, shares)
    widths = [bar.get_width() for bar in axes.patches]  # type: ignore[attr-defined]
    wanted = [float(100 * share[i]) for i in range(3) for share in shares.values()]
    assert widths == pytest.approx(wanted)
    assert [label.get_text() for label in axes.get_yticklabels()] == list(shares)
    said = [text.get_text() for text in axes.texts]
    assert said[0] == "49.40 % of the wins"
    assert said[-1] == "31.11 % of the variance"
    low, high = axes.get_ylim()
    assert low > high  # the first kind on top
