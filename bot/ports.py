"""What the service and a platform say to each other.

Inbound everything is one ``Incoming`` (a press or words) or a ``Notice``; outbound a platform
posts, edits, retires and whispers ``Outgoing`` messages. An adapter knows nothing of games.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True)
class UserRef:
    """A person, as the platform identifies them."""

    platform: str
    id: str

    @property
    def key(self) -> str:
        """One string for storage."""
        return f"{self.platform}:{self.id}"


@dataclass(frozen=True, slots=True)
class ChatRef:
    """A group, and the thread or topic in it; ``thread`` is empty for the group itself."""

    platform: str
    id: str
    thread: str = ""

    @property
    def key(self) -> str:
        """The chat without its thread: totals belong to it."""
        return f"{self.platform}:{self.id}"

    @property
    def place(self) -> str:
        """The chat with its thread: at most one live table each."""
        return f"{self.platform}:{self.id}:{self.thread}"


@dataclass(frozen=True, slots=True)
class MessageRef:
    """A message sent: in a group or, where ``private``, to one person."""

    platform: str
    chat: str
    id: str
    private: bool = False
    thread: str = ""


class Style(StrEnum):
    """How a button looks."""

    PLAIN = "plain"
    PRIMARY = "primary"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button: its token comes back in ``Incoming.token``. Without a token it is a blank cell."""

    token: str
    label: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class PickOption:
    """A thing to pick: ``value`` comes back; ``face`` is a card's code where it is a card."""

    value: str
    label: str
    face: str = ""


@dataclass(frozen=True, slots=True)
class PickGroup:
    """Pick ``least..most`` of the options."""

    title: str
    options: tuple[PickOption, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Picker:
    """Things to pick and one button to send them.

    The values picked come back in ``Incoming.values`` with ``token``. ``equal``: as many from
    each group.
    """

    token: str
    label: str
    groups: tuple[PickGroup, ...]
    equal: bool = False


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message as the service wants it; the adapter shapes it for its platform.

    Attributes:
        text: words, plain, never markup.
        picture: a PNG, or None.
        alt: the picture in words.
        rows: buttons, row by row; a grid has rows of equal length.
        pickers: cards to pick.
        title: which chat, game and seat a private message is about.
        notify: the person should notice it (a fresh message where edits are silent).
    """

    text: str = ""
    picture: bytes | None = None
    alt: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    pickers: tuple[Picker, ...] = ()
    title: str = ""
    notify: bool = False


class Where(StrEnum):
    """Where a reply goes."""

    SAME_MESSAGE = "same"
    PRIVATE = "private"
    TOAST = "toast"


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one ``Incoming``, for its author alone."""

    message: Outgoing
    where: Where = Where.PRIVATE


@dataclass(frozen=True, slots=True)
class Incoming:
    """Something a person did: pressed a token, or said words, with values from a picker.

    Attributes:
        source: unique a platform: the update's or interaction's id.
        chat: the chat and thread; None for a private message.
        message: the message a pressed button stands on.
        at: when the person did it, if the platform says so.
        admin: the person may administer the chat.
    """

    source: str
    user: UserRef
    chat: ChatRef | None
    message: MessageRef | None = None
    text: str = ""
    token: str = ""
    values: tuple[str, ...] = ()
    display_name: str = ""
    language: str = ""
    admin: bool = False
    chat_title: str = ""
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A person opened the chat and may not have what was said before: show it again."""

    user: UserRef
    chat: ChatRef


@dataclass(frozen=True, slots=True)
class Removed:
    """The bot was removed from a chat."""

    chat: ChatRef


@dataclass(frozen=True, slots=True)
class MemberLeft:
    """A person is no longer in the chat."""

    user: UserRef
    chat: ChatRef


Notice: TypeAlias = Opened | Removed | MemberLeft


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of a private message: ``ref`` if it arrived, else ``reason``."""

    ref: MessageRef | None = None
    reason: str = ""


class PlatformError(Exception):
    """A platform did not do what it was asked to."""


class MessageGone(PlatformError):
    """The message is not there any more, or can no longer be edited."""


class ChatGone(PlatformError):
    """The chat cannot be written to any more."""


class RetryAfter(PlatformError):
    """Too fast: wait ``seconds``."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Limits:
    """What a platform can show.

    Attributes:
        row: buttons a row.
        rows: rows a message.
        text: characters of a message.
        label: characters of a button.
        options: things one picker group may list; 0: it has no picker.
        pictures: whether it shows pictures.
        edits: board edits a minute in one chat; 0: no limit.
    """

    row: int = 5
    rows: int = 5
    text: int = 2000
    label: int = 80
    options: int = 25
    pictures: bool = True
    edits: int = 0


class Service(Protocol):
    """The two entries for everything that comes in."""

    async def handle(self, incoming: Incoming) -> Reply | None:
        """Do what a person wants; the reply is theirs alone."""
        ...

    async def notice(self, notice: Notice) -> None:
        """Take note of what is neither words nor press."""
        ...


class Platform(Protocol):
    """An adapter. It knows nothing of games."""

    name: str
    limits: Limits

    async def post(self, chat: ChatRef, message: Outgoing) -> MessageRef:
        """Send to a group. Raises a ``PlatformError``."""
        ...

    async def edit(self, ref: MessageRef, message: Outgoing) -> MessageRef:
        """Change a message, in a group or private. Raises a ``PlatformError``."""
        ...

    async def retire(self, ref: MessageRef) -> None:
        """Take the buttons off an old message."""
        ...

    async def whisper(self, user: UserRef, message: Outgoing) -> Delivery:
        """Send to one person alone; never raises for a person who cannot be reached."""
        ...

    async def reach(self, user: UserRef) -> Delivery:
        """Whether a private message would arrive, without sending one."""
        ...

    async def open_place(self, chat: ChatRef, title: str) -> ChatRef | None:
        """A new thread of its own in the chat, where the platform has threads."""
        ...

    async def run(self, service: Service) -> None:
        """Serve until cancelled."""
        ...
