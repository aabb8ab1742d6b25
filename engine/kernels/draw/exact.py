"""Endings of games with a pile, once that is used up: what the asked seat is sure of in points.

See ``engine.exact``. By the option that makes them, the points are those against the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.kernels.climb.ending import ending
from engine.kernels.climb.solve import CardSolver, Play, Where
from engine.kernels.climb.state import PLAY
from engine.kernels.draw.deal import WORTH, Deal, on_table, points, taken

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.kernels.climb.state import Hand
    from engine.kernels.draw.flow import DrawGame


class Exact(CardSolver[int]):
    """What is a game's own are the points that lie on the table."""

    def begun(self, state: Any) -> tuple[int, int]:
        public = state.public
        won = sum(self._paid(points(cards), seat) for seat, cards in enumerate(taken(public)))
        return won, points(on_table(public))

    def _paid(self, count: int, seat: Seat) -> int:
        """What points that a seat wins are to the side."""
        own = count if seat in self.side_now else 0
        if self.options["zero_sum"] == "true":
            return self.seats * own - len(self.side_now) * count
        return own

    def _holders(self) -> int:
        return sum(hand > 0 for hand in self.hands)

    def _closes(self) -> bool:
        game: DrawGame = self.game  # type: ignore[assignment]  # made by ``solver`` below
        return game.closes(self.options)

    def over(self) -> bool:
        return not self._closes() and self._holders() <= 1

    def closed(self, owner: Seat) -> bool:
        return self._closes() and (not self.hands[owner] or self._holders() <= 1)

    def played(self, where: Where[int], play: Play) -> tuple[int, int]:
        return 0, where.more + points(play.cards)

    def swept(self, where: Where[int]) -> tuple[int, int]:
        return self._paid(where.more, where.owner), 0

    def ended(self, where: Where[int]) -> int:
        left = 0
        if self.options["leftover"] == "last_hand":
            left = sum(
                WORTH.get(card.rank, 0)
                for mine, hand in zip(self.bits, self.hands, strict=True)
                for at, card in enumerate(mine)
                if hand >> at & 1
            )
        return self._paid(where.more + left, where.owner)


def solver(game: DrawGame, state: Any) -> Exact | None:
    """A solver for an ending; None: there are cards left to draw."""
    public = state.public
    return Exact(game, state) if public.phase == PLAY and not public.deck else None


def position(game: DrawGame, hands: tuple[Hand, ...]) -> Any:
    """An ending in which seat 0 leads; nobody has won points yet."""
    return ending(game, hands, Deal(0, tuple(hand[-1] for hand in hands)))
