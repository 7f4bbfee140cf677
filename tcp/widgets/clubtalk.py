"""The club's game in words: what players say, what you are asked, and how a hand ended."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tcp.cards import Card, Rank
from tcp.club.bicycle import BET, DRAW, PLANS, Form
from tcp.club.ending import Ending, Result
from tcp.club.jackpot import required
from tcp.club.ranking import part_rank
from tcp.club.sight import Sight
from tcp.club.steps import Action, Step
from tcp.fivecard import FiveCategory
from tcp.languages import Count, counted, label, told
from tcp.languages import language as words_of
from tcp.view import chips
from tcp.widgets.comparefive import called


class Words(NamedTuple):
    """Whose seat speaks, how everybody is called, and in which language."""

    seat: int
    names: Sequence[str]
    code: str

    def of(self, seat: int, key: str, **values: object) -> str:
        """What is told of a seat, or in other words of one's own."""
        if seat == self.seat:
            return told(f"{key}_you", self.code, **values)
        return told(key, self.code, player=self.names[seat], **values)


def pair_of(rank: Rank, code: str) -> str:
    """The pair that opens a jackpot, as it is read: "a pair of jacks"."""
    return told("club_pair", code, many=words_of(code).ranks[rank].many)


def hand_in_words(cards: Sequence[Card], code: str) -> str:
    """What a hand is called; of fewer than five cards only those of equal rank are something."""
    if len(cards) >= 5:
        return called(cards, code)
    kind = part_rank(cards).category
    return kind.text(code) if kind > FiveCategory.HIGH_CARD else ""


def shown_hand(seat: int, sight: Sight) -> tuple[Card, ...]:
    """The cards with which a seat came to the showdown; none where it didn't."""
    if sight.result is None or sight.result.ranks[seat] is None:
        return ()
    dealt = sum(len(phase) for phase in PLANS[sight.setting.form] if phase not in (BET, DRAW))
    return sight.shown[seat][:dealt]  # after them come openers that were thrown


def said(step: Step, *, opens: bool, code: str) -> str:
    """What a player says with a step; `opens` where it opens a jackpot.

    >>> said(Step(Action.RAISE, 4), opens=False, code="en")
    'I raise to 4.'
    """
    if step.action is Action.DRAW:
        many = len(step.cards)
        if not many:
            return told("club_say_pat", code)
        return told("club_say_draw", code, cards=counted(many, "card", code))
    key = step.action.value.replace(" ", "_")
    if step.action is Action.BET and opens:
        key = "open"
    return told(f"club_say_{key}", code, amount=step.amount)


def does(action: Action, sight: Sight, amount: int, thrown: int, code: str) -> str:
    """What the button of an action says now."""
    if action is Action.DRAW:
        if not thrown:
            return told("club_do_pat", code)
        return told("club_do_draw", code, cards=counted(thrown, "card", code))
    key = action.value.replace(" ", "_")
    if action is Action.BET and sight.needed is not None:
        key = "open"
    if action is Action.CALL:
        amount = sight.to_call
    return told(f"club_do_{key}", code, amount=amount)


def asks(key: str, values: Mapping[str, object], sight: Sight, code: str) -> str:
    """What you are asked, as far as your chips, the limit and your eyes let you do it."""
    options = sight.options
    if Action.LOOK in options and Action.BET_UNSEEN in options:
        key = "club_unseen"
    elif key == "club_lay" and len(options[Action.LAY]) == 1:
        key = "club_lay_last"
    elif key == "club_bet" and Action.RAISE not in options:
        key = "club_call_or_fold" if Action.CALL in options else "club_only_fold"
    elif key in ("club_lead", "club_opening", "club_proposal") and Action.BET not in options:
        key = "club_no_bet"
    return told(f"{key}_you", code, **values)


def result_in_words(result: Result, sight: Sight, words: Words) -> list[str]:
    """How a hand ended: who takes what, with what; the fine; what stays; what comes next."""
    code, sentences = words.code, []
    for seat, share in enumerate(result.shares):
        if not share:
            continue
        values = {"chips": Count(share, "chip")}
        if result.ending is Ending.SHOWDOWN:
            hand = hand_in_words((*shown_hand(seat, sight), *sight.table), code)
            sentences.append(words.of(seat, "club_takes", hand=hand, **values))
        else:
            sentences.append(words.of(seat, "club_alone", **values))
    if result.ending is Ending.JACKED:
        sentences.append(told("club_jacked", code))
    elif result.ending is Ending.UNOPENED:
        sentences.append(told("club_unopened", code))
    if result.false_opening and sight.opener is not None:
        sentences.append(words.of(sight.opener, "club_false"))
        if result.fine:
            fine = Count(result.fine, "chip")
            sentences.append(words.of(sight.opener, "club_fined", chips=fine))
    if result.left:
        sentences.append(told("club_stays", code, chips=Count(result.left, "chip")))
    if result.rung is not None:
        pair = pair_of(required(result.rung), code)
        sentences.append(told("club_next_jackpot", code, pair=pair))
    net = sight.held[sight.seat] - sight.setting.chips[sight.seat]
    return [*sentences, told("club_net", code, chips=chips(net, code))]


def jacked_out(gone: int, proposer: int, words: Words) -> str:
    """That a seat is out of the hand unasked, and why."""
    if proposer == words.seat:
        return told("club_jacks_out_by_you", words.code, player=words.names[gone])
    return words.of(gone, "club_jacks_out", proposer=words.names[proposer])


def standing(seat: int, sight: Sight, code: str) -> list[str]:
    """What is to be said of a seat in a few words: that it deals, is out, drew, opened."""
    said_ = []
    if seat == sight.setting.dealer:
        said_.append(label("club_deals", code))
    if seat == sight.opener:
        said_.append(label("club_opened", code))
    if seat in sight.drawn:
        many = sight.drawn[seat]
        cards = counted(many, "card", code)
        said_.append(told("club_drew", code, cards=cards) if many else label("club_pat", code))
    if seat == sight.proposer:
        said_.append(label("club_proposes", code))
    if seat not in sight.still_in:
        folded = (seat, Step(Action.FOLD)) in sight.steps
        said_.append(label("club_folded" if folded else "club_jacked_out", code))
    return said_


def form_name(form: Form, code: str) -> str:
    """What a form of the game is called."""
    return label(f"club_form_{form.value}", code)
