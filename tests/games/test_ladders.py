"""Plays where suits count, beside the rules of 锄大地, 五瓜皮 and 七鬼 written down once more.

Every play is a number of cards and a strength; whatever has more strength at that number beats.
Paragraphs: 锄大地 §3 to §8, 五瓜皮 §5 to §10, 七鬼五二三 §5 to §7.
"""

import itertools
import random
from collections import Counter

import pytest

from engine.cards import Rank
from engine.core import defaults
from engine.kernels.climb.rules import beats
from engine.registry import games

HANDS = 2500
BIG_TWO = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 2)
WUGUAPI = (6, 7, 8, 9, 10, 11, 12, 13, 14, 2, 3, 4, 5, 15, 16)
QIGUI = {
    "qigui523": (4, 6, 8, 9, 10, 11, 12, 13, 14, 3, 2, 5, 15, 16, 7),
    "qigui521": (3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 2, 5, 15, 16, 7),
}


class Laid:
    """Some cards, and what can be seen in them."""

    def __init__(self, cards, order):
        self.cards, self.order = cards, order
        self.counts = Counter(int(card.rank) for card in cards)
        self.widths = sorted(self.counts.values())
        self.suited = len({card.suit for card in cards}) == 1 and max(self.counts) < 15

    def value(self, rank):
        """The strength of a rank, and the highest suit of it here."""
        suits = [int(card.suit) for card in self.cards if card.rank == rank]
        return (self.order.index(rank), max(suits))

    def of(self, width):
        """The same of the rank that is here so often."""
        return self.value(next(rank for rank, count in self.counts.items() if count == width))

    def top(self):
        return max(map(self.value, self.counts))

    def run(self):
        """The last rank of consecutive ones; an ace ends a run or begins it. None: no run."""
        if max(self.widths) > 1 or max(self.counts) > 14:
            return None
        high = sorted(self.counts)
        low = sorted(1 if rank == 14 else rank for rank in high)
        for ranks in (high, low):
            if ranks[-1] - ranks[0] == len(ranks) - 1:
                return ranks[-1], ranks[0]
        return None


def big_two(cards, straights):
    laid = Laid(cards, BIG_TWO)
    size = len(cards)
    if size != 5:
        return (size, laid.top()) if size < 4 and laid.widths == [size] else None
    run = laid.run()
    if run is not None:
        last, first = run
        two_is_high = straights == "top" or (straights == "taiwan" and first == 2)
        return (5, (5 if laid.suited else 1, *(laid.top() if two_is_high else laid.value(last))))
    if laid.suited:
        return (5, (2, *laid.top()))
    if laid.widths == [2, 3]:
        return (5, (3, *laid.of(3)))
    return (5, (4, *laid.of(4))) if laid.widths == [1, 4] else None


def wuguapi(cards, _):
    laid = Laid(cards, WUGUAPI)
    size = len(cards)
    if size == 2 and set(laid.counts) == {15, 16}:
        return (2, (99, 0))
    if laid.widths == [size] and size < 3:
        return (size, laid.top())
    if size < 3 or size > 5:
        return None
    if laid.run() is not None:
        return (size, (5 if laid.suited else 1, *laid.top()))
    if laid.suited:
        return (size, (2, *laid.top()))
    if laid.widths == [size] or laid.widths == [2, 3]:
        return (size, (3, *laid.of(max(laid.widths))))
    return (size, (4, *laid.of(4))) if laid.widths == [1, 4] else None


def qigui(name):
    def strength(cards, bombs):
        laid = Laid(cards, QIGUI[name])
        size = len(cards)
        if size == 2 and set(laid.counts) == {15, 16}:
            return (2, laid.top())
        if laid.widths != [size] or size > 4:
            return None
        if bombs == "true" and size > 2:
            return (0, (size, *laid.top()))
        return (size, laid.top())

    return strength


def over(new, old):
    """0 cards stand for a bomb: it beats whatever is none."""
    return new[1] > old[1] if new[0] == old[0] else not new[0]


CASES = [
    *(("chudadi", "straights", value, big_two) for value in ("top", "low2", "taiwan")),
    ("wuguapi", "leftover", "none", wuguapi),
    *((name, "bombs", value, qigui(name)) for name in QIGUI for value in ("false", "true")),
]


def drawn(whole):
    """Cards of which many are plays: of one suit, of neighbouring ranks, of two ranks."""
    luck = random.Random(9)  # noqa: S311  (no secret)
    ranks = sorted({int(card.rank) for card in whole})
    pools = [whole, *([c for c in whole if c.suit == suit] for suit in (1, 2, 3, 4))]
    for first in range(1, 12):
        near = {(rank - 1) % 13 + 1 for rank in range(first, first + 5)}
        near = {Rank.ACE if rank == 1 else rank for rank in near}
        pools.append([c for c in whole if c.rank in near])
        pools.append([c for c in whole if c.rank in near and c.suit == first % 4 + 1])
    pools += ([c for c in whole if c.rank in pair] for pair in itertools.combinations(ranks, 2))
    for _ in range(HANDS):
        pool = luck.choice((luck.choice(pools[:27]), luck.choice(pools[27:])))
        size = min(len(pool), luck.choice((1, 2, 3, 4, 5, 5, 5, 6)))
        yield tuple(luck.sample(pool, size))


@pytest.mark.parametrize(("name", "option", "value", "strength"), CASES)
def test_rul_07_plays_are_those_of_the_rules_and_beat_as_they_say(name, option, value, strength):
    game = games()[name]
    reader = game.reader({**defaults(game.info), option: value})
    found = {}
    for hand in drawn(game.pack(defaults(game.info))):
        readings, expected = reader.readings(hand), strength(hand, value)
        assert len(readings) <= 1
        assert bool(readings) is (expected is not None), (hand, readings, expected)
        if readings:
            found[frozenset(hand)] = (readings[0], expected)
    groups = {}
    for reading, own in found.values():
        groups.setdefault(reading.size, []).append((reading, own))
    pairs = itertools.chain.from_iterable(
        itertools.product(group[:90], repeat=2) for group in (*groups.values(), [*found.values()])
    )
    for (one, own), (other, its) in pairs:
        assert beats(one, other) is over(own, its), (one, other)
    assert {reading.shape for reading, _ in found.values()} == {s.id for s in reader.rules.shapes}
