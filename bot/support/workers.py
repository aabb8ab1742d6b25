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

    from bot.support.clock import Clock, Handle

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
    began: Callable[[], object] = lambda: None
    ended: Callable[[Any, BaseException | None], object] = lambda result, error: None
    alarm: Handle | None = None
    taken: bool = False
    finished: bool = False
    given_up: bool = False


@dataclass(slots=True, eq=False)
class _Desk:
    """What threads share with whoever hands them jobs; ``None`` sends one of them home."""

    jobs: SimpleQueue[_Job | None] = field(default_factory=SimpleQueue)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Workers:
    """Some threads for jobs of one kind.

    Args:
        name: what they are called.
        clock: by which jobs are timed.
        at_once: how many jobs are done at the same time.
        limit: seconds that a job may take.
        most: how many threads may hang.

    Attributes:
        given_up: how many threads have been, so far.
    """

    def __init__(
        self, name: str, clock: Clock, *, at_once: int, limit: float, most: int = HANGING
    ) -> None:
        self.name = name
        self.limit = limit
        self.given_up = 0
        self._clock = clock
        self._at_once = at_once
        self._most = most
        self._threads = 0
        self._hanging: set[_Job] = set()
        self._open: set[_Job] = set()
        self._closed = False
        self._desk = _Desk()
        self._go_home = weakref.finalize(self, _send_home, self._desk, at_once)

    @property
    def hanging(self) -> int:
        """How many threads hang now."""
        return len(self._hanging)

    async def do(self, work: Callable[[], T]) -> T:
        """What ``work`` gives, done in a thread.

        Raises:
            Overdue: it takes too long; what it gives later is dropped.
            NoneFree: too many hang, or no more is done.
            Exception: what it raises.
        """
        if self._closed or self.hanging >= self._most:
            raise NoneFree(self.name)
        loop = asyncio.get_running_loop()
        job = _Job(work, loop.create_future())
        job.began = partial(_in_loop, loop, self._began, job)
        job.ended = partial(_in_loop, loop, self._ended, job)
        self._open.add(job)
        job.done.add_done_callback(lambda _: self._open.discard(job))
        self._desk.jobs.put(job)
        if self._threads < self._at_once:
            self._hire()
        result: T = await job.done
        return result

    def close(self) -> None:
        """No more is begun, whoever waits is cancelled, and what is being done is let be."""
        self._closed = True
        for job in tuple(self._open):
            job.done.cancel()
        self._go_home()

    # In the loop.

    def _began(self, job: _Job) -> None:
        if not job.finished:
            job.alarm = self._clock.call_in(self.limit, partial(self._overdue, job))

    def _ended(self, job: _Job, result: object, error: BaseException | None) -> None:
        self._hanging.discard(job)
        if job.alarm is not None:
            job.alarm.cancel()
        if job.done.done():  # nobody waits any more
            return
        if error is not None:
            job.done.set_exception(error)
        else:
            job.done.set_result(result)

    def _overdue(self, job: _Job) -> None:
        with self._desk.lock:
            if job.finished:  # what it gave is on its way
                return
            job.given_up = True
        self.given_up += 1
        self._threads -= 1
        self._hanging.add(job)
        if not job.done.done():
            job.done.set_exception(Overdue(self.name))
        if self.hanging >= self._most:
            self._refuse()
        elif not self._desk.jobs.empty():
            self._hire()

    def _hire(self) -> None:
        self._threads += 1
        threading.Thread(target=_work, args=(self._desk,), name=self.name, daemon=True).start()

    def _refuse(self) -> None:
        """Whoever waits for a thread is told that there is none."""
        with self._desk.lock:
            waiting = [job for job in self._open if not (job.taken or job.done.done())]
            for job in waiting:
                job.done.set_exception(NoneFree(self.name))


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *what: object) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(call, *what)


def _send_home(desk: _Desk, threads: int) -> None:
    for _ in range(threads):
        desk.jobs.put(None)


def _work(desk: _Desk) -> None:
    """What a thread does until it is sent home or given up."""
    while (job := desk.jobs.get()) is not None:
        with desk.lock:
            job.taken = not job.done.done()
        if job.taken:
            _do(job, desk)
            if job.given_up:
                return
        del job  # nothing of it is kept while there is nothing to do


def _do(job: _Job, desk: _Desk) -> None:
    result: object = None
    failed: BaseException | None = None
    job.began()
    try:
        result = job.work()
    except BaseException as error:  # noqa: BLE001  (told to whoever waits)
        failed = error
    with desk.lock:
        job.finished = True
    job.ended(result, failed)
