"""Processes beside the program, for what computes for long: they hold up no event loop.

They are started when they are first needed, and ended when nobody has needed them for a while. One
that takes too long, or dies, is replaced. Where they cannot be had whoever asks is told so at once,
and does it in another way; it is tried again later.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import pickle
import subprocess
import sys
import threading
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from bot.support.workers import NoneFree, NotDone, Overdue, Workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.support.clock import Handle, Later
    from bot.support.process_main import Answer

T = TypeVar("T")

log = logging.getLogger(__name__)

IDLE = 60.0
"""Seconds without a call after which they are ended."""

START = 30.0
"""Seconds that one may take to be ready."""

BAD, PAUSE = 3, 60.0
"""After so many ends in a row that were not wanted none is started for so many seconds."""

if sys.platform == "win32":
    QUIET = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NO_WINDOW
else:
    QUIET = 0
"""How one is made where there is no ``os.nice``."""

BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from bot.support.process_main import main; main()"
"""It finds what the program finds, wherever that was started and from whatever it is installed."""


class Gone(NotDone):
    """The process ended, or what it said cannot be read."""


class FailedThere(NotDone):
    """The call raised an error, which is logged."""


class Late(NotDone):
    """The call was not begun in time."""


class Process:
    """One of them; ``ask`` is for one thread at a time, ``kill`` for any.

    Raises:
        OSError: there can be none.
    """

    def __init__(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603  (this very Python)
            [sys.executable, "-c", BEGIN, *map(os.path.abspath, sys.path)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            creationflags=QUIET,
        )  # fmt: skip

    @property
    def number(self) -> int:
        """What the machine calls it."""
        return self._process.pid

    def ask(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Answer:
        """Have it do something.

        Raises:
            Gone: nothing comes back.
        """
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None and sink is not None  # noqa: S101, PT018  (both are pipes)
        call = pickle.dumps((function, arguments))
        try:
            sink.write(call)
            sink.flush()
            answer: Answer = pickle.load(source)  # noqa: S301  (our own process)
        except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
            raise Gone(type(error).__name__) from None
        return answer

    def kill(self) -> None:
        """End it at once: it has nothing to put away."""
        with contextlib.suppress(OSError):
            self._process.kill()

    def reaped(self, patience: float = 0.0) -> bool:
        """Whether it is gone, waiting at most so many seconds; then nothing is left of it."""
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return False
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
        return True


class _Call:
    """A call, and the process that does it."""

    def __init__(self, function: Callable[..., Any], arguments: Callable[[], tuple[Any, ...]]):
        self.function, self.arguments = function, arguments
        self.dropped = False
        self._process: Process | None = None
        self._lock = threading.Lock()

    def done_by(self, process: Process) -> Any:
        """What it gives, in a thread."""
        with self._lock:
            if self.dropped:
                raise Overdue
            self._process = process
        try:
            well, found = process.ask(self.function, self.arguments())
        finally:
            with self._lock:
                self._process = None
        if not well:
            log.error("a call failed in a process error=%s", found)
            raise FailedThere
        return found

    def drop(self) -> None:
        """Nobody waits for it any more: a process that still does it is ended."""
        with self._lock:
            self.dropped = True
            if self._process is not None:
                self._process.kill()


class Processes:
    """Some of them, for calls of one kind.

    Args:
        name: what their threads are called.
        later: calls back when the program has run for so many seconds.
        count: how many there are at most.
        limit: seconds that a call may take once it is begun.
        ready: called first in every new one.

    Attributes:
        started: how many have been, so far.
    """

    def __init__(
        self, name: str, later: Later, *, count: int, limit: float,
        ready: Callable[[], object] = int,
    ) -> None:  # fmt: skip
        self.count = count
        self.started = 0
        self._later = later
        self._ready = ready
        self._workers = Workers(name, later, at_once=count, limit=limit)
        self._starts = Workers(f"{name} start", later, at_once=1, limit=START)
        self._lock = threading.Lock()
        self._all: set[Process] = set()
        self._free: list[Process] = []
        self._ending: list[Process] = []
        self._starting: asyncio.Task[None] | None = None
        self._bad = 0
        self._pausing = False
        self._calls = 0
        self._idle: Handle | None = None
        self._closed = False

    @property
    def alive(self) -> tuple[Process, ...]:
        """Those that are ready, or at work."""
        return tuple(self._all)

    async def do(self, function: Callable[..., T], arguments: Callable[[], tuple[Any, ...]]) -> T:
        """What a function gives in one of them.

        Args:
            function: of a module.
            arguments: made when the call is begun, in a thread; they raise ``Late`` where it is
                too late for it.

        Raises:
            NoneFree: there is none yet, or there can be none.
            Overdue: it takes too long; its process is ended.
            Late: it was not begun.
            Gone: its process has died.
            FailedThere: it raised an error.
        """
        self._needed()
        if not self._all:
            raise NoneFree
        call = _Call(function, arguments)
        try:
            found: T = await self._workers.do(partial(self._do, call))
        except (FailedThere, Late, NoneFree):
            raise
        except NotDone:
            self._bad += 1
            raise
        else:
            self._bad = 0
            return found
        finally:
            call.drop()

    async def begun(self) -> None:
        """Wait until those that are being started are ready, or cannot be."""
        self._needed()
        if self._starting is not None:
            await asyncio.wait([self._starting])

    def close(self) -> None:
        """End them all; no more are started."""
        self._closed = True
        if self._starting is not None:
            self._starting.cancel()
        if self._idle is not None:
            self._idle.cancel()
        self._workers.close()
        self._starts.close()
        self._end()
        for process in self._ending:
            process.reaped(0.5)

    # In the loop.

    def _needed(self) -> None:
        """Somebody wants one: start what is missing, and count the time from here."""
        self._calls += 1
        if self._closed:
            return
        if self._idle is None:
            self._idle = self._later(IDLE, partial(self._look, self._calls))
        missing = len(self._all) < self.count
        if missing and self._starting is None and not self._pausing:
            if self._bad >= BAD:
                log.warning("processes end again and again: for a while there are none")
                self._pausing = True
                self._later(PAUSE, self._again)
                return
            self._starting = asyncio.get_running_loop().create_task(self._start())

    def _again(self) -> None:
        self._pausing, self._bad = False, 0

    def _look(self, calls: int) -> None:
        self._idle = None
        if calls != self._calls or self._workers.working:
            self._idle = self._later(IDLE, partial(self._look, self._calls))
            return
        self._end()

    def _end(self) -> None:
        with self._lock:
            gone, self._all, self._free = self._all, set(), []
            self._ending += gone
        for process in gone:
            process.kill()

    async def _start(self) -> None:
        try:
            while len(self._all) < self.count and self._bad < BAD:
                await self._start_one()
        finally:
            self._starting = None

    async def _start_one(self) -> None:
        made: list[Process] = []
        try:
            await self._starts.do(partial(self._begin, made))
        except asyncio.CancelledError:
            self._given_up(made)
            raise
        except Exception as error:  # noqa: BLE001  (there are other ways)
            self._bad += 1
            self._given_up(made)
            log.warning("a process cannot be started: %s", type(error).__name__)
            return
        self.started += 1
        with self._lock:
            self._all.add(made[0])
            self._free.append(made[0])

    def _given_up(self, made: list[Process]) -> None:
        for process in made:
            process.kill()
            self._ending.append(process)

    # In a thread.

    def _begin(self, made: list[Process]) -> None:
        with self._lock:
            self._ending = [process for process in self._ending if not process.reaped()]
        process = Process()
        made.append(process)
        if self._closed:
            process.kill()
        well, found = process.ask(self._ready, ())
        if not well:
            log.error("a process is not ready error=%s", found)
            raise FailedThere

    def _do(self, call: _Call) -> Any:
        with self._lock:
            if not self._free:
                raise NoneFree
            process = self._free.pop()
        try:
            found = call.done_by(process)
        except Gone:
            process.kill()
            with self._lock:
                if process in self._all:
                    self._all.remove(process)
                    self._ending.append(process)
            raise
        except BaseException:
            self._back(process)
            raise
        self._back(process)
        return found

    def _back(self, process: Process) -> None:
        with self._lock:
            if process in self._all:
                self._free.append(process)
