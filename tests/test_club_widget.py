"""The club's widget, played through its own buttons: hands of every form, and what stays hidden."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from html import unescape
from itertools import pairwise
from typing import Any

import ipywidgets
import pytest

from tcp.cards import DECK, Card, parse_cards
from tcp.club.bicycle import Form
from tcp.club.ending import Ending
from tcp.club.hand import Hand, Stage
from tcp.club.opponents import BOLD, CAREFUL, CHANCE, CURIOUS, Manner
from tcp.club.record import record, replay
from tcp.club.sight import Sight, sees
from tcp.club.steps import Action, Step
from tcp.fivecard import best_five
from tcp.languages import label, languages, told
from tcp.widgets import ClubWidget
from tcp.widgets import clubtalk as talk
from tcp.widgets.clubcontrols import KEYS, NEXT
from tcp.widgets.clubview import by_rank, own_hidden
from tcp.widgets.comparefive import called
from tests.wire import Wire, bundle, state

CALM = (
    Action.CUT, Action.LAY, Action.LOOK, Action.CALL, Action.DRAW, Action.BET, Action.PASS,
    Action.ACCEPT, Action.ORDINARY,
)  # fmt: skip
"""What a calm player presses, the first that is open: sees everything, draws nothing."""
EVERY = (*CALM, Action.JACK, Action.FOLD)
FORMS = [form.value for form in Form]


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Wire:
    """Listen to what widgets send from now on."""
    return Wire().listen(monkeypatch)


def visible(part: Any) -> bool:
    return str(part.layout.display) != "none"


def opened(club: ClubWidget) -> dict[Action, str]:
    """The actions that can be pressed, each with what its button says."""
    found = {}
    for action, each in club.buttons.items():
        assert visible(each) == (not each.disabled)
        if not each.disabled:
            found[action] = each.description
    assert visible(club.controls.next) == club.hand.over
    assert club.controls.next.disabled or club.hand.over
    return found


def press(club: ClubWidget, action: Action) -> None:
    """Press a button that is open; it isn't refused."""
    assert action in opened(club)
    club.buttons[action].click()
    assert club.error == ""


def play_calmly(club: ClubWidget) -> list[Action]:
    """Play a hand to its end; gives what was pressed."""
    pressed = []
    while not club.hand.over:
        pressed.append(next(action for action in CALM if action in opened(club)))
        press(club, pressed[-1])
    return pressed


def words(html: str) -> str:
    """What is read of a piece of HTML."""
    return " ".join(unescape(re.sub(r"<[^>]*>|▒", " ", html)).split())


def seats(club: ClubWidget) -> dict[str, tuple[str, list[str]]]:
    """Of each other seat its words, and the names of its cards."""
    found = {}
    for part in club.others.value.split('role="listitem">')[1:]:
        part = re.sub(r'<div class="tcp-seat[^>]*$', "", part)
        name = re.findall(r"<b>(.*?)</b>", part)[0]
        found[name] = words(part), re.findall(r'aria-label="([^"]*)"', part)
    return found


def together(club: ClubWidget) -> int:
    return sum(club.evening.chips.values()) + club.evening.pot


def press_anything(club: ClubWidget, rng: random.Random) -> None:
    """Choose something of everything that is open, then press an action."""
    actions = opened(club)
    assert actions, f"stuck: {club.text()}"
    for stake, each in club.controls.stakes.items():
        if not each.disabled and rng.random() < 0.3:
            each.value = True
            assert club.controls.stake == stake
    if Action.DRAW in actions:
        for each in club.controls.cards:
            each.value = rng.random() < 0.4
    if visible(club.controls.slider):
        club.controls.slider.value = rng.randint(0, 60)
    bold = rng.random() < 0.7
    weights = [0.2 if bold and action in (Action.FOLD, Action.JACK) else 1 for action in actions]
    press(club, rng.choices(list(actions), weights)[0])


# --- whole hands ---------------------------------------------------------------------------------


