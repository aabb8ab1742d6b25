"""What a table is opened with, before it takes any command."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.ports.refs import ChatRef, UserRef
    from bot.table.state import TableState


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a new table begins with; ``old``: the table whose people play again."""

    id: str
    place: ChatRef | None
    chat_title: str
    game: str
    host: UserRef
    name: str
    clock: int
    old: TableState | None = field(default=None, repr=False)
