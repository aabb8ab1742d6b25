"""What the adapter remembers of messages; all of it may be lost."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from hashlib import blake2b
from typing import TYPE_CHECKING, Generic, TypeVar

from bot.adapters.discord.layout import read_key

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bot.ports.refs import MessageRef

Value = TypeVar("Value")

MESSAGES = 5000
CHANNELS = 5000
BELOW = 40
"""Messages of a channel that are counted; nobody asks for more."""


class Newest(Generic[Value]):
    """The values set last, by number."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[int, Value] = OrderedDict()

    def get(self, key: int) -> Value | None:
        """The value of a key, if it is still known."""
        return self._values.get(key)

    def set(self, key: int, value: Value) -> None:
        """Remember."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def drop(self, key: int) -> None:
        """Forget."""
        self._values.pop(key, None)


class Cache:
    """Pictures that messages hold, things half picked, what stands below what, old kinds."""

    def __init__(self) -> None:
        self._pictures: Newest[bytes] = Newest(MESSAGES)
        self._layouts: Newest[bool] = Newest(MESSAGES)
        self._picked: Newest[dict[tuple[int, str], tuple[str, ...]]] = Newest(MESSAGES)
        self._below: Newest[list[int]] = Newest(CHANNELS)
        self._ours: Newest[bool] = Newest(MESSAGES)
        self._locked: Newest[bool] = Newest(CHANNELS)

    def sent(self, message: int, picture: bytes | None, *, layout: bool) -> None:
        """Note what a message of ours holds now."""
        self._layouts.set(message, layout)
        if picture is None:
            self._pictures.drop(message)
        else:
            self._pictures.set(message, _digest(picture))

    def holds(self, message: int, picture: bytes | None) -> bool:
        """Whether a message certainly has this picture."""
        return picture is not None and self._pictures.get(message) == _digest(picture)

    def layout(self, message: int) -> bool:
        """Whether a message is known to be made of components."""
        return bool(self._layouts.get(message))

    # Half-made picks: those of a message that one person alone sees belong to no person.

    def pick(self, message: int, user: int, key: str, values: Iterable[str]) -> None:
        """Note what a person chose in one menu."""
        picked = self._picked.get(message) or {}
        self._picked.set(message, {**picked, (user, key): tuple(values)})

    def picked(self, message: int, user: int, token: str) -> dict[str, tuple[str, ...]]:
        """What a person chose in the menus of a picker, menu by menu."""
        found = self._picked.get(message) or {}
        return {
            key: values
            for (who, key), values in found.items()
            if who == user and read_key(key)[1] == token
        }

    def chosen(self, message: int) -> Mapping[str, tuple[str, ...]]:
        """All that was chosen in a message of one person's own, by token."""
        found: dict[str, tuple[str, ...]] = {}
        for (who, key), values in (self._picked.get(message) or {}).items():
            token = read_key(key)[1]
            found[token] = (*found.get(token, ()), *values) if not who else found.get(token, ())
        return found

    # Threads that are locked.

    def lock(self, thread: int, *, locked: bool) -> None:
        """Note whether a thread is locked."""
        if locked:
            self._locked.set(thread, True)
        else:
            self._locked.drop(thread)

    def locked(self, thread: int) -> bool:
        """Whether a thread is known to be locked."""
        return bool(self._locked.get(thread))

    # What scrolled by.

    def came(self, channel: int, message: int) -> None:
        """Count a message that was written."""
        ids = self._below.get(channel) or []
        if message in ids:  # it was told twice
            return
        # Snowflakes grow with time, and events come nearly in order.
        ids.insert(bisect_right(ids, message), message)
        self._below.set(channel, ids[-BELOW:])

    def went(self, channel: int, message: int) -> None:
        """Count a message that was deleted no longer."""
        ids = self._below.get(channel)
        if ids is not None and message in ids:
            ids.remove(message)

    def newer(self, ref: MessageRef) -> int:
        """How many messages are known to stand below one."""
        ids = self._below.get(int(ref.thread or ref.chat)) or []
        return len(ids) - bisect_right(ids, int(ref.id))

    def erase(self, message: int) -> None:
        """Note that we are deleting a message ourselves, so that its end is no news."""
        self._ours.set(message, True)

    def erased(self, message: int) -> bool:
        """Whether it was us."""
        return bool(self._ours.get(message))


def _digest(picture: bytes) -> bytes:
    return blake2b(picture, digest_size=16).digest()
