"""The commands as a menu: what platforms with command lists (slash commands) show of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.words import COMMANDS

Kind = Literal["game", "play", "text"]
"""What a field holds: ``game`` and ``play`` are completed by ``Service.suggest``."""


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
class Item:
    """One command."""

    name: str
    fields: tuple[Field, ...] = ()

    @property
    def about(self) -> str:
        """The key of the message that describes it."""
        return f"command-about-{self.name}"

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that people may type for it."""
        return COMMANDS[self.name]


_FIELDS: dict[str, tuple[Field, ...]] = {
    "newgame": (Field("game", "game"),),
    "play": (Field("cards", "play", required=True),),
    "rules": (Field("game", "game"),),
    "kick": (Field("seat", required=True),),
    "seat": (Field("seat", required=True),),
    "scores": (Field("period"),),
    "settle": (Field("period"),),
    "tournament": (Field("game", "game"), Field("terms")),
    "export": (Field("period"),),
    "correct": (Field("points"),),
    "season": (Field("season"),),
    "forgetme": (Field("undo"),),
    "settings": (Field("option"), Field("value")),
    "prefs": (Field("option"), Field("value")),
    "chat": (Field("option"), Field("value")),
}

MENU: tuple[Item, ...] = tuple(Item(name, _FIELDS.get(name, ())) for name in COMMANDS)
"""Every command, in the order of ``words.COMMANDS``."""
