"""What a player can do in a hand of the club's poker, and what the house has agreed on."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from enum import Enum

from tcp.cards import Card, known_cards, parse_cards
from tcp.quoting import quoted

MOST_PLAYERS = 7
LARGEST_STAKE = 1_000  # chips; so that a betting round, and its record, stay of a readable length


class Action(Enum):
    """The kinds of step. The word is what stands in a record."""

    CUT = "cut"
    """Lift so many cards off before the deal (*ta av*): the dealer's right neighbour."""
    LAY = "lay"
    """Memphis: turn a card up on the table when so many have been dealt: the dealer."""
    BET = "bet"
    """Propose a stake (*prate*); in a jackpot that isn't opened yet, open it (*åpne*)."""
    BET_UNSEEN = "bet unseen"
    """*Sette usett*: bet after the draw without having looked at the cards that came."""
    LOOK = "look"
    """Look at the cards that came; after that nothing is unseen."""
    JACK = "jack"
    """Propose a jackpot instead of a stake (*jekke*)."""
    ACCEPT = "accept"
    """Agree to a jackpot that is proposed."""
    PASS = "pass"
    """Don't open a jackpot; or, who bet unseen, leave the stake as it is."""
    CALL = "call"
    """Put in the stake that the others have (*være med*, *se*)."""
    RAISE = "raise"
    """Raise the stake (*høyne*) to so many chips in this betting round."""
    FOLD = "fold"
    """Give the hand up (*kaste seg*)."""
    DRAW = "draw"
    """Throw cards and get as many new ones (*kjøpe*); none is to stand pat."""
    BICYCLE = "bicycle"
    """The winner with a full hand asks for a bicycle round (*sykkelrunde*)."""
    ORDINARY = "ordinary"
    """The winner with a full hand asks for no bicycle round."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a player.

    >>> Step(Action.RAISE, 4).text(), Step.parse("draw Q♥ 4♣").cards
    ('raise 4', (Q♥, 4♣))

    Raises:
        ValueError: for what is no Action, no whole number, or no cards.
    """

    action: Action
    amount: int = 0
    """Chips of a bet, or to which a raise goes; cards lifted off, or dealt before one is laid."""
    cards: tuple[Card, ...] = ()
    """The cards thrown in a draw."""

    def __post_init__(self) -> None:
        """Refuse what can't be a step in any hand."""
        if not isinstance(self.action, Action):
            raise ValueError(
                f"{quoted(self.action)} is no Action; a step is written Step(Action.CALL)"
            )
        if not isinstance(self.amount, int) or isinstance(self.amount, bool):
            raise ValueError(f"{quoted(self.amount)}: the amount of a step is a whole number")
        object.__setattr__(self, "cards", known_cards(self.cards, "cards"))
        if self.cards and self.action is not Action.DRAW:
            raise ValueError(f"cards are thrown in a draw, not with {self.action.value!r}")

    def text(self) -> str:
        """As it stands in a record: the action, then its chips or cards."""
        amount = str(self.amount) if self.amount else ""
        return " ".join(filter(None, [self.action.value, amount, *map(str, self.cards)]))

    @classmethod
    def parse(cls, text: str) -> Step:
        """The step that `text()` wrote.

        Raises:
            ValueError: for any other text.
        """
        if not isinstance(text, str):
            raise ValueError(f"{quoted(text)} is no text; a step is written like 'bet 2'")
        for action in sorted(Action, key=lambda each: -len(each.value)):
            if text == action.value or text.startswith(action.value + " "):
                rest = text[len(action.value) :].strip()
                if action is Action.DRAW:
                    return cls(action, cards=parse_cards(rest))
                if re.fullmatch("[0-9]{0,9}", rest):
                    return cls(action, int(rest or 0))
        raise ValueError(
            f"{quoted(text)} is no step; a step is written like 'bet 2' or 'draw Q♥ 4♣'"
        )


@dataclass(frozen=True, slots=True)
class House:
    """What the players have agreed on, in chips; the club's page gives one and five as examples.

    Raises:
        ValueError: for what is no whole number of chips from 1 to 1,000.
    """

    ante: int = 1
    limit: int = 5
    """The most that a player stakes in one betting round."""
    fine: int = 5
    """What a false opening costs where somebody else takes the pot."""

    def __post_init__(self) -> None:
        """Refuse what can't be agreed on."""
        for field in fields(self):
            chips = getattr(self, field.name)
            if not isinstance(chips, int) or isinstance(chips, bool) or chips < 1:
                raise ValueError(
                    f"{field.name} = {quoted(chips)}: a whole number of chips, 1 or more"
                )
            if chips > LARGEST_STAKE:
                raise ValueError(f"{field.name}: at most {LARGEST_STAKE:,} chips")
