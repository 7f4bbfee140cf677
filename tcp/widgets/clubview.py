"""The club's table as HTML: the others' seats, what lies in the middle, one's own place, the log.

Everything is written from `tcp.club.sight.Sight`, which holds nothing that one can't know.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape

from tcp.cards import Card
from tcp.club.bicycle import Form
from tcp.club.jackpot import LADDER
from tcp.club.sight import Sight
from tcp.fivecard import best_five
from tcp.languages import counted, label, told
from tcp.view import back_html, card_html, number
from tcp.widgets.clubtalk import Words, form_name, hand_in_words, pair_of, shown_hand, standing

LATEST = 8
"""How many lines of the log stand above the question."""


def by_rank(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards in the hand, the highest first."""
    return tuple(sorted(cards, key=lambda card: (-card.rank, -card.suit)))


def own_hidden(sight: Sight) -> tuple[Card, ...]:
    """One's own hidden cards, as far as one has looked at them, the highest first."""
    return by_rank([card for card in sight.own if card not in sight.open[sight.seat]])


def others_html(sight: Sight, backs: Sequence[int], out: Sequence[str], words: Words) -> str:
    """The seats of the others, from one's own left on.

    Args:
        sight: what one may know.
        backs: how many hidden cards lie before each seat.
        out: the names of those who sit out.
        words: names and language.
    """
    seats = len(words.names)
    order = [(sight.seat + place) % seats for place in range(1, seats)]
    shown = "".join(_seat_html(seat, sight, backs[seat], words) for seat in order)
    idle = "".join(
        f'<div class="tcp-seat tcp-out" role="listitem"><p class="tcp-seat-name">'
        f"<b>{escape(name)}</b></p><p>{escape(label('club_sits_out', words.code))}</p></div>"
        for name in out
    )
    name = escape(label("club_others", words.code), quote=True)
    return f'<div class="tcp tcp-seats" role="list" aria-label="{name}">{shown}{idle}</div>'


def _seat_html(seat: int, sight: Sight, backs: int, words: Words) -> str:
    code = words.code
    out = seat not in sight.still_in
    final = shown_hand(seat, sight)
    cards: list[Card | None]
    if final:
        cards = [*(final if any(sight.open) else by_rank(final))]
        says = hand_in_words((*final, *sight.table), code)
    elif out:
        cards, says = [], ""
    else:
        cards, says = [*[None] * backs, *sight.open[seat]], ""
    openers = tuple(card for card in sight.shown.get(seat, ()) if card not in final)
    won = sight.result is not None and sight.result.shares[seat] > 0
    kind = " tcp-out" if out else " tcp-won" if won else ""
    return (
        f'<div class="tcp-seat{kind}" role="listitem">{heading_html(seat, sight, words)}'
        f"{_row(cards, code, decides=counting(final, sight.table))}{caption(says)}"
        f"{_row(openers, code)}{caption(label('club_openers', code) if openers else '')}</div>"
    )


def heading_html(seat: int, sight: Sight, words: Words) -> str:
    """Name and chips of a seat, its stake in this betting, and how it stands."""
    code = words.code
    chips = counted(sight.held[seat], "chip", code, number(sight.held[seat], code))
    stake = sight.stakes.get(seat, 0)
    staked = told("club_staked", code, stake=stake) if stake else ""
    states = ", ".join(standing(seat, sight, code))
    return (
        f'<p class="tcp-seat-name"><b>{escape(words.names[seat])}</b> {escape(chips)}</p>'
        f'<p class="tcp-state">{escape(" · ".join(filter(None, [staked, states]))) or "&nbsp;"}</p>'
    )


def counting(hand: Sequence[Card], table: Sequence[Card]) -> tuple[Card, ...]:
    """The five that count of more than five cards, as they are shown at the end."""
    return best_five((*hand, *table)) if len(hand) + len(table) > 5 else ()


def _row(
    cards: Sequence[Card | None],
    code: str,
    *,
    decides: Collection[Card] = (),
    new: Collection[Card] = (),
) -> str:
    if not cards:
        return ""
    came = label("club_came", code)
    drawn = "".join(
        back_html(code)
        if card is None
        else card_html(card, code, decides=card in decides, new=came if card in new else "")
        for card in cards
    )
    return f'<div class="tcp-row">{drawn}</div>'


