"""What the pages show now: the messages of every room and person, their pictures and files.

All of it is memory that may be lost: after a restart the service shows everything again.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from bot.adapters.web.protocol import shape, write
from bot.i18n.catalogue import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from bot.ports.messages import Outgoing, Paint

ROOM_MESSAGES = 50
PERSON_MESSAGES = 24
CHANNELS = 5000
PICTURE_BYTES, PICTURE_BYTES_EACH = 128 * 2**20, 24 * 2**20
FILE_BYTES, FILE_BYTES_EACH = 32 * 2**20, 8 * 2**20
"""Bytes in all, and of one room or person: nobody's can push out everybody's."""

PAINT_BYTES = 4096
"""What it takes to be able to paint a picture, about."""

_KEPT_PICTURES = 2
"""Pictures before the present one that can still be fetched: a page may be asking for them."""

Key: TypeAlias = tuple[str, str]
"""``("room", room)`` or ``("person", id)``: who may see something."""


def _now() -> datetime:
    return datetime.now(UTC)


class Listener(Protocol):
    """An open tab, and the language that it is in."""

    language: str

    def send(self, frame: dict[str, Any], written: str = "") -> None:
        """Queue a frame; never waits. ``written``: the same as it travels, if that is known."""
        ...


@dataclass(slots=True)
class ShownMessage:
    """A message as it stands now; its picture is kept under its last id.

    ``others``: the same by language, for tabs that are in one of those.
    """

    id: str
    message: Outgoing
    pictures: list[str] = field(default_factory=list)
    file: str = ""
    retired: bool = False
    others: dict[str, ShownMessage] = field(default_factory=dict)

    def told(self, language: str) -> ShownMessage:
        """The message in a language, or as it is where it was not made in that one."""
        return self.others.get(language, self)

    @property
    def all(self) -> tuple[ShownMessage, ...]:
        """In every language."""
        return (self, *self.others.values())

    @property
    def live(self) -> bool:
        """Whether someone may still act on it."""
        return not self.retired and bool(self.message.rows or self.message.pickers)

    def shape(self, now: datetime) -> Any:
        """The message as the page's JSON, its times counted from ``now``."""
        shown = self.pictures[-1] if self.pictures else ""
        return shape(self.id, self.message, now, shown, self.file, retired=self.retired)


class Blobs:
    """Bytes by ids that nobody can guess and that are never given twice; oldest out first.

    A picture that nobody has asked for yet is what paints it.

    Args:
        budget: bytes in all.
        each: bytes of one owner. The newest of an owner is always kept.
    """

    def __init__(self, budget: int, each: int) -> None:
        self._budget, self._each = budget, each
        self._size = 0
        self._held: OrderedDict[str, tuple[bytes | Paint, Key]] = OrderedDict()
        self._owned: dict[Key, OrderedDict[str, int]] = {}

    def add(self, data: bytes | Paint, owner: Key) -> str:
        """Keep something for those who may see it."""
        blob = secrets.token_urlsafe(16)
        self._held[blob] = (data, owner)
        self._size += _size(data)
        own = self._owned.setdefault(owner, OrderedDict())
        own[blob] = _size(data)
        while sum(own.values()) > self._each and len(own) > 1:
            self.drop([next(iter(own))])
        while self._size > self._budget and len(self._held) > 1:
            self.drop([next(iter(self._held))])
        return blob

    def get(self, blob: str) -> tuple[bytes | Paint, Key] | None:
        """What is kept under an id, and whose it is."""
        return self._held.get(blob)

    def drop(self, blobs: Iterable[str]) -> None:
        """Forget some."""
        for blob in blobs:
            if gone := self._held.pop(blob, None):
                data, owner = gone
                self._size -= _size(data)
                del self._owned[owner][blob]
                if not self._owned[owner]:
                    del self._owned[owner]


def _size(data: bytes | Paint) -> int:
    return len(data) if isinstance(data, bytes) else PAINT_BYTES


