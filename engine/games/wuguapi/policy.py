"""The computer players: 高手 tries its ideas, 普通 reckons two times of three what others hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.wuguapi.trial import Ladders
from engine.kernels.climb.beginner import BEGINNER
from engine.kernels.draw.policy import POLICY, Drawing
from engine.kernels.draw.search import ENOUGH, Searcher

if TYPE_CHECKING:
    from engine.bots import Budget
    from engine.kernels.climb.rules import Reading
    from engine.kernels.draw.deal import DrawSeen
    from engine.kernels.draw.flow import DrawGame
    from engine.kernels.draw.policy import Option, Turn
    from engine.rng import Rng

__all__ = ["BEGINNER", "POLICY", "THINKER"]

BY_EYE = 3
"""One in so many times 普通 plays the lowest that goes; the end between two it plays exactly."""

GUESSES = 2
"""So many hands of the others it thinks of the other times."""


class Usual(Drawing):
    """The player of 普通."""

    def decide(
        self, turn: Turn, game: DrawGame, seen: DrawSeen, over: Reading | None, rng: Rng
    ) -> Option | None:
        """The lowest play that goes, or what is worth most by a glance."""
        if not rng.below(BY_EYE):
            return min(turn.options, key=_height)
        turn.guesses = turn.guesses[:GUESSES]
        return super().decide(turn, game, seen, over, rng)


def _height(option: Option) -> tuple[int, int, int, int]:
    reading = option.reading
    return reading.tier, reading.grade, reading.head, reading.suit


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player of a level, by what it may spend."""
    return Searcher(budget, Ladders) if budget.trials >= ENOUGH else Usual()
