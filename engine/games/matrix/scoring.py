"""What five cards are worth in 扑克矩阵, by tables; numbers in brackets are those of rules.zh.md.

Every card has a number so that the sum of five numbers names the ranks of a line, whatever their
order, and whether all five are of one suit. A line is looked up by that sum: no line is sorted or
counted while a game is played.
"""

from __future__ import annotations

from enum import IntEnum
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from engine.cards import Card, Rank, Suit, pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SIDE = 5
CELLS = SIDE * SIDE
PACK = pack(jokers=False)

ROWS = tuple(tuple(range(at, at + SIDE)) for at in range(0, CELLS, SIDE))
COLUMNS = tuple(tuple(range(at, CELLS, SIDE)) for at in range(SIDE))
DIAGONALS = (tuple(range(0, CELLS, SIDE + 1)), tuple(range(SIDE - 1, CELLS - 1, SIDE - 1)))
LINES = (*ROWS, *COLUMNS, *DIAGONALS)
"""Cells of the twelve lines: rows, columns, the two diagonals."""

WEIGHTS = (*(1 for _ in (*ROWS, *COLUMNS)), *(2 for _ in DIAGONALS))
"""倍数 of each line (§8)."""

THROUGH = tuple(
    tuple(line for line, cells in enumerate(LINES) if cell in cells) for cell in range(CELLS)
)
"""The lines through each cell."""


class Kind(IntEnum):
    """牌型, in the order in which the rules list them (§7)."""

    HIGH = 0
    PAIR = 1
    TWO_PAIRS = 2
    TRIPLE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8


KIND_POINTS = (0, 1, 3, 6, 12, 5, 10, 16, 30)
"""牌型点数 by kind (§7)."""

COLLECTION = (0, 0, 0, 0, 0, 100, 200, 400, 800)
"""The bonus for so many different kinds, 高牌 not counted (§9)."""

POINTS = {
    **dict.fromkeys((Rank.TWO, Rank.THREE, Rank.FOUR, Rank.FIVE, Rank.SIX), 1),
    **dict.fromkeys((Rank.SEVEN, Rank.EIGHT, Rank.NINE, Rank.TEN), 2),
    **dict.fromkeys((Rank.JACK, Rank.QUEEN, Rank.KING), 3),
    Rank.ACE: 5,
}
"""卡牌点数 (§6)."""

RANKS = tuple(POINTS)
BY_LINE = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""One number a rank, lowest first: no two lines of other ranks have the same sum."""

_OF_RANK = dict(zip(RANKS, BY_LINE, strict=True))

SUIT_BITS = 19
RANK_MASK = (1 << SUIT_BITS) - 1
BY_SUIT = {Suit.DIAMOND: 0, Suit.CLUB: 1, Suit.HEART: 6, Suit.SPADE: 36}
"""One number a suit: five times one of them is the sum of no other five."""

KEY = {card: _OF_RANK[card.rank] + (BY_SUIT[card.suit] << SUIT_BITS) for card in PACK}
"""The number of each card."""

KIND_SHIFT = 16
"""A value is the points of a line, and above these bits one nibble a kind that counts it."""

_STRAIGHTS = (
    frozenset((Rank.ACE, *RANKS[:4])),
    *(frozenset(RANKS[low : low + SIDE]) for low in range(len(RANKS) - SIDE + 1)),
)
"""A2345 up to 10JQKA; none goes round the corner (§7)."""


def kind_of(ranks: Sequence[Rank], *, flush: bool) -> Kind:
    """The kind of five cards, counted out: it makes the tables."""
    straight = frozenset(ranks) in _STRAIGHTS
    if straight or flush:
        if straight and flush:
            return Kind.STRAIGHT_FLUSH
        return Kind.STRAIGHT if straight else Kind.FLUSH
    groups = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    match groups:
        case [4, *_]:
            return Kind.FOUR
        case [3, 2]:
            return Kind.FULL_HOUSE
        case [3, *_]:
            return Kind.TRIPLE
        case [2, 2, *_]:
            return Kind.TWO_PAIRS
        case [2, *_]:
            return Kind.PAIR
        case _:
            return Kind.HIGH


def _value(ranks: Sequence[Rank], *, flush: bool) -> int:
    kind = kind_of(ranks, flush=flush)
    if kind is Kind.HIGH:
        return 0
    points = sum(POINTS[rank] for rank in ranks) * KIND_POINTS[kind]
    return points + (1 << KIND_SHIFT + 4 * (kind - 1))


def _rank_sum(ranks: Iterable[Rank]) -> int:
    return sum(map(_OF_RANK.__getitem__, ranks))


PLAIN = {
    _rank_sum(ranks): _value(ranks, flush=False)
    for ranks in combinations_with_replacement(RANKS, SIDE)
    if ranks[0] != ranks[-1]
}
"""The value of a line that is no flush, by the sum of its ranks."""

SUITED = {
    of_ranks + (SIDE * suit << SUIT_BITS): worth
    for of_ranks, worth in [
        (_rank_sum(ranks), _value(ranks, flush=True)) for ranks in combinations(RANKS, SIDE)
    ]
    for suit in BY_SUIT.values()
}
"""The value of a line of one suit, by the sum of its cards' numbers."""


def value(key: int) -> int:
    """The value of a line by the sum of its cards' numbers."""
    return SUITED[key] if key in SUITED else PLAIN[key & RANK_MASK]


def kind_in(found: int) -> Kind:
    """The kind in the value of one line."""
    return Kind(((found >> KIND_SHIFT).bit_length() + 3) // 4)


def judged(cards: Iterable[Card]) -> Kind:
    """The kind of five cards."""
    return kind_in(value(sum(KEY[card] for card in cards)))


def kinds_in(total: int) -> int:
    """How many different kinds a sum of values counts: its nibbles that are not 0."""
    kinds = total >> KIND_SHIFT
    kinds |= kinds >> 1
    return ((kinds | kinds >> 2) & 0x11111111).bit_count()


def plain_score(keys: Iterable[int]) -> int:
    """Points of a full board without special cells: lines and collection bonus (§5 to §9).

    Args:
        keys: the numbers of its 25 cards, row by row.
    """
    a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y = keys  # noqa: E741
    suited, plain, mask = SUITED, PLAIN, RANK_MASK
    z = a + b + c + d + e
    total = suited[z] if z in suited else plain[z & mask]
    z = f + g + h + i + j
    total += suited[z] if z in suited else plain[z & mask]
    z = k + l + m + n + o
    total += suited[z] if z in suited else plain[z & mask]
    z = p + q + r + s + t
    total += suited[z] if z in suited else plain[z & mask]
    z = u + v + w + x + y
    total += suited[z] if z in suited else plain[z & mask]
    z = a + f + k + p + u
    total += suited[z] if z in suited else plain[z & mask]
    z = b + g + l + q + v
    total += suited[z] if z in suited else plain[z & mask]
    z = c + h + m + r + w
    total += suited[z] if z in suited else plain[z & mask]
    z = d + i + n + s + x
    total += suited[z] if z in suited else plain[z & mask]
    z = e + j + o + t + y
    total += suited[z] if z in suited else plain[z & mask]
    z = a + g + m + s + y
    total += 2 * (suited[z] if z in suited else plain[z & mask])
    z = e + i + m + q + u
    total += 2 * (suited[z] if z in suited else plain[z & mask])
    # kinds_in, written out: a call costs a tenth of all this.
    kinds = total >> KIND_SHIFT
    kinds |= kinds >> 1
    kinds = ((kinds | kinds >> 2) & 0x11111111).bit_count()
    return (total & 0xFFFF) + COLLECTION[kinds]
