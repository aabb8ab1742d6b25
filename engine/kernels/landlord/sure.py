"""Wins that no cards of the others can prevent.

A play is safe if no cards that are still unseen beat it, in a hand as large as a foe's. A hand wins
for sure if it is led out by safe plays and one more, or if whatever may be put on an unsafe one is
beaten by a safe play after which it does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernels.climb.compact import PASS
from engine.kernels.climb.runs import Move

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.kernels.climb.compact import Plays

LOOKS = 500
"""So many hands are looked at before it is given up."""


class Sure:
    """What is sure for one seat in one position.

    Args:
        plays: the game's.
        unseen: the weight of all cards that lie in other hands.
        foes: the cards of each foe.
    """

    def __init__(self, plays: Plays, unseen: int, foes: tuple[int, ...]) -> None:
        self.plays, self.unseen = plays, unseen
        self.most, self.fewest = max(foes), min(foes)
        self._looks = LOOKS
        self._answers: dict[int, tuple[int, ...]] = {}
        self._known: dict[int, bool] = {}

    def play(self, weight: int, count: int, top: int, spoilt: Callable[[int], int]) -> int:
        """A play that wins for sure, ``PASS`` if none was found.

        ``spoilt``: how much a play is to be avoided where another one wins as well.
        """
        for number in sorted(self._hopeful(weight, count, top), key=spoilt):
            if self._wins_by(weight, count, number):
                return number
        return PASS

    def _hopeful(self, weight: int, count: int, top: int) -> list[int]:
        """What may be played, safe plays first; none if there is no safe play in the hand."""
        sizes, tiers = self.plays.sizes, self.plays.tiers
        safe: list[int] = []
        unsafe: list[int] = []
        for number in self.plays.of(weight, top):
            if not number:
                continue
            if sizes[number] == count:
                return [number]
            (unsafe if self.answers(number) else safe).append(number)
        held = bool(safe) or bool(top and self._safe_lead(weight))
        safe.sort(key=lambda n: (-sizes[n], -tiers[n]))
        unsafe.sort(key=lambda n: -sizes[n])
        return [*safe, *unsafe] if held else []

    def _safe_lead(self, weight: int) -> bool:
        return any(not self.answers(number) for number in self.plays.of(weight, PASS))

    def answers(self, number: int) -> tuple[int, ...]:
        """What a foe may put on a play, without the wings, which it is taken to have."""
        plays = self.plays
        kind = plays.kinds[number]
        found = self._answers.get(kind)
        if found is None:
            bodies = plays.reader.bodies(self.unseen, plays.move(number).reading)
            found = self._answers[kind] = tuple(
                plays.number(Move(body)) for body in bodies if body.size <= self.most
            )
        return found

    def _wins(self, weight: int, count: int) -> bool:
        """Whether a hand that is to lead wins for sure."""
        found = self._known.get(weight)
        if found is not None:
            return found
        self._looks -= 1
        if self._looks < 0:
            return False
        result = any(
            self._wins_by(weight, count, number) for number in self._hopeful(weight, count, PASS)
        )
        self._known[weight] = result
        return result

    def _wins_by(self, weight: int, count: int, number: int) -> bool:
        rest = weight - self.plays.weights[number]
        left = count - self.plays.sizes[number]
        if not left:
            return True
        answers = self.answers(number)
        if answers:
            sizes = self.plays.sizes
            if max(sizes[answer] for answer in answers) >= self.fewest:
                return False
        if not self._wins(rest, left):
            return False
        return all(self._beaten(rest, left, answer) for answer in answers)

    def _beaten(self, weight: int, count: int, answer: int) -> bool:
        """Whether a safe play on a foe's leads on to a sure win."""
        plays = self.plays
        for number in plays.of(weight, answer):
            if not number:
                continue
            left = count - plays.sizes[number]
            if not left:
                return True
            if not self.answers(number) and self._wins(weight - plays.weights[number], left):
                return True
        return False
