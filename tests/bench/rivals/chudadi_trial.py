"""Deals of 锄大地 played to the end in a simple way, to see what a play leads to.

Everybody keeps to a division of the hand: leads what holds the weakest card, follows with the
weakest play that beats, takes a pair or three apart for a single card, and stops a last card.
"""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.games.chudadi.groups import FIVE, Group
from engine.games.chudadi.scoring import times

if TYPE_CHECKING:
    from collections.abc import Sequence

Sorted: TypeAlias = "list[list[Group]]"
"""A divided hand: by size, its plays, weakest first."""

SEATS = 4
TWOS = 48
COUNT_COST = tuple(count * times(count) for count in range(14))
"""What so many cards cost that are no twos."""

TWO_COST = (10, 20, 30, 50)
"""What a 2 costs in the hand, ♦♣♥♠. Source: seed 002."""


def by_size(groups: Sequence[Group]) -> Sorted:
    """A division by the size of its plays."""
    found: Sorted = [[] for _ in range(FIVE + 1)]
    for group in sorted(groups):
        found[len(group[1])].append(group)
    return found


class Top(NamedTuple):
    """What is to be beaten: so many cards, 0 for a lead, their strength, and whose they are."""

    size: int
    key: int
    owner: int


class Trial:
    """One deal as it may lie, from the turn after a play.

    Attributes:
        hands: by seat, a divided hand; they are used up.
        counts: by seat, the cards held.
    """

    def __init__(self, hands: list[Sorted], counts: list[int], *, lock: bool) -> None:
        self.hands, self.counts, self.lock = hands, counts, lock

    def play(self, turn: int, top: Top, locked: set[int]) -> int:
        """Play on until somebody is out, who is returned."""
        size, key, owner = top
        counts, hands = self.counts, self.hands
        while True:
            if size and turn == owner:
                size, locked = 0, set()
            group = None
            if not size:
                group = self._lead(turn)
            elif turn not in locked:
                group = self._follow(hands[turn], turn, size, key)
                if group is None and self.lock:
                    locked.add(turn)
            if group is not None:
                key, cards = group
                size, owner = len(cards), turn
                counts[turn] -= size
                if not counts[turn]:
                    return turn
            turn = (turn + 1) % SEATS

    def _lead(self, turn: int) -> Group:
        """What holds the weakest card; where somebody has one card left, no single if possible."""
        hand = self.hands[turn]
        held = [plays[0] for plays in hand if plays]
        if any(count == 1 for seat, count in enumerate(self.counts) if seat != turn):
            held = [group for group in held if len(group[1]) > 1]
            if not held:
                return hand[1].pop()
        best = min(held, key=_weakest)
        hand[len(best[1])].pop(0)
        return best

    def _follow(self, hand: Sorted, turn: int, size: int, key: int) -> Group | None:
        """The weakest play that beats; the strongest card before somebody's last one."""
        groups = hand[size]
        if size == 1 and self.counts[(turn + 1) % SEATS] == 1:
            return self._highest(hand, key)
        for at, group in enumerate(groups):
            if group[0] > key:
                return groups.pop(at)
        if size == 1:
            return self._highest(hand, key)
        if size == 2:
            for at, (top, cards) in enumerate(hand[3]):
                if top > key:
                    del hand[3][at]
                    insort(hand[1], (cards[0], cards[:1]))
                    return top, cards[1:]
        return None

    def _highest(self, hand: Sorted, key: int) -> Group | None:
        """The strongest card that no five-card play needs, if it beats."""
        best, source = key, 0
        for size in (1, 2, 3):
            if hand[size] and hand[size][-1][0] > best:
                best, source = hand[size][-1][0], size
        if not source:
            return None
        _, cards = hand[source].pop()
        if source > 1:
            rest = cards[:-1]
            insort(hand[source - 1], (rest[-1], rest))
        return best, cards[-1:]

    def score(self, seat: int) -> int:
        """What a seat would score if the deal ended now."""
        total = own = 0
        for other, count in enumerate(self.counts):
            if not count:
                continue
            cost = COUNT_COST[count]
            for groups in self.hands[other]:
                for _, cards in groups:
                    if cards[-1] >= TWOS:
                        cost += sum(TWO_COST[c - TWOS] for c in cards if c >= TWOS)
            total += cost
            if other == seat:
                own = cost
        return total - SEATS * own


def _weakest(group: Group) -> int:
    return group[1][0]
