"""Hands of 三两一 as the search sees them: the plays of a hand in the order they are chosen."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.cards import Card, Rank, Suit
from engine.games.sanliangyi.plan import PAIR, QUAD, RUNS, TRIPLE, best, carries, without
from engine.games.sanliangyi.shapes import ORDER
from engine.kernels.climb.ranks import FIELD, SLOTS, at_least
from engine.kernels.race.core import SINGLE, Book

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.division import Counts
    from engine.kernels.race.core import Play

SUITS = 4

STRENGTH = {rank: at for at, rank in enumerate(ORDER)}

Sets = list[list[int]]
"""The cards of a hand by strength, as numbers, the lowest suit first."""


def number(card: Card) -> int:
    """A card as a number: by its strength, then its suit."""
    return STRENGTH[card.rank] * SUITS + card.suit - Suit.DIAMOND


@cache
def card(what: int) -> Card:
    """The card of a number."""
    return Card(ORDER[what // SUITS], Suit(what % SUITS + Suit.DIAMOND))


def beaten(what: int) -> int:
    """The highest card of the same rank."""
    return what | SUITS - 1


def bits(cards: Iterable[int]) -> int:
    """Cards as bits."""
    return sum([1 << what for what in cards])


@cache
def kinds(reader: Reader) -> dict[tuple[str, int], int]:
    """The kinds of plays by shape and size; single cards are the first."""
    found: dict[tuple[str, int], int] = {}
    for run in reader.runs:
        found.setdefault((run.reading.shape, run.reading.size), len(found) + 1)
    return found


@cache
def covered(reader: Reader) -> dict[int, int]:
    """By kind, another kind whose plays it beats as well."""
    known = kinds(reader)
    found = {}
    for run in reader.runs:
        other = known.get((run.reading.covers, run.reading.size))
        if other is not None:
            found[known[run.reading.shape, run.reading.size]] = other
    return found


def kind(reader: Reader, reading: Reading) -> int:
    """The kind of a reading."""
    return kinds(reader)[reading.shape, reading.size]


def sets(hand: Iterable[int]) -> Sets:
    """A hand by strength."""
    found: Sets = [[] for _ in ORDER]
    for what in sorted(hand):
        found[what // SUITS].append(what)
    return found


def plain(hand: Sequence[int], reader: Reader) -> Book:
    """A hand in the order of who plays what fits, with no plan: the weakest that tears nothing."""
    held = sets(hand)
    weight = sum([1 << FIELD * ORDER[what // SUITS] for what in hand])
    lacking = [~at_least(weight, width) for width in range(QUAD + 1)]
    known = kinds(reader)
    rated = []
    for run in reader.runs:
        reading = run.reading
        if run.need & lacking[reading.width]:
            continue
        for cards in _ways(held, reading):
            used: dict[int, int] = {}
            for what in cards:
                used[what // SUITS] = used.get(what // SUITS, 0) + 1
            torn = sum([count < len(held[at]) for at, count in used.items()])
            made = (reading.head, bits(cards), reading.size, known[reading.shape, reading.size])
            # A 2 beside a 3 is a strong card spent as a weak one.
            low = STRENGTH[Rank.TWO] in used and 0 in used
            rated.append((low, torn, reading.head, made))
    rated.sort()
    also = covered(reader)
    follows: dict[int, list[Play]] = {}
    leads = []
    for low, torn, head, made in rated:
        follows.setdefault(made[3], []).append(made)
        if made[3] in also:
            follows.setdefault(also[made[3]], []).append(made)
        leads.append((low, torn, head - 3 * made[2], -made[2], made))
    leads.sort()
    return Book(bits(hand), len(hand), [lead[-1] for lead in leads], follows)


def _ways(held: Sets, reading: Reading) -> list[list[int]]:
    """Cards for a reading: a few ways that differ in the cards taken, or in what is carried."""
    width = reading.width
    if not reading.groups and len(reading.body) == 1:
        mine = held[STRENGTH[reading.body[0]]]
        return [mine[at : at + width] for at in range(len(mine) - width + 1)]
    body = [what for rank in reading.body for what in held[STRENGTH[rank]][:width]]
    if not reading.groups:
        return [body]
    found = []
    taken = set(body)
    left = [[what for what in cards if what not in taken] for cards in held]
    for skipped in (0, 1):
        wings = _wings(left, reading.groups, skipped)
        if wings:
            found.append([*body, *wings])
    return found


def _wings(left: Sets, groups: Sequence[int], skipped: int) -> list[int]:
    """The weakest groups that tear nothing, after some are skipped; none if there are too few."""
    found: list[int] = []
    taken: set[int] = set()
    for size in groups:
        ways = [
            (len(cards) > size, at) for at, cards in enumerate(left)
            if len(cards) >= size and at not in taken
        ]  # fmt: skip
        ways.sort()
        if len(ways) <= skipped:
            return _again(left, groups) if not skipped else []
        at = ways[skipped][1]
        taken.add(at)
        found += left[at][:size]
    return found


def _again(left: Sets, groups: Sequence[int]) -> list[int]:
    """Wings of which two are of one rank, where there are no others."""
    rest = [list(cards) for cards in left]
    found: list[int] = []
    for size in groups:
        at = next((at for at, cards in enumerate(rest) if len(cards) >= size), None)
        if at is None:
            return []
        found += rest[at][:size]
        del rest[at][:size]
    return found


def planned(hand: Sequence[int], counts: Counts, reader: Reader) -> Book:
    """A hand in the order of who keeps to its best division, and looks at the others."""
    held = sets(hand)
    plan: list[Play] = []
    torn: list[int] = []
    singles: list[Play] = [(what // SUITS, 1 << what, 1, SINGLE) for what in sorted(hand)]
    for cards in _divided(held, counts):
        (reading,) = reader.readings(tuple(map(card, cards)))[:1]
        plan.append((reading.head, bits(cards), reading.size, kind(reader, reading)))
        if reading.shape in ("pair", "trips"):
            torn += cards
    plan.sort()
    follows: dict[int, list[Play]] = {}
    also = covered(reader)
    for made in plan:
        follows.setdefault(made[3], []).append(made)
        if made[3] in also:
            follows.setdefault(also[made[3]], []).append(made)
    spare = {SINGLE: [(what // SUITS, 1 << what, 1, SINGLE) for what in sorted(torn, reverse=True)]}
    plan.sort(key=lambda made: made[1] & -made[1])
    return Book(bits(hand), len(hand), [*plan, *singles], follows, spare, singles, careful=True)


def _divided(held: Sets, counts: Counts) -> list[list[int]]:
    """The plays of the best division, as cards."""
    left = [list(cards) for cards in held]
    found: list[list[int]] = []
    carriers: list[list[int]] = []
    room = 0
    place = best(counts, 0, 0)[2]
    while place is not None:
        _, width, ranks, _ = RUNS[place]
        cards = [left[STRENGTH[rank]].pop() for rank in ranks for _ in range(width)]
        found.append(cards)
        if carries(width, len(ranks)):
            carriers.append(cards)
            room += 1
        counts = without(counts, place)
        place = best(counts, place, room)[2]
    groups: dict[int, list[list[int]]] = {1: [], PAIR: [], TRIPLE: [], QUAD: []}
    for cards in left:
        if cards:
            groups[len(cards)].append(cards)
    singles, pairs = groups[1], groups[PAIR]
    for cards in groups[TRIPLE]:
        if pairs:
            cards.extend(pairs.pop(0))
            carriers.append(cards)
        found.append(cards)
    for cards in groups[QUAD]:
        carriers.append(cards)
        found.append(cards)
    for cards in carriers:
        if singles:
            cards.extend(singles.pop(0))
    return [*found, *singles, *pairs]


def counted(hand: Iterable[int]) -> Counts:
    """Cards as counts by rank."""
    counts = [0] * SLOTS
    for what in hand:
        counts[ORDER[what // SUITS]] += 1
    return tuple(counts)
