"""Hands of 锄大地 as the search sees them: the plays of a hand in the order they are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.chudadi.groups import FIVE, GRADE, SUITS, fives, small
from engine.games.chudadi.shapes import ORDER
from engine.kernels.race.core import SINGLE, Book

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.games.chudadi.groups import Group
    from engine.kernels.race.core import Play


def bits(cards: Iterable[int]) -> int:
    """Cards as bits."""
    return sum([1 << card for card in cards])


def play(group: Group) -> Play:
    """A play as bits; its kind is its number of cards."""
    strength, cards = group
    return strength, bits(cards), len(cards), len(cards)


def plain(hand: Sequence[int], straights: str) -> Book:
    """A hand in the order of who plays what fits, with no plan: the weakest that tears nothing."""
    groups = small(hand)
    if len(hand) >= FIVE:
        groups += fives(hand, straights)
    held = [0] * len(ORDER)
    for card in hand:
        held[card // SUITS] += 1
    rated = []
    for group in groups:
        strength, cards = group
        size = len(cards)
        torn = 0
        ranks = [card // SUITS for card in cards]
        for rank in set(ranks):
            torn += ranks.count(rank) < held[rank]
        rated.append((torn, strength, size, group))
    rated.sort()
    follows: dict[int, list[Play]] = {}
    leads = []
    for torn, strength, size, group in rated:
        made = play(group)
        follows.setdefault(size, []).append(made)
        head = (strength % GRADE if size == FIVE else strength) // SUITS
        leads.append((torn, head - 3 * size, -size, strength, made))
    leads.sort()
    return Book(bits(hand), len(hand), [lead[-1] for lead in leads], follows)


def planned(groups: Sequence[Group]) -> Book:
    """A divided hand in the order of who keeps to its division, and looks at the others."""
    plan = [play(group) for group in sorted(groups)]
    hand = sorted(card for _, cards in groups for card in cards)
    singles: list[Play] = [(card, 1 << card, 1, SINGLE) for card in hand]
    follows: dict[int, list[Play]] = {}
    spare: dict[int, list[Play]] = {}
    for made in plan:
        follows.setdefault(made[3], []).append(made)
    torn = [c for _, cards in groups if 1 < len(cards) < FIVE for c in cards]
    spare[SINGLE] = [(card, 1 << card, 1, SINGLE) for card in sorted(torn, reverse=True)]
    spare[2] = [play((cards[-1], cards[1:])) for _, cards in sorted(groups) if len(cards) == 3]
    # What holds the weakest card comes first; single cards of what was taken apart come last.
    plan.sort(key=lambda made: made[1] & -made[1])
    return Book(bits(hand), len(hand), [*plan, *singles], follows, spare, singles, careful=True)