def test_a_whole_hand_of_draw_poker() -> None:
    club = ClubWidget(seed=7)
    assert club.text() == (
        "[Monday club poker] Everybody pays an ante of 1. Curious: I cut. Cards are dealt. "
        "Careful: I bet 1. Curious: I call. You have king of diamonds, king of clubs, queen of "
        "spades, five of clubs, three of hearts: pair (K-K-Q-5-3). The stake is 1: call, raise or "
        "fold."
    )
    assert opened(club) == {
        Action.CALL: "Call: 1 more (C)",
        Action.RAISE: "Raise to 2 (R)",
        Action.FOLD: "Fold (F)",
    }
    club.controls.stakes[5].value = True
    assert opened(club)[Action.RAISE] == "Raise to 5 (R)"
    press(club, Action.RAISE)
    assert club.log[-3:] == ["You: I raise to 5.", "Careful: I fold.", "Curious: I call."]
    assert opened(club) == {Action.DRAW: "Keep all cards (D)"}, "who raised last draws first"
    assert seats(club)["Careful"] == ("Careful 48 chips folded", [])
    assert seats(club)["Curious"] == ("Curious 44 chips", ["face-down card"] * 5)
    assert club.message == (
        "Careful: I fold. Curious: I call. You draw: press the cards to throw (keys 1 to 5), then "
        "draw."
    )
    assert [each.description for each in club.controls.cards] == ["K♦", "K♣", "Q♠", "5♣", "3♥"]
    assert club.controls.cards[0].tooltip == "king of diamonds"
    assert (visible(club.controls.hand), visible(club.own_cards)) == (True, False)
    club.controls.cards[2].value = True
    assert opened(club) == {Action.DRAW: "Draw 1 card (D)"}
    press(club, Action.DRAW)
    (thrown,) = [step.cards for seat, step in club.hand.steps if seat == 0 and step.cards]
    assert thrown == parse_cards("Q♠")
    assert set(parse_cards("K♦ K♣ 5♣ 3♥")) <= set(club.sight.own)
    assert club.controls.thrown(club.sight) == ()
    assert (visible(club.controls.hand), visible(club.own_cards)) == (False, True)


def test_new_cards_of_the_leader_lie_face_down_until_they_are_looked_at() -> None:
    club = leading(seed=0)
    sight = club.sight
    assert (sight.unseen, len(sight.own)) == (2, 3)
    assert club.own_cards.value.count("face-down card") == 2
    assert re.search(r"You have [\w ,]+: some are not looked at yet\.", club.message)
    assert words(club.own_hand.value) == ""
    assert club.message.endswith(
        "Your new cards lie face down: bet without seeing them, or look first."
    )
    assert Action.BET in sight.options, "it wouldn't look, and so isn't offered"
    assert set(opened(club)) == {Action.BET_UNSEEN, Action.LOOK, Action.JACK}
    kept = set(sight.own)
    press(club, Action.LOOK)
    assert "face-down card" not in club.own_cards.value
    assert set(opened(club)) == {Action.BET, Action.JACK}
    assert marked_new(club) == {card.name("en") for card in club.sight.own if card not in kept}
    assert len(marked_new(club)) == 2
    assert club.message.startswith("You have ")
    assert words(club.own_hand.value)
    play_calmly(club)
    assert marked_new(club) == set(), "the hand has ended"


def test_who_bet_unseen_may_raise_the_own_stake() -> None:
    club = leading(seed=0, opponents=[CURIOUS])
    press(club, Action.BET_UNSEEN)
    assert club.message == (
        "Curious: I call. Curious 2: I call. "
        "The others have called your unseen stake of 1: raise it yourself, or pass."
    )
    assert opened(club) == {
        Action.LOOK: "Look at the new cards (L)",
        Action.RAISE: "Raise to 2 (R)",
        Action.PASS: "Pass (P)",
    }
    assert club.sight.unseen == 2
    press(club, Action.PASS)
    assert club.hand.over


def marked_new(club: ClubWidget) -> set[str]:
    """The names of one's own cards that are marked as new."""
    found = re.findall(r'tcp-new" role="img" aria-label="([^"]*)"', club.own_cards.value)
    assert all(name.endswith(", new") for name in found)
    return {name.removesuffix(", new") for name in found}


def leading(seed: int, opponents: Sequence[Manner] = (CURIOUS,)) -> ClubWidget:
    """A hand in which one has drawn two cards as the leader, and hasn't looked at them."""
    rng = random.Random(seed)
    for _ in range(100):
        club = ClubWidget(seed=rng.randrange(10**6), opponents=list(opponents))
        while not club.hand.over and not club.sight.unseen:
            actions = opened(club)
            if Action.RAISE in actions:
                club.controls.stakes[5].value = True
            if Action.DRAW in actions:
                for each in club.controls.cards[3:]:
                    each.value = True
            order = (Action.RAISE, Action.BET, *CALM)
            press(club, next(action for action in order if action in actions))
        if not club.hand.over:
            return club
    raise AssertionError("never the leader in 100 hands")


def test_a_jackpot_from_its_opening_to_its_end() -> None:
    club = ClubWidget(jackpot=True, players=4, seed=5)
    assert club.hand.setting.rung == 0
    assert club.hand.setting.pot == 8
    assert together(club) == 200
    assert club.log[0] == "The pot holds 8 chips from before; everybody pays an ante of 1."
    assert club.sight.pot == 8 + 4 + 3
    assert "Jackpot: it is opened with a pair of jacks or better." in words(club.middle.value)
    assert "<b>J</b> <span>Q</span> <span>K</span>" in club.middle.value
    assert "Bold: I open with 3." in club.log
    assert "opened" in seats(club)["Bold"][0]
    play_calmly(club)
    assert club.message.endswith("This hand brings you -7 chips.")
    assert club.hand.result is not None
    assert club.hand.result.ending is Ending.SHOWDOWN


