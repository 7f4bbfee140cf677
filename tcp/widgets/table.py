"""The table: boxes, chips, all bets, any rules, one's own language, and how well one decided."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any
from uuid import uuid4

import ipywidgets

from tcp.languages import Refusal, counted, label, languages, told
from tcp.languages import language as words_of
from tcp.payouts import Bets, Decision
from tcp.ranking import describe
from tcp.rules import Ratio, Rules, load_rules
from tcp.scoring import Advice, Score, advise
from tcp.table import Round, Stage, Table
from tcp.view import chips as chips_in_words
from tcp.view import number
from tcp.widgets import felt
from tcp.widgets.ledger import bet_name, result
from tcp.widgets.panel import (
    Panel,
    button,
    decision_buttons,
    field,
    houses,
    keyed,
    line,
    menu,
    seeded,
)

ME = "you"
"""The first player, whom every language calls by its own word."""

STAKE = 5
"""The Ante of a new box."""

CHIPS = (1, 5, 25, 100)
SPOTS = ("ante", "pair_plus", "six_card_bonus")
AGREED = (5, 10, 20, 50)
LARGEST_PURSE = 1_000_000


class Place:
    """The controls of one box: its cards, a circle for each bet, and its removal."""

    def __init__(self, box: int, put: Callable[[int, str], None], remove: Callable[[int], None]):
        self.box = box
        self.anchor = f"tcp-{uuid4().hex}"  # the heading that names the box for screen readers
        self.shown = ipywidgets.HTML()
        self.spots = {bet: button("", "tcp-spot") for bet in SPOTS}
        self.remove = button("", "tcp-remove")
        self.root = ipywidgets.VBox([self.shown, line(*self.spots.values()), self.remove])
        self.root.add_class("tcp-stop")
        for bet, spot in self.spots.items():
            spot.on_click(lambda _, bet=bet: put(box, bet))
        self.remove.on_click(lambda _: remove(box))


class TableWidget(Panel):
    """A table of up to six boxes, by mouse or with the keys D, P, F, H and the arrows.

    The dealer's cards, the seed and the salt stay in Python until every box has decided. The deck
    of a round is sealed before its first stake; after the round the seal can be checked.

    >>> table = TableWidget(seed=1)
    >>> table.deal_button.click()
    >>> table.fold_button.click()
    >>> table.balances
    {'you': [-5]}

    `table` holds the chips and all rounds, `round` the one that takes stakes or decisions now,
    `last` the one that is over and still lies on the felt, `scores` how well each player decided.

    Args:
        rules: a known name, or rules of your own.
        seed: makes the rounds repeat; without one each is fresh, from 128 bits.
        language: the language to begin with.
        chips: what each player brings.

    Raises:
        ValueError: for unknown rules or an unknown language, a seed or chips that are no whole
            number, or chips that are no more than a table can hold.
    """

    def __init__(
        self,
        rules: Rules | str = "pagat",
        seed: int | None = None,
        language: str = "en",
        chips: int = 100,
    ) -> None:
        house = rules if isinstance(rules, Rules) else load_rules(rules)
        words_of(language)  # refuses a language that has no words here
        self._rng = None if seed is None else seeded(seed)
        whole = isinstance(chips, int) and not isinstance(chips, bool)
        if not whole or not 1 <= chips <= LARGEST_PURSE:
            raise ValueError(f"chips = {chips!r}: each player brings 1 to {LARGEST_PURSE:,} chips")
        self.code, self.rules, self.purse = language, house, chips
        self._make_controls()
        super().__init__(
            label("table_panel", language),
            [
                line(self.rules_menu, self.language_menu),
                self.felt,
                self.chip_choice,
                line(self.deal_button, self.play_button, self.fold_button, self.hint_button),
                self.message_line,
            ],
            {"d": "tcp-deal", "p": "tcp-play", "f": "tcp-fold", "h": "tcp-hint"},
            [
                self.purses,
                self.ledgers,
                self.curve,
                self.score_table,
                self.seal,
                line(self.name_entry, self.add_button, self.buy_button),
                line(self.agreed_menu, self.new_button),
            ],
            language,
        )
        self._start([ME])

    def _make_controls(self) -> None:
        code = self.code
        self._houses = houses(self.rules, code)
        name = next(name for name, house in self._houses.items() if house == self.rules)
        self.rules_menu = menu("", list(self._houses), name)
        tongues = [(entry.name, each) for each, entry in languages().items()]
        self.language_menu = menu("", tongues, code)
        self.agreed_menu = menu("", [0, *AGREED], 0, "260px", "150px")
        self.chip_choice = ipywidgets.RadioButtons(
            options=[(str(chip), chip) for chip in (*CHIPS, 0)], orientation="horizontal"
        )
        self.chip_choice.add_class("tcp-chips")
        self.dealer = ipywidgets.HTML()
        self.boxes = ipywidgets.HBox()
        self.boxes.add_class("tcp-boxes")
        self.felt = ipywidgets.VBox([self.dealer, self.boxes])
        self.felt.add_class("tcp-felt")
        self.deal_button = button("", "tcp-deal", primary=True, once=True)
        self.play_button, self.fold_button = decision_buttons(code)
        self.hint_button = button("", "tcp-hint")
        self.add_button = button("", "tcp-add")
        self.buy_button = button("", "tcp-buy")
        self.new_button = button("", "tcp-new", once=True)
        self.name_entry = field("", width="230px", label_width="70px")
        self.message_line, self.purses, self.ledgers, self.curve, self.score_table, self.seal = (
            ipywidgets.HTML() for _ in range(6)
        )
        actions: dict[Any, Callable[[], object]] = {
            self.deal_button: self._deal,
            self.play_button: lambda: self._decide(Decision.PLAY),
            self.fold_button: lambda: self._decide(Decision.FOLD),
            self.hint_button: self._hint,
            self.add_button: self._add_box,
            self.buy_button: self._buy,
            self.new_button: lambda: self._start(self.players),
        }
        for control, action in actions.items():
            control.on_click(lambda _, action=action: self.answer(action))
        self.rules_menu.observe(lambda _: self.answer(self._change_rules), "value")
        self.language_menu.observe(lambda _: self.answer(self._change_language), "value")
        self.agreed_menu.observe(lambda _: self.answer(self._agree), "value")
        self._places: dict[int, Place] = {}
        self._relabelling = False

    # --- what is known ---

    @property
    def players(self) -> list[str]:
        """Everybody who holds chips at this table."""
        return list(self.table.chips)

    @property
    def played(self) -> int:
        """How many rounds of this game are settled."""
        return sum(each.stage is Stage.SETTLED for each in self.table.rounds)

    @property
    def finished(self) -> bool:
        """Whether the agreed number of rounds has been played."""
        return bool(self.agreed_menu.value) and self.played >= self.agreed_menu.value

    @property
    def shown(self) -> Round | None:
        """The round whose cards lie on the felt."""
        return self.round if self.round.stage is Stage.DECIDING else self.last

    def text(self) -> str:
        """The table in words; of the dealer's cards nothing before the decisions."""
        return f"{self.label}. {self._told}"

    def in_words(self, error: ValueError) -> str:
        """A refusal in the table's language, with the players called as the table calls them."""
        if not isinstance(error, Refusal):
            return str(error)
        values = {
            key: self._name(value) if key == "player" else value
            for key, value in error.values.items()
        }
        return told(error.key, self.code, **values)

    def _name(self, player: object) -> str:
        return label("you", self.code) if player == ME else str(player)

    def _box(self, box: int) -> str:
        return told("table_box", self.code, box=box)

    # --- stakes ---

    def _start(self, players: list[str]) -> None:
        """Begin a game: everybody has the same chips again, and the score starts anew."""
        self.table = Table(dict.fromkeys(players, self.purse))
        self.scores = {player: Score() for player in players}
        self.balances: dict[str, list[Ratio]] = {player: [] for player in players}
        self.last: Round | None = None
        self._open(dict(enumerate([(player, Bets(STAKE)) for player in players], start=1)))
        self._tell(lambda: told("table_start", self.code))

    def _open(self, stakes: dict[int, tuple[str, Bets]]) -> None:
        """Shuffle and seal a new deck; place these stakes as far as chips and rules allow."""
        seed = None if self._rng is None else self._rng.getrandbits(128)
        self.round = self.table.open_round(self.rules, seed)
        self._advice: dict[int, Advice] = {}
        for box, (player, bets) in stakes.items():
            held = self.table.chips[player]
            ante = min(bets.ante, int(held))
            side = {bet: getattr(bets, bet) for bet in SPOTS[1:] if getattr(self.rules, bet)}
            if ante + sum(side.values()) > held:
                side = {}
            if ante and box <= self.rules.max_boxes:
                self.round.bet(player, Bets(ante, **side), box)

    def _stakes(self) -> dict[int, tuple[str, Bets]]:
        return {number: (box.player, box.bets) for number, box in self.round.boxes.items()}

    def _put(self, box: int, bet: str) -> None:
        """Put the chosen chip on a circle, or take all chips off it; an Ante keeps one."""
        bets, chip = self.round.boxes[box].bets, self.chip_choice.value
        stakes = {each: getattr(bets, each) for each in SPOTS}
        stakes[bet] = stakes[bet] + chip if chip else int(bet == "ante")
        self.round.restake(box, Bets(**stakes))
        self._tell(
            lambda: f"{self._box(box)}: {bet_name(bet, self.code)} {number(stakes[bet], self.code)}"
        )

    def _remove(self, box: int) -> None:
        self.round.take_back(box)
        self._tell(self._purses_in_words)

    def _add_box(self) -> None:
        player = self.name_entry.value.strip()
        if not player or player == self._name(ME):
            player = ME
        stakes = [bets for _, bets in self._stakes().values()] or [Bets(STAKE)]
        if player not in self.table.chips:
            self._join(player, stakes[-1])
        else:
            self.round.bet(player, stakes[-1])
        self._tell(self._purses_in_words)

    def _join(self, player: str, bets: Bets) -> None:
        """Seat a new player; one who finds no box gets no chips either."""
        Round(self.rules).bet(player, bets)  # refuses what is no name
        trial = Round(self.rules)
        for box, (taken_by, taken) in self._stakes().items():
            trial.bet(taken_by, taken, box)
        trial.bet(player, bets)
        self.table.sit(player, self.purse)
        self.scores[player], self.balances[player] = Score(), []
        self.round.bet(player, Bets(min(bets.ante, self.purse)))

    def _buy(self) -> None:
        player = self.name_entry.value.strip()
        if player not in self.table.chips:
            player = ME
        self.table.sit(player, self.purse)
        if not self.round.boxes:
            self.round.bet(player, Bets(min(STAKE, self.purse)))
        self._tell(self._purses_in_words)

    def _change_rules(self) -> None:
        stakes = self._stakes()
        for box in stakes:
            self.round.take_back(box)
        self.rules = self._houses[self.rules_menu.value]
        self._open(stakes)
        self._tell(self._purses_in_words)

    def _agree(self) -> None:
        if not self._relabelling:
            self._render()

    def _change_language(self) -> None:
        self.code = self.language_menu.value
        self.speak(label("table_panel", self.code), self.code)
        self._tell(self._say, self._show)

    # --- cards and decisions ---

    def _deal(self) -> None:
        if self.finished:
            raise ValueError(self._result())
        self.round.deal()
        self.last = None
        self._ask()

    def _ask(self) -> None:
        """Say whose turn it is, and ask for the decision."""

        def asked() -> str:
            turn, code = self.round.turn or 0, self.code
            stake = counted(self.round.boxes[turn].bets.ante, "chip", code)
            return self._at(self.round, turn, told("play_or_fold", code, stake=stake))

        def said() -> str:
            turn, code = self.round.turn or 0, self.code
            hand = self.round.sees(turn)[turn]
            names = ", ".join(card.name(code) for card in hand)
            held = told("you_have", code, cards=names, hand=describe(hand, code))
            return f"{self._at(self.round, turn, held)} {asked()}"

        self._tell(said, asked)

    def _at(self, at: Round, box: int, said: str) -> str:
        """A sentence with its box before it, where there are several."""
        if len(at.boxes) == 1:
            return said
        name = f"{self._box(box)} · {self._name(at.boxes[box].player)}"
        return told("table_at", self.code, box=name, said=said)

    def _advise(self, box: int) -> Advice:
        if box not in self._advice:
            hand, dead = self.round.sees(box)[box], self.round.dead(box)
            self._advice[box] = advise(hand, self.round.rules, dead=dead)
        return self._advice[box]

    def _hint(self) -> None:
        turn = self.round.turn
        if turn is None:
            raise ValueError(told("deal_first", self.code))
        advice, ante = self._advise(turn), self.round.boxes[turn].bets.ante

        def hint() -> str:
            said = told(
                f"table_hint_{advice.best.value}",
                self.code,
                play=felt.amount(advice.play * ante, self.code),
                fold=felt.amount(advice.fold * ante, self.code),
            )
            if self.round.dead(turn):
                said += " " + told("table_hint_known", self.code)
            return self._at(self.round, turn, said)

        self._tell(hint)

    def _decide(self, decision: Decision) -> None:
        turn = self.round.turn
        if turn is None:
            raise ValueError(told("deal_first", self.code))
        try:
            self._advise(turn)
            self.round.decide(turn, decision)
        except ValueError:
            raise
        except Exception as fault:  # whatever it is, nobody loses chips by it
            self.round.malfunction(type(fault).__name__)
            self._end()
            raise
        if self.round.over:
            self._count()
            self._end()
        else:
            self._ask()

    def _count(self) -> None:
        """Score every decision of the settled round, and draw the balances on."""
        nets: dict[str, Ratio] = {}
        for number_, box in self.round.boxes.items():
            lines = self.round.settlements[number_].lines
            got = sum(each.net for each in lines if each.bet in ("ante", "play", "ante_bonus"))
            decision = self.round.decisions[number_]
            self.scores[box.player].add(self._advice[number_], decision, box.bets.ante, got)
            nets[box.player] = nets.get(box.player, 0) + self.round.net(number_)
        for player, balance in self.balances.items():
            balance.append((balance[-1] if balance else 0) + nets.get(player, 0))

    def _end(self) -> None:
        """Leave the round that is over on the felt, and seal the deck of the next."""
        over, stakes = self.round, self._stakes()
        self.last = over
        self._open(stakes)

        def said() -> str:
            told_ = [self._outcome(over)]
            if self.finished:
                told_.append(self._result())
            elif not self.round.boxes:
                player = self._name(next(iter(stakes.values()))[0])
                told_.append(told("table_broke", self.code, player=player))
            return " ".join(told_)

        self._tell(said)

    def _outcome(self, over: Round) -> str:
        """The dealer's hand and the result of each box, in words."""
        if over.stage is Stage.VOID:
            return told("table_void", self.code)
        said = [told("dealer_has", self.code, hand=describe(over.dealer, self.code))]
        for box in over.boxes:
            played = over.sees(box)[box], over.dealer, over.decisions[box]
            words = result(over.settlements[box], over.rules, *played, self.code)
            said.append(self._at(over, box, words))
        return " ".join(said)

    def _result(self) -> str:
        """Who has won or lost how much in the rounds agreed on, the best first."""
        finals = {player: nets[-1] for player, nets in self.balances.items() if nets}
        best = sorted(finals.items(), key=lambda entry: -entry[1])
        results = ", ".join(
            told(
                "table_balance",
                self.code,
                player=self._name(player),
                chips=chips_in_words(net, self.code),
            )
            for player, net in best
        )
        rounds = counted(self.played, "round", self.code)
        return told("table_over", self.code, rounds=rounds, results=results)

    # --- what is shown ---

    def _tell(self, say: Callable[[], str], show: Callable[[], str] | None = None) -> None:
        """Say this aloud and show it, or something shorter where the felt shows the rest.

        Both are asked again when the language changes.
        """
        self._say, self._show = say, show
        self._told = say()
        self._render()
        self.say(self._told)

    def _purses_in_words(self) -> str:
        sentences = []
        for player, held in self.table.chips.items():
            boxes = [n for n, box in self.round.boxes.items() if box.player == player]
            lying = sum(self.round.felt(box) for box in boxes)
            sentences.append(
                told(
                    "table_purse",
                    self.code,
                    player=self._name(player),
                    held=counted(held, "chip", self.code, number(held, self.code)),
                    felt=counted(lying, "chip", self.code, number(lying, self.code)),
                )
            )
        return " ".join(sentences)

    def _render(self) -> None:
        """Write everything that is seen, in the language of the table."""
        self._render_labels()
        self._render_places()
        code, over = self.code, self.last
        betting = self.round.stage is Stage.BETTING
        self.deal_button.disabled = not betting or self.finished or not self.round.boxes
        self.play_button.disabled = self.fold_button.disabled = self.hint_button.disabled = betting
        for control in (self.add_button, self.buy_button, self.new_button, self.rules_menu):
            control.disabled = not betting
        self.dealer.value = felt.dealer_html(self.shown, code)
        shown = self._show() if self._show else self._told
        self.message_line.value = f'<p class="tcp-result">{escape(shown)}</p>'
        self.purses.value = f'<p class="tcp-label">{escape(self._where())}</p>'
        names = {player: self._name(player) for player in self.players}
        settled = over is not None and over.stage is Stage.SETTLED
        self.ledgers.value = ""
        self.seal.value = felt.sealed_html(self.round.commitment, code)
        if over is not None and settled:
            owners = {box: names[taken.player] for box, taken in over.boxes.items()}
            self.ledgers.value = felt.ledgers_html(over, owners, code)
        if over is not None:
            self.seal.value += felt.opened_html(over, len(self.table.rounds) - 1, code)
        self.curve.value = felt.curve_html(
            {names[player]: nets for player, nets in self.balances.items()}, code
        )
        scores = {names[player]: score for player, score in self.scores.items()}
        self.score_table.value = felt.scores_html(scores, code)

    def _where(self) -> str:
        """Which round it is, and where the chips are."""
        agreed = self.agreed_menu.value
        count = self.played + (not self.finished and self.last is None)
        key = "table_round_of" if agreed else "table_round"
        where = told(key, self.code, number=max(count, 1), all=agreed)
        return f"{where} {self._purses_in_words()}"

    def _render_labels(self) -> None:
        code = self.code
        keys = {
            self.deal_button: ("deal", "d"),
            self.play_button: ("play", "p"),
            self.fold_button: ("fold", "f"),
            self.hint_button: ("hint", "h"),
        }
        for control, (key, letter) in keys.items():
            control.description = keyed(label(key, code), letter)
        plain = {
            self.rules_menu: "rules",
            self.language_menu: "language",
            self.add_button: "add_box",
            self.new_button: "new_game",
            self.name_entry: "player",
            self.agreed_menu: "rounds_agreed",
            self.chip_choice: "chip_to_place",
        }
        for control, key in plain.items():
            control.description = label(key, code)
        bought = counted(self.purse, "chip", code, number(self.purse, code))
        self.buy_button.description = told("table_buy", code, chips=bought)
        chosen = self.chip_choice.index
        names = [*map(str, CHIPS), label("take_off", code)]
        if [name for name, _ in self.chip_choice.options] != names:
            self.chip_choice.options = list(zip(names, (*CHIPS, 0), strict=True))
            self.chip_choice.index = chosen
        ends = [(label("no_end", code), 0), *((str(rounds), rounds) for rounds in AGREED)]
        if list(self.agreed_menu.options) != ends:
            agreed, self._relabelling = self.agreed_menu.value, True
            self.agreed_menu.options = ends
            self.agreed_menu.value, self._relabelling = agreed, False
        if not self.name_entry.value or self.name_entry.value in self._called():
            self.name_entry.value = self._name(ME)

    def _called(self) -> set[str]:
        """What the first player is called in any language."""
        return {label("you", code) for code in languages()}

    def _render_places(self) -> None:
        """A place for each box that has stakes or still shows its cards."""
        betting, code = self.round.stage is Stage.BETTING, self.code
        over = self.last.boxes if self.last is not None else {}
        wanted = sorted({*self.round.boxes, *over})
        for box in wanted:
            if box not in self._places:
                self._places[box] = Place(
                    box,
                    lambda box, bet: self.answer(lambda: self._put(box, bet)),
                    lambda box: self.answer(lambda: self._remove(box)),
                )
            place, taken = self._places[box], self.round.boxes.get(box) or over[box]
            name = self._name(taken.player)
            place.shown.value = felt.box_html(self.shown, box, name, place.anchor, code)
            for bet, spot in place.spots.items():
                stake = getattr(taken.bets, bet) if box in self.round.boxes else 0
                spot.description = f"{bet_name(bet, code)} {number(stake, code)}"
                offered = bet == "ante" or getattr(self.rules, bet) is not None
                spot.layout.display = None if offered else "none"
                spot.disabled = not betting or box not in self.round.boxes
            place.remove.description = told("table_remove", code, box=box)
            several = betting and box in self.round.boxes and len(self.round.boxes) > 1
            place.remove.layout.display = None if several else "none"
        shown = [self._places[box].root for box in wanted]
        if list(self.boxes.children) != shown:
            self.boxes.children = shown
        if len(wanted) > 2:
            self.felt.add_class("tcp-small")
        else:
            self.felt.remove_class("tcp-small")
