"""How a round goes and what each bet pays, on one folded sheet beside the table."""

from __future__ import annotations

from html import escape

from tcp.counting import three_card_hands
from tcp.languages import label, numeral, told
from tcp.languages import language as words_of
from tcp.payouts import ante_bonus_ratio, pair_plus_ratio, six_card_lines
from tcp.ranking import Category, is_mini_royal, write_threshold
from tcp.rules import Ratio, Rules, check_rules, write_ratio
from tcp.view import table_html


def pay_sheet(rules: Rules, code: str = "en", more: str = "") -> str:
    """The sheet as HTML: the round in a few sentences, and a table for the hands that pay.

    The best hand comes first. A hand that a bet doesn't pay has a dash. `more` is said below the
    sentences, such as what the controls do.

    Raises:
        ValueError: for what are no rules, or an unknown language.
    """
    check_rules(rules)
    qualifying = write_threshold(rules.dealer_qualifies, code)
    short = [told("sheet_round", code, hand=qualifying), _order(code)]
    if rules.ante_bonus and not rules.bonus_needs_win:
        short.append(told("sheet_ante_bonus", code))
    for bet in ("pair_plus", "six_card_bonus"):
        if getattr(rules, bet):
            short.append(told(f"sheet_{bet}", code))
    if more:
        short.append(more)
    text = "".join(f"<p>{escape(sentence)}</p>" for sentence in short)
    tables = "".join(
        table_html([label("sheet_hand", code), *names], rows)
        for names, rows in _tables(rules, code)
    )
    return (
        f'<details class="tcp tcp-sheet"><summary>{escape(label("sheet", code))}</summary>'
        f"{text}{tables}</details>"
    )


def _order(code: str) -> str:
    """What beats what."""
    hands = ", ".join(kind.text(code) for kind in sorted(Category, reverse=True))
    return told("sheet_order", code, hands=hands)


def _tables(rules: Rules, code: str) -> list[tuple[list[str], list[list[str]]]]:
    """The pay tables: their columns, and a row for each kind of hand that any of them pays."""
    straight_flushes = three_card_hands()[Category.STRAIGHT_FLUSH]
    examples = {"mini_royal": next(filter(is_mini_royal, straight_flushes))} | {
        kind.name.lower(): next(
            hand for hand in three_card_hands()[kind] if not is_mini_royal(hand)
        )
        for kind in sorted(Category, reverse=True)
    }
    columns: dict[str, dict[str, Ratio]] = {}
    if rules.ante_bonus:
        columns["ante_bonus"] = {
            kind: ante_bonus_ratio(hand, rules) for kind, hand in examples.items()
        }
    if rules.pair_plus:
        columns["pair_plus"] = {
            kind: pair_plus_ratio(hand, rules) or 0 for kind, hand in examples.items()
        }
    found = [_table(columns, code)] if columns else []
    if rules.six_card_bonus:
        lines = reversed(six_card_lines(rules.six_card_bonus))
        found.append(_table({"six_card_bonus": {line.kind: line.net for line in lines}}, code))
    return found


def _table(columns: dict[str, dict[str, Ratio]], code: str) -> tuple[list[str], list[list[str]]]:
    """A column for each bet; a line for each kind of hand that one of them pays."""
    rows = []
    for kind in next(iter(columns.values())):
        pays = [column[kind] for column in columns.values()]
        if max(pays) > 0:
            written = (numeral(f"{write_ratio(pay)}:1", code) if pay > 0 else "–" for pay in pays)
            rows.append([words_of(code).categories[kind], *written])
    return [label(f"bet_{bet}", code) for bet in columns], rows
