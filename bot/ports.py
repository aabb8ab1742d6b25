"""What the service and a platform say to each other.

Inbound everything is one ``Incoming`` (a press or words) or a ``Notice``; outbound a platform
posts, edits, retires and whispers ``Outgoing`` messages. An adapter knows nothing of games.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from engine.frozen import quick

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from bot.notices import Notice

Asked: TypeAlias = Literal["", "ready", "turn"]
"""How a table waits for somebody: not at all, for a sign to go on, for an answer in the game."""


@quick
@dataclass(frozen=True, slots=True)
class UserRef:
    """A person, as the platform identifies them."""

    platform: str
    id: str

    @property
    def key(self) -> str:
        """One string for storage."""
        return f"{self.platform}:{self.id}"


@quick
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


@quick
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


@quick
@dataclass(frozen=True, slots=True)
class Button:
    """A button: its token comes back in ``Incoming.token``.

    With ``url`` it opens that address instead; with neither it is a blank cell.
    """

    token: str
    label: str
    style: Style = Style.PLAIN
    url: str = ""


@quick
@dataclass(frozen=True, slots=True)
class PickOption:
    """A thing to pick: ``value`` comes back; ``face`` is a card's code where it is a card.

    ``marked``: it stands out among the others, as in the picture of the hand.
    """

    value: str
    label: str
    face: str = ""
    marked: bool = False


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
    each group. Without a token they are only shown: a hand whose owner is not asked.
    """

    token: str
    label: str
    groups: tuple[PickGroup, ...]
    equal: bool = False


@dataclass(frozen=True, slots=True)
class Fact:
    """A number or words to play by; ``good`` colours it."""

    label: str
    value: str
    good: bool = False


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to keep; its name ends in what it is."""

    name: str
    data: bytes = field(repr=False)


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
        mention: the one person whom it calls, so that their client tells them, whatever it says.
        until: when the clock answers for whoever is waited for; the words say it as well.
        thinking: which computer player is being waited for, in words; empty: none.
        facts: what the person plays by, on platforms with ``Limits.panes``.
        file: a file to keep, beside the picture.
        asked: how its reader is waited for.
    """

    text: str = ""
    picture: bytes | None = None
    alt: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    pickers: tuple[Picker, ...] = ()
    title: str = ""
    notify: bool = False
    mention: UserRef | None = None
    until: datetime | None = None
    thinking: str = ""
    facts: tuple[Fact, ...] = ()
    file: Attachment | None = None
    asked: Asked = ""


class Where(StrEnum):
    """Where a reply goes.

    ``SAME_MESSAGE``: it replaces the message that was pressed, if that is the person's own, and is
    ``PRIVATE`` otherwise. ``PRIVATE``: a message that they alone see, where they are if the
    platform can, else their private chat. ``TOAST``: a short answer that may vanish. ``HERE``:
    private if that can be where they are, else for all: its buttons do something to this chat.
    """

    SAME_MESSAGE = "same"
    PRIVATE = "private"
    TOAST = "toast"
    HERE = "here"


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to one ``Incoming``, for its author; ``public``: anybody may read it."""

    message: Outgoing
    where: Where = Where.PRIVATE
    public: bool = False


@quick
@dataclass(frozen=True, slots=True)
class Incoming:
    """Something a person did: pressed a token, or said words, with values from a picker.

    Attributes:
        source: unique a platform: the update's or interaction's id.
        chat: the chat and thread; None for a private message.
        message: the message a pressed button stands on.
        at: when the person did it, if the platform says so.
        admin: the person may administer the chat.
        own: the message pressed is one that this person alone sees, inside a group.
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
    own: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One thing that a person may mean: shown as ``label``, said as ``value``."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of a private message: ``ref`` if it arrived, else ``reason``.

    ``final``: trying again is useless until a ``Reachable`` notice or a press of that person.
    """

    ref: MessageRef | None = None
    reason: str = ""
    final: bool = False


class PlatformError(Exception):
    """A platform did not do what it was asked to."""


class MessageGone(PlatformError):
    """The message is not there any more, or can no longer be edited."""


class ChatGone(PlatformError):
    """The chat cannot be written to any more."""


class NotAllowed(PlatformError):
    """A right is missing in the chat; ``rights`` are keys of messages that name them."""

    def __init__(self, rights: tuple[str, ...]) -> None:
        super().__init__(", ".join(rights))
        self.rights = rights


class ChatMoved(PlatformError):
    """The chat has another id from now on; write to ``new``."""

    def __init__(self, new: ChatRef) -> None:
        super().__init__("the chat has moved")
        self.new = new


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
        quiet: an edit is not noticed by its reader, so a turn needs a fresh private message.
        admins: chats have administrators; where they have none, anybody may set what the chat sets.
        aside: a person can be shown something alone in a group, so that hands need no private
            message.
        looks: people choose their language and the colours of suits in the client itself.
        panes: the board is in sight beside the private screen, which holds only what the board
            does not: the hand as cards of a picker, facts, and the rest as a picture.
        purses: a person is the same one tomorrow, so that coins can be theirs; else only chips.
        places: places of their own that tables may have beside a chat at the same time; 0: none.
    """

    row: int = 5
    rows: int = 5
    text: int = 2000
    label: int = 80
    options: int = 25
    pictures: bool = True
    edits: int = 0
    quiet: bool = False
    admins: bool = True
    aside: bool = False
    looks: bool = False
    panes: bool = False
    purses: bool = True
    places: int = 0


