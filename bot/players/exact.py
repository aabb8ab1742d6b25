"""Exact play as somebody asks for it: in a process of its own, bounded in time and memory."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from bot.players import thought
from bot.support.processes import Processes
from bot.support.workers import NoneFree, Workers
from engine.exact import Analysis
from engine.registry import games, solver
from engine.rng import SEED_BYTES, Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.support.clock import Later
    from engine.core import Action, Game, Seat
    from engine.exact import Solver, Stop

T = TypeVar("T")

AT_ONCE = 2
"""So many positions are solved at the same time."""

SECONDS, IN_THREAD = 10.0, 2.0
"""Seconds of a processor for one; less where there are no processes, and it is in everybody's way.
"""

LIMIT = 40.0
"""Seconds after which one is given up that does not look at the clock."""

MEGABYTES = 512
"""Memory of a process that solves."""


class Busy(Exception):
    """So many are being solved already."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A play of a round that was played.

    Attributes:
        play: its number, from 1.
        seat: whose it is.
        action: what it was.
        before: what the deal was worth to that seat's side with best play; None: not found out.
        after: the same behind it.
        better: what would have kept it, where something was lost.
    """

    play: int
    seat: Seat
    action: Action
    before: int | None
    after: int | None
    better: Action | None = None

    @property
    def lost(self) -> bool:
        """Whether it gave a win away, or points."""
        return self.before is not None and self.after is not None and self.after < self.before


def ready() -> None:
    """Read all rules, and take no more memory than is given."""
    thought.ready()
    if sys.platform != "win32":
        import resource  # not there on Windows

        most = MEGABYTES << 20
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _stop(seconds: float) -> Callable[[int], bool]:
    end = time.thread_time() + seconds
    wall = time.monotonic() + thought.CROWDED * seconds
    return lambda looked: time.thread_time() >= end or time.monotonic() >= wall


def solve(game_id: str, state: Any, seconds: float) -> Analysis | None:
    """A position with best play; None: the game cannot be solved as it stands."""
    game = games(tests_too=True)[game_id]
    exact = solver(game, state)
    return None if exact is None else exact.analyse(state, _stop(seconds))


def judge(
    game_id: str, states: tuple[Any, ...], moves: tuple[tuple[Seat, Action], ...], seconds: float
) -> tuple[Judged, ...]:
    """The plays of a round, each with what was won before it and behind it.

    It is worked out from the end, as far as the time goes: what lies before is left out.

    Args:
        game_id: of a game in the registry.
        states: before each play, and behind the last one.
        moves: the plays.
        seconds: of a processor.
    """
    game = games(tests_too=True)[game_id]
    stop = _stop(seconds)
    found: list[Judged] = []
    exact = solver(game, states[-2]) if moves else None
    if exact is None:
        return ()
    for at in range(len(moves) - 1, -1, -1):
        seat, action = moves[at]
        if game.observe(states[at], seat).public.phase != "play":
            break
        before = exact.value(states[at], stop)
        if before is None:
            break
        after = _behind(exact, game, states[at + 1], exact.side(states[at]), stop)
        if after is None:
            break
        better = None
        if after < before:
            best = exact.analyse(states[at], stop)
            better = best.plays[0].action if best.solved else None
        found.append(Judged(at + 1, seat, action, before, after, better))
    return tuple(reversed(found))


def _behind(
    exact: Solver, game: Game[Any, Any], state: Any, side: tuple[Seat, ...], stop: Stop
) -> int | None:
    """What a position is worth to a side, whoever is asked in it."""
    outcome = game.outcome(state)
    if outcome is not None:
        return sum(outcome.scores[seat] for seat in side)
    return exact.worth(state, side, stop)


class ExactPlay:
    """Solves for whoever asks, some at a time.

    Args:
        later: calls back when the program has run for so many seconds.
        apart: whether there are processes for it.
    """

    def __init__(self, later: Later, *, apart: bool) -> None:
        self._asked: set[str] = set()
        self._workers = Workers("exact play", later, at_once=AT_ONCE, limit=LIMIT)
        self._processes = (
            Processes("exact play process", later, count=AT_ONCE, limit=LIMIT, ready=ready)
            if apart
            else None
        )

    def close(self) -> None:
        """No more is solved."""
        self._workers.close()
        if self._processes is not None:
            self._processes.close()

    async def solve(self, whose: str, game_id: str, state: Any) -> Analysis | None:
        """See ``solve``; ``whose``: a chat or a person, of whom one at a time is done.

        Raises:
            Busy: there are too many.
            NotDone: it came to no end.
        """
        return await self._done(whose, solve, (game_id, state))

    async def judge(
        self, whose: str, game_id: str, states: tuple[Any, ...],
        moves: tuple[tuple[Seat, Action], ...],
    ) -> tuple[Judged, ...]:  # fmt: skip
        """See ``judge`` and ``solve``."""
        return await self._done(whose, judge, (game_id, states, moves))

    async def _done(self, whose: str, work: Callable[..., T], what: tuple[Any, ...]) -> T:
        if whose in self._asked or len(self._asked) >= AT_ONCE:
            raise Busy
        self._asked.add(whose)
        try:
            if self._processes is not None:
                await self._processes.begun()
                try:
                    return await self._processes.do(work, lambda: (*what, SECONDS))
                except NoneFree:  # there can be none
                    pass
            return await self._workers.do(partial(work, *what, IN_THREAD))
        finally:
            self._asked.discard(whose)


def luck() -> Rng:
    """Chance where it has no say: positions that are solved draw nothing."""
    return Rng(bytes(SEED_BYTES), "exact")