def test_a_false_opening_is_told_and_fined() -> None:
    club = hand_with(lambda c: c.sight.result and c.sight.result.fine and c.sight.opener == 0)
    said = club.message
    assert "You opened without openers. You pay a fine of 5 chips." in said
    left = club.hand.result.left if club.hand.result else 0
    assert f"For the next hand the pot holds {left} chips." in said
    club.controls.next.click()
    assert club.hand.setting.pot == left

    club = hand_with(
        lambda c: c.hand.result and c.hand.result.false_opening and not c.hand.result.fine
    )
    name = club.hand.players[club.sight.opener or 0]
    own = "You opened" if name == "You" else f"{name} opened"
    assert f"{own} without openers. For the next hand the pot holds" in club.message


@pytest.mark.parametrize("own", [True, False])
def test_an_opener_who_threw_openers_shows_them_beside_the_hand(own: bool) -> None:
    def split(club: ClubWidget) -> bool:
        sight, opener = club.sight, club.sight.opener
        if opener is None or sight.result is None or (opener == club.seat) != own:
            return False
        return len(sight.shown[opener]) > 5 and opener in sight.still_in

    club = hand_with(split)
    opener = club.sight.opener or 0
    hand, openers = by_rank(club.hand.hidden[opener]), club.sight.shown[opener][5:]
    if own:
        text = words(club.own_cards.value)
        cards = re.findall(r'aria-label="([^"]*)"', club.own_cards.value)
    else:
        text, cards = seats(club)[club.hand.players[opener]]
        assert called(hand) in text
    assert cards == [card.name("en") for card in (*hand, *openers)]
    assert text.endswith("the openers")


def test_a_jackpot_that_nobody_opens_goes_up_the_ladder() -> None:
    club = hand_with(lambda c: c.hand.result and c.hand.result.ending is Ending.UNOPENED)
    assert "Nobody opened the jackpot. For the next hand the pot holds" in club.message
    assert "The next hand is a jackpot, opened with a pair of queens or better." in club.message
    club.controls.next.click()
    assert "opened with a pair of queens or better" in words(club.middle.value)
    assert "<span>J</span> <b>Q</b>" in club.middle.value


def hand_with(found: Callable[[ClubWidget], Any], form: str = "draw", **more: Any) -> ClubWidget:
    """A first hand, a jackpot if not said otherwise, at whose end something is found."""
    rng = random.Random(1)
    arguments = {"jackpot": True, "opponents": [CHANCE, CAREFUL, BOLD], **more}
    for _ in range(200):
        club = ClubWidget(form, seed=rng.randrange(10**6), **arguments)
        while not club.hand.over and not (found(club) and club.hand.result):
            press_anything(club, rng)
        if found(club):
            return club
    raise AssertionError("no such hand in 200")


SHY = Manner("Shy", bets=9, calls=0, raises=9, stake=1)
"""An opponent of one's own that never bets, and so proposes a jackpot as the leader."""


def test_who_is_jacked_out_is_told_why() -> None:
    club = ClubWidget(players=3, seed=7, opponents=[SHY])
    assert club.log[-2:] == [
        "You sit to the right of Shy, who proposed a jackpot: by the club's rule you are out of "
        "this hand, unasked.",
        "Shy 2: I accept the jackpot.",
    ]
    assert "jacked out" in words(club.own_heading.value)
    assert "tcp-out" in club.own._dom_classes


def test_who_is_jacked_out_by_others_is_told_why() -> None:
    club = leading(seed=0)
    press(club, Action.JACK)
    assert (
        "Curious 2 sits to your right, and you proposed a jackpot: by the club's rule Curious 2 is "
        "out of this hand, unasked."
    ) in club.log
    start = "Shy 2 sits to the right of Shy 3, who proposed a jackpot: by the club's rule Shy 2 is"
    hand_with(
        lambda c: [line for line in c.log if line.startswith(start)],
        "sykkel",
        jackpot=False,
        players=4,
        opponents=[SHY],
    )


@pytest.mark.parametrize("form", FORMS)
def test_in_the_first_hand_of_an_evening_you_are_asked(form: str) -> None:
    for seed in range(40):
        club = ClubWidget(form, 2 + seed % 6, seed, jackpot=seed % 4 == 3)
        for players in (2 + seed % 6, 2 + (seed + 1) % 6):
            club.agreement.players.value = players
            assert len(club.hand.players) == players
            while set(opened(club)) & {Action.CUT, Action.LAY, Action.DRAW}:
                press(club, next(action for action in CALM if action in opened(club)))
            assert set(opened(club)) & {Action.BET, Action.CALL, Action.FOLD, Action.LOOK}
            assert "tcp-out" not in club.own._dom_classes