class Service(Protocol):
    """The entries for everything that comes in."""

    async def handle(self, incoming: Incoming) -> Reply | None:
        """Do what a person wants; the reply is theirs alone."""

    def foresee(self, user: UserRef, token: str) -> bool:
        """Whether a press is an answer that will be taken without a word, unless storing fails.

        A press whose own message will change has to be answered by that instead.
        """

    async def notice(self, notice: Notice) -> None:
        """Take note of what is neither words nor press."""

    async def suggest(self, incoming: Incoming, field: str) -> tuple[Suggestion, ...]:
        """What may complete ``incoming.text`` in the field ``game`` or ``play``, best first."""


class Platform(Protocol):
    """An adapter. It knows nothing of games."""

    name: str
    limits: Limits

    async def post(self, chat: ChatRef, message: Outgoing) -> MessageRef:
        """Send to a group. Raises a ``PlatformError``."""

    async def edit(self, ref: MessageRef, message: Outgoing) -> MessageRef:
        """Change a message, in a group or private. Raises a ``PlatformError``."""

    async def retire(self, ref: MessageRef) -> None:
        """Take the buttons off an old message."""

    async def whisper(self, user: UserRef, message: Outgoing) -> Delivery:
        """Send to one person alone; never raises for a person who cannot be reached."""

    async def reach(self, user: UserRef) -> Delivery:
        """Whether a private message would arrive, without sending one."""

    async def erase(self, ref: MessageRef) -> None:
        """Delete a message of ours; one that is gone or too old is let be."""

    def newer(self, ref: MessageRef) -> int:
        """How many messages stand below this one, as far as the platform knows."""

    def link(self, token: str) -> str:
        """An address that opens a private chat and presses ``token`` there; empty: none."""

    async def lacks(self, chat: ChatRef) -> tuple[str, ...]:
        """Rights missing in a chat, as keys of messages that name them."""

    async def open_place(
        self, chat: ChatRef, title: str, people: Sequence[UserRef] = ()
    ) -> ChatRef:
        """A new place of its own for a table of these people: a thread, a topic, a room.

        Raises a ``PlatformError``; a table without a place can still be played.
        """

    async def close_place(self, place: ChatRef) -> None:
        """Put away what ``open_place`` opened, if that may be. Raises a ``PlatformError``."""

    def place_link(self, place: ChatRef) -> str:
        """A link that opens a chat, thread, topic or room; empty: none is known."""

    async def run(self, service: Service) -> None:
        """Serve until cancelled."""
