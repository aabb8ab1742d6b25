"""The computer players of 上饶打炸: by rule of thumb, and by search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core import Action
from engine.games.dazha.search import Searcher
from engine.games.dazha.sure import Sure
from engine.games.dazha.turn import Turn
from engine.games.dazha.worlds import unseen
from engine.kernels.climb.beginner import BEGINNER

__all__ = ["BEGINNER", "POLICY", "THINKER"]

if TYPE_CHECKING:
    from engine.bots import Budget
    from engine.core import Prompt
    from engine.games.dazha.deal import DazhaSeen
    from engine.games.dazha.game import Dazha
    from engine.rng import Rng


class Partner:
    """The computer player that does not search."""

    def choose(self, game: Dazha, seen: DazhaSeen, prompt: Prompt, rng: Rng) -> Action:
        """What wins for sure, else the best action, by what the seat sees."""
        turn = Turn(game, seen)
        sure = Sure(seen, unseen(seen), game.reader(seen.options)).play(turn.moves)
        return turn.best() if sure is None else Action("play", cards=sure.cards)


POLICY: Any = Partner()

ENOUGH = 40
"""With fewer trials the rule of thumb plays no worse."""


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player that searches, where there are trials enough."""
    return Searcher(budget) if budget.trials >= ENOUGH else POLICY
