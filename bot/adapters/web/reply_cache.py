"""Answers to frames, kept in case one is sent once more after a broken connection."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, TypeAlias

from bot.adapters.web.protocol import write

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

Answer: TypeAlias = "dict[str, Any]"

MOST, MOST_EACH = 10_000, 64
BYTES, BYTES_EACH = 16 * 2**20, 2**19
"""Of all people and of one: what somebody asks for again and again pushes out but their own."""


class ReplyCache:
    """The answer to each frame, by person and frame; the oldest are dropped first.

    Args:
        most: answers in all.
        most_each: answers of one person.
        size: bytes in all, as they travel.
        size_each: bytes of one person's. The newest of a person is always kept.
    """

    def __init__(
        self,
        most: int = MOST,
        most_each: int = MOST_EACH,
        size: int = BYTES,
        size_each: int = BYTES_EACH,
    ) -> None:
        self._most, self._size = most, size
        self._most_each, self._size_each = most_each, size_each
        self._tasks: OrderedDict[tuple[str, str], asyncio.Task[Answer]] = OrderedDict()
        self._sizes: dict[str, OrderedDict[str, int]] = {}
        self.held = 0
        """Bytes of all answers kept."""

    def __len__(self) -> int:
        return len(self._tasks)

    async def once(
        self, person: str, frame: str, doing: Callable[[], Coroutine[Any, Any, Answer]]
    ) -> Answer:
        """Run ``doing`` once a frame; a repeated one gets the same answer, unless it failed."""
        task = self._tasks.get((person, frame))
        if task is None:
            task = asyncio.create_task(doing())
            self._tasks[person, frame] = task
            self._sizes.setdefault(person, OrderedDict())[frame] = 0
            task.add_done_callback(lambda done: self._done(person, frame, done))
        return await task

    def _done(self, person: str, frame: str, task: asyncio.Task[Answer]) -> None:
        if self._tasks.get((person, frame)) is not task:
            return
        if task.cancelled() or task.exception() is not None:
            self._forget(person, frame)
            return
        own = self._sizes[person]
        own[frame] = len(write(task.result()))
        self.held += own[frame]
        while len(own) > 1 and (len(own) > self._most_each or sum(own.values()) > self._size_each):
            self._forget(person, next(iter(own)))
        while len(self._tasks) > 1 and (len(self._tasks) > self._most or self.held > self._size):
            self._forget(*next(iter(self._tasks)))

    def _forget(self, person: str, frame: str) -> None:
        del self._tasks[person, frame]
        self.held -= self._sizes[person].pop(frame)
        if not self._sizes[person]:
            del self._sizes[person]
