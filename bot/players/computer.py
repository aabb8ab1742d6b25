"""Computer players beside the event loop, so that one that never answers holds nobody up."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, TypeVar

from bot.support.errors import log_bug
from bot.support.workers import Workers
from bot.table.commands import EASY, HARD, NORMAL
from engine.bots import Budget, Greedy
from engine.registry import policy, thinker
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.support.clock import Clock
    from bot.table.effects import Think
    from bot.table.table import Table
    from engine.bots import Policy
    from engine.core import Action, Game

T = TypeVar("T")

log = logging.getLogger(__name__)

LIMIT = 2.0
"""Seconds after which a computer player is answered for by the game's first suggestion."""

AT_ONCE = 4
"""So many think at the same time: one that takes its time holds up no other."""

BUDGETS = {NORMAL: (16, 0.05), HARD: (1000, 0.12)}
"""By level, how many deals a player tries, and the seconds of a processor it has for them."""


def budget(level: str, pace: float, thinking: int = 1) -> Budget:
    """What a player of a level may spend on one answer; nothing where nobody waits for it.

    ``thinking``: so many players share the processor.
    """
    trials, seconds = BUDGETS.get(level, (0, 0.0))
    if not pace:
        return Budget(0)
    return Budget(trials, seconds * min(1.0, pace) / max(1, thinking), time.thread_time)


class Computers:
    """The threads of all computer players; ``limit``: seconds that one has.

    Attributes:
        thinking: how many are asked now.
    """

    def __init__(self, clock: Clock, *, limit: float = LIMIT) -> None:
        self.thinking = 0
        self.workers = Workers("computer player", clock.call_in, at_once=AT_ONCE, limit=limit)

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
        players: list[Policy] = []
        if think.level != EASY:
            spent = budget(think.level, pace, self.thinking)
            found = thinker(game.info.id, spent), policy(game.info.id)
            players = [player for player in found if player is not None]
        players = players or [Greedy()]

        def by(player: Policy) -> Callable[[], Action]:
            rng = Rng(f"{match}:{think.question}".encode(), "player")
            return lambda: player.choose(game, think.seen, think.prompt, rng)

        for ask in (*map(by, players), lambda: game.suggest(think.seen, 1)[0]):
            try:
                return await self._asked(ask)
            except Exception as error:  # noqa: BLE001  (the table must not wait for a computer)
                log_bug(log, "computer player failed", error, match=match, question=think.question)
        return None

    async def suggestions(self, game: Game[Any, Any], seen: Any, limit: int) -> tuple[Action, ...]:
        """At most ``limit`` legal actions of the seat that sees this, best first; or none."""
        try:
            return await self._asked(lambda: tuple(game.suggest(seen, limit)))
        except Exception as error:  # noqa: BLE001  (a hint is not worth more than a line in the log)
            log_bug(log, "no suggestions", error, game=game.info.id)
            return ()

    async def _asked(self, ask: Callable[[], T | None]) -> T:
        found = await self.workers.do(ask)
        if found is None:
            raise ValueError("no answer")
        return found
