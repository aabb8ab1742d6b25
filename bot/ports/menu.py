"""The commands as platforms with command lists (slash commands) show them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["game", "play", "text", "file"]
"""What a field holds: ``game`` and ``play`` are completed by ``Service.suggest``; ``file``: a file
may come along (``Incoming.enclosed``)."""


@dataclass(frozen=True, slots=True)
class Field:
    """Words that may follow a command; they are said after its name, field by field."""

    name: str
    kind: Kind = "text"
    required: bool = False

    @property
    def about(self) -> str:
        """The key of the message that describes it."""
        return f"field-about-{self.name}"


@dataclass(frozen=True, slots=True)
class CommandSpec:
    """One command.

    Attributes:
        words: everything that people may type for it; the first is its name.
        fields: what may follow it, in this order.
        private: lists of private chats show it, too.
    """

    words: tuple[str, ...]
    fields: tuple[Field, ...] = ()
    private: bool = True

    @property
    def name(self) -> str:
        """What it is called in lists."""
        return self.words[0]

    @property
    def about(self) -> str:
        """The key of the message that describes it."""
        return f"command-about-{self.name}"