def test_later_hands_know_proposed_jackpots_again() -> None:
    club = ClubWidget("stud", players=3, seed=7)
    for _ in range(5):
        assert ("I propose a jackpot." in " ".join(club.log)) <= (len(club.evening.hands) > 1)
        while not club.hand.over:
            press(club, next(a for a in (Action.FOLD, *CALM) if a in opened(club)))
        if "I propose a jackpot." in " ".join(club.log):
            break
        club.controls.next.click()
    assert "I propose a jackpot." in " ".join(club.log)
    assert len(club.evening.hands) > 1


class Spy:
    """An opponent that keeps the generators it is given, and plays on."""

    name = "Spy"

    def __init__(self) -> None:
        self.states: list[Any] = []

    def decide(self, sight: Sight, rng: random.Random) -> Step:
        self.states.append(rng.getstate())
        return CURIOUS.decide(sight, rng)


def numbers_of(state: Any) -> set[int]:
    """The numbers of 64 bits that a generator has given lately, or will give next."""
    version, words_, gauss = state
    rng = random.Random()
    rng.setstate((version, (*words_[:-1], 0), gauss))
    drawn = [rng.getrandbits(32) for _ in range(3 * 624)]
    return {low | high << 32 for low, high in pairwise(drawn)}


@pytest.mark.parametrize("seed", [7, 0, 12345, None])
def test_what_an_opponent_gets_tells_nothing_of_the_decks(seed: int | None) -> None:
    spy = Spy()
    club = ClubWidget(seed=seed, opponents=[spy])
    seeds = []
    for _ in range(4):
        for _ in range(2):
            seeds.append(club.hand.setting.seed)
            play_calmly(club)
            club.controls.next.click()
        club.agreement.begin.click()
    assert len(set(seeds)) == len(seeds)
    assert len(spy.states) > 8
    known = set().union(*map(numbers_of, spy.states[:: max(1, len(spy.states) // 12)]))
    assert not known & set(seeds)
    evenings = map(random.Random, known)  # as if one of the numbers were an evening's seed
    assert not {evening.getrandbits(64) for evening in evenings for _ in range(2)} & set(seeds)


def test_the_numbers_that_a_generator_gives_are_found() -> None:
    rng = random.Random(7)
    before = rng.getrandbits(64)
    state_, after = rng.getstate(), rng.getrandbits(64)
    assert {before, after} <= numbers_of(state_)


@pytest.mark.parametrize("form", FORMS)
def test_a_sheet_says_how_a_hand_goes(form: str) -> None:
    club = ClubWidget(form, seed=7)
    sheet = club.sheet.value
    assert sheet.startswith('<details class="tcp tcp-sheet"><summary>How a hand goes</summary>')
    text = words(sheet)
    named = {"draw": "Five-card draw", "sykkel": "Sykkel", "memphis": "Memphis", "stud": "Stud"}
    assert [each for each, name in named.items() if f"{name}: everybody gets" in text] == [form]
    for fact in (
        "an ante of 1 into one pot", "more than 5 in one betting round", "pays a fine of 5",
        "Opening needs a pair of jacks or better", "right is out of the hand, unasked",
        "equal hands share it", "four of a kind, full house, flush, straight",
    ):  # fmt: skip
        assert fact in text
    assert ("Betting unseen" in text) == (form in ("draw", "memphis"))
    assert ("bicycle round" in text) == (form == "draw")


def test_five_of_seven_are_framed_at_the_end() -> None:
    club = ClubWidget("sykkel", players=3, seed=7, opponents=[CURIOUS])
    assert "tcp-decides" not in club.own_cards.value + club.others.value
    play_calmly(club)
    assert club.own_cards.value.count("tcp-decides") == 5
    assert club.others.value.count("tcp-decides") == 10
    framed = re.findall(r'tcp-decides" role="img" aria-label="([^"]*)"', club.own_cards.value)
    assert set(framed) == {card.name("en") for card in best_five(club.sight.own)}


def test_the_winner_with_a_full_hand_chooses_a_bicycle_round() -> None:
    club = ClubWidget(seed=636, opponents=[CURIOUS])  # a straight is dealt
    while club.hand.stage is not Stage.CHOOSING:
        press(club, next(action for action in CALM if action in opened(club)))
    assert opened(club) == {
        Action.BICYCLE: "Bicycle round (Y)",
        Action.ORDINARY: "No bicycle round (O)",
    }
    assert "You take" in club.message
    assert club.message.endswith("You have won with a full hand: does a bicycle round follow?")
    press(club, Action.BICYCLE)
    assert not club.controls.next.disabled
    forms = []
    assert "bicycle round" in club.sheet.value
    for _ in range(4):
        club.controls.next.click()
        forms.append(club.hand.form)
        play_calmly(club)
    assert forms == [Form.SYKKEL, Form.MEMPHIS, Form.STUD, Form.DRAW]


def test_a_whole_hand_of_sykkel() -> None:
    club = ClubWidget("sykkel", seed=7)
    assert club.text().endswith(
        "You have king of diamonds, king of clubs, five of clubs: pair. "
        "The stake is 1: call, raise or fold."
    )
    assert [*re.findall(r'<p class="tcp-says">(.*?)</p>', club.own_cards.value)] == [
        "hidden",
        "open",
    ]
    assert seats(club)["Careful"][1].count("face-down card") == 2
    assert len(seats(club)["Careful"][1]) == 3
    play_calmly(club)
    assert len(club.sight.own) == 7
    assert club.log.count("Cards are dealt.") == 4
    assert club.log[-1] == "The hands are shown."
    assert not [names for _, names in seats(club).values() if "face-down card" in names]


def test_a_whole_hand_of_memphis_begins_with_laying_the_table() -> None:
    club = ClubWidget("memphis", seed=7)
    assert opened(club) == {Action.LAY: "Lay a card (L)"}
    slider = club.controls.slider
    assert (visible(slider), slider.min, slider.max, slider.value) == (True, 0, 15, 15)
    assert slider.description == "After cards"
    slider.value = 4
    press(club, Action.LAY)
    assert len(club.sight.table) == 1
    assert (slider.min, slider.max) == (4, 15)
    assert [len(names) for _, names in seats(club).values()] == [2, 1]
    press(club, Action.LAY)
    assert club.log[2:4] == [
        "You: I lay a card on the table; 4 are dealt.",
        "Cards are dealt.",
    ]
    assert words(club.own_hand.value)
    play_calmly(club)
    assert club.sight.result is not None


def test_the_last_place_to_lay_a_card_needs_no_slider() -> None:
    club = ClubWidget("memphis", seed=7)
    press(club, Action.LAY)
    assert not visible(club.controls.slider)
    assert club.message.endswith(
        "You deal, and all 15 cards are out: lay an open card on the table."
    )
    press(club, Action.LAY)
    assert len(club.sight.table) == 2


def test_a_whole_hand_of_stud() -> None:
    club = ClubWidget("stud", seed=4, opponents=[CURIOUS])
    play_calmly(club)
    assert club.log.count("Cards are dealt.") == 5
    assert all(len(names) == 5 for _, names in seats(club).values())
    result = club.sight.result
    assert result is not None
    winner = club.hand.players[result.shares.index(max(result.shares))]
    assert f"{winner} take" in club.message
    assert club.evening.form is Form.STUD
    club.controls.next.click()
    assert club.hand.form is Form.STUD


# --- hands by chance -----------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_whatever_is_pressed_the_game_goes_on_and_keeps_its_chips(form: str) -> None:
    rng = random.Random(form)
    seen: set[int] = set()
    endings: Counter[Ending] = Counter()
    for _ in range(24):
        players = 2 + len(endings) if not seen else rng.randint(2, 7)
        jackpot = rng.random() < 0.5
        club = ClubWidget(form, players, rng.randrange(10**9), jackpot=jackpot)
        seen.add(players)
        for _ in range(4):
            steps = 0
            while not club.hand.over:
                press_anything(club, rng)
                assert together(club) == 50 * players
                assert min(club.evening.chips.values()) >= 0
                assert club.message
                assert f"{50 * players} chips at the table in all." in club.agreed_line.value
                steps += 1
                assert steps < 200
            assert club.hand.result is not None
            endings[club.hand.result.ending] += 1
            assert opened(club) == {}
            assert replay(club.record).steps == club.hand.steps
            if club.controls.next.disabled:
                break
            before = club.hand
            club.controls.next.click()
            assert club.hand is not before
            assert club.hand.dealer != before.dealer or len(club.hand.players) < players
    assert seen == set(range(2, 8))
    assert set(endings) >= {Ending.SHOWDOWN, Ending.ALONE}


def test_a_menu_begins_an_evening_with_another_game() -> None:
    club = ClubWidget("draw", players=3, seed=5)
    press(club, next(iter(opened(club))))
    club.agreement.form.value = "stud"
    assert (club.hand.form, together(club), len(club.hand.players)) == (Form.STUD, 150, 3)
    club.agreement.players.value = 7
    assert club.hand.players == (
        "You", "Careful", "Curious", "Bold", "Chance", "Careful 2", "Curious 2",
    )  # fmt: skip
    club.agreement.jackpot.value = True
    assert (club.hand.setting.rung, club.hand.setting.pot) == (0, 14)
    first = club.hand
    club.agreement.begin.click()
    assert club.hand is not first
    assert club.hand.setting.seed != first.setting.seed
    assert club.error == ""


def test_an_evening_ends_when_one_has_no_chip_left() -> None:
    club = ClubWidget("draw", players=2, seed=2)
    while not (club.hand.over and club.controls.next.disabled):
        if club.hand.over:
            club.controls.next.click()
            continue
        actions = opened(club)
        if Action.DRAW in actions:
            for each in club.controls.cards:
                each.value = True
        high = [each for each in club.controls.stakes.values() if not each.disabled]
        for each in high[-1:]:
            each.value = True
        press(club, next(a for a in (Action.RAISE, Action.BET, *EVERY) if a in actions))
    assert club.controls.next.disabled
    assert club.message.endswith("begin a new evening.")
    club.controls.next.click()  # as a page might
    assert club.error.endswith("begin a new evening.")
    club.agreement.begin.click()
    assert (club.error, together(club)) == ("", 100)


def test_who_cannot_pay_the_ante_sits_out() -> None:
    rng = random.Random(8)
    for _ in range(20):
        club = ClubWidget("draw", 4, rng.randrange(10**6), opponents=[CHANCE])
        for _ in range(60):
            while not club.hand.over:
                press(club, next(a for a in (Action.FOLD, *CALM) if a in opened(club)))
            if club.controls.next.disabled:
                break
            club.controls.next.click()
            idle = set(club.evening.chips) - set(club.hand.players)
            for name in idle:
                assert seats(club)[name] == (f"{name} sits out", [])
            if idle:
                assert together(club) == 200
                return
    raise AssertionError("everybody could pay the ante on 20 evenings")


# --- what is asked, and what is refused ----------------------------------------------------------


def test_a_press_that_is_not_open_is_answered_with_a_sentence() -> None:
    club = ClubWidget(seed=7)
    before = (list(club.hand.steps), club.hand.held, club.log)
    for action, sentence in (
        (Action.BET, "The stake is 1: call, raise or fold."),
        (Action.JACK, "The stake is 1: call, raise or fold."),
        (Action.CUT, "The stake is 1: call, raise or fold."),
        (Action.BET_UNSEEN, "Only the leader after the draw bets unseen"),
        (Action.BICYCLE, "The stake is 1: call, raise or fold."),
    ):
        club.buttons[action].click()
        assert club.error.startswith(sentence)
        assert club.message == club.error
    club.controls.next.click()
    assert club.error == "A hand is under way: the next one is dealt when it is over."
    assert (club.hand.steps, club.hand.held, club.log) == before
    play_calmly(club)
    club.buttons[Action.CALL].click()
    assert club.error == "This hand is over: the next one can be dealt."
    assert club.error in club.error_line.value


@pytest.mark.parametrize(
    ("key", "options", "asked"),
    [
        ("club_bet", {Action.CALL: range(1), Action.FOLD: range(1)}, "club_call_or_fold"),
        ("club_bet", {Action.FOLD: range(1)}, "club_only_fold"),
        ("club_bet", {Action.CALL: range(1), Action.RAISE: range(3, 4)}, "club_bet"),
        ("club_lead", {Action.JACK: range(1)}, "club_no_bet"),
        ("club_opening", {Action.PASS: range(1)}, "club_no_bet"),
        ("club_lead", {Action.BET: range(1, 2), Action.JACK: range(1)}, "club_lead"),
        ("club_lay", {Action.LAY: range(15, 16)}, "club_lay_last"),
        ("club_lay", {Action.LAY: range(14, 16)}, "club_lay"),
    ],
)
def test_the_question_names_only_what_is_open(
    key: str, options: dict[Action, range], asked: str
) -> None:
    class Seen:
        pass

    Seen.options = options  # type: ignore[attr-defined]
    values: dict[str, Any] = {"stake": 4, "least": 14, "most": 15}
    sight: Any = Seen()
    assert talk.asks(key, values, sight, "en") == told(f"{asked}_you", **values)


def test_every_action_has_a_key_and_no_two_open_ones_the_same() -> None:
    rng = random.Random(2)
    assert set(KEYS) == set(Action)
    for form in FORMS:
        club = ClubWidget(form, 4, rng.randrange(100), jackpot=True)
        shortcuts = club.voice.shortcuts
        for _ in range(60):
            if club.hand.over:
                club.controls.next.click()
                continue
            keys = [KEYS[action] for action in opened(club)]
            assert len(set(keys)) == len(keys)
            for action, words_ in opened(club).items():
                assert words_.endswith(f"({KEYS[action].upper()})")
                assert shortcuts[KEYS[action]] in club.buttons[action]._dom_classes
            press_anything(club, rng)
        assert shortcuts[NEXT] in club.controls.next._dom_classes
        for place, each in enumerate(club.controls.cards, start=1):
            assert shortcuts[str(place)] in each._dom_classes


def test_what_decides_is_made_for_one_click() -> None:
    club = ClubWidget()
    for each in (*club.buttons.values(), club.controls.next, club.agreement.begin):
        assert "tcp-once" in each._dom_classes
    for each in (*club.controls.cards, *club.controls.stakes.values()):
        assert "tcp-once" not in each._dom_classes
        assert "tcp-toggle" in each._dom_classes


def test_one_stake_is_chosen_at_a_time() -> None:
    club = ClubWidget(seed=7)
    stakes = club.controls.stakes
    stakes[4].value = True
    stakes[4].value = False  # pressed again: it stays chosen
    assert [stake for stake, each in stakes.items() if each.value] == [4]
    assert [stake for stake, each in stakes.items() if each.disabled] == [1]
    press(club, Action.RAISE)
    assert "You: I raise to 4." in club.log


@pytest.mark.parametrize(
    "wrong",
    [
        {"form": "whist"},
        {"form": None},
        {"players": 1},
        {"players": 8},
        {"players": True},
        {"players": 2.5},
        {"seed": "x"},
        {"language": "xx"},
        {"opponents": []},
        {"opponents": "bold"},
        {"opponents": ["bold"]},
        {"opponents": 3},
        {"opponents": [Manner("", 1, 1, 1, 1)]},
        {"jackpot": 1},
    ],
)
def test_a_refused_argument_opens_nothing(wrong: dict[str, Any]) -> None:
    before = set(ipywidgets.widgets.widget._instances)
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        ClubWidget(**wrong)
    assert set(ipywidgets.widgets.widget._instances) == before


class Broken:
    """An opponent that can't decide."""

    name = "Broken"

    def decide(self, sight: Sight, rng: random.Random) -> Step:
        raise KeyError("nothing")


class Mute(Exception):
    """An error that can't be told."""

    def __str__(self) -> str:
        raise RuntimeError("no text")


class Failing(Broken):
    """An opponent that raises this."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def decide(self, sight: Sight, rng: random.Random) -> Step:
        raise self.error


class Nameless(Broken):
    """An opponent whose name can't be read."""

    @property
    def name(self) -> str:  # type: ignore[override]
        raise RuntimeError("no name yet")


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (Mute(), "Mute"),
        (SystemExit("bye"), "SystemExit: bye"),
        (GeneratorExit(), "GeneratorExit"),
        (ValueError("x " * 500_000), "ValueError: " + "x " * 93 + "x…"),
        (ValueError("two\nlines"), "ValueError: two lines"),
    ],
)
def test_however_an_opponent_fails_it_is_one_short_line(error: BaseException, line: str) -> None:
    club = ClubWidget(opponents=[Failing(error)])
    assert club.error == f"Broken 2 can't go on: {line}"
    assert len(line) <= 200


def test_an_interruption_is_no_fault_of_an_opponent() -> None:
    with pytest.raises(KeyboardInterrupt):
        ClubWidget(opponents=[Failing(KeyboardInterrupt())])


def test_a_name_that_fails_is_refused() -> None:
    with pytest.raises(ValueError, match="Nameless is no opponent: its name can't be read"):
        ClubWidget(opponents=[Nameless()])


class Cheat(Broken):
    """An opponent that takes what isn't open."""

    def decide(self, sight: Sight, rng: random.Random) -> Step:
        return Step(Action.RAISE, 99)


@pytest.mark.parametrize(("opponent", "why"), [(Broken(), "nothing"), (Cheat(), "1 to 51 cards")])
def test_an_opponent_that_fails_stops_the_game_with_a_sentence(opponent: Any, why: str) -> None:
    club = ClubWidget(opponents=[opponent])
    assert club.error.startswith("Broken 2 can't go on: ")
    assert why in club.error
    assert "The game has stopped: begin a new evening." in club.text()
    assert opened(club) == {}
    club.agreement.begin.click()
    assert club.error.startswith("Broken 2 can't go on: ")


def test_opponents_of_ones_own_sit_in_turn_under_their_names() -> None:
    club = ClubWidget(players=4, opponents=[BOLD, Manner("Kari <b>", 0, 0, 4, 1)])
    assert club.hand.players == ("You", "Bold", "Kari <b>", "Bold 2")
    assert "Kari &lt;b&gt;" in club.others.value
    assert "Kari <b>" not in club.others.value + club.log_view.value + club.asked_line.value


def test_the_record_is_told_when_a_hand_is_over() -> None:
    club = ClubWidget(seed=7)
    with pytest.raises(ValueError, match="recorded when it is over"):
        _ = club.record
    play_calmly(club)
    told_ = club.record
    assert told_ == record(club.hand)
    club.controls.next.click()
    assert club.record == told_, "the last hand that is over"
    assert replay(told_).players == ("You", "Careful", "Curious")


# --- what the front end gets ---------------------------------------------------------------------


NAMED = {card.name("en"): card for card in DECK}


def told_of_cards(text: str) -> set[Card]:
    """The cards that a text names, by index or in words."""
    plain = re.sub(r"&#xFE0E;|\ufe0e|<i>|&#10;", "", text)
    written = re.findall(r"(?<![0-9A-Z])(?:10|[2-9JQKA])[♣♦♥♠]", plain)
    in_words = re.findall(r"\w+ of (?:clubs|diamonds|hearts|spades)", plain)
    return {Card.parse(each) for each in written} | {NAMED[each] for each in in_words}


def may_be_known(club: ClubWidget) -> set[Card]:
    """All cards that one's seat may know by now, from the rules themselves."""
    hand = club.hand
    known = {card for cards in hand.open for card in cards} | set(hand.table)
    known |= {card for card in hand.hidden[club.seat] if card not in hand.unseen.get(club.seat, ())}
    for cards in hand.shown().values():
        known |= set(cards)
    return known


@pytest.mark.parametrize("form", FORMS)
def test_nothing_hidden_reaches_the_front_end(form: str, wire: Wire) -> None:
    rng = random.Random(f"wire {form}")
    unseen = 0
    for _ in range(5):
        seed, heard = rng.getrandbits(64), len(wire)
        club = ClubWidget(form, rng.randint(2, 7), seed, jackpot=rng.random() < 0.5)
        for _ in range(4):
            known: set[Card] = set()
            while True:
                known |= may_be_known(club)
                texts = ["\n".join(wire[heard:])]
                heard = len(wire)
                if club.hand.over or rng.random() < 0.2:
                    texts += [state(club), bundle(club)]
                for text in texts:
                    assert told_of_cards(text) <= known
                    assert str(seed) not in text
                    assert str(club.hand.setting.seed) not in text
                unseen += club.sight.unseen
                if club.hand.over:
                    break
                press_anything(club, rng)
            assert told_of_cards(state(club)) >= set(club.sight.own)
            if club.controls.next.disabled:
                break
            club.controls.next.click()
    assert unseen or form in ("sykkel", "stud")


def test_the_spy_would_hear_a_card(wire: Wire) -> None:
    club = ClubWidget(seed=7)
    start = len(wire)
    other = club.hand.hidden[1][0]
    club.own_hand.value = f"<p>{other.name('en')}</p>"
    assert other in told_of_cards(wire.text(start))
    club.own_hand.value = f"<p>{other}</p>"
    assert told_of_cards(wire.text(start)) == {other}


def test_a_screen_shows_what_the_seat_sees() -> None:
    rng = random.Random(3)
    for form in FORMS:
        club = ClubWidget(form, 4, rng.randrange(10**6))
        while not club.hand.over:
            sight = sees(club.hand, club.seat)
            shown = re.findall(r'aria-label="([^"]*)"', club.own_cards.value)
            names = [name.removesuffix(", new") for name in shown]
            own = [*own_hidden(sight), *sight.open[club.seat]]
            face_down = ["face-down card"] * sight.unseen
            assert Counter(names) == Counter([card.name("en") for card in own] + face_down)
            assert f"Pot: {sight.pot} chip" in words(club.middle.value)
            for seat, name in enumerate(club.hand.players):
                if name != "You":
                    text, cards = seats(club)[name]
                    assert f"{name} {sight.held[seat]} chip" in text
                    stake = sight.stakes.get(seat, 0)
                    assert (f"stake {stake}" in text) == (stake > 0)
                    if seat in sight.still_in:
                        hidden = len(club.hand.hidden[seat])
                        shown = [card.name("en") for card in sight.open[seat]]
                        assert cards == ["face-down card"] * hidden + shown
            press_anything(club, rng)


# --- languages -----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", languages())
def test_players_are_called_by_the_language(code: str) -> None:
    club = ClubWidget(players=5, language=code, seed=7)
    names = ("careful", "curious", "bold", "chance")
    assert club.hand.players == (
        label("you", code), *(label(f"club_{name}", code) for name in names),
    )  # fmt: skip
    assert len(set(club.hand.players)) == 5
    assert club.text().startswith(f"[{label('club_panel', code)}] ")


def test_languages_differ_in_words_alone() -> None:
    def played(code: str) -> list[Any]:
        club = ClubWidget("sykkel", 5, 11, code)
        play_calmly(club)
        return [club.hand.steps, club.hand.held, len(club.log)]

    assert all(played(code) == played("en") for code in languages())


def test_a_hand_is_replayed_without_the_widget() -> None:
    club = ClubWidget("memphis", 3, 9)
    play_calmly(club)
    again: Hand = replay(club.record)
    assert again.hidden == club.hand.hidden
