"""A knock-out of tables of four: who plays whom, who goes on, who has won.

Entrants are numbers in the order in which they registered, from 0, so that the smaller of two
numbers is the earlier one. A bracket is its seed and the scores of its tables; the draws of all
stages follow from them. Source: 上饶打炸, 比赛场, points 2 and 4 to 7.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence

SEATS = 4
"""Players of a table, of whom one goes on."""


def size(registered: int) -> int:
    """How many of those who registered play: the largest power of four, 0 if they are too few.

    >>> [size(n) for n in (3, 4, 15, 16, 63, 1024)]
    [0, 4, 4, 16, 16, 1024]
    """
    if registered < SEATS:
        return 0
    found = SEATS
    while found * SEATS <= registered:
        found *= SEATS
    return found


def stages(players: int) -> int:
    """How many stages a field of so many has.

    Raises:
        ValueError: it is no power of four, or none that can play.
    """
    if players < SEATS or size(players) != players:
        raise ValueError(f"no field of {players}")
    count = 0
    while players > 1:
        players //= SEATS
        count += 1
    return count


def ahead(entrants: Sequence[int], scores: Sequence[int]) -> int:
    """Who of a table goes on: the best single seat, of equal ones whoever registered earlier.

    >>> ahead([9, 2, 5, 7], [10, 10, -4, 10])
    2
    """
    best = max(scores)
    return min(e for e, score in zip(entrants, scores, strict=True) if score == best)


@dataclass(frozen=True, slots=True)
class Group:
    """One table of a stage: its entrants by seat, and their scores once it is over."""

    entrants: tuple[int, ...]
    scores: tuple[int, ...] = ()

    @property
    def ahead(self) -> int | None:
        """Who goes on; None while they play."""
        return ahead(self.entrants, self.scores) if self.scores else None


def places(players: int, stage: int, group: Group) -> dict[int, tuple[int, int]]:
    """The places of those whom a table knocks out, as the best and the worst they may count as.

    All who are out in one stage share its places; the final has a place for each. ``players`` is
    the whole field, ``stage`` counts from 0, and the table is over.

    >>> places(16, 0, Group((7, 1, 9, 3), (5, 0, 0, 0)))
    {1: (5, 16), 9: (5, 16), 3: (5, 16)}
    >>> places(4, 0, Group((2, 1, 0, 3), (5, 0, 0, 9)))
    {2: (2, 2), 0: (3, 3), 1: (4, 4)}
    """
    field_ = players // SEATS**stage
    if field_ > SEATS:
        shared = (field_ // SEATS + 1, field_)
        return {entrant: shared for entrant in group.entrants if entrant != group.ahead}
    scores = dict(zip(group.entrants, group.scores, strict=True))
    order = sorted(scores, key=lambda entrant: (-scores[entrant], entrant))
    return {entrant: (at, at) for at, entrant in enumerate(order[1:], 2)}


@dataclass(frozen=True, slots=True)
class Bracket:
    """A tournament so far: the stages that have been drawn, the first first.

    Made by ``drawn`` and carried on by ``scored``.
    """

    seed: bytes = field(repr=False)
    players: int
    stages: tuple[tuple[Group, ...], ...]

    @property
    def stage(self) -> int:
        """The stage that is played, or was played last, from 0."""
        return len(self.stages) - 1

    @property
    def open(self) -> tuple[int, ...]:
        """The tables of this stage that are not over."""
        return tuple(at for at, group in enumerate(self.stages[-1]) if not group.scores)

    @property
    def winner(self) -> int | None:
        """Who has won; None before the end of the final."""
        last = self.stages[-1]
        return last[0].ahead if len(last) == 1 else None

    @property
    def left(self) -> frozenset[int]:
        """Who has not been knocked out: those of open tables, and those who have gone on."""
        return frozenset(
            entrant
            for group in self.stages[-1]
            for entrant in (group.entrants if group.ahead is None else (group.ahead,))
        )


def _groups(entrants: Sequence[int], seed: bytes, stage: int) -> tuple[Group, ...]:
    lot = Rng(seed, "draw", stage).shuffled(entrants)
    return tuple(Group(tuple(lot[at : at + SEATS])) for at in range(0, len(lot), SEATS))


def drawn(players: int, seed: bytes) -> Bracket:
    """The first stage of a field.

    Raises:
        ValueError: so many cannot play.
    """
    stages(players)
    return Bracket(seed, players, (_groups(range(players), seed, 0),))


def scored(bracket: Bracket, table: int, scores: Sequence[int]) -> Bracket:
    """A table of the present stage is over; the next stage is drawn once all of them are.

    Scores begin at nothing at every stage: those of earlier ones are not looked at again.

    Raises:
        ValueError: there is no such table, it is over already, or these are not its scores.
    """
    if table not in bracket.open:
        raise ValueError(f"table {table} is not played")
    if len(scores) != SEATS:
        raise ValueError(f"{len(scores)} scores for {SEATS} seats")
    *past, now = bracket.stages
    groups = (*now[:table], replace(now[table], scores=tuple(scores)), *now[table + 1 :])
    ahead_ = [group.ahead for group in groups]
    over = [entrant for entrant in ahead_ if entrant is not None]
    bracket = replace(bracket, stages=(*past, groups))
    if len(over) < len(groups) or len(groups) == 1:
        return bracket
    following = _groups(sorted(over), bracket.seed, len(bracket.stages))
    return replace(bracket, stages=(*bracket.stages, following))


def dumps(bracket: Bracket) -> str:
    """As JSON: the seed and the scores, from which ``loads`` draws it all anew."""
    found = {
        "seed": bracket.seed.hex(),
        "players": bracket.players,
        "scores": [[group.scores for group in groups] for groups in bracket.stages],
    }
    return json.dumps(found, separators=(",", ":"))


def loads(text: str) -> Bracket:
    """The bracket of ``dumps``.

    Raises:
        ValueError: it is none.
    """
    try:
        found = json.loads(text)
        bracket = drawn(found["players"], bytes.fromhex(found["seed"]))
        for groups in found["scores"]:
            for table, scores in enumerate(groups):
                if scores:
                    bracket = scored(bracket, table, scores)
    except (KeyError, TypeError) as error:
        raise ValueError("no bracket") from error
    return bracket
