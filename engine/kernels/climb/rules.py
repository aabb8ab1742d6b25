"""What may be put down in a climbing game, as data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from engine.cards import Card, Rank, pack
from engine.frozen import quick

RunValue: TypeAlias = "Callable[[tuple[Rank, ...]], int | None]"
"""How strong consecutive ranks are; None if they are no run after all.

Where suits count it is the strength of one of them, and the suit of that card decides.
"""


@dataclass(frozen=True, slots=True)
class Wings:
    """Cards carried by a body; they never count when plays are compared.

    Attributes:
        each: sizes of the groups carried for every rank of the body: ``(1,)`` a card, ``(2,)`` a
            pair, ``(1, 1)`` two cards.
        once: sizes of the groups carried by the whole body.
        loose: wings may be of the body's own ranks, lengthen it, or hold a bomb.
    """

    each: tuple[int, ...] = ()
    once: tuple[int, ...] = ()
    loose: bool = False

    def groups(self, run: int) -> tuple[int, ...]:
        """The sizes of all groups carried by ``run`` ranks, largest first."""
        return tuple(sorted(self.each * run + self.once, reverse=True))


@dataclass(frozen=True, slots=True)
class Shape:
    """``run`` consecutive ranks of ``width`` equal cards each, and what they carry.

    Attributes:
        id: plays of one id and size are compared; several shapes may share it.
        run: how many ranks; a ``range`` of possible counts.
        tier: 0 is ordinary; a higher tier beats every lower one, whatever the sizes.
        grade: above 0, a higher grade beats a lower one of the same size (同花 on 顺子).
        suited: all cards are of one suit.
        any_rank: the cards need not be equal or consecutive: with ``suited``, a flush of ``width``.
        exact: just these ranks, each equally often (王炸, 五十K, 对鬼, 天王炸弹).
        wild: cards of ``ClimbRules.wild`` may stand in (打炸's bombs).
        force: strength among plays of the same tier above 0, in half cards; 0: twice the size.
        last: only as the last cards of a hand. Beside a shape of the same id with all its wings it
            is compared by the number of ranks of the body, as wings may be missing.
        covers: the id of another shape that it beats by a higher head, at the same size.
    """

    id: str
    width: int = 1
    run: range = range(1, 2)
    wings: Wings | None = None
    tier: int = 0
    grade: int = 0
    suited: bool = False
    any_rank: bool = False
    exact: tuple[Rank, ...] = ()
    wild: bool = False
    force: int = 0
    last: bool = False
    covers: str = ""

    def size(self, run: int) -> int:
        """Cards of a play with ``run`` ranks."""
        if self.exact:
            return len(self.exact)
        return self.width * run + sum(self.wings.groups(run) if self.wings else ())


@dataclass(frozen=True)
class ClimbRules:
    """The shapes of a game and how they compare.

    Attributes:
        order: ranks, weakest first.
        chain: the line on which runs lie, in run order; a rank may stand at both ends.
        shapes: in the order in which readings are offered.
        run_value: see ``RunValue``; without one, a run is worth the strength of its last rank.
        suits: equal heads are compared by the highest suit of the head's cards.
        wild: ranks that may stand in for others, where a shape says so.
        naturals: real cards that a wild body needs at least.
        bombs: cards that are no wings together, however few: both jokers.
        asks: whether a player is asked which of several readings is meant; else it is the first.
    """

    order: tuple[Rank, ...]
    chain: tuple[Rank, ...]
    shapes: tuple[Shape, ...]
    run_value: RunValue | None = None
    suits: bool = False
    wild: frozenset[Rank] = frozenset()
    naturals: int = 1
    bombs: tuple[tuple[Rank, ...], ...] = ()
    asks: bool = True

    @cached_property
    def shown(self) -> dict[Card, int]:
        """Where a card stands in a hand or a play: high to low, ♠♥♣♦."""
        cards = [c for c in pack() if c.rank in self.order]
        cards.sort(key=lambda c: (-self.order.index(c.rank), -c.suit))
        return {c: at for at, c in enumerate(cards)}

    def value(self, run: tuple[Rank, ...]) -> int | None:
        """The strength of consecutive ranks, from 0."""
        if len(run) > 1 and self.run_value is not None:
            return self.run_value(run)
        return self.order.index(run[-1])


@quick
@dataclass(frozen=True, slots=True)
class Reading:
    """Cards read as a play.

    Attributes:
        shape: the shape's id.
        size: how many cards.
        tier: see ``Shape``.
        grade: see ``Shape``.
        force: strength within a tier above 0, in half cards.
        head: strength of the body.
        suit: the highest suit of the head's cards, where suits count, else 0.
        body: the ranks of the body, weakest first.
        width: cards of each of them that belong to the body; the rest are wings.
        groups: sizes of the groups of wings.
        last: see ``Shape``.
        covers: see ``Shape``.
    """

    shape: str
    size: int
    tier: int
    grade: int
    force: int
    head: int
    suit: int
    body: tuple[Rank, ...]
    width: int
    groups: tuple[int, ...] = ()
    last: bool = False
    covers: str = ""

    @property
    def key(self) -> str:
        """What tells readings of the same cards apart, as ``Action.reading``: ``four22-14``."""
        return f"{self.shape}-{self.head}"


def beats(new: Reading, old: Reading) -> bool:
    """Whether a play may be put on another one. Source: seed 002, 盖过."""
    if new.tier != old.tier:
        return new.tier > old.tier
    if new.tier:
        return (new.force, new.head, new.suit) > (old.force, old.head, old.suit)
    if new.last or old.last:
        if len(new.body) != len(old.body):
            return False
    elif new.size != old.size:
        return False
    if new.grade and old.grade:
        return (new.grade, new.head, new.suit) > (old.grade, old.head, old.suit)
    if old.shape not in (new.shape, new.covers):
        return False
    return (new.head, new.suit) > (old.head, old.suit)


def parts(
    cards: tuple[Card, ...], reading: Reading, rules: ClimbRules
) -> tuple[tuple[Card, ...], ...]:
    """A play as it is laid out: the body, then each group of wings, high to low, ♠♥♣♦.

    Source: seed 002, 牌向量; its notation is ``444333+5+5``.
    """
    if len(cards) == 1:
        return (cards,)
    left = sorted(cards, key=rules.shown.__getitem__)
    if left[0].rank is reading.body[0] and len(reading.body) == 1 and not reading.groups:
        return (tuple(left),)
    body: list[Card] = []
    for rank in _laid(reading, rules):
        body += _take(left, [c for c in left if c.rank is rank][: reading.width])
    wings = []
    for size in reading.groups:
        ranks = [c.rank for c in left]
        rank = next(r for r in ranks if ranks.count(r) >= size)
        wings.append(tuple(_take(left, [c for c in left if c.rank is rank][:size])))
    return (tuple(body) + tuple(left), *wings)


def _laid(reading: Reading, rules: ClimbRules) -> tuple[Rank, ...]:
    """The ranks of a body, the one that decides first. Source: seed 002, 牌向量, 一手牌.

    A run goes down from its end; one that is worth another of its ranks goes from high to low.
    """
    if rules.run_value is None or rules.order[reading.head] is reading.body[-1]:
        return reading.body[::-1]
    return tuple(sorted(reading.body, key=rules.order.index, reverse=True))


def _take(left: list[Card], taken: list[Card]) -> list[Card]:
    for c in taken:
        left.remove(c)
    return taken
