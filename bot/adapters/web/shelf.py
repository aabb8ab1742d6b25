"""What the pages show now: the messages of every room and person, and the pictures on them.

All of it is memory that may be lost: after a restart the service shows everything again.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from bot.adapters.web.wire import shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.ports.messages import Outgoing

ROOM_MESSAGES = 50
PERSON_MESSAGES = 24
CHANNELS = 5000
PICTURE_BYTES = 128 * 2**20
_KEPT_PICTURES = 2
"""Pictures before the present one that can still be fetched: a page may be asking for them."""

Key: TypeAlias = tuple[str, str]
"""``("room", room)`` or ``("person", id)``: who may see something."""


def _now() -> datetime:
    return datetime.now(UTC)


class Listener(Protocol):
    """An open tab."""

    def send(self, frame: dict[str, Any]) -> None:
        """Queue a frame; never waits."""
        ...


@dataclass(slots=True)
class Kept:
    """A message as it stands now; its picture lies with ``Pictures`` under the last id."""

    id: str
    message: Outgoing
    pictures: list[str] = field(default_factory=list)
    retired: bool = False

    @property
    def live(self) -> bool:
        """Whether someone may still act on it."""
        return not self.retired and bool(self.message.rows or self.message.pickers)

    def shape(self, now: datetime) -> Any:
        """For the page, that is told now."""
        shown = self.pictures[-1] if self.pictures else ""
        return shape(self.id, self.message, now, shown, retired=self.retired)


class Pictures:
    """PNGs by ids that nobody can guess and that are never given twice; oldest out first."""

    def __init__(self, budget: int = PICTURE_BYTES) -> None:
        self._budget = budget
        self._size = 0
        self._held: OrderedDict[str, tuple[bytes, Key]] = OrderedDict()

    def add(self, png: bytes, owner: Key) -> str:
        """Keep a picture for those who may see it."""
        picture = secrets.token_urlsafe(16)
        self._held[picture] = (png, owner)
        self._size += len(png)
        while self._size > self._budget and len(self._held) > 1:
            _, (old, _) = self._held.popitem(last=False)
            self._size -= len(old)
        return picture

    def get(self, picture: str) -> tuple[bytes, Key] | None:
        """A picture and whose it is."""
        return self._held.get(picture)

    def drop(self, pictures: list[str]) -> None:
        """Forget some."""
        for picture in pictures:
            if gone := self._held.pop(picture, None):
                self._size -= len(gone[0])


@dataclass(slots=True)
class Channel:
    """A room's messages or a person's, in order, and the tabs that show them."""

    most: int
    messages: dict[str, Kept] = field(default_factory=dict)
    tabs: set[Listener] = field(default_factory=set)

    def tell(self, frame: dict[str, Any]) -> None:
        """Send to every tab."""
        for tab in tuple(self.tabs):
            tab.send(frame)

    def surplus(self) -> Iterator[Kept]:
        """Messages over the bound: the oldest on which nobody can act, else the oldest."""
        while len(self.messages) > self.most:
            old = tuple(self.messages.values())[:-1]
            gone = next((kept for kept in old if not kept.live), old[0])
            del self.messages[gone.id]
            yield gone


class Shelf:
    """All channels; when there are many, the longest unused one without a tab is forgotten."""

    def __init__(
        self,
        channels: int = CHANNELS,
        pictures: Pictures | None = None,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self.pictures = pictures or Pictures()
        self.now = now
        self._most = channels
        self._channels: OrderedDict[Key, Channel] = OrderedDict()

    def channel(self, key: Key) -> Channel:
        """The channel of a room or person, made where there is none."""
        channel = self._channels.get(key)
        if channel is None:
            channel = Channel(ROOM_MESSAGES if key[0] == "room" else PERSON_MESSAGES)
            self._channels[key] = channel
            self._tidy(key)
        self._channels.move_to_end(key)
        return channel

    def put(self, key: Key, message: Outgoing, message_id: str) -> Kept:
        """Add a message, or change the one of this id where it stands, and show it."""
        channel = self.channel(key)
        kept = channel.messages.get(message_id)
        if kept is None:
            kept = channel.messages[message_id] = Kept(message_id, message)
        self._picture(kept, message.picture, key)
        kept.message = replace(message, picture=None)
        kept.retired = False
        self._show(channel, kept, key, notify=message.notify)
        for gone in channel.surplus():
            self.pictures.drop(gone.pictures)
            channel.tell({"drop": gone.id})
        return kept

    def stands_on(self, key: Key, message_id: str, token: str) -> bool:
        """Whether a message has this button; one that is shown no longer may have had any."""
        channel = self._channels.get(key)
        kept = channel.messages.get(message_id) if channel is not None else None
        if kept is None:
            return True
        buttons = (button.token for row in kept.message.rows for button in row)
        return token in (*buttons, *(picker.token for picker in kept.message.pickers))

    def retire(self, key: Key, message_id: str) -> None:
        """Take the buttons off a message, if it is still there."""
        channel = self.channel(key)
        if kept := channel.messages.get(message_id):
            kept.message = replace(
                kept.message, rows=(), pickers=(), until=None, thinking="", mention=None
            )
            kept.retired = True
            self._show(channel, kept, key)

    def drop(self, key: Key, message_id: str) -> None:
        """Take a message away, if it is still there."""
        channel = self.channel(key)
        if kept := channel.messages.pop(message_id, None):
            self.pictures.drop(kept.pictures)
            channel.tell({"drop": kept.id})

    def _show(self, channel: Channel, kept: Kept, key: Key, *, notify: bool = False) -> None:
        channel.tell({"put": kept.shape(self.now()), "place": key[0], "notify": notify})

    def _picture(self, kept: Kept, png: bytes | None, owner: Key) -> None:
        if png is None:
            self.pictures.drop(kept.pictures)
            kept.pictures = []
            return
        held = self.pictures.get(kept.pictures[-1]) if kept.pictures else None
        if held and held[0] == png:
            return
        kept.pictures.append(self.pictures.add(png, owner))
        self.pictures.drop(kept.pictures[: -1 - _KEPT_PICTURES])
        kept.pictures = kept.pictures[-1 - _KEPT_PICTURES :]

    def _tidy(self, fresh: Key) -> None:
        if len(self._channels) <= self._most:
            return
        for key, channel in tuple(self._channels.items()):
            if not channel.tabs and key != fresh:
                for kept in channel.messages.values():
                    self.pictures.drop(kept.pictures)
                del self._channels[key]
                return
