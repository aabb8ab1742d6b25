"""Deals of 上饶打炸 that no cards of the others can take away any more.

A play is safe if no cards that are still unseen beat it. A hand is led out for sure if all its
plays but the last are safe; that wins the deal if the partner was out first and nobody else is, or
if the partner is out and the other side has not taken half of the points.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import without
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
from engine.games.dazha.plays import playable
from engine.games.dazha.shapes import FOUR
from engine.games.dazha.trial import ALL
from engine.kernels.climb.ranks import STRENGTH, counted, strengths
from engine.kernels.climb.state import Circle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.games.dazha.deal import DazhaPublic, DazhaSeen
    from engine.games.dazha.plays import Play
    from engine.games.dazha.shapes import DazhaReader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.state import Hand

SHORT = 14
"""A hand of so many cards is searched for a certain win."""

LOOKS = 80
"""So many hands are looked at, play by play, before it is given up."""


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

    def __init__(self, seen: DazhaSeen, unseen: Sequence[int], reader: DazhaReader) -> None:
        self.seen, self.reader = seen, reader
        self.known: dict[tuple[int, ...], bool] = {}
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
        whole = next((move for move in moves if len(move.cards) == len(hand)), None)
        if whole is not None:
            return whole
        safe = sorted((m for m in moves if self._safe(m.reading)), key=lambda m: -len(m.cards))
        ways = (move for wins in (self._led_out, self._wins_by) for move in safe if wins(move))
        return next(ways, None)

    def _wins_by(self, move: Play) -> bool:
        """Whether a safe play leaves a hand that can be led out by safe plays and one more."""
        return self._wins(without(self.seen.hand, move.cards))

    def _wins(self, hand: Hand) -> bool:
        """Whether a hand that is to lead is led out for sure, whatever its triples take along."""
        key = tuple(sorted(card.rank for card in hand))
        if key in self.known:
            return self.known[key]
        if len(self.known) >= LOOKS:
            return False
        self.known[key] = False
        public = replace(self.seen.public, circle=Circle())
        moves = playable(replace(self.seen, public=public, hand=hand), self.reader)
        self.known[key] = any(len(move.cards) == len(hand) for move in moves) or any(
            self._wins(without(hand, move.cards))
            for move in sorted(moves, key=lambda m: -len(m.cards))
            if self._safe(move.reading)
        )
        return self.known[key]

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
        return self._held(reading.width, len(reading.body), reading.head)

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
