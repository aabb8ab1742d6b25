"""Computer players beside the event loop, so that one that never answers holds nobody up."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, TypeVar

from bot.support.errors import log_bug
from bot.support.workers import Workers
from engine.bots import Greedy
from engine.registry import policy
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.support.clock import Clock
    from bot.table.effects import Think
    from engine.core import Action, Game

T = TypeVar("T")

log = logging.getLogger(__name__)

LIMIT = 2.0
"""Seconds after which a computer player is answered for by the game's first suggestion."""

AT_ONCE = 4
"""So many think at the same time: one that takes its time holds up no other."""


class Computers:
    """The threads of all computer players; ``limit``: seconds that one has."""

    def __init__(self, clock: Clock, *, limit: float = LIMIT) -> None:
        self.workers = Workers("computer player", clock, at_once=AT_ONCE, limit=limit)

    async def answer(self, game: Game[Any, Any], think: Think, match: str) -> Action | None:
        """What the game's computer player does, else its first suggestion, else None."""
        rng = Rng(f"{match}:{think.question}".encode(), "player")

        def chosen() -> Action:
            player = (policy(game.info.id) if think.level != "easy" else None) or Greedy()
            return player.choose(game, think.seen, think.prompt, rng)

        for ask in (chosen, lambda: game.suggest(think.seen, 1)[0]):
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
