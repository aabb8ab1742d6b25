"""What a player can get wrong.

RuleError                 the move was refused; the state is unchanged
├── UnreadableAction      the words typed are no action at all
├── NotYourTurn           this seat is not asked anything now
├── IllegalAction         understood, and against the rules
└── AmbiguousAction       legal in more than one way (二义性); the player must say which

Every one carries a message, never a sentence: sentences live in the catalogue. Anything else that
the engine raises is a bug, and the bot treats it as one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.msg import msg

if TYPE_CHECKING:
    from engine.core import Action
    from engine.msg import Msg, Param


class RuleError(Exception):
    """A move was refused; nothing changed.

    Attributes:
        msg: which rule, and what would be right.
    """

    def __init__(self, key: str, **params: Param) -> None:
        self.msg = msg(key, **params)
        super().__init__(key)


class UnreadableAction(RuleError):
    """The text is no action."""


class NotYourTurn(RuleError):
    """The seat has no prompt now."""


class IllegalAction(RuleError):
    """The action breaks the rule named by the message."""


class AmbiguousAction(RuleError):
    """The cards have several readings; ``options`` are finished actions, one for each.

    ``labels`` are their buttons' words, where the game gives them.
    """

    def __init__(
        self,
        key: str,
        options: tuple[Action, ...],
        labels: tuple[Msg, ...] = (),
        **params: Param,
    ) -> None:
        super().__init__(key, **params)
        self.options = options
        self.labels = labels
