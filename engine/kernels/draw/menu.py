"""The plays of a hand in trial deals of the games with a pile, and what each costs.

Cards are numbers, four times their rank's strength and their suit, and sets of cards are the bits
with these numbers. Of equal cards the highest are played: who beats them needs a higher one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from engine.kernels.draw.policy import DRAWN, HELD, KEPT, TORN

if TYPE_CHECKING:
    from collections.abc import Iterable

SUITS = 4


@dataclass(frozen=True, slots=True)
class House:
    """What a game and the options of a table change.

    Attributes:
        worth: the points of a card, by the strength of its rank.
        jokers: the strength of the small joker's rank; the big one's is one more.
        size: up to how many cards a hand is filled.
        bombs: whether three and four equal cards beat everything that is neither.
        closes: whether winning a circle with the last card ends the deal.
        left: whether points left in hands belong to whoever played last.
    """

    worth: tuple[int, ...]
    jokers: int
    size: int
    bombs: bool
    closes: bool
    left: bool


class Play(NamedTuple):
    """Cards that can be put down together.

    Attributes:
        size: how many they are.
        strength: how strong they are among plays of their size, above 0; of a single card the
            number of the lowest bit that is higher.
        mask: the cards.
        worth: their points.
        gain: what it is worth to hold them no more while there is a pile; a card is worth one
            point less after that.
    """

    size: int
    strength: int
    mask: int
    worth: int
    gain: float


class Menus:
    """The plays of hands at a table."""

    def __init__(self, rules: House) -> None:
        self.rules = rules
        last = len(rules.worth) - 1
        self._costs = [
            KEPT * ((at / last) ** 3 - 0.25) + HELD * worth - DRAWN
            for at, worth in enumerate(rules.worth)
        ]
        # By rank and by which of its cards are held: the plays of one card, two and so on.
        self._equal = [
            [self._of_rank(rank, held) for held in range(1 << SUITS)] for rank in range(last + 1)
        ]
        small = rules.jokers * SUITS
        self._jokers = 1 << small | 1 << small + SUITS
        self._both = self.play(self._jokers, self._jokers)

    def lead(self, hand: int) -> list[list[Play]]:
        """All plays of a hand by their size, the strongest first; none of no card."""
        found: list[list[Play]] = [[] for _ in range(self.rules.size + 1)]
        for play in self.equal(hand, 0, 0):
            found[play.size].append(play)
        return found

    def follow(self, hand: int, size: int, least: int) -> list[Play]:
        """The plays of a size, the strongest first; those up to a strength may be missing."""
        return self.equal(hand, size, least if size == 1 else 0)

    def equal(self, hand: int, size: int, least: int) -> list[Play]:
        """Plays of equal cards and of both jokers, the strongest first.

        Args:
            hand: the cards.
            size: of how many; 0: of any number.
            least: of cards of which one at least is higher than this bit, or is it.
        """
        found = []
        equal, jokers, above = self._equal, self._jokers, self.rules.jokers + 1
        both = size in (0, 2) and hand & jokers == jokers
        while (length := hand.bit_length()) > least:
            rank = length - 1 >> 2
            shift = rank << 2
            plays = equal[rank][hand >> shift]
            if not size:
                found += plays
            elif len(plays) >= size:
                found.append(plays[size - 1])
            hand &= (1 << shift) - 1
            if both and rank == above:
                found.append(self._both)
        return found

    def _of_rank(self, rank: int, held: int) -> list[Play]:
        cards = numbers_of(held << rank * SUITS)
        hand = mask_of(cards)
        return [self.play(mask_of(cards[-size:]), hand) for size in range(1, len(cards) + 1)]

    def strength(self, cards: list[int]) -> int:
        """How strong cards, weakest first, are among plays of their number."""
        return cards[-1] + 1

    def play(self, mask: int, hand: int) -> Play:
        """A play of some of the cards of a hand."""
        laid = numbers_of(mask)
        worth, costs = self.rules.worth, self._costs
        ranks = [card // SUITS for card in laid]
        cost = sum([costs[rank] for rank in ranks])
        if left := hand & ~mask:
            torn = {card // SUITS for card in numbers_of(left)}
            cost += TORN * len(torn.intersection(ranks))
        return Play(
            len(laid), self.strength(laid), mask, sum([worth[rank] for rank in ranks]), -cost
        )


@lru_cache(maxsize=32)
def menus(rules: House) -> Menus:
    """The plays of hands at a table of 七鬼."""
    return Menus(rules)


def mask_of(cards: Iterable[int]) -> int:
    """Cards as bits."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def numbers_of(mask: int) -> list[int]:
    """The cards of some bits, weakest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found