@dataclass(slots=True)
class Channel:
    """A room's messages or a person's, in order, and the tabs that show them."""

    most: int
    messages: dict[str, ShownMessage] = field(default_factory=dict)
    tabs: set[Listener] = field(default_factory=set)

    def tell(self, frame: dict[str, Any]) -> None:
        """Send to every tab: written once, however many look on."""
        written = write(frame) if self.tabs else ""
        for tab in tuple(self.tabs):
            tab.send(frame, written)

    def show(self, kept: ShownMessage, now: datetime, place: str, *, notify: bool) -> None:
        """Send a message to every tab in its language: written once for each of them."""
        found: dict[int, tuple[dict[str, Any], str]] = {}
        for tab in tuple(self.tabs):
            one = kept.told(tab.language)
            if id(one) not in found:
                frame = {"put": one.shape(now), "place": place, "notify": notify}
                found[id(one)] = frame, write(frame)
            tab.send(*found[id(one)])

    def surplus(self) -> Iterator[ShownMessage]:
        """Messages over the bound: the oldest on which nobody can act, else the oldest."""
        while len(self.messages) > self.most:
            old = tuple(self.messages.values())[:-1]
            gone = next((kept for kept in old if not kept.live), old[0])
            del self.messages[gone.id]
            yield gone


class Messages:
    """All channels; when there are many, the longest unused one without a tab is forgotten."""

    def __init__(
        self,
        channels: int = CHANNELS,
        pictures: Blobs | None = None,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self.pictures = pictures or Blobs(PICTURE_BYTES, PICTURE_BYTES_EACH)
        self.files = Blobs(FILE_BYTES, FILE_BYTES_EACH)
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

    def put(self, key: Key, message: Outgoing, message_id: str) -> ShownMessage:
        """Add a message, or change the one of this id where it stands, and show it."""
        channel = self.channel(key)
        kept = channel.messages.get(message_id)
        if kept is None:
            kept = channel.messages[message_id] = ShownMessage(message_id, message)
        self._change(kept, message, key)
        others, kept.others = kept.others, {}
        for language, told in message.others:
            one = others.pop(language) if language in others else ShownMessage(message_id, told)
            self._change(one, told, key)
            kept.others[language] = one
        for gone in others.values():
            self._forget(gone)
        channel.show(kept, self.now(), key[0], notify=message.notify)
        for gone in channel.surplus():
            self._forget(gone)
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
        """Take the buttons off a message, if it is still there.

        Where a newer one shows a table, its picture is enough of this one.
        """
        channel = self.channel(key)
        if kept := channel.messages.get(message_id):
            others = (other for other in channel.messages.values() if other is not kept)
            newer = any(other.message.scene and not other.retired for other in others)
            for one in kept.all:
                one.message = replace(
                    one.message, rows=(), pickers=(), until=None, thinking="", mention=None,
                    scene=None if newer else one.message.scene,
                )  # fmt: skip
                one.retired = True
            channel.show(kept, self.now(), key[0], notify=False)

    def drop(self, key: Key, message_id: str) -> None:
        """Take a message away, if it is still there."""
        channel = self.channel(key)
        if kept := channel.messages.pop(message_id, None):
            self._forget(kept)
            channel.tell({"drop": kept.id})

    def clear(self, key: Key) -> None:
        """Forget everything that is shown there; nobody is told."""
        channel = self._channels.get(key)
        for kept in tuple(channel.messages.values()) if channel is not None else ():
            self._forget(kept)
        if channel is not None:
            channel.messages.clear()

    def file(self, message: Outgoing, owner: Key) -> tuple[str, Outgoing]:
        """Keep a message's file for those who may see it: its id, and the message without it."""
        if message.file is None:
            return "", message
        blob = self.files.add(message.file.data, owner)
        return blob, replace(message, file=replace(message.file, data=b""))

    def languages(self, key: Key) -> set[str]:
        """Those of the tabs that show a room or person now, as far as there are words for them."""
        channel = self._channels.get(key)
        tabs = channel.tabs if channel is not None else ()
        return {tab.language for tab in tabs}.intersection(LANGUAGES)

    def _change(self, kept: ShownMessage, message: Outgoing, key: Key) -> None:
        """A message is this from now on, in one language."""
        self._picture(kept, message.picture or message.paint, key)
        self.files.drop([kept.file])
        bare = replace(message, picture=None, paint=None, others=())
        kept.file, kept.message = self.file(bare, key)
        kept.retired = False

    def _forget(self, kept: ShownMessage) -> None:
        for one in kept.all:
            self.pictures.drop(one.pictures)
            self.files.drop([one.file])

    def _picture(self, kept: ShownMessage, png: bytes | Paint | None, owner: Key) -> None:
        if not png:
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
                    self._forget(kept)
                del self._channels[key]
                return
