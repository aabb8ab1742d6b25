"""Hands that the others may hold, by what a seat of 上饶打炸 has seen.

Every draw agrees with all that is certain. Of a few draws the one is taken in which the fewest
things are odd: jokers without a bomb, though such a hand would have been shown, or a low card of
the other side that was let go though one that beats it lay ready.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.games.dazha.deal import full_pack
from engine.games.dazha.divided import ACE, JOKER, NATURAL, STRENGTH, counted
from engine.games.dazha.plan import PAIR
from engine.games.dazha.shapes import FOUR, ORDER

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.dazha.deal import DazhaPublic, DazhaSeen
    from engine.kernels.division import Counts
    from engine.rng import Rng

DRAWS = 4
"""Of so many draws the likeliest is taken."""

BARE = 3
"""So odd is a hand that would have been shown."""

Pass = tuple[int, int, list[int]]
"""What was passed on: how many equal cards, their strength, and what was played since, by count."""


def unseen(seen: DazhaSeen) -> list[int]:
    """The strengths of all cards in other hands."""
    rest = Counter(full_pack(seen.options))
    rest.subtract(seen.hand)
    for what in seen.public.played:
        rest.subtract(what.cards)
    return sorted(STRENGTH[card.rank] for card in rest.elements())


class Worlds:
    """Draws hands for all seats."""

    def __init__(self, seen: DazhaSeen, rng: Rng) -> None:
        public, me = seen.public, seen.seat or 0
        self._rng, self._me = rng, me
        held = [list(hand) for hand in public.known or ((),) * public.seats]
        held[me] = list(seen.hand)
        rest = Counter(full_pack(seen.options))
        self._laid = [[0] * len(ORDER) for _ in range(public.seats)]
        for what in public.played:
            rest.subtract(what.cards)
            for card in what.cards:
                self._laid[what.seat][STRENGTH[card.rank]] += 1
        for hand in held:
            rest.subtract(hand)
        self._pool = sorted(STRENGTH[card.rank] for card in rest.elements())
        self._held = [counted(hand) for hand in held]
        self._missing = [public.counts[at] - len(hand) for at, hand in enumerate(held)]
        self._shown = seen.options["showdown"] == "all"
        passes = _passes(public)
        self._passes = [(seat, passes[seat]) for seat in passes if seat != me]

    def draw(self) -> list[Counts]:
        """One way the cards may lie: by seat, the counts of its hand by strength."""
        best = self._draw()
        if not self._pool:
            return best
        fewest = self._odd(best)
        for _ in range(DRAWS - 1):
            if not fewest:
                break
            other = self._draw()
            odd = self._odd(other)
            if odd < fewest:
                best, fewest = other, odd
        return best

    def _draw(self) -> list[Counts]:
        mixed = self._rng.shuffled(self._pool)
        hands, at = [], 0
        for held, missing in zip(self._held, self._missing, strict=True):
            counts = list(held)
            for strength in mixed[at : at + missing]:
                counts[strength] += 1
            at += missing
            hands.append(tuple(counts))
        return hands

    def _odd(self, hands: list[Counts]) -> int:
        """How many things are odd, if the others hold these hands."""
        odd = 0
        if self._shown:
            for seat, hand in enumerate(hands):
                laid = self._laid[seat]
                if seat == self._me or not (sum(hand[JOKER:]) + sum(laid[JOKER:])):
                    continue
                if all(hand[at] + laid[at] < FOUR for at in range(NATURAL)):
                    odd += BARE
        for seat, passes in self._passes:
            hand = hands[seat]
            for width, head, since in passes:
                for strength in range(head + 1, ACE):
                    if hand[strength] + since[strength] == width:
                        odd += 1
                        break
        return odd


def _passes(public: DazhaPublic) -> dict[Seat, list[Pass]]:
    """By seat, the low single cards and pairs of the other side on which it has passed."""
    teams = public.extra.teams
    since = [[0] * len(ORDER) for _ in range(public.seats)]
    found: dict[Seat, list[Pass]] = {}
    for plays in (public.circle.plays, *reversed(public.past)):
        for at in range(len(plays) - 1, -1, -1):
            what = plays[at]
            if what.reading is not None:
                for card in what.cards:
                    since[what.seat][STRENGTH[card.rank]] += 1
                continue
            top = next((p for p in reversed(plays[:at]) if p.reading is not None), None)
            if top is None or top.reading is None or top.reading.size > PAIR or top.reading.tier:
                continue
            if teams[top.seat] != teams[what.seat]:
                passed = (top.reading.size, top.reading.head, since[what.seat][:])
                found.setdefault(what.seat, []).append(passed)
    return found
