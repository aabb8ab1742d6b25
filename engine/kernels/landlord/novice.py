"""A hand in the manner of a novice, for trial games: not everybody plays as a good player does.

It beats whatever it can with the lowest that does, a partner's play too, takes sets apart for it,
bombs a foe where nothing else beats, and leads what its lowest card belongs to. Strengths are as in
``divided``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernels.landlord.divided import QUAD, ROCKET_HEAD, Divided
from engine.kernels.landlord.plan import BIG, PAIR, SHORTEST, SINGLE, SMALL, TRIPLE, TWO

if TYPE_CHECKING:
    from engine.kernels.division import Counts
    from engine.kernels.landlord.divided import Laid


class Novice(Divided):
    """A hand that is not divided beforehand.

    Attributes:
        held: counts by strength.
    """

    __slots__ = ("held",)

    def __init__(self, held: Counts) -> None:
        bombs = [strength for strength in range(SMALL) if held[strength] == QUAD]
        if held[SMALL] and held[BIG]:
            bombs.append(ROCKET_HEAD)
        super().__init__([], [], [], bombs, [], sum(held))
        self.held = list(held)

    def copy(self) -> Novice:
        """One more, that can be used up."""
        return Novice(tuple(self.held))

    def answers(self, width: int, length: int, head: int) -> bool:
        """Whether it can beat a body without a bomb."""
        if length > 1:
            return self._above(width, length, head) > 0
        return any(held >= width for held in self.held[head + 1 :])

    def follow(self, width: int, length: int, head: int, wing: int) -> Laid | None:
        """The lowest play of the same kind that beats."""
        held = self.held
        if length > 1:
            found = self._above(width, length, head)
            return self._lay(width, length, found, wing) if found else None
        if width < QUAD:
            for strength in range(head + 1, len(held)):
                if held[strength] >= width:
                    return self._lay(width, 1, strength, wing)
        return None

    def bomb(self, above: int) -> Laid | None:
        """The lowest bomb above a strength."""
        for bomb in self.bombs:
            if bomb > above:
                if bomb < ROCKET_HEAD:
                    return self._laid(QUAD, 1, bomb)
                self._less(SMALL, 1)
                self._less(BIG, 1)
                return (QUAD, 1, bomb, 0, ())
        return None

    def lead(self) -> Laid:
        """What the lowest card belongs to: a straight, pairs or triples in a row, or a set."""
        held = self.held
        low = next(strength for strength, count in enumerate(held) if count)
        width = held[low]
        if low == SMALL and self.bombs:
            self._less(SMALL, 1)
            self._less(BIG, 1)
            return (QUAD, 1, ROCKET_HEAD, 0, ())
        if width == QUAD:
            return self._laid(QUAD, 1, low)
        if width < TRIPLE:
            length = self._run(low, SINGLE, PAIR)
            if length >= SHORTEST[SINGLE]:
                return self._laid(SINGLE, length, low + length - 1)
        if width > SINGLE:
            length = self._run(low, width, width)
            if length >= SHORTEST[width]:
                return self._laid(width, length, low + length - 1)
        return self._laid(width, 1, low)

    def _run(self, low: int, least: int, most: int) -> int:
        """So many ranks in a row from one on are held so often."""
        strength = low
        while strength < TWO and least <= self.held[strength] <= most:
            strength += 1
        return strength - low

    def _above(self, width: int, length: int, head: int) -> int:
        """The lowest head above one of so many ranks in a row, 0 if there is none."""
        held, run = self.held, 0
        for strength in range(max(0, head - length + 2), TWO):
            run = run + 1 if held[strength] >= width else 0
            if run >= length:
                return strength
        return 0

    def _lay(self, width: int, length: int, head: int, wing: int) -> Laid | None:
        """A body with the lowest wings of the size that is asked for; None if there are too few."""
        wings: list[int] = []
        if wing:
            low = head - length
            beside = range(low, head + 2) if length > 1 else range(head, head + 1)
            for strength, held in enumerate(self.held[:BIG]):
                if held >= wing and strength not in beside:
                    wings.append(strength)
                    if len(wings) == length:
                        break
            else:
                return None
            for strength in wings:
                self._less(strength, wing)
        laid = self._laid(width, length, head)
        return (*laid[:3], wing, tuple(strength for strength in wings for _ in range(wing)))

    def _laid(self, width: int, length: int, head: int) -> Laid:
        for strength in range(head - length + 1, head + 1):
            self._less(strength, width)
        return (width, length, head, 0, ())

    def _less(self, strength: int, count: int) -> None:
        held, bombs = self.held, self.bombs
        if held[strength] == QUAD:
            bombs.remove(strength)
        held[strength] -= count
        if strength >= SMALL and ROCKET_HEAD in bombs:
            bombs.remove(ROCKET_HEAD)
