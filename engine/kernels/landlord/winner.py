"""Who wins a deal of 斗地主 whose cards are all known, in as few steps as may be.

A search of its own beside ``solve``, which serves a player that looks at small endings within a
thought: here whole positions are solved, so forced passes are no positions, and what refuted a play
is tried first where the same hand answers to the same again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.exact import TooLong
from engine.kernels.climb.compact import PASS, Plays

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.exact import Stop
    from engine.kernels.climb.compact import Compact
    from engine.kernels.climb.reader import Reader

STRIDE = 2048
"""It is asked whether to stop after so many positions."""

MOST = 400_000
"""So many positions are kept; then it is begun anew."""


class Winner:
    """What is known of who wins, for all deals with this 地主 and these rules.

    Attributes:
        plays: the game's.
        nodes: positions that were looked at since ``begin``.
    """

    def __init__(self, reader: Reader, landlord: Seat) -> None:
        self.plays, self.landlord = Plays(reader), landlord
        self.nodes = 0
        self._stop: Stop = bool
        self._limit = STRIDE
        self._hands: list[int] = []
        self._known: dict[tuple[int, ...], bool] = {}
        self._moves: dict[tuple[int, int], tuple[int, ...]] = {}
        self._good: dict[tuple[int, int, Seat], int] = {}

    def begin(self, stop: Stop) -> None:
        """Count positions anew."""
        self._stop, self.nodes, self._limit = stop, 0, STRIDE

    def counted(self) -> None:
        """One more position is looked at.

        Raises:
            TooLong: it is time to stop.
        """
        self.nodes += 1
        if self.nodes < self._limit:
            return
        if self._stop(self.nodes):
            raise TooLong
        self._limit = self.nodes + STRIDE
        if len(self._known) > MOST:
            self._known.clear()
        if len(self._moves) > MOST:
            self._moves.clear()
            self._good.clear()

    def wins(self, deal: Compact) -> bool:
        """Whether the 地主 wins.

        Raises:
            TooLong: it is time to stop.
        """
        if deal.over:
            return deal.counts[self.landlord] == 0
        self._hands = list(deal.hands)
        return self._wins(deal.turn, deal.top, deal.owner)

    def moves(self, weight: int, top: int) -> tuple[int, ...]:
        """What may be played: many cards first, bombs late, the pass last."""
        key = (weight, self.plays.kinds[top])
        found = self._moves.get(key)
        if found is None:
            sizes, tiers = self.plays.sizes, self.plays.tiers
            options = self.plays.of(weight, top)
            most = max(sizes[n] for n in options)
            found = self._moves[key] = tuple(
                sorted(
                    options,
                    key=lambda n: (n == PASS, tiers[n] > 0 and sizes[n] < most, -sizes[n]),
                )
            )
        return found

    def _wins(self, turn: Seat, top: int, owner: Seat) -> bool:
        hands, plays, landlord = self._hands, self.plays, self.landlord
        kinds = plays.kinds
        cache = self._moves
        while True:
            hand = hands[turn]
            moves = cache.get((hand, kinds[top])) or self.moves(hand, top)
            if top == PASS or len(moves) > 1:
                break
            turn = turn + 1 if turn + 1 < len(hands) else 0
            if turn == owner:
                top = PASS
        if plays.weights[moves[0]] == hand:
            return turn == landlord
        key = (*hands, turn << 40 | owner << 32 | kinds[top])
        found = self._known.get(key)
        if found is not None:
            return found
        self.counted()
        mine = turn == landlord
        if not mine and top and owner != landlord:
            moves = moves[::-1]  # a partner's play is passed on first
        good = (hand, kinds[top], owner)
        first = self._good.get(good)
        result = not mine
        if first is not None and self._after(turn, top, owner, first) == mine:
            result = mine
        else:
            for number in moves:
                if number != first and self._after(turn, top, owner, number) == mine:
                    result = mine
                    self._good[good] = number
                    break
        self._known[key] = result
        return result

    def _after(self, turn: Seat, top: int, owner: Seat, number: int) -> bool:
        """Whether the 地主 wins behind a play that ends no hand."""
        hands, plays = self._hands, self.plays
        if not number:
            following = turn + 1 if turn + 1 < len(hands) else 0
            return self._wins(following, PASS if following == owner else top, owner)
        if plays.closing[number]:
            following, top, owner = turn, PASS, turn
        else:
            following, top, owner = (turn + 1 if turn + 1 < len(hands) else 0), number, turn
        weight = plays.weights[number]
        hands[turn] -= weight
        try:
            return self._wins(following, top, owner)
        finally:
            hands[turn] += weight