def caption(words: str) -> str:
    """A line below cards, or nothing."""
    return f'<p class="tcp-says">{escape(words)}</p>' if words else ""


def middle_html(sight: Sight, words: Words) -> str:
    """The pot, what opens a jackpot, and the cards on the table."""
    code = words.code
    pot = told("club_pot", code, chips=counted(sight.pot, "chip", code))
    form = form_name(sight.setting.form, code)
    parts = [f'<p class="tcp-pot"><b>{escape(pot)}</b> <span>{escape(form)}</span></p>']
    rung = sight.setting.rung
    if rung is not None:
        steps = " ".join(
            f"<{mark}>{rank.letter(code)}</{mark}>"
            for place, rank in enumerate(LADDER)
            for mark in ("b" if place == rung % len(LADDER) else "span",)
        )
        need = told("club_needs", code, pair=pair_of(LADDER[rung % len(LADDER)], code))
        parts.append(
            f'<p class="tcp-needs">{escape(need)} <span class="tcp-ladder" role="img" '
            f'aria-label="{escape(label("club_ladder", code), quote=True)}">{steps}</span></p>'
        )
    if sight.setting.form is Form.MEMPHIS:
        places = '<span class="tcp-place"></span>' * (2 - len(sight.table))
        cards = "".join(card_html(card, code) for card in sight.table)
        parts.append(f'<div class="tcp-row">{cards}{places}</div>')
        parts.append(caption(label("club_table", code)))
    return f'<div class="tcp tcp-middle">{"".join(parts)}</div>'


def agreed_html(sight: Sight, code: str) -> str:
    """What the house has agreed on, and how many chips there are in all, wherever they lie."""
    house, chips = sight.setting.house, sum(sight.held) + sight.pot
    said = told("club_agreed", code, ante=house.ante, limit=house.limit, fine=house.fine)
    together = told("club_all", code, chips=counted(chips, "chip", code))
    return f'<p class="tcp-label">{escape(said)} {escape(together)}</p>'


def own_cards_html(sight: Sight, code: str, new: Collection[Card] = ()) -> str:
    """One's own cards: hidden ones, those not looked at face down, and open ones apart.

    Args:
        sight: what one may know.
        code: the language.
        new: the cards that came in the draw.
    """
    hidden: list[Card | None] = [*own_hidden(sight), *[None] * sight.unseen]
    open_ = sight.open[sight.seat]
    counts = counting(shown_hand(sight.seat, sight), sight.table)
    rows = _row(hidden, code, decides=counts, new=new)
    if open_:
        rows = (
            f'<div class="tcp-part">{rows}{caption(label("club_hidden", code))}</div>'
            f'<div class="tcp-part">{_row(open_, code, decides=counts)}'
            f"{caption(label('club_open', code))}</div>"
        )
    openers = tuple(card for card in sight.shown.get(sight.seat, ()) if card not in sight.own)
    if openers:  # thrown, and shown all the same
        named = caption(label("club_openers", code))
        rows += f'<div class="tcp-part">{_row(openers, code)}{named}</div>'
    return f'<div class="tcp tcp-own-cards">{rows}</div>'


def own_says(sight: Sight, code: str) -> str:
    """What one's own cards make, with those on the table."""
    if sight.unseen or not sight.own:
        return ""
    return hand_in_words((*sight.own, *sight.table), code)


def asked_html(news: Sequence[str], asked: str) -> str:
    """What was said lately, the last of it where it was much, and what one is asked."""
    latest = news[-LATEST:]
    said = " ".join(["…", *latest] if len(latest) < len(news) else latest)
    return f'<p class="tcp-news">{escape(said)}</p><p class="tcp-result">{escape(asked)}</p>'


def log_html(lines: Sequence[str], code: str) -> str:
    """Everything that was said in this hand, the last below."""
    said = "".join(f"<li>{escape(line)}</li>" for line in lines)
    name = escape(label("club_log", code), quote=True)
    return (
        f'<div class="tcp"><p class="tcp-label">{name}</p><div class="tcp-scroll tcp-log" '
        f'role="region" aria-label="{name}"><ol>{said}</ol></div></div>'
    )
