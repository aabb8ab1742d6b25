"""A hand of two packs divided into the plays it will leave in: what trial games are played with.

Ranks are strengths here, from 0 (a 3) to 12 (a 2), and a hand is its counts by strength and its
jokers, which join the bomb that is paid most.
"""

from __future__ import annotations

from bisect import insort
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engine.cards import Rank
from engine.games.dazha.pay import GODLY, KINGS_SHOWN, SIX, bonus, cap_level, six, unit
from engine.games.dazha.plan import RUNS
from engine.games.dazha.settle import POINTS
from engine.games.dazha.shapes import FOUR, JOKERS, ORDER, jokers_of, twelve
from engine.kernels.division import PAIR, SINGLE, TRIPLE, by_strength, in_rows, parted

if TYPE_CHECKING:
    from engine.core import Options
    from engine.kernels.division import Counts, Row

NATURAL = len(ORDER) - len(JOKERS)
"""Strengths below are those of cards that are no jokers."""

JOKER = NATURAL
"""The strength of a small joker; the big one's is one more."""

TWO, ACE = NATURAL - 1, NATURAL - 2
FIFTY = tuple(ORDER.index(rank) for rank in (Rank.FIVE, Rank.TEN, Rank.KING))

WORTH = tuple(POINTS.get(rank, 0) for rank in ORDER)
"""The points of a card, by strength."""

_RUNS = by_strength(RUNS)

Bomb = tuple[int, int, int, int]
"""A bomb: its force in half cards with its strength below it, its cards, its pay, its jokers."""

LEAD, ONE, TWO_OF, BARE, CARRIER, FIFTY_K, BOMB = 0, 1, 2, 3, 4, 5, 6
STRAIGHT, PAIRS = 7, 8
"""Kinds of plays: nothing, a single, a pair, a bare triple, triples that carry, 五十K, bombs; and
runs of single cards and of pairs."""

Top = tuple[int, int, int]
"""What is to be beaten: its kind, its ranks, its strength (a bomb: see ``divided.Bomb``)."""

Play = tuple[int, int, int, int, int]
"""A play: as ``Top``, its cards, and its points; it is taken from the hand already."""

FORCE = 16
"""Bombs are compared by force, and then by strength."""


@dataclass(frozen=True, slots=True)
class House:
    """What the options of a table change for trial games.

    Attributes:
        fifty: whether 五十K is played.
        strict: whether it may not be put on a triple.
        units: what each other player pays for a bomb, by strength and cards.
        jokers: how many are in play.
        cap: the level above which a bomb is paid no more.
        six: what each other player pays for six jokers of a colour.
    """

    fifty: bool
    strict: bool
    units: tuple[tuple[int, ...], ...]
    jokers: int
    cap: int
    six: int


def house(options: Options) -> House:
    """The house of a table."""
    return _house(tuple(sorted(options.items())))


@cache
def _house(found: tuple[tuple[str, int | str], ...]) -> House:
    options = dict(found)
    units = tuple(
        tuple(unit(size + bonus(rank, options), options) for size in range(8 + 12 + 1))
        for rank in ORDER[:NATURAL]
    )
    cap = cap_level(options) if twelve(options) or options["cap"] != "none" else 99
    return House(
        options["wsk"] == "on", options["triple_answer"] == "strict", units, jokers_of(options),
        cap, six(options),
    )  # fmt: skip


