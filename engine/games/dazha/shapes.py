"""The plays of 上饶打炸 and how they compare. Source: seed 003, 牌型说明."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.cards import Rank
from engine.kernels.climb import ranks
from engine.kernels.climb.reader import Reader
from engine.kernels.climb.rules import ClimbRules, Reading, Shape, Wings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.cards import Card
    from engine.core import Options

CHAIN = ranks.CHAIN
"""3 to A: the ranks of 顺子, 连对 and 连三带二."""

JOKERS = (Rank.SMALL_JOKER, Rank.BIG_JOKER)
ORDER = ranks.ORDER
WSK = (Rank.FIVE, Rank.TEN, Rank.KING)
"""五十K: the ranks that carry points, too."""

MIXED, SUITED, BOMB, SIX_SMALL, SIX_BIG = 1, 2, 3, 4, 5
"""Tiers: a higher one beats every lower one."""

FOUR = 4
"""So many natural cards of a rank are a bomb, which jokers may join."""

NATURAL = 8
"""Cards of a rank in two packs."""

LONGEST = 29
"""Cards of a hand at the deal."""

TRIPLES = 9
"""No hand holds more triples in a row."""

BASE_JOKERS, TWELVE_JOKERS = 4, 12


def twelve(options: Options) -> bool:
    """Whether the table plays 12炸神."""
    return options["mode"] == "twelve"


def jokers_of(options: Options) -> int:
    """How many jokers are in play."""
    return TWELVE_JOKERS if twelve(options) else BASE_JOKERS


def _carriers() -> Iterator[Shape]:
    """三带二 and 连三带二, and the same with too few wings, as a last hand; most triples first."""
    for run in range(TRIPLES, 0, -1):
        name, runs = ("planes2" if run > 1 else "three2"), range(run, run + 1)
        if 5 * run <= LONGEST:
            yield Shape(name, 3, run=runs, wings=Wings((1, 1), loose=True))
        for wings in range(min(2 * run, LONGEST - 3 * run + 1)):
            carried = Wings(once=(1,) * wings, loose=True) if wings else None
            yield Shape(name, 3, run=runs, wings=carried, last=True)


def _bombs(jokers: int) -> Iterator[Shape]:
    yield Shape("bomb", FOUR, tier=BOMB)
    for width in range(FOUR + 1, NATURAL + jokers + 1):
        yield Shape("bomb", width, tier=BOMB, wild=True)


def _of_jokers(*, six: bool) -> tuple[Shape, ...]:
    """Bombs of jokers alone. 四王 lies between 8 cards and 9; six of a colour are above all."""
    if six:
        return (
            Shape("sixsmall", exact=(Rank.SMALL_JOKER,) * 6, tier=SIX_SMALL),
            Shape("sixbig", exact=(Rank.BIG_JOKER,) * 6, tier=SIX_BIG),
        )
    return (Shape("fourkings", exact=(*JOKERS, *JOKERS), tier=BOMB, force=2 * 8 + 1),)


def rules(*, jokers: int, wsk: bool) -> ClimbRules:
    """The shapes of a table."""
    fifties = (
        Shape("wsksuited", exact=WSK, tier=SUITED, grade=2, suited=True),
        Shape("wskmixed", exact=WSK, tier=MIXED, grade=1),
    )
    return ClimbRules(
        order=ORDER,
        chain=CHAIN,
        wild=frozenset(JOKERS),
        naturals=FOUR,
        asks=False,
        shapes=(
            *_bombs(jokers),
            *_of_jokers(six=jokers == TWELVE_JOKERS),
            *(fifties if wsk else ()),
            Shape("single"),
            Shape("pair", 2),
            Shape("triple", 3),
            Shape("pairs", 2, run=range(2, 13)),
            Shape("straight", 1, run=range(5, 13)),
            *_carriers(),
        ),
    )


class DazhaReader(Reader):
    """Jokers are in bombs only, a bomb is a bomb only, and hands are large."""

    def __init__(self, rules: ClimbRules, *, single_joker: bool) -> None:
        super().__init__(rules)
        self.single_joker = single_joker

    def readings(self, cards: Sequence[Card], *, last: bool = False) -> tuple[Reading, ...]:
        found = super().readings(cards, last=last)
        jokers = sum(c.is_joker for c in cards)
        if jokers and jokers == len(cards):
            found = tuple(r for r in found if self._of_jokers(r))
            if not found and last:
                found = (alone(cards),)
        bombs = tuple(r for r in found if r.tier)
        return bombs or (found if not jokers or jokers == len(cards) else ())

    def _of_jokers(self, reading: Reading) -> bool:
        """Whether jokers alone may be that."""
        return (reading.tier > 0 and reading.shape != "bomb") or (
            self.single_joker and reading.shape == "single"
        )

    def _find_wings(
        self, groups: tuple[int, ...], left: tuple[int, ...]
    ) -> tuple[tuple[Rank, ...], ...]:
        """The wings that are missed least: there may be a million choices."""
        ranks = sorted(
            (rank for rank in (*CHAIN, Rank.TWO) if left[rank]),
            key=lambda rank: (left[rank] >= FOUR, rank in WSK, left[rank] > 2, ORDER.index(rank)),
        )
        cards = [rank for rank in ranks for _ in range(left[rank])]
        count = sum(groups)
        return (tuple(cards[:count]),) if len(cards) >= count else ()


def alone(cards: Sequence[Card]) -> Reading:
    """A hand of jokers only, led all at once. Source: rulebook, 上饶打炸, decided here."""
    body = tuple(dict.fromkeys(sorted(c.rank for c in cards)))
    size = len(cards)
    return Reading("jokers", size, 0, 0, 2 * size, len(ORDER), 0, body, size)


@cache
def _reader(*, jokers: int, wsk: bool, single_joker: bool) -> DazhaReader:
    return DazhaReader(rules(jokers=jokers, wsk=wsk), single_joker=single_joker)


def reader(options: Options) -> DazhaReader:
    """The plays under the options of a table."""
    return _reader(
        jokers=jokers_of(options),
        wsk=options["wsk"] == "on",
        single_joker=options["single_joker"] == "penalty",
    )
