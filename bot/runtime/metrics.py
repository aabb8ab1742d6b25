"""What whoever runs the program can watch: counted here, read as Prometheus metrics or as health.

Numbers only: no names, no chats, no cards.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.store.rows import Acted
from bot.table.state import Phase

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

    from bot.runtime.context import Context
    from bot.runtime.tables import Tables
    from bot.store.rows import Row

SAMPLE = 0.5
"""Seconds between two looks at how late the event loop is."""

_QUICK = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)


@dataclass(frozen=True, slots=True)
class Health:
    """Whether it works: ``well`` as a whole, and its parts by name."""

    well: bool
    parts: Mapping[str, str | int]


class Metrics:
    """Everything that is counted in one process, in a registry of its own.

    Args:
        process: what the process is called: a label of every number, for behind one address there
            may be several.
    """

    def __init__(self, process: str = "") -> None:
        self._process = process
        self._registry = registry = CollectorRegistry()
        self._requests = Histogram(
            "pokertable_request_seconds", "From a press or a line to its answer, storing included",
            ["process", "platform"], buckets=_QUICK, registry=registry,
        )  # fmt: skip
        self._commits = Histogram(
            "pokertable_commit_seconds", "Until a command is on the disk", ["process"],
            buckets=_QUICK, registry=registry,
        )  # fmt: skip
        self._lag = Histogram(
            "pokertable_loop_lag_seconds", "How late the event loop is", ["process"],
            buckets=_QUICK, registry=registry,
        )  # fmt: skip
        self._actions = Counter(
            "pokertable_actions", "Moves that were stored, by who made them",
            ["process", "by"], registry=registry,
        )  # fmt: skip
        self._refusals = Counter(
            "pokertable_refusals", "What people were refused, by the message they got",
            ["process", "why"], registry=registry,
        )  # fmt: skip
        self._errors = Counter(
            "pokertable_errors", "Errors in the log: each is ours to look at", ["process"],
            registry=registry,
        )  # fmt: skip
        self._tables = Gauge(
            "pokertable_tables", "Tables in memory", ["process", "phase"], registry=registry
        )
        self._queue = Gauge(
            "pokertable_queue", "Commands that wait to be done or to be stored",
            ["process", "where"], registry=registry,
        )  # fmt: skip
        self._hanging = Gauge(
            "pokertable_threads_hanging", "Threads that were given up and have not come back",
            ["process", "of"], registry=registry,
        )  # fmt: skip
        self._up = Gauge(
            "pokertable_platform_up", "Whether a platform is served", ["process", "platform"],
            registry=registry,
        )  # fmt: skip
        self._cpu = Gauge(
            "pokertable_cpu_seconds", "CPU that the process has used, threads included",
            ["process"], registry=registry,
        )  # fmt: skip
        # What has never happened is 0, and not absent.
        for counted in (self._commits, self._lag, self._errors):
            counted.labels(process)

    # Counting.

    @contextmanager
    def request(self, platform: str) -> Iterator[None]:
        """Time what a person wanted."""
        with self._requests.labels(self._process, platform).time():
            yield

    def refused(self, why: str) -> None:
        """Somebody was told that something cannot be done; ``why`` is the message's key."""
        self._refusals.labels(self._process, why).inc()

    def stored(self, rows: Sequence[Row], seconds: float) -> None:
        """Count a command that was stored, and after how long."""
        self._commits.labels(self._process).observe(seconds)
        for row in rows:
            if isinstance(row, Acted):
                self._actions.labels(self._process, row.by).inc()

    def handler(self) -> logging.Handler:
        """A handler of log records that counts the errors among them."""
        return _Counting(self._errors.labels(self._process))

    async def watch_loop(
        self,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Measure the event loop's lag periodically, until cancelled.

        Args:
            sleep: waits so many seconds, and as much longer as the loop is held up.
            clock: seconds from anywhere.
        """
        while True:
            began = clock()
            await sleep(SAMPLE)
            self._lag.labels(self._process).observe(max(0.0, clock() - began - SAMPLE))

    # Reading.

    def text(self, context: Context, tables: Tables, health: Health) -> bytes:
        """All of it as Prometheus reads it."""
        phases = [runner.table.state.phase for runner in tables.running.values()]
        for phase in Phase:
            self._tables.labels(self._process, phase.value).set(phases.count(phase))
        waiting = sum(runner.waiting for runner in tables.running.values())
        self._queue.labels(self._process, "tables").set(waiting)
        self._queue.labels(self._process, "store").set(context.store.waiting)
        for workers in (*context.workers, *context.store.workers):
            self._hanging.labels(self._process, workers.name).set(workers.hanging)
        for name in context.platforms:
            self._up.labels(self._process, name).set(health.parts.get(name) == UP)
        self._cpu.labels(self._process).set(time.process_time())
        return generate_latest(self._registry)


UP, DOWN = "up", "down"


def health(
    context: Context, tables: int, down: frozenset[str], gone: frozenset[str] = frozenset()
) -> Health:
    """How it is. Well is what can store, and is served wherever it has a token.

    Args:
        context: its store and platforms are looked at.
        tables: how many run.
        down: platforms that are not served now, by name: a connection may come back.
        gone: those of them that have been down for so long that somebody should look.
    """
    parts: dict[str, str | int] = {name: DOWN if name in down else UP for name in context.platforms}
    stores = not context.store.refusing
    parts["database"] = UP if stores else DOWN
    parts["tables"] = tables
    return Health(stores and not gone, parts)


class _Counting(logging.Handler):
    def __init__(self, counter: Counter) -> None:
        super().__init__(logging.ERROR)
        self._counter = counter

    def emit(self, record: logging.LogRecord) -> None:
        self._counter.inc()
