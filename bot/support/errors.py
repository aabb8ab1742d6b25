"""Logging of errors that are ours: once, with table and step, and without a secret.

An exception's own text may name cards, and so may a line of the stack's variables; only its type
and the places it came through are logged.
"""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

from engine.errors import RuleError

if TYPE_CHECKING:
    import logging

    from engine.msg import Param


def log_bug(log: logging.Logger, what: str, error: BaseException, **where: str | int) -> None:
    """Log an error with the places it came through, without its text."""
    places = "".join(traceback.format_tb(error.__traceback__))
    named = " ".join(f"{key}={value}" for key, value in where.items())
    log.error("%s %s error=%s\n%s", what, named, type(error).__name__, places)


class Refused(RuleError):
    """A command that cannot be done now; nothing changed. Its words are for its author.

    Attributes:
        private: they are for its author alone: they tell what is in a purse, what somebody does
            in another chat, or what they may do, and are no business of the others.
    """

    def __init__(self, key: str, *, private: bool = False, **params: Param) -> None:
        super().__init__(key, **params)
        self.private = private


class CannotStart(Exception):
    """What keeps the program from starting; its text is one line that says what would mend it."""


class Failed(Exception):
    """Something inside went wrong; it is logged, and what it happened to stands still.

    Attributes:
        key: the message for whoever wanted something.
    """

    def __init__(self, key: str = "hub-trouble") -> None:
        super().__init__(key)
        self.key = key


class Unsaved(Refused):
    """The database refuses to write: nothing has changed."""
