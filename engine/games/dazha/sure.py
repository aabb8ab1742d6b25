"""Deals of 上饶打炸 that no cards of the others can take away any more.

A play is safe if no cards that are still unseen beat it. A hand is led out for sure if all its
plays but the last are safe; that wins the deal if the partner was out first and nobody else is, or
if the partner is out and the other side has not taken half of the points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.dazha import settle
from engine.games.dazha.divided import (
    FIFTY,
    FORCE,
    JOKER,
    NATURAL,
    TWO,
    divided,
    house,
)
from engine.games.dazha.plan import TRIPLE
from engine.games.dazha.shapes import FOUR
from engine.games.dazha.trial import ALL
from engine.kernels.climb.ranks import STRENGTH, counted, strengths

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.dazha.deal import DazhaPublic, DazhaSeen
    from engine.games.dazha.plays import Play
    from engine.kernels.climb.rules import Reading

SHORT = 14
"""A hand of so many cards is searched for a certain win."""


def decided(public: DazhaPublic, me: int) -> bool:
    """Whether a seat that is led out without losing the lead wins the deal for its side."""
    partner = public.extra.partner(me)
    if partner not in public.out:
        return False
    if public.out == (partner,):
        return True
    taken = settle.collected(public)
    theirs = sum(taken[s] for s in range(public.seats) if s not in (me, partner))
    return 2 * theirs < ALL or (2 * theirs == ALL and public.out[0] == partner)


class Sure:
    """What is sure for the seat that is asked."""

    def __init__(self, seen: DazhaSeen, unseen: Sequence[int]) -> None:
        self.seen = seen
        self.rules = house(seen.options)
        counts = [0] * (JOKER + 2)
        for strength in unseen:
            counts[strength] += 1
        self.counts = counts
        jokers = counts[JOKER] + counts[JOKER + 1]
        self.lone = seen.options["single_joker"] != "none" and jokers > 0
        self.bomb = max(
            [2 * (n + jokers) * FORCE + at for at, n in enumerate(counts[:NATURAL]) if n >= FOUR],
            default=-1,
        )
        if self.rules.jokers == FOUR == jokers:
            self.bomb = max(self.bomb, 17 * FORCE + FORCE - 1)
        if self.rules.jokers > FOUR and max(counts[JOKER:]) >= self.rules.jokers // 2:
            self.bomb = 99 * FORCE
        self.fifty = self.rules.fifty and all(counts[at] for at in FIFTY)

    def play(self, moves: Sequence[Play]) -> Play | None:
        """A play that wins the deal for sure, if one is found."""
        hand = self.seen.hand
        if len(hand) > SHORT or not decided(self.seen.public, self.seen.seat or 0):
            return None
        for move in moves:
            if len(move.cards) == len(hand):
                return move
            if self._safe(move.reading) and self._led_out(move):
                return move
        return None

    def _led_out(self, move: Play) -> bool:
        left = list(counted(strengths(self.seen.hand)))
        for card in move.cards:
            left[STRENGTH[card.rank]] -= 1
        made = divided(tuple(left), self.rules)
        if made.jokers:
            return False
        # Carried cards are left out of what triples take along: they are plays of their own here.
        kinds = [
            *((1, 1, at) for at in made.singles), *((2, 1, at) for at in made.pairs), *made.rows,
            *((TRIPLE, 1, at) for at in made.triples),
        ]  # fmt: skip
        risky = sum(not self._held(width, length, head) for width, length, head in kinds)
        bombs = sum(bomb[0] <= self.bomb for bomb in made.bombs)
        if not made.triples and all(row[0] != TRIPLE for row in made.rows):
            return risky + bombs <= 1
        return not bombs and made.turns() <= 1

    def _safe(self, reading: Reading) -> bool:
        if reading.shape == "bomb":
            return reading.force * FORCE + reading.head > self.bomb
        if reading.tier:
            return self.bomb < 0 and reading.shape == "wsksuited"
        return not reading.groups and self._held(reading.width, len(reading.body), reading.head)

    def _held(self, width: int, length: int, head: int) -> bool:
        """Whether no unseen cards beat ranks in a row."""
        if self.bomb >= 0 or self.fifty or (self.lone and width == length == 1):
            return False
        counts = self.counts
        last = TWO if length == 1 else TWO - 1
        return not any(
            all(counts[at - back] >= width for back in range(length))
            for at in range(head + 1, last + 1)
        )
