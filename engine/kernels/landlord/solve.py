"""Who wins a deal of 斗地主 whose cards are all known: alpha-beta with a table, 农民 as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernels.climb.compact import PASS

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.kernels.climb.compact import Compact, Plays

KEPT = 1 << 18
"""So many positions are kept."""


class TooLong(Exception):
    """The position has more to look at than was allowed."""


class Solver:
    """What is known of positions of one game with one 地主; shared by all tries of a move.

    Attributes:
        nodes: positions looked at since ``wins`` was called.
    """

    def __init__(self, plays: Plays, landlord: Seat) -> None:
        self.plays, self.landlord = plays, landlord
        self.nodes = 0
        self._limit = 0
        self._known: dict[tuple[int, ...], bool] = {}
        self._ordered: dict[tuple[int, int], tuple[int, ...]] = {}

    def wins(self, deal: Compact, limit: int) -> bool | None:
        """Whether the 地主 wins; None: it takes more than ``limit`` positions to tell."""
        if len(self._known) > KEPT:
            self._known.clear()
            self._ordered.clear()
        self.nodes, self._limit = 0, limit
        depth = deal.depth
        try:
            return self._wins(deal)
        except TooLong:
            while deal.depth > depth:
                deal.undo()
            return None

    def _wins(self, deal: Compact) -> bool:
        landlord = self.landlord
        if deal.over:
            return deal.counts[landlord] == 0
        turn = deal.turn
        key = (*deal.hands, turn << 32 | deal.owner << 16 | self.plays.kinds[deal.top])
        found = self._known.get(key)
        if found is not None:
            return found
        self.nodes += 1
        if self.nodes > self._limit:
            raise TooLong
        mine = turn == landlord
        result = not mine
        count = deal.counts[turn]
        sizes = self.plays.sizes
        moves = self._moves(deal.hands[turn], deal.top)
        if moves and sizes[moves[0]] == count:
            result = mine
        else:
            if not mine and deal.top and deal.owner != landlord:
                moves = moves[::-1]  # a partner's play is passed on first
            for number in moves:
                deal.do(number)
                won = self._wins(deal)
                deal.undo()
                if won == mine:
                    result = mine
                    break
        self._known[key] = result
        return result

    def _moves(self, weight: int, top: int) -> tuple[int, ...]:
        """What may be played, many cards first, the pass last."""
        key = (weight, self.plays.kinds[top])
        found = self._ordered.get(key)
        if found is None:
            sizes, tiers = self.plays.sizes, self.plays.tiers
            most = max(sizes[n] for n in self.plays.of(weight, top))
            found = self._ordered[key] = tuple(
                sorted(
                    self.plays.of(weight, top),
                    key=lambda n: (n == PASS, tiers[n] > 0 and sizes[n] < most, -sizes[n]),
                )
            )
        return found
