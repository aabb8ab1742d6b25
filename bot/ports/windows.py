"""A table in a window of one person's own: the page inside the client of the platform it is on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from bot.ports.messages import Outgoing
    from bot.ports.refs import ChatRef, UserRef

    Listener: TypeAlias = Callable[[str], None]
    """Told which table is shown otherwise now."""


@dataclass(frozen=True, slots=True)
class Window:
    """Who looks, and at what; whether they may is asked each time.

    Attributes:
        table: the id of the table that they mean; empty: their own, wherever that is.
        place: where they saw one last: the next table there is what they see then.
        language: their client's, as a tag.
        name: what they are called there.
        home: the chat or thread in which the page is open, where the platform vouches for that.
        title: what that is called.
        near: the keys of the chats of the same server, whose tables may be chosen there.
    """

    user: UserRef
    table: str = ""
    place: ChatRef | None = None
    language: str = ""
    name: str = ""
    home: ChatRef | None = None
    title: str = ""
    near: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Seen:
    """What is seen through a window.

    Attributes:
        window: the same one, for the next look.
        chat: what the chat of the table is called.
        language: in which all of it is, one of the languages that there are words in.
        board: what everybody in the chat sees.
        hand: what this person alone sees.
        why: where there is neither, why, and what leads on.
        tables: tables to choose among, with what they are called.
        opens: what a button is called that opens a table at home; empty: none may be.
        again: where there is neither, what the button is called that looks once more.
    """

    window: Window
    language: str
    chat: str = ""
    board: Outgoing | None = None
    hand: Outgoing | None = None
    why: str = ""
    tables: tuple[tuple[str, str], ...] = ()
    opens: str = ""
    again: str = ""


class Windows(Protocol):
    """Tables as they are seen through windows."""

    async def look(self, window: Window) -> Seen:
        """What is to be seen now. Raises what the service's store raises."""

    def listen(self, listener: Listener) -> None:
        """Tell of every table that is shown otherwise from now on."""

    def watching(self, window: Window, page: str) -> None:
        """A page that shows it is in sight, as of now; nobody need be called to their turn."""

    def away(self, window: Window, page: str) -> None:
        """That page is in sight no longer."""
