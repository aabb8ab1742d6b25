"""Threads that everybody shares, of which one that never comes back holds up nobody else.

A job has so many seconds from when a thread takes it up. After that whoever waits for it goes on
without it, and its thread is given up: another one takes its place. So many threads may hang;
as long as they do, every new job is refused at once. None of them keeps the program from ending.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import weakref
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.support.clock import Handle, Later

T = TypeVar("T")

HANGING = 4
"""So many threads of one kind may hang."""


class NotDone(Exception):
    """A job came to no end."""


class Overdue(NotDone):
    """It took too long; its thread was given up."""


class NoneFree(NotDone):
    """It was not begun: too many threads hang, or nothing is begun any more."""


@dataclass(slots=True, eq=False)
class _Job:
    work: Callable[[], Any]
    done: asyncio.Future[Any]
    limit: float
    began: Callable[[], object] = lambda: None
    ended: Callable[[Any, BaseException | None], object] = lambda result, error: None
    alarm: Handle | None = None
    taken: bool = False
    finished: bool = False
    given_up: bool = False


@dataclass(slots=True, eq=False)
class _Shared:
    """What threads share with whoever hands them jobs; ``None`` ends one of them."""

    jobs: SimpleQueue[_Job | None] = field(default_factory=SimpleQueue)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Workers:
    """Some threads for jobs of one kind.

    Args:
        name: what they are called.
        later: calls back when the program has run for so many seconds; it times the jobs.
        at_once: how many jobs are done at the same time.
        limit: seconds that a job may take.
        most: how many threads may hang.

    Attributes:
        given_up: how many threads have been, so far.
    """

    def __init__(
        self, name: str, later: Later, *, at_once: int, limit: float, most: int = HANGING
    ) -> None:
        self.name = name
        self.limit = limit
        self.given_up = 0
        self._later = later
        self._at_once = at_once
        self._most = most
        self._threads = 0
        self._hanging: set[_Job] = set()
        self._open: set[_Job] = set()
        self._under_way: set[_Job] = set()
        self._rested = asyncio.Event()
        self._closed = False
        self._shared = _Shared()
        self._finalizer = weakref.finalize(self, _end, self._shared, at_once)

    @property
    def hanging(self) -> int:
        """How many threads hang now."""
        return len(self._hanging)

    @property
    def working(self) -> bool:
        """Whether something is being done, or waits for it; not what was given up."""
        return bool(self._under_way)

    async def do(self, work: Callable[[], T], limit: float | None = None) -> T:
        """What ``work`` gives, done in a thread; ``limit``: its own, in seconds.

        Raises:
            Overdue: it takes too long; what it gives later is dropped.
            NoneFree: too many hang, or no more is done.
            Exception: what it raises.
        """
        if self._closed or self.hanging >= self._most:
            raise NoneFree(self.name)
        loop = asyncio.get_running_loop()
        job = _Job(work, loop.create_future(), self.limit if limit is None else limit)
        job.began = partial(_in_loop, loop, self._began, job)
        job.ended = partial(_in_loop, loop, self._ended, job)
        self._open.add(job)
        self._under_way.add(job)
        job.done.add_done_callback(partial(self._answered, job))
        self._shared.jobs.put(job)
        if self._threads < self._at_once:
            self._hire()
        result: T = await job.done
        return result

    async def rest(self, seconds: float) -> bool:
        """Wait until nothing is being done or waits for it, at most so long; whether it is so.

        Threads that were given up are not waited for.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._under_way:
                    self._rested.clear()
                    await self._rested.wait()
        return not self._under_way

    def close(self) -> None:
        """No more is begun, whoever waits is cancelled, and what is being done is let be."""
        self._closed = True
        for job in tuple(self._open):
            job.done.cancel()
        self._finalizer()

    # In the loop.

    def _answered(self, job: _Job, _: asyncio.Future[Any]) -> None:
        self._open.discard(job)
        with self._shared.lock:  # else a thread is about to take it, or has
            dropped = not job.taken
        if dropped:
            self._over(job)

    def _over(self, job: _Job) -> None:
        self._under_way.discard(job)
        if not self._under_way:
            self._rested.set()

    def _began(self, job: _Job) -> None:
        if not job.finished:
            job.alarm = self._later(job.limit, partial(self._overdue, job))

    def _ended(self, job: _Job, result: object, error: BaseException | None) -> None:
        self._hanging.discard(job)
        self._over(job)
        if job.alarm is not None:
            job.alarm.cancel()
        if job.done.done():  # nobody waits any more
            return
        if error is not None:
            job.done.set_exception(error)
        else:
            job.done.set_result(result)

    def _overdue(self, job: _Job) -> None:
        with self._shared.lock:
            if job.finished:  # what it gave is on its way
                return
            job.given_up = True
        self.given_up += 1
        self._threads -= 1
        self._hanging.add(job)
        self._over(job)
        if not job.done.done():
            job.done.set_exception(Overdue(self.name))
        if self.hanging >= self._most:
            self._refuse()
        elif not self._shared.jobs.empty():
            self._hire()

    def _hire(self) -> None:
        self._threads += 1
        threading.Thread(target=_work, args=(self._shared,), name=self.name, daemon=True).start()

    def _refuse(self) -> None:
        """Whoever waits for a thread is told that there is none."""
        with self._shared.lock:
            waiting = [job for job in self._open if not (job.taken or job.done.done())]
            for job in waiting:
                job.done.set_exception(NoneFree(self.name))


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *what: object) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(call, *what)


def _end(shared: _Shared, threads: int) -> None:
    for _ in range(threads):
        shared.jobs.put(None)


def _work(shared: _Shared) -> None:
    """What a thread does until it is sent home or given up."""
    while (job := shared.jobs.get()) is not None:
        with shared.lock:
            job.taken = not job.done.done()
        if job.taken:
            _do(job, shared)
            if job.given_up:
                return
        del job  # nothing of it is kept while there is nothing to do


def _do(job: _Job, shared: _Shared) -> None:
    result: object = None
    failed: BaseException | None = None
    job.began()
    try:
        result = job.work()
    except BaseException as error:  # noqa: BLE001  (told to whoever waits)
        failed = error
    with shared.lock:
        job.finished = True
    job.ended(result, failed)
