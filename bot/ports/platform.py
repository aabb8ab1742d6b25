"""The two protocols: a platform, and the service behind it.

Inbound everything is one ``Incoming`` (a press or words) or a ``Notice``; outbound a platform
posts, edits, retires and whispers ``Outgoing`` messages. An adapter knows nothing of games.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from bot.ports.budget import Pace

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime

    from bot.ports.belongings import Belongings
    from bot.ports.budget import Traffic, Window
    from bot.ports.incoming import Incoming
    from bot.ports.menu import CommandSpec
    from bot.ports.messages import Outgoing, Picked, Reply, Suggestion
    from bot.ports.notices import Notice
    from bot.ports.refs import ChatRef, MessageRef, UserRef
    from bot.ports.talk import Talk
    from bot.ports.windows import Windows


@dataclass(frozen=True, slots=True)
class Delivery:
    """What became of a private message: ``ref`` if it arrived, else ``reason``.

    ``final``: trying again is useless until a ``Reachable`` notice or a press of that person.
    """

    ref: MessageRef | None = None
    reason: str = ""
    final: bool = False


@dataclass(frozen=True)
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
        scenes: it draws what a picture would show by itself, from data; a picture is only kept.
        purses: a person is the same one tomorrow, so that coins can be theirs; else only chips.
        localized: clients show commands under their names in the language of their user.
        pressed: whatever can be done has a button in sight, so that sentences name those and no
            commands.
        talk: a chat is a room of this program's own: what is said there and is no play and no
            command is shown to everybody there.
        places: places of their own that tables may have beside a chat at the same time; 0: none.
        sightings: nobody may be able to say who is in a chat, so whoever was seen acting there
            counts for some days.
        group: how much one group may be sent; nothing: as much as one likes.
        private: the same for one person's private chat.
        apart: threads are chats of their own, and do not count together.
        toasts: short answers to presses are no messages, so that there may be any number.
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
    scenes: bool = False
    purses: bool = True
    places: int = 0
    localized: bool = False
    pressed: bool = False
    talk: bool = False
    sightings: bool = False
    group: tuple[Window, ...] = ()
    private: tuple[Window, ...] = ()
    apart: bool = False
    toasts: bool = True

    @cached_property
    def in_group(self) -> Pace:
        """How much a group may be sent."""
        return Pace(self.group, self.edits)

    @cached_property
    def in_private(self) -> Pace:
        """How much a person's private chat may be sent."""
        return Pace(self.private)

    def in_window(self) -> Limits:
        """The same platform's where the page is open inside its client."""
        return replace(
            self, row=10, rows=20, text=16_000, label=40, options=200, pictures=True, panes=True,
            scenes=True, aside=False, toasts=True,
        )  # fmt: skip


class Service(Protocol):
    """The entries for everything that comes in."""

    @property
    def belongings(self) -> Belongings:
        """What is kept of people for their platform."""

    @property
    def talk(self) -> Talk:
        """What people say to each other in rooms of our own."""

    @property
    def windows(self) -> Windows:
        """Tables as they are seen from inside the clients of other platforms."""

    @property
    def menu(self) -> Sequence[CommandSpec]:
        """The commands, in the order in which lists show them."""

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

    async def picked(self, incoming: Incoming) -> Picked:
        """What would become of the values picked, were they sent; nothing is played by it."""


class Platform(Protocol):
    """An adapter. It knows nothing of games.

    ``traffic`` is what its chats were sent lately: whoever calls what touches a chat has counted
    one request before, and the adapter counts those that are more than one.
    """

    name: str
    limits: Limits
    traffic: Traffic

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
        """An address that opens a private chat and presses ``token`` there; empty: none.

        Without a token it only opens the chat.
        """

    async def lacks(self, chat: ChatRef) -> tuple[str, ...]:
        """Rights missing in a chat, as keys of messages that name them."""

    async def member(self, chat: ChatRef, user: UserRef) -> bool | None:
        """Whether a person is in a chat, and sees this thread of it; None: nobody can say.

        Raises a ``PlatformError``, which means the same as None.
        """

    async def open_place(
        self, chat: ChatRef, title: str, people: Sequence[UserRef] = ()
    ) -> ChatRef:
        """A new place of its own for a table of these people: a thread, a topic, a room.

        Raises a ``PlatformError``; a table without a place can still be played.
        """

    async def find_place(self, chat: ChatRef, title: str, since: datetime) -> ChatRef | None:
        """A place that we have opened there under this title, not put away, and since then.

        None where there is none, or the platform does not list them. Raises a ``PlatformError``.
        """

    async def close_place(self, place: ChatRef) -> None:
        """Put away what ``open_place`` opened, if that may be. Raises a ``PlatformError``."""

    def place_link(self, place: ChatRef) -> str:
        """A link that opens a chat, thread, topic or room; empty: none is known."""

    def languages(self, chat: ChatRef) -> Collection[str]:
        """In which somebody looks on there now, where each reads the board in their own.

        Nothing where all see the same message. Asked of those with ``Limits.scenes`` alone.
        """

    async def run(self, service: Service) -> None:
        """Serve until cancelled."""
