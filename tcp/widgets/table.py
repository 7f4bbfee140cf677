"""The table: boxes, chips, all bets, any rules, one's own language, and how well one decided."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

import ipywidgets

from tcp.cards import DECK
from tcp.languages import Refusal, counted, label, languages, told
from tcp.languages import language as words_of
from tcp.payouts import Bets, Decision
from tcp.quoting import quoted
from tcp.ranking import describe
from tcp.rules import Ratio, Rules, load_rules
from tcp.scoring import Advice, Score, advise
from tcp.table import Round, Stage, Table
from tcp.view import chips as chips_in_words
from tcp.view import number, true_minus
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
from tcp.widgets.paysheet import pay_sheet
from tcp.widgets.place import SPOTS, Place

ME = "you"
"""The first player, whom every language calls by its own word."""

STAKE = 5
"""The Ante of a new box, if no other is asked for."""

CHIPS = (1, 5, 25, 100)
AGREED = (5, 10, 20, 50)
LARGEST_PURSE = 1_000_000


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
        ante: what lies on a new box.

    Raises:
        ValueError: for unknown rules or an unknown language, a seed, chips or an Ante that are no
            whole number, or that are more than a table can hold.
    """

    def __init__(
        self,
        rules: Rules | str = "pagat",
        seed: int | None = None,
        language: str = "en",
        chips: int = 100,
        ante: int = STAKE,
    ) -> None:
        house = rules if isinstance(rules, Rules) else load_rules(rules)
        words_of(language)  # refuses a language that has no words here
        self._rng = None if seed is None else seeded(seed)
        for name, amount, what in (("chips", chips, "each player brings"), ("ante", ante, "it is")):
            whole = isinstance(amount, int) and not isinstance(amount, bool)
            if not whole or not 1 <= amount <= LARGEST_PURSE:
                raise ValueError(f"{name} = {quoted(amount)}: {what} 1 to {LARGEST_PURSE:,} chips")
        self.code, self.rules, self.purse, self.ante = language, house, chips, ante
        self._own = house
        advise(DECK[:3], house)  # makes its tables now, so that the first hint comes at once
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
                self.sheet,
                line(self.name_entry, self.add_button, self.buy_button),
                line(self.agreed_menu, self.new_button),
                self.purses,
                self.ledgers,
                self.curve,
                self.score_table,
                self.seal,
            ],
            language,
        )
        self.voice.title = label("table_title", language)
        self._start([ME])

    def _make_controls(self) -> None:
        code = self.code
        self._houses = houses(self._own, code)
        self.rules_menu = menu("", list(self._houses), self._house(), label_width="initial")
        tongues = [(entry.name, each) for each, entry in languages().items()]
        self.language_menu = menu("", tongues, code, label_width="initial")
        self.agreed_menu = menu("", [0, *AGREED], 0, "260px", "initial")
        self.chip_choice = ipywidgets.RadioButtons(
            options=[(str(chip), chip) for chip in (*CHIPS, 0)],
            orientation="horizontal",
            tooltip="",  # without one ipywidgets shows the word null over a changed label
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
        self.name_entry = field("", width="230px", label_width="initial")
        self.message_line, self.purses, self.ledgers, self.curve, self.score_table, self.seal = (
            ipywidgets.HTML() for _ in range(6)
        )
        self.sheet = ipywidgets.HTML()
        actions: dict[Any, Callable[[], object]] = {
            self.deal_button: partial(self._carefully, self._deal),
            self.play_button: partial(self._carefully, partial(self._decide, Decision.PLAY)),
            self.fold_button: partial(self._carefully, partial(self._decide, Decision.FOLD)),
            self.hint_button: partial(self._carefully, self._hint),
            self.add_button: self._add_box,
            self.buy_button: self._buy,
            self.new_button: self._restart,
            self.rules_menu: self._change_rules,
            self.language_menu: self._change_language,
            self.agreed_menu: self._agree,
        }
        for control, action in actions.items():
            self.on(control, action)
        self.places: dict[int, Place] = {}

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

    def _carefully(self, action: Callable[[], object]) -> None:
        """Take a step with the cards; a fault in it voids the round, and nobody loses chips.

        Only these steps can: whatever else a page may send must not end a round somebody dislikes.
        """
        try:
            action()
        except Refusal:
            raise
        except Exception as fault:
            if self.round.stage is Stage.DECIDING:
                self.round.malfunction(type(fault).__name__)
            elif not self.round.over:
                raise
            self.root.log.exception("the table: %s", type(fault).__name__)
            self._end()

    def _restore_choices(self) -> None:
        """Choose again what was chosen, where a page has sent that nothing is."""
        with self.filling():
            if self.language_menu.value is None:
                self.language_menu.value = self.code
            if self.rules_menu.value is None:
                self.rules_menu.value = self._house()
            if self.agreed_menu.value is None:
                self.agreed_menu.value = 0
            if self.chip_choice.value is None:
                self.chip_choice.value = CHIPS[0]

    def answer(self, action: Callable[[], object]) -> None:
        """Do what a click asks for; a refusal is shown as its sentence."""
        self._restore_choices()
        super().answer(action)

    def in_words(self, error: ValueError) -> str:
        """A refusal as a sentence in the table's language, as it is said to its player."""
        said = str(error)
        if isinstance(error, Refusal):
            said = self._to(error.values.get("player"), error.key, **error.values)
        return said[:1].upper() + said[1:] + ("" if said.endswith(".") else ".")

    def _to(self, whom: object, key: str, **values: object) -> str:
        """What is told of a player, or in other words to the one who is called "you"."""
        yours = f"{key}_you"
        if whom == ME and yours in words_of(self.code).told:
            return told(yours, self.code, **values)
        return told(key, self.code, **{**values, "player": self._name(whom)})

    def _name(self, player: object) -> str:
        return label("you", self.code) if player == ME else str(player)

    def _house(self) -> str:
        """What the rules of the table are called."""
        return next(name for name, house in self._houses.items() if house == self.rules)

    def _before_cards(self) -> None:
        """Refuse what is only done while no cards are on the table."""
        if self.round.stage is Stage.DECIDING:
            raise Refusal("decide_first")

    def _box(self, box: int) -> str:
        return told("table_box", self.code, box=box)

    # --- stakes ---

    def _start(self, players: list[str]) -> None:
        """Begin a game: everybody has the same chips again, and the score starts anew."""
        self.table = Table(dict.fromkeys(players, self.purse))
        self.scores = {player: Score() for player in players}
        self.balances: dict[str, list[Ratio]] = {player: [] for player in players}
        self.last: Round | None = None
        self._open(dict(enumerate([(player, Bets(self.ante)) for player in players], start=1)))
        self._tell(lambda: told("table_start", self.code))

    def _restart(self) -> None:
        self._before_cards()
        self._start(self.players)

    def _open(self, stakes: dict[int, tuple[str, Bets]]) -> None:
        """Shuffle and seal a new deck; place these stakes as far as chips and rules allow."""
        seed = None if self._rng is None else self._rng.getrandbits(128)
        self.round = self.table.open_round(self.rules, seed)
        self._advice: dict[int, Advice] = {}
        for box, (player, bets) in stakes.items():
            covered = self._covered(player, bets)
            if covered and box <= self.rules.max_boxes:
                self.round.bet(player, covered, box)

    def _covered(self, player: str, bets: Bets) -> Bets | None:
        """These stakes so far as the player's chips cover them and a Play in each box.

        A last chip still makes an Ante, with which one can only fold; without chips it is None.
        """
        antes = sum(box.bets.ante for box in self.round.boxes.values() if box.player == player)
        left = int(self.table.chips[player]) - antes
        ante = min(bets.ante, left // 2 or (0 if antes else left))
        if ante < 1:
            return None
        side = {bet: getattr(bets, bet) for bet in SPOTS[1:] if getattr(self.rules, bet)}
        return Bets(ante, **(side if 2 * ante + sum(side.values()) <= left else {}))

    def _stakes(self) -> dict[int, tuple[str, Bets]]:
        return {number: (box.player, box.bets) for number, box in self.round.boxes.items()}

    def _put(self, box: int, bet: str) -> None:
        """Put the chosen chip on a circle, or take all chips off it; an Ante keeps one."""
        self._before_cards()
        if box not in self.round.boxes or (bet != "ante" and getattr(self.rules, bet) is None):
            raise Refusal("table_closed", bet=bet_name(bet, self.code))
        bets, chip = self.round.boxes[box].bets, self.chip_choice.value
        stakes = {each: getattr(bets, each) for each in SPOTS}
        if not chip and bet == "ante" and stakes[bet] == 1:
            raise Refusal("table_least")
        stakes[bet] = stakes[bet] + chip if chip else int(bet == "ante")
        self.round.restake(box, Bets(**stakes))
        player = self.round.boxes[box].player

        def said() -> str:
            lies = f"{bet_name(bet, self.code)} {number(stakes[bet], self.code)}"
            own = [each.bets.ante for each in self.round.boxes.values() if each.player == player]
            short = self.table.chips[player] < sum(own)
            warned = ". " + self._to(player, "table_short") if short else ""
            return f"{self._box(box)}: {lies}{warned}"

        self._tell(said)

    def _remove(self, box: int) -> None:
        self._before_cards()
        if box in self.round.boxes and len(self.round.boxes) > 1:
            self.round.take_back(box)
        self._tell(self._purses_in_words)

    def _typed_player(self) -> str:
        """Who is meant by the name in the field; nobody else can have the name of "you"."""
        player = unicodedata.normalize("NFKC", self.name_entry.value).strip()
        return ME if not player or player.casefold() in self._called() else player

    def _add_box(self) -> None:
        self._before_cards()
        player = self._typed_player()
        *_, (_, bets) = self._stakes().values() or [(ME, Bets(self.ante))]
        if player not in self.table.chips:
            self._join(player, bets)
        else:
            self.round.bet(player, self._covered(player, bets) or bets)
        self._tell(self._purses_in_words)

    def _join(self, player: str, bets: Bets) -> None:
        """Seat a new player; one who finds no box gets no chips either."""
        trial = Round(self.rules)
        for box, (taken_by, taken) in self._stakes().items():
            trial.bet(taken_by, taken, box)
        trial.bet(player, bets)
        self.table.sit(player, self.purse)
        self.scores[player], self.balances[player] = Score(), []
        self.round.bet(player, self._covered(player, Bets(bets.ante)) or Bets(1))

    def _buy(self) -> None:
        self._before_cards()
        player = self._typed_player()
        if player not in self.table.chips:
            raise Refusal("no_player", player=player)
        self.table.sit(player, self.purse)
        if not self.round.boxes:
            self.round.bet(player, self._covered(player, Bets(self.ante)) or Bets(1))
        self._tell(self._purses_in_words)

    def _change_rules(self) -> None:
        if self.round.stage is Stage.DECIDING:
            with self.filling():
                self.rules_menu.value = self._house()
            raise Refusal("decide_first")
        self.rules = self._houses[self.rules_menu.value]
        stakes = self._stakes()
        for box in stakes:
            self.round.take_back(box)
        self._open(stakes)
        self._tell(self._result if self.finished else self._offered)

    def _agree(self) -> None:
        if self.round.stage is Stage.DECIDING:
            self._render()
        else:
            self._tell(self._result if self.finished else self._where)

    def _change_language(self) -> None:
        self.code = self.language_menu.value
        self.voice.title = label("table_title", self.code)
        self.speak(label("table_panel", self.code), self.code)
        self._tell(self._say, self._show)

    # --- cards and decisions ---

    def _deal(self) -> None:
        self._before_cards()
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
            raise Refusal("deal_first")
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
            raise Refusal("deal_first")
        self._advise(turn)
        self.round.decide(turn, decision)
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

        def said(brief: bool = False, heard: bool = True) -> str:
            told_ = [self._outcome(over, brief)]
            if self.finished:
                told_.append(self._result())
            elif heard and over.stage is Stage.SETTLED:
                told_.append(told("table_balances", self.code, balances=self._nets()))
            playing = {box.player for box in self.round.boxes.values()}
            gone = dict.fromkeys(player for player, _ in stakes.values() if player not in playing)
            return " ".join([*told_, *(self._to(player, "table_broke") for player in gone)])

        self._tell(said, partial(said, brief=len(over.boxes) > 1, heard=False))

    def _outcome(self, over: Round, brief: bool) -> str:
        """The dealer's hand and the result of each box in words; in brief only what it nets."""
        if over.stage is Stage.VOID:
            return told("table_void", self.code)
        said = [told("dealer_has", self.code, hand=describe(over.dealer, self.code))]
        for box in over.boxes:
            played = over.sees(box)[box], over.dealer, over.decisions[box]
            words = result(over.settlements[box], over.rules, *played, self.code)
            if brief:
                words = told("net", self.code, chips=chips_in_words(over.net(box), self.code))
            said.append(self._at(over, box, words))
        return " ".join(said)

    def _result(self) -> str:
        """Who has won or lost how much in the rounds agreed on, the best first."""
        rounds = counted(self.played, "round", self.code)
        return told("table_over", self.code, rounds=rounds, results=self._nets())

    def _nets(self) -> str:
        """What each player has won or lost so far, the best first."""
        finals = {player: nets[-1] for player, nets in self.balances.items() if nets}
        best = sorted(finals.items(), key=lambda entry: -entry[1])
        return ", ".join(
            told(
                "table_balance",
                self.code,
                player=self._name(player),
                chips=chips_in_words(net, self.code),
            )
            for player, net in best
        )

    # --- what is shown ---

    def _tell(self, say: Callable[[], str], show: Callable[[], str] | None = None) -> None:
        """Say this aloud and show it, or something shorter where the felt shows the rest.

        Both are asked again when the language changes.
        """
        self._say, self._show = say, show
        self._told = say()
        self._render()
        self.say(self._told)

    def _offered(self) -> str:
        """The bets of the chosen rules, and where the chips are."""
        bets = [
            bet_name(bet, self.code) for bet in SPOTS if bet == "ante" or getattr(self.rules, bet)
        ]
        return f"{self._house()}: {', '.join(bets)}. {self._purses_in_words()}"

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
        self.message_line.value = f'<p class="tcp-result">{escape(true_minus(shown))}</p>'
        self.purses.value = f'<p class="tcp-label">{escape(self._where())}</p>'
        names = {player: self._name(player) for player in self.players}
        key = "table_sealed" if over is None else "table_sealed_next"
        ledgers = ""
        seal = "" if self.finished else felt.sealed_html(self.round.commitment, code, key)
        if over is not None:
            seal += felt.opened_html(over, len(self.table.rounds) - 1, code)
            if over.stage is Stage.SETTLED:
                owners = {box: names[taken.player] for box, taken in over.boxes.items()}
                ledgers = felt.ledgers_html(over, owners, code)
        self.ledgers.value, self.seal.value = ledgers, seal
        self.curve.value = felt.curve_html(
            {names[player]: nets for player, nets in self.balances.items()}, code
        )
        scores = {names[player]: score for player, score in self.scores.items()}
        self.score_table.value = felt.scores_html(scores, code)
        self.sheet.value = pay_sheet(self.rules, code, told("table_help", code))

    def _where(self) -> str:
        """Which round it is, and where the chips are."""
        agreed = self.agreed_menu.value
        count = max(1, self.played + (not self.finished and self.last is None))
        key = "table_round_of" if count <= agreed else "table_round"
        where = told(key, self.code, number=count, all=agreed)
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
        self._houses = houses(self._own, code)
        ends = [(label("no_end", code), 0), *((str(rounds), rounds) for rounds in AGREED)]
        chips = [*((str(chip), chip) for chip in CHIPS), (label("take_off", code), 0)]
        with self.filling():
            self._relabel(self.rules_menu, [(name, name) for name in self._houses])
            self._relabel(self.agreed_menu, ends)
            self._relabel(self.chip_choice, chips)
        if self._typed_player() == ME:
            self.name_entry.value = self._name(ME)

    @staticmethod
    def _relabel(choice: Any, options: list[tuple[str, Any]]) -> None:
        """Write other words beside the same choices; the same one stays chosen."""
        if list(choice.options) != options:
            chosen = choice.index
            with choice.hold_sync():  # in one message: a click between two would be lost
                choice.options = options
                choice.index = chosen

    def _called(self) -> set[str]:
        """What the first player is called in any language."""
        return {label("you", code).casefold() for code in languages()} | {ME}

    def _render_places(self) -> None:
        """A place for each box that has stakes or still shows its cards."""
        over = self.last.boxes if self.last is not None else {}
        wanted = sorted({*self.round.boxes, *over})
        for box in wanted:
            if box not in self.places:
                self.places[box] = self._place(box)
            taken = self.round.boxes.get(box) or over[box]
            name = self._name(taken.player)
            self.places[box].show(self.round, self.shown, taken, name, self.code)
        self.boxes.children = [self.places[box].root for box in wanted]
        if len(wanted) > 2:
            self.felt.add_class("tcp-small")
        else:
            self.felt.remove_class("tcp-small")

    def _place(self, box: int) -> Place:
        return Place(
            box,
            lambda bet: self.answer(partial(self._put, box, bet)),
            lambda: self.answer(partial(self._remove, box)),
        )
