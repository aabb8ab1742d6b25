"""Hands of 锄大地 as numbers, and how they fall into plays: quick enough for hundreds of trials.

A card is its strength from 0 (♦3) to 51 (♠2), a play a pair of its strength among plays of its size
and its cards, weakest first. That these are the plays of the rules is tested, not assumed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from engine.cards import Card, Suit
from engine.games.chudadi.shapes import CHAIN, ORDER, STRAIGHTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.kernels.climb.rules import Reading

Cards: TypeAlias = "tuple[int, ...]"
Group: TypeAlias = "tuple[int, Cards]"

SUITS = 4
FIVE = 5
TOP = len(ORDER) * SUITS - 1
"""The strength of ♠2."""

GRADE = 100
"""A five-card play of a higher kind is stronger by so much; within one it is below this."""

STRAIGHT, FLUSH, FULL, FOUR, SUITED = 1, 2, 3, 4, 5

RUNS = {
    name: tuple(
        (tuple(map(ORDER.index, run)), value)
        for run in (CHAIN[at : at + FIVE] for at in range(len(CHAIN) - FIVE + 1))
        if (value := rules.value(run)) is not None
    )
    for name, rules in STRAIGHTS.items()
}
"""By option, every straight: its ranks, and the one of them that decides."""


def number(card: Card) -> int:
    """The strength of a card."""
    return ORDER.index(card.rank) * SUITS + card.suit - Suit.DIAMOND


@cache
def card(strength: int) -> Card:
    """The card of a strength."""
    return Card(ORDER[strength // SUITS], Suit(strength % SUITS + Suit.DIAMOND))


def key(reading: Reading) -> int:
    """The strength of a play among those of its size."""
    return reading.grade * GRADE + reading.head * SUITS + reading.suit - Suit.DIAMOND


def sets(hand: Iterable[int]) -> list[list[int]]:
    """The cards of each rank, weakest first."""
    found: list[list[int]] = [[] for _ in ORDER]
    for strength in sorted(hand):
        found[strength // SUITS].append(strength)
    return found


def fives(hand: Iterable[int], straights: str) -> list[Group]:
    """Five-card plays of a hand: of each body the one with the cheapest cards beside it."""
    ranks = sets(hand)
    return [*_runs(ranks, straights), *_flushes(ranks), *_carrying(ranks)]


def _runs(ranks: list[list[int]], straights: str) -> list[Group]:
    found = []
    for run, head in RUNS[straights]:
        if not all(ranks[rank] for rank in run):
            continue
        for lead in {ranks[head][0], ranks[head][-1]}:
            cards = tuple(sorted(lead if rank == head else ranks[rank][0] for rank in run))
            if len({c % SUITS for c in cards}) > 1:
                found.append((STRAIGHT * GRADE + lead, cards))
        for suit in range(SUITS):
            cards = tuple(sorted(rank * SUITS + suit for rank in run))
            if all(c in ranks[c // SUITS] for c in cards):
                found.append((SUITED * GRADE + head * SUITS + suit, cards))
    return found


def _flushes(ranks: list[list[int]]) -> list[Group]:
    """The five weakest of a suit, the five strongest, and those that stand alone in their ranks."""
    found = []
    for suit in range(SUITS):
        mine = [c for held in ranks for c in held if c % SUITS == suit]
        if len(mine) < FIVE:
            continue
        alone = sorted(sorted(mine, key=lambda c: (len(ranks[c // SUITS]), c))[:FIVE])
        ways = dict.fromkeys((tuple(mine[:FIVE]), tuple(mine[-FIVE:]), tuple(alone)))
        found += [(FLUSH * GRADE + way[-1], way) for way in ways if not _is_run(way)]
    return found


@cache
def _lines() -> frozenset[Cards]:
    return frozenset(tuple(sorted(run)) for runs in RUNS.values() for run, _ in runs)


def _is_run(cards: Cards) -> bool:
    return tuple(c // SUITS for c in cards) in _lines()


def _carrying(ranks: list[list[int]]) -> list[Group]:
    """Three with the weakest pair, four with the weakest card; those that tear nothing apart."""
    found = []
    for held in ranks:
        if len(held) < 3:
            continue
        others = [other for other in ranks if other and other is not held]
        if len(held) == 4 and others:
            beside = min(others, key=lambda other: (len(other), other[0]))[:1]
            found.append((FOUR * GRADE + held[-1], tuple(sorted((*held, *beside)))))
        pairs = [other for other in others if len(other) > 1]
        if pairs:
            beside = min(pairs, key=lambda other: (len(other), other[0]))[:2]
            # A four gives its three weakest away, so the suit that decides is theirs.
            found.append((FULL * GRADE + held[2], tuple(sorted((*held[:3], *beside)))))
    return found


def small(hand: Iterable[int]) -> list[Group]:
    """Every single card, pair and three of a hand."""
    found: list[Group] = []
    for held in sets(hand):
        count = len(held)
        for at, strongest in enumerate(held):
            found.append((strongest, (strongest,)))
            if at >= 1:
                found += [(strongest, (held[low], strongest)) for low in {0, at - 1}]
            if at >= 2:
                found.append((strongest, (*held[at - 2 : at], strongest)))
        if count == 4:
            found.append((held[3], (held[0], held[1], held[3])))
    return found


FIVES_COST = {STRAIGHT: 0.5, FLUSH: 0.4, FULL: 0.25, FOUR: 0.05, SUITED: 0.0}
"""What a five-card play costs that has still to be made: a turn, less where it is likely to win."""

SETS_COST = {1: (1.0, 3), 2: (0.9, 2), 3: (0.7, 1)}
"""The same of the weakest set of a size, and how fast it falls towards the strongest."""

LEFT = 0.1
"""This part of a set's cost is left of the strongest."""

