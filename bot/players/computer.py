"""Computer players beside the event loop, so that one that never answers holds nobody up."""

from __future__ import annotations

import logging
import os
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from bot.players import thought
from bot.players.exact import ExactPlay
from bot.players.ideas import Idea, ideas
from bot.support.errors import log_bug
from bot.support.processes import Late, Processes
from bot.support.workers import NoneFree, NotDone, Workers
from bot.table.commands import EASY, HARD, NORMAL
from engine.bots import Budget, Greedy
from engine.registry import beginner, policy, thinker
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bot.support.clock import Clock
    from bot.table.effects import Think
    from bot.table.table import Table
    from engine.bots import Policy
    from engine.core import Action, Game, Prompt

T = TypeVar("T")

Ideas = tuple[Idea, ...]

log = logging.getLogger(__name__)

LIMIT = 2.0
"""Seconds after which a computer player is answered for by one that does not search."""

AT_ONCE = 4
"""So many think at the same time in threads: one that takes its time holds up no other."""

PROCESSES = min(4, max(1, (os.cpu_count() or 1) - 1))
"""So many think at the same time in processes. A core is left to the event loop: low priority
alone does not keep a process that computes from holding it up for some milliseconds."""

ASKED = (400, 0.2)
"""Deals that are tried for a hint, and the seconds of a processor for them."""

TOLD = 256
"""The hints of so many questions are kept for those who ask again."""

BUDGETS = {NORMAL: (16, 0.05), HARD: (2000, 0.24)}
"""By level, how many deals a player tries, and the seconds of a processor it has for them."""


def budget(level: str, pace: float, thinking: float = 1) -> Budget:
    """What a player of a level may spend on one answer; nothing where nobody waits for it.

    ``thinking``: so many players share a processor.
    """
    trials, seconds = BUDGETS.get(level, (0, 0.0))
    if not pace:
        return Budget(0)
    return Budget(trials, seconds * min(1.0, pace) / max(1, thinking), thought.spent())


def processes(clock: Clock) -> Processes:
    """Those that a program on a machine of its own has for its computer players."""
    return Processes(
        "computer process", clock.call_in, count=PROCESSES, limit=LIMIT, ready=thought.ready
    )


