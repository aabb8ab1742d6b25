"""How far up a message stands, and who was seen lately."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections import OrderedDict
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from bot.ports.refs import MessageRef

K = TypeVar("K")
V = TypeVar("V")

PLACES = 2000
SEEN = 200
"""Numbers remembered a place; what is further up is out of sight anyway."""


class Lately(OrderedDict[K, V]):
    """The newest ``most`` entries."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def put(self, key: K, value: V) -> None:
        """Note an entry as the newest."""
        self[key] = value
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


class Sight:
    """The numbers of messages in groups, ours and those of others.

    In a supergroup without topics numbers go up by one a message, so that even messages which
    privacy mode hides are counted; elsewhere only those seen are.
    """

    def __init__(self) -> None:
        self._seen: Lately[tuple[str, str], list[int]] = Lately(PLACES)
        self._forums: Lately[str, None] = Lately(PLACES)

    def saw(self, chat: str, thread: str, number: int, *, forum: bool = False) -> None:
        """Note a message that stands in a chat and topic."""
        if forum or thread:
            self._forums.put(chat, None)
        numbers = self._seen.get((chat, thread)) or []
        if number not in numbers[-20:]:
            insort(numbers, number)
        self._seen.put((chat, thread), numbers[-SEEN:])

    def newer(self, ref: MessageRef) -> int:
        """How many messages stand below one."""
        numbers = self._seen.get((ref.chat, ref.thread))
        if not numbers or not ref.id.isdecimal():
            return 0
        if ref.chat.startswith("-100") and ref.chat not in self._forums:
            return max(0, numbers[-1] - int(ref.id))
        return len(numbers) - bisect_right(numbers, int(ref.id))