COSTS = {
    size: tuple(most * (1 - (1 - LEFT) * (at / TOP) ** power) for at in range(TOP + 1))
    for size, (most, power) in SETS_COST.items()
}


def _together(held: list[int]) -> list[Group]:
    """The cards of one rank as plays: a four is two pairs."""
    if len(held) == SUITS:
        return [(held[1], tuple(held[:2])), (held[3], tuple(held[2:]))]
    return [(held[-1], tuple(held))]


def cost(groups: Iterable[Group]) -> float:
    """How far a divided hand is from being out, in turns; the dearest play comes last, free."""
    total = dearest = 0.0
    for strength, cards in groups:
        size = len(cards)
        own = FIVES_COST[strength // GRADE] if size == FIVE else COSTS[size][strength]
        total += own
        dearest = max(dearest, own)
    return total - dearest


def divided(hand: Iterable[int], straights: str) -> tuple[float, list[Group]]:
    """The cheapest division found, and what it costs.

    At most two five-card plays fit: none, each one, and all two that are disjoint are tried.
    """
    hand = tuple(hand)
    found = fives(hand, straights) if len(hand) >= FIVE else []
    ways: list[tuple[Group, ...]] = [(), *((five,) for five in found)]
    if len(hand) >= 2 * FIVE:
        for at, one in enumerate(found):
            mine = set(one[1])
            ways += [(one, other) for other in found[at + 1 :] if mine.isdisjoint(other[1])]
    ranks = [held for held in sets(hand) if held]
    return min(((cost(plays), plays) for plays in (_with(way, ranks) for way in ways)), key=_first)


def _with(way: tuple[Group, ...], ranks: list[list[int]]) -> list[Group]:
    """A division with these five-card plays, and the rest by rank."""
    taken = {c for _, cards in way for c in cards}
    plays = list(way)
    for held in ranks:
        left = [c for c in held if c not in taken] if taken else held
        if left:
            plays += _together(left)
    return plays


def _first(found: tuple[float, list[Group]]) -> float:
    return found[0]