class Divided:
    """A hand on its way out; trial games use it up.

    Attributes:
        singles: strengths of single cards, weakest first; likewise ``pairs`` and ``triples``.
        rows: straights, pairs in a row, and triples in a row.
        bombs: weakest first.
        jokers: those that are in no bomb.
        count: how many cards.
    """

    __slots__ = ("bombs", "count", "jokers", "pairs", "rows", "singles", "triples")

    def __init__(
        self, singles: list[int], pairs: list[int], triples: list[int], rows: list[Row],
        bombs: list[Bomb], jokers: int, count: int,
    ) -> None:  # fmt: skip
        self.singles, self.pairs, self.triples = singles, pairs, triples
        self.rows, self.bombs, self.jokers, self.count = rows, bombs, jokers, count

    def copy(self) -> Divided:
        """One more, that can be used up."""
        return Divided(
            self.singles[:], self.pairs[:], self.triples[:], self.rows[:], self.bombs[:],
            self.jokers, self.count,
        )  # fmt: skip

    def turns(self) -> int:
        """In how many plays all but the bombs leaves, triples carrying two cards each."""
        singles, pairs, triples = len(self.singles), len(self.pairs), len(self.triples)
        room = triples
        for row in self.rows:
            if row[0] == TRIPLE:
                room += row[1]
        room *= 2
        if singles >= room:
            rest = singles - room + pairs
        else:
            free = (room - singles) // 2
            rest = pairs - free if pairs > free else 0
        return triples + len(self.rows) + rest + (self.jokers > 0)

    def row(self, row: Row, *, lead: bool) -> Play:
        """A row that was taken out of the hand."""
        width, length, head = row
        if width == TRIPLE:
            return self.carrier(row, lead=lead)
        points = width * sum(WORTH[head - length + 1 : head + 1])
        return (STRAIGHT if width == SINGLE else PAIRS, length, head, width * length, points)

    def carrier(self, row: Row, *, lead: bool) -> Play:
        """Triples with two weak cards each, or with all there is where that ends the hand."""
        _, length, head = row
        singles, pairs = self.singles, self.pairs
        points = 3 * sum(WORTH[head - length + 1 : head + 1])
        size = 3 * length
        need = 2 * length
        while need and (singles or pairs):
            if singles and (need == 1 or not pairs or singles[0] <= pairs[0] + 3):
                one = singles.pop(0)
                need, size, points = need - 1, size + 1, points + WORTH[one]
            elif need > 1 and pairs:
                one = pairs.pop(0)
                need, size, points = need - 2, size + 2, points + 2 * WORTH[one]
            else:
                one = pairs.pop(0)
                insort(singles, one)
                need, size, points = need - 1, size + 1, points + WORTH[one]
        kind = BARE if lead and size == TRIPLE else CARRIER
        return (kind, length, head, size, points)

    def cards(self) -> list[int]:
        """All its cards as strengths; jokers, whichever they are, as ``JOKER``."""
        found = [*self.singles, *self.pairs * 2, *self.triples * 3, *[JOKER] * self.jokers]
        found += in_rows(self.rows)
        for rank, size, _, jokers in self.bombs:
            found += [rank % FORCE] * (size - jokers) + [JOKER] * jokers
        return sorted(found)


def divided(counts: Counts, rules: House) -> Divided:
    """A hand by strength in few plays: bombs whole, runs where they save a play."""
    left = [held if held < FOUR else 0 for held in counts[:NATURAL]]
    whole = [(held, at) for at, held in enumerate(counts[:NATURAL]) if held >= FOUR]
    bombs, jokers = _bombs(whole, counts[JOKER], counts[JOKER + 1], rules)
    parts = parted(left, _RUNS, 2, _groups)
    return Divided(*parts, bombs, jokers, sum(counts))


def _groups(left: list[int], room: int) -> int:
    """Groups of equal cards, less what triples and planes with ``room`` carry."""
    singles = left.count(SINGLE)
    pairs = left.count(PAIR)
    triples = left.count(TRIPLE)
    room += 2 * triples
    if singles >= room:
        return triples + singles - room + pairs
    free = (room - singles) // 2
    return triples + (pairs - free if pairs > free else 0)


def _bombs(
    whole: list[tuple[int, int]], small: int, big: int, rules: House
) -> tuple[list[Bomb], int]:
    """The bombs of a hand, and the jokers that are in none."""
    found: list[Bomb] = []
    if rules.jokers > FOUR:
        for held, extra in ((small, 0), (big, 1)):
            if held == SIX:
                found.append(((90 + extra) * FORCE, SIX, rules.six, SIX))
        small, big = small % SIX, big % SIX
    jokers = small + big
    if not whole:
        if jokers == rules.jokers == FOUR:
            return [(17 * FORCE, FOUR, rules.units[0][KINGS_SHOWN - 1], FOUR)], 0
        return found, jokers
    joined: dict[int, int] = {}
    # The rank that is paid most takes the jokers, up to the level above which nothing more is paid.
    for _ in range(jokers):
        held, at = max(
            whole,
            key=lambda one: (
                one[0] + joined.get(one[1], 0) < min(rules.cap, GODLY),
                one[0] + joined.get(one[1], 0) + (one[1] == TWO),
                one[1],
            ),
        )
        joined[at] = joined.get(at, 0) + 1
    for held, at in whole:
        more = joined.get(at, 0)
        size = held + more
        found.append((2 * size * FORCE + at, size, rules.units[at][size], more))
    found.sort()
    return found, 0
