"""All 2,598,960 hands of 搶莊牛牛: ``python -m tests.bench.niuniu``, about two minutes.

Each has one kind, which is that of another evaluator; where it is a 牛, the split that is found is
one, and no split gives more. Prints how many hands there are of each kind.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from engine.games.niuniu.game import PACK
from engine.games.niuniu.scoring import Kind, kind, order, split, value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card

ALL = comb(52, 5)


@cache
def independent(ranks: tuple[int, ...]) -> int:
    """The kind of sorted ranks, A 1 to K 13, by trying every pair that is left over."""
    if ranks[-1] <= 4 and sum(ranks) <= 10:
        return 14
    if 4 in Counter(ranks).values():
        return 13
    courts = sum(rank > 10 for rank in ranks)
    if courts == 5:
        return 12
    if courts == 4 and ranks[0] == 10:
        return 11
    worth = [min(rank, 10) for rank in ranks]
    best = 0
    for one, two in combinations(range(5), 2):
        left = worth[one] + worth[two]
        if (sum(worth) - left) % 10 == 0:
            best = max(best, left % 10 or 10)
    return best


def checked(hands: Iterable[tuple[Card, ...]]) -> Counter[int]:
    """How many hands there are of each kind.

    Raises:
        AssertionError: one is not what it should be.
    """
    found: Counter[int] = Counter()
    for hand in hands:
        worth = kind.__wrapped__(hand)
        ranks = tuple(sorted(map(order, hand)))
        assert worth == independent(ranks), hand
        if 0 < worth <= Kind.NIU:
            three = split(hand)
            assert three is not None, hand
            assert sum(map(value, three)) % 10 == 0, hand
        found[worth] += 1
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Check them all."""
    found = checked(combinations(PACK, 5))
    for worth, count in sorted(found.items()):
        print(f"{worth:2}  {count:9}  {100 * count / ALL:6.2f} %")
    print(f"{found.total()} hands, each of one kind")
    return 0 if found.total() == ALL else 1


if __name__ == "__main__":
    sys.exit(main())
