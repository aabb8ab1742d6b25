"""Group commit: one task writes what has gathered, in one transaction for all.

While one transaction is on its way to the disk, the next gathers; nothing waits for company. Where
there is a crowd, it is split in two that take turns: those who have been stored are told so, and
bring what comes next, while the others' transaction is waiting for the disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.store.rows import NotSaved, StoreError
from bot.support.clock import in_loop

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.store.lines import Item
    from bot.support.clock import Later

log = logging.getLogger(__name__)

BATCH = 256
"""Commands a transaction at most."""

LIMIT = 10.0
"""Seconds for which those who wait for the disk wait at most. A database in use by others answers
within five; what does not answer in ten is a disk or a server that hangs."""

CROWD = 32
"""From so many on, a crowd is split."""

HANGS = "the database does not answer"

PATIENCE = 5.0
"""Seconds for trying the commands of a failed batch one by one; the rest are not saved."""


@dataclass(slots=True, eq=False)
class _Waiting:
    item: Item = field(repr=False)
    done: asyncio.Future[None]

    @property
    def told(self) -> bool:
        """Whether its waiter has heard what became of it."""
        return self.done.done() and not self.done.cancelled()

    def tell(self, error: StoreError | None) -> None:
        if self.done.done():  # its waiter was cancelled
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


class Writer:
    """Writes items one batch at a time until it is closed.

    Args:
        write: writes all items in one transaction, or nothing and raises; calls its second
            argument while it waits for the disk.
        explain: what an error of ``write`` means to the author of the item; None: it is stored.
        later: calls back when the program has run for so many seconds.
        give_up: ends a ``write`` that hangs, where that can be done.
    """

    def __init__(
        self,
        write: Callable[[Sequence[Item], Callable[[], None]], Awaitable[None]],
        explain: Callable[[Item, Exception], Awaitable[StoreError | None]],
        later: Later = in_loop,
        give_up: Callable[[], None] = lambda: None,
    ) -> None:
        self._write = write
        self._explain = explain
        self._later = later
        self._give_up = give_up
        self._batch: list[_Waiting] = []
        self._hanging = False
        self._tries = 0  # that have come to their end
        self._queue: deque[_Waiting] = deque()
        self._stored: list[_Waiting] = []  # and not told yet
        self._wake = asyncio.Event()
        self._closed = False
        self._refusing = False
        self._task = asyncio.create_task(self._run(), name="store writer")

    @property
    def waiting(self) -> int:
        """Items that have not been taken to the disk yet."""
        return len(self._queue)

    @property
    def refusing(self) -> bool:
        """Whether the database refused the last it was given."""
        return self._refusing

    async def put(self, item: Item) -> None:
        """Return once the item is on the disk. Raises a ``StoreError`` if nothing of it is.

        (Unless the disk hangs, and comes back: then the next step that is already taken tells.)
        """
        if self._closed or self._task.done():
            raise NotSaved("the store is closed")
        if self._hanging:
            raise NotSaved(HANGS)
        waiting = _Waiting(item, asyncio.get_running_loop().create_future())
        self._queue.append(waiting)
        self._wake.set()
        await waiting.done

    async def close(self, patience: float = LIMIT) -> bool:
        """Write what waits, then stop; whether it has.

        Where nothing at all comes to its end for so many seconds, the disk hangs: nobody waits for
        it any more.
        """
        self._closed = True
        self._wake.set()
        seen = -1
        while not self._task.done() and seen != self._tries:
            seen = self._tries
            await asyncio.wait([self._task], timeout=patience)
        if not self._task.done():
            self._tell_stored()
            self._tell_all(NotSaved(HANGS))
            self._queue.clear()
            log.warning("stopped without waiting any longer: %s", HANGS)
        return self._task.done()

    async def _run(self) -> None:
        try:
            while self._queue or not self._closed:
                if not self._queue:
                    self._tell_stored()
                    self._wake.clear()
                    await self._wake.wait()
                    continue
                self._batch = self._next()
                await self._save(self._batch)
        finally:
            self._tell_stored()
            # If the loop is being torn down: nobody may wait for ever.
            self._tell_all(NotSaved("the store has stopped"))

    def _tell_all(self, error: StoreError) -> None:
        for waiting in (*self._batch, *self._queue):
            waiting.tell(error)

    def _overdue(self) -> None:
        """The disk hangs: nobody waits for it any more, and what comes is refused at once.

        No other connection could take the place of one to a file: what hangs holds the database's
        lock, and may be stored yet. So it is waited for, by nobody but this task. One to a server
        is given up, and the next write looks for the server anew.
        """
        self._hanging = self._refusing = True
        log.error("not saved, and so until further notice: %s", HANGS)
        self._tell_stored()
        self._tell_all(NotSaved(HANGS))
        self._queue.clear()
        self._give_up()

    def _next(self) -> list[_Waiting]:
        number = len(self._queue)
        if number >= CROWD and not self._stored:
            number //= 2
        return [self._queue.popleft() for _ in range(min(BATCH, number))]

    def _tell_stored(self) -> None:
        stored, self._stored = self._stored, []
        for waiting in stored:
            waiting.tell(None)

    async def _save(self, batch: list[_Waiting]) -> None:
        error = await self._try([waiting.item for waiting in batch])
        self._tell_stored()
        if error is None:
            self._stored = batch
        elif len(batch) == 1:
            batch[0].tell(await self._heard(batch[0].item, error))
        else:
            await self._save_singly(batch)

    async def _save_singly(self, batch: list[_Waiting]) -> None:
        now = asyncio.get_running_loop().time
        until = now() + PATIENCE
        for waiting in batch:
            if waiting.told:  # it hung, and nobody believes any more that it is stored
                continue
            if self._refusing and now() > until:
                waiting.tell(NotSaved("the database refuses to write"))
                continue
            error = await self._try([waiting.item])
            waiting.tell(None if error is None else await self._heard(waiting.item, error))

    async def _try(self, items: Sequence[Item]) -> Exception | None:
        alarm = self._later(LIMIT, self._overdue)
        try:
            await self._write(items, self._tell_stored)
        except Exception as error:  # noqa: BLE001  (whatever it is, it must not end the writer)
            return error
        finally:
            alarm.cancel()
            self._hanging = False
            self._tries += 1
        if self._refusing:
            self._refusing = False
            log.warning("the database takes writes again")
        return None

    async def _heard(self, item: Item, error: Exception) -> StoreError | None:
        meaning: StoreError | None
        try:
            meaning = await self._explain(item, error)
        except Exception as second:  # noqa: BLE001  (as above)
            meaning = NotSaved(f"{type(error).__name__}, then {type(second).__name__}")
        if isinstance(meaning, NotSaved) and not self._refusing:
            self._refusing = True
            log.error("not saved, and so until further notice: %s", meaning)
        return meaning
