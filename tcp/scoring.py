"""How good decisions were, whatever came of them: scored in expectation, not in results."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tcp.cards import Card
from tcp.payouts import Decision
from tcp.quoting import quoted
from tcp.rules import Rules
from tcp.showdown import FOLD_VALUE, play_value


class Advice(NamedTuple):
    """The better decision for a hand, and what each decision brings on average, in Antes."""

    best: Decision
    play: Fraction
    fold: Fraction

    def value(self, decision: Decision) -> Fraction:
        """What this decision brings on average, in Antes."""
        if not isinstance(decision, Decision):
            raise ValueError(
                f"{quoted(decision)} is no Decision; write Decision.PLAY or Decision.FOLD"
            )
        return self.play if decision is Decision.PLAY else self.fold

    def cost(self, decision: Decision) -> Fraction:
        """What this decision gives away against the better one, in Antes; 0 for the better one."""
        return self.value(self.best) - self.value(decision)


def advise(
    hand: Sequence[Card],
    rules: Rules,
    *,
    dead: Sequence[Card] = (),
    dealer_shows: Sequence[Card] = (),
) -> Advice:
    """What to do with this hand, given cards known to be out of the deck or in the dealer's hand.

    Where both decisions are worth the same, folding is called the best: it risks less.

    >>> from tcp.cards import parse_cards
    >>> from tcp.rules import load_rules
    >>> advise(parse_cards("Q♥ 6♦ 3♣"), load_rules("pagat"))
    Advice(best=<Decision.FOLD: 'fold'>, play=Fraction(-393, 392), fold=Fraction(-1, 1))

    Raises:
        ValueError: for a card known twice, or a hand of another size.
    """
    play = play_value(hand, rules, dead=dead, dealer_shows=dealer_shows)
    fold = Fraction(FOLD_VALUE)
    return Advice(Decision.PLAY if play > fold else Decision.FOLD, play, fold)


@dataclass
class Score:
    """Decisions so far, what the mistakes among them cost, and the luck with the cards.

    All amounts are in chips, for Ante, Play and Ante bonus together: nothing is decided about the
    side bets once the cards are seen.
    """

    decisions: int = 0
    mistakes: int = 0
    best: Fraction = Fraction(0)
    """What best play of the same hands brings on average."""
    lost: Fraction = Fraction(0)
    """What the mistakes gave away on average."""
    got: Fraction = Fraction(0)
    """What really came."""

    @property
    def luck(self) -> Fraction:
        """What came beyond what one's own decisions bring on average."""
        return self.got - (self.best - self.lost)

    def add(self, advice: Advice, decision: Decision, ante: int, got: Fraction | int) -> None:
        """Count one decision.

        >>> score = Score()
        >>> advice = Advice(Decision.PLAY, Fraction(1, 2), Fraction(-1))
        >>> score.add(advice, Decision.FOLD, 4, -4)
        >>> score.mistakes, score.best, score.lost, score.luck
        (1, Fraction(2, 1), Fraction(6, 1), Fraction(0, 1))
        """
        if not isinstance(advice, Advice):
            raise ValueError(f"{quoted(advice)} is no Advice; advise(hand, rules) gives it")
        for what, number in (("ante", ante), ("got", got)):
            if not isinstance(number, (int, Fraction)) or isinstance(number, bool):
                raise ValueError(f"{what} = {quoted(number)}: a number of chips is asked for")
        cost = advice.cost(decision)
        self.decisions += 1
        self.mistakes += cost > 0
        self.best += ante * advice.value(advice.best)
        self.lost += ante * cost
        self.got += got