class Computers:
    """The threads of all computer players, and their processes where there are any.

    Args:
        clock: times them.
        limit: seconds that one has.
        processes: where it is thought; None: in threads.

    Attributes:
        exact: solves positions whose cards are all known.
        thinking: how many are asked now.
        answers: how many came from a process; from a search in a thread; from a player that does
            not search; from the game's first suggestion.
    """

    def __init__(
        self, clock: Clock, *, limit: float = LIMIT, processes: Processes | None = None
    ) -> None:
        self.thinking = 0
        self._told: dict[str, Ideas] = {}
        self._late = False  # whether it was said that there is no time for hints
        self.answers = dict.fromkeys(("process", "thread", "rule", "first"), 0)
        self.workers = Workers("computer player", clock.call_in, at_once=AT_ONCE, limit=limit)
        self.exact = ExactPlay(clock.call_in, apart=processes is not None)
        self._processes = processes
        self._steady = clock.steady
        self._limit = limit

    def close(self) -> None:
        """No more is thought."""
        self.workers.close()
        self.exact.close()
        if self._processes is not None:
            self._processes.close()

    async def answer(self, table: Table, think: Think) -> Action | None:
        """What the game's computer player does, else its first suggestion, else None.

        A player that searches is stood in for by one that does not.
        """
        self.thinking += 1
        try:
            return await self._answer(table.game, think, table.state.match, table.pace)
        finally:
            self.thinking -= 1

    async def _answer(
        self, game: Game[Any, Any], think: Think, match: str, pace: float
    ) -> Action | None:
        where: dict[str, str | int] = {"match": match, "question": think.question}
        search = True
        if self._processes is not None and think.level != EASY and pace:
            try:
                return await self._elsewhere(self._processes, game, think, match, pace)
            except NoneFree:  # they are being started, or cannot be had
                pass
            except NotDone as error:
                search = False
                log.warning("a thought came to no end error=%s %s", type(error).__name__, where)
            except Exception as error:  # noqa: BLE001  (the table must not wait for a computer)
                log_bug(log, "computer player failed", error, **where)
        for who, player in self._players(game, think.level, pace, search=search):
            rng = Rng(_name(match, think).encode(), "player")
            choose = partial(player.choose, game, think.seen, think.prompt, rng)
            try:
                return self._counted(who, await self._asked(choose))
            except Exception as error:  # noqa: BLE001  (as above)
                log_bug(log, "computer player failed", error, **where)
        return None

    def _players(
        self, game: Game[Any, Any], level: str, pace: float, *, search: bool
    ) -> Iterator[tuple[str, Policy]]:
        """Who is asked in a thread, one after the other until one has an answer."""
        if level == EASY:
            yield "rule", beginner(game.info.id)
        else:
            spent = budget(level, pace, self.thinking) if search else Budget(0)
            found = thinker(game.info.id, spent), policy(game.info.id)
            yield from ((w, p) for w, p in zip(("thread", "rule"), found, strict=True) if p)
        yield "first", Greedy()

    async def _elsewhere(
        self, processes: Processes, game: Game[Any, Any], think: Think, match: str, pace: float
    ) -> Action:
        """What is thought in a process; no later than a thought in a thread would be given up."""
        latest = self._steady() + self._limit

        def arguments() -> tuple[Any, ...]:
            left = latest - self._steady()
            if left <= 0:
                raise Late
            spent = budget(think.level, pace, self.thinking / processes.count)
            seconds = None if spent.seconds is None else min(spent.seconds, left / 2)
            name = _name(match, think)
            return game.info.id, think.seen, think.prompt, name, spent.trials, seconds

        return self._counted("process", await processes.do(thought.answer, arguments))

    def _counted(self, who: str, action: Action) -> Action:
        self.answers[who] += 1
        return action

    async def ideas(self, game: Game[Any, Any], seen: Any, prompt: Prompt, name: str) -> Ideas:
        """What a seat that sees this may be told, best first; the same for the same ``name``."""
        if name in self._told:
            return self._told[name]
        what = (game.info.id, seen, prompt, name, *ASKED)
        try:
            found = await self._advised(what)
        except Exception as error:  # noqa: BLE001  (a hint is not worth more than a line in the log)
            self._without("no ideas", error, game)
            return ()
        self._late = False
        while len(self._told) >= TOLD:
            del self._told[next(iter(self._told))]
        self._told[name] = found
        return found

    async def _advised(self, what: tuple[Any, ...]) -> Ideas:
        if self._processes is not None:
            try:
                return await self._processes.do(ideas, lambda: what)
            except NotDone:
                pass  # as if there were none
        return await self._asked(lambda: ideas(*what))

    async def suggestions(self, game: Game[Any, Any], seen: Any, limit: int) -> tuple[Action, ...]:
        """At most ``limit`` legal actions of the seat that sees this, best first; or none."""
        try:
            found = await self._asked(lambda: tuple(game.suggest(seen, limit)))
        except Exception as error:  # noqa: BLE001  (a hint is not worth more than a line in the log)
            self._without("no suggestions", error, game)
            return ()
        self._late = False
        return found

    def _without(self, what: str, error: Exception, game: Game[Any, Any]) -> None:
        """Log that nothing can be told: a machine that is too busy says so once, not each time."""
        if not isinstance(error, NotDone):
            log_bug(log, what, error, game=game.info.id)
        elif not self._late:
            self._late = True
            log.warning("%s game=%s: too busy (%s)", what, game.info.id, type(error).__name__)

    async def _asked(self, ask: Callable[[], T | None]) -> T:
        found = await self.workers.do(ask)
        if found is None:
            raise ValueError("no answer")
        return found


def _name(match: str, think: Think) -> str:
    """What the randomness of a thought comes from; it tells nothing of the deal."""
    return f"{match}:{think.question}"
