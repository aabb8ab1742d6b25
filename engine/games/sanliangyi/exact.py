"""Exact play in 三两一: what the asked seat is sure of; see ``engine.exact``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.sanliangyi.state import Deal
from engine.games.sanliangyi.view import settled
from engine.kernels.climb.ending import ending
from engine.kernels.climb.solve import NONE, CardSolver, Play, Where
from engine.kernels.climb.state import PLAY

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.core import Seat
    from engine.games.sanliangyi.game import Sanliangyi
    from engine.kernels.climb.state import Hand

Kept = tuple[tuple[int, ...], int]
"""Who was out of the last circle, and the reading that won it: with the lock for a round."""

NOTHING: Kept = ((), NONE)


class Exact(CardSolver[Kept]):
    """Suits do not matter; the lock of a circle may go on into the next one (禁止回打)."""

    def like(self, card: Card) -> int:
        return card.rank

    def begun(self, state: Any) -> tuple[int, Kept]:
        public = state.public
        if not public.extra.locked or public.circle.top is not None:
            return 0, NOTHING
        won = next(what for what in reversed(public.past[-1]) if what.reading is not None)
        return 0, (tuple(sorted(public.extra.locked)), self._number(won.reading))

    def over(self) -> bool:
        return 0 in self.hands

    def lead_locked(self, where: Where[Kept], play: Play) -> tuple[Seat, ...]:
        locked, won = where.more
        return locked if locked and self._beats(play.reading, won) else ()

    def played(self, where: Where[Kept], play: Play) -> tuple[int, Kept]:
        return 0, NOTHING

    def swept(self, where: Where[Kept]) -> tuple[int, Kept]:
        if self.options["lock"] == "circle" or not where.locked:
            return 0, NOTHING
        return 0, (where.locked, where.top)

    def ended(self, where: Where[Kept]) -> int:
        found = settled([hand.bit_count() for hand in self.hands]).scores
        return sum(found[seat] for seat in self.side_now)


def solver(game: Sanliangyi, state: Any) -> Exact | None:
    """A solver for a deal that is being played."""
    return Exact(game, state) if state.public.phase == PLAY else None


def position(game: Sanliangyi, hands: tuple[Hand, ...]) -> Any:
    """An ending in which seat 0 leads."""
    return ending(game, hands, Deal(0))


SOLVER = solver
POSITION = position
