"""Hands that the others may hold, by what a seat of 上饶打炸 has seen.

Beside what is odd in every game with sides it is odd to hold jokers without a bomb, where such a
hand would have been shown.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.games.dazha.deal import full_pack
from engine.games.dazha.divided import JOKER, NATURAL
from engine.games.dazha.shapes import FOUR
from engine.kernels.climb import worlds
from engine.kernels.climb.ranks import ORDER, strengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.dazha.deal import DazhaSeen
    from engine.kernels.division import Counts
    from engine.rng import Rng

BARE = 3
"""So odd is a hand that would have been shown."""


def unseen(seen: DazhaSeen) -> list[int]:
    """The strengths of all cards in other hands."""
    rest = Counter(full_pack(seen.options))
    rest.subtract(seen.hand)
    for what in seen.public.played:
        rest.subtract(what.cards)
    return sorted(strengths(rest.elements()))


class Worlds(worlds.Worlds):
    """Draws hands for all seats."""

    draws = 4

    def __init__(self, seen: DazhaSeen, rng: Rng) -> None:
        public = seen.public
        super().__init__(seen, public.extra.teams, full_pack(seen.options), (), rng)
        self._laid = [[0] * len(ORDER) for _ in range(public.seats)]
        for what in public.played:
            for strength in strengths(what.cards):
                self._laid[what.seat][strength] += 1
        self._shown = seen.options["showdown"] == "all"

    def odd(self, hands: Sequence[Counts]) -> int:
        """How many things are odd, if the others hold these hands."""
        odd = super().odd(hands)
        if self._shown:
            for seat, hand in enumerate(hands):
                laid = self._laid[seat]
                if seat == self.me or not (sum(hand[JOKER:]) + sum(laid[JOKER:])):
                    continue
                if all(hand[at] + laid[at] < FOUR for at in range(NATURAL)):
                    odd += BARE
        return odd
