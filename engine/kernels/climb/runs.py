"""Every body that the shapes of a game can have, found once: what a reader looks cards up in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.cards import Rank
from engine.kernels.climb.ranks import MARKS
from engine.kernels.climb.rules import Reading, Shape
from engine.kernels.climb.tally import bits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.kernels.climb.rules import ClimbRules


class Move(NamedTuple):
    """A play of ranks: which of equal cards are meant does not matter."""

    reading: Reading
    wings: tuple[Rank, ...] = ()

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """All its ranks, with repeats: the body's, then the wings'."""
        body = tuple(rank for rank in self.reading.body for _ in range(self.reading.width))
        return body + self.wings


@dataclass(frozen=True, slots=True)
class Run:
    """One body: a shape on certain ranks, and all that is known of it without looking at wings."""

    shape: Shape
    reading: Reading
    groups: tuple[int, ...]
    edges: tuple[Rank, ...]
    """The ranks that would lengthen it."""
    loose: bool
    need: int
    """The ranks of the body, as marks."""
    bits: int
    """What a tally has that has the body."""
    bare: Move
    """The play without wings."""
    single: bool
    """It carries one wing, of any other rank."""

    @property
    def carries(self) -> bool:
        """Whether there is more to look at than its body."""
        return bool(self.groups) or self.shape.last


Row: TypeAlias = tuple[int, Run]
"""A run behind its need."""


class Group(NamedTuple):
    """Runs of one width.

    Attributes:
        marks: all ranks that one of them needs.
        plain: their needs and plays, if there is no more to look at.
    """

    width: int
    marks: int
    rows: tuple[Row, ...]
    plain: tuple[tuple[int, Move], ...]


def group(width: int, rows: Sequence[Row]) -> Group:
    """Rows of one width."""
    plain = tuple((need, run.bare) for need, run in rows)
    marks = 0
    for need, _ in rows:
        marks |= need
    return Group(width, marks, tuple(rows), () if any(run.carries for _, run in rows) else plain)


def runs_of(shape: Shape, rules: ClimbRules) -> Iterator[Run]:
    """Every body of a shape, strongest first."""
    if shape.any_rank:
        return
    if shape.exact:
        head = max(rules.order.index(rank) for rank in shape.exact)
        yield _run(shape, reading_of(shape, shape.exact, 1, rules, head), rules)
        return
    found = []
    for length in shape.run:
        for ranks in dict.fromkeys(_windows(length, rules)):
            value = rules.value(ranks)
            if value is not None:
                reading = reading_of(shape, ranks, length, rules, value)
                found.append(_run(shape, reading, rules))
    found.sort(key=lambda run: (run.reading.size, -run.reading.head))
    yield from found


def _run(shape: Shape, reading: Reading, rules: ClimbRules) -> Run:
    loose = shape.wings is None or shape.wings.loose
    need = sum(MARKS[rank] for rank in set(reading.body))
    edges = () if shape.exact else _edges(reading.body, rules)
    groups = reading.groups
    single = len(groups) == 1 and not loose and not shape.last
    held = bits(reading.body, reading.width)
    return Run(shape, reading, groups, edges, loose, need, held, Move(reading), single)


def _windows(length: int, rules: ClimbRules) -> Iterator[tuple[Rank, ...]]:
    """Consecutive ranks; a single rank may be any."""
    line = rules.order if length == 1 else rules.chain
    for start in range(len(line) - length + 1):
        ranks = line[start : start + length]
        if len(set(ranks)) == length:
            yield ranks


def _edges(ranks: tuple[Rank, ...], rules: ClimbRules) -> tuple[Rank, ...]:
    if len(ranks) == 1:
        return ()
    line = rules.chain
    at = next(i for i in range(len(line)) if line[i : i + len(ranks)] == ranks)
    before, after = at - 1, at + len(ranks)
    return tuple(line[i] for i in (before, after) if 0 <= i < len(line))


def reading_of(
    shape: Shape, ranks: tuple[Rank, ...], run: int, rules: ClimbRules, head: int
) -> Reading:
    """A body as a play of its shape; ``head`` is its strength."""
    size = shape.size(run)
    body, width = ranks, shape.width
    if shape.exact:
        body = tuple(sorted(set(ranks), key=rules.order.index))
        width = len(ranks) // len(body)
    return Reading(
        shape.id, size, shape.tier, shape.grade, shape.force or 2 * size, head, 0, body, width,
        shape.wings.groups(run) if shape.wings else (), shape.last, shape.covers,
    )  # fmt: skip
