"""What people say to each other in a room of our own, where a platform shows that by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from bot.ports.refs import ChatRef, UserRef

LONGEST = 300
"""Characters of what is said at once."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said; its words are text and nothing else, whatever they look like.

    Attributes:
        id: never used twice.
        user: who said it.
        name: what they are called in the room.
        words: one line of visible characters; empty for a quick word.
        quick: the key of a quick word, which everybody reads in their own language; else empty.
        at: when.
        seat: where they sat at the table of the room; -1: nowhere, or it is not known any more.
        about: a token: what can be done about whoever said it.
    """

    id: str
    user: UserRef
    name: str
    words: str = field(repr=False)
    quick: str
    at: datetime
    seat: int = -1
    about: str = ""


class Listener(Protocol):
    """Who shows what is said."""

    def said(self, chat: ChatRef, line: Line, deaf: Collection[UserRef]) -> None:
        """Something was said just now; ``deaf`` do not want to hear it."""
        ...

    def anew(self, user: UserRef | None, chats: Collection[ChatRef]) -> None:
        """What one person, or everybody in some rooms, is shown is not what it was."""
        ...


class Talk(Protocol):
    """What is said in rooms."""

    async def lines(self, chat: ChatRef, reader: UserRef) -> Sequence[Line]:
        """What was said lately in a room, in order, but for those whom its reader does not hear.

        Raises what the service's store raises.
        """
        ...

    def listen(self, listener: Listener) -> None:
        """Tell of everything that is said from now on."""
        ...
