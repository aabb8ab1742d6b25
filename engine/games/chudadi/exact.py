"""Exact play in 锄大地: what the asked seat is sure of; see ``engine.exact``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.games.chudadi.scoring import scores
from engine.games.chudadi.state import Deal
from engine.kernels.climb.ending import ending
from engine.kernels.climb.solve import CardSolver, Where
from engine.kernels.climb.state import PLAY

if TYPE_CHECKING:
    from engine.games.chudadi.game import Chudadi
    from engine.kernels.climb.state import Hand


class Exact(CardSolver[None]):
    """The deal ends with the first hand that is empty; only what is left is paid for."""

    def begun(self, state: Any) -> tuple[int, None]:
        return 0, None

    def over(self) -> bool:
        return 0 in self.hands

    def ended(self, where: Where[None]) -> int:
        left = [
            tuple(card for at, card in enumerate(mine) if hand >> at & 1)
            for mine, hand in zip(self.bits, self.hands, strict=True)
        ]
        found = scores(left)
        return sum(found[seat] for seat in self.side_now)


def solver(game: Chudadi, state: Any) -> Exact | None:
    """A solver for a deal that is being played."""
    return Exact(game, state) if state.public.phase == PLAY else None


def position(game: Chudadi, hands: tuple[Hand, ...]) -> Any:
    """An ending in which seat 0 leads."""
    return ending(game, hands, Deal(0))


SOLVER = solver
POSITION = position
