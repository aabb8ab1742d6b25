"""复式: the same deals at several tables, and everybody compared with who had the same cards.

Entrants are numbers from 0, in the order in which they registered. A session is its seed and the
scores of its tables; who sits where in each deal follows from them.

Scoring is that of duplicate bridge, by match points (Laws of Duplicate Bridge 2017, Law 78 A): for
each score of the same seat at another table 2 if it is lower, 1 if it is equal, 0 if it is higher.
Where a table has no result its seats have the average (Law 12 C 2), and the others' points are
brought to the full number of tables by Neuberg's formula (English Bridge Union).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence

TABLES = range(2, 17)
"""So many tables may play the same deals."""

DEALS = range(1, 33)
"""So many deals may be played."""


@dataclass(frozen=True, slots=True)
class Board:
    """One table's play of a deal.

    Attributes:
        entrants: by seat.
        scores: by seat, once it is over; none where it came to no result.
        void: it is over without a result.
    """

    entrants: tuple[int, ...]
    scores: tuple[int, ...] = ()
    void: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing more is played here."""
        return self.void or bool(self.scores)


def seated(tables: int, seats: int, deal: int) -> tuple[tuple[int, ...], ...]:
    """Who sits where in a deal, from 0: the places of a draw by table and seat.

    For as many deals as a table has seats the same people stay together, and turn by one seat a
    deal, so that each has had every seat. Then each line (those who began in the same seat) moves
    on: the first not at all, the second by one table, the third by two, as pairs do in Mitchell's
    movement. Tables with an odd number turn the other way round, and begin one seat further each
    time all have moved, so that each line is compared with others too (in bridge: arrow-switched).

    >>> seated(2, 3, 0), seated(2, 3, 1)
    (((0, 1, 2), (5, 3, 4)), ((2, 0, 1), (3, 4, 5)))
    >>> seated(2, 3, 3)
    ((0, 4, 2), (1, 5, 3))
    """
    moved, turned = divmod(deal, seats)
    found = []
    for table in range(tables):
        together = [(table - line * moved) % tables * seats + line for line in range(seats)]
        turn = moved + 1 - turned if table % 2 else turned
        found.append(tuple(together[(seat - turn) % seats] for seat in range(seats)))
    return tuple(found)


def match_points(scores: Sequence[int]) -> tuple[int, ...]:
    """Match points of the scores of one seat at all tables.

    >>> match_points((30, -10, 30, 5))
    (5, 0, 5, 2)
    """
    return tuple(sum(2 * (own > other) + (own == other) for other in scores) - 1 for own in scores)


def neuberg(points: int, tables: int, compared: int) -> Fraction:
    """Match points among ``compared`` scores, as they would be expected to be among ``tables``.

    >>> neuberg(4, 4, 3), neuberg(0, 4, 1)
    (Fraction(17, 3), Fraction(3, 1))
    """
    return Fraction(tables, compared) * (points + 1) - 1


@lru_cache(64)
def board_points(boards: tuple[Board, ...]) -> dict[int, Fraction]:
    """The match points of everybody in one deal that is over at all tables.

    Raises:
        ValueError: it is not over.
    """
    if not all(board.over for board in boards):
        raise ValueError("a deal that is still played has no match points")
    average = Fraction(len(boards) - 1)
    found = {entrant: average for board in boards for entrant in board.entrants}
    scored = [board for board in boards if board.scores]
    for seat in range(len(boards[0].entrants)):
        points = match_points([board.scores[seat] for board in scored])
        for board, own in zip(scored, points, strict=True):
            found[board.entrants[seat]] = neuberg(own, len(boards), len(scored))
    return found


@dataclass(frozen=True, slots=True)
class Session:
    """A 复式 so far. Made by ``drawn`` and carried on by ``scored`` and ``voided``.

    Attributes:
        tables: how many play each deal.
        seats: of a table.
        deals: how many are played in all.
        stages: the deals that have begun, by table; the last one may be on.
    """

    seed: bytes = field(repr=False)
    tables: int
    seats: int
    deals: int
    stages: tuple[tuple[Board, ...], ...]

    @property
    def players(self) -> int:
        """How many play."""
        return self.tables * self.seats

    @property
    def stage(self) -> int:
        """The deal that is played, or was played last, from 0."""
        return len(self.stages) - 1

    @property
    def open(self) -> tuple[int, ...]:
        """The tables of this deal that are not over."""
        return tuple(at for at, board in enumerate(self.stages[-1]) if not board.over)

    @property
    def compared(self) -> tuple[tuple[Board, ...], ...]:
        """The deals that are over at every table: only of these anything may be known."""
        return self.stages[:-1] if self.open else self.stages

    @property
    def over(self) -> bool:
        """Whether all is played."""
        return len(self.compared) == self.deals

    @property
    def totals(self) -> tuple[Fraction, ...]:
        """Match points of everybody in the deals that are compared."""
        found = [Fraction(0)] * self.players
        for boards in self.compared:
            for entrant, points in board_points(boards).items():
                found[entrant] += points
        return tuple(found)

    @property
    def places(self) -> tuple[int, ...]:
        """The place of everybody by their match points, from 1; equal ones share a place."""
        totals = self.totals
        return tuple(1 + sum(other > own for other in totals) for own in totals)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, several where they are equal; nobody before the end."""
        if not self.over:
            return ()
        return tuple(entrant for entrant, place in enumerate(self.places) if place == 1)

    @property
    def winner(self) -> int | None:
        """Who of the winners registered first; None before the end."""
        return min(self.winners, default=None)

    @property
    def left(self) -> frozenset[int]:
        """Who still plays: everybody, until all is over."""
        return frozenset(() if self.over else range(self.players))


def percent(total: Fraction, tables: int, deals: int) -> Fraction:
    """Match points as a share of the most that could be had, in percent; 50 before any deal."""
    most = 2 * (tables - 1) * deals
    return 100 * total / most if most else Fraction(50)


def _boards(tables: int, seats: int, deal: int, seed: bytes) -> tuple[Board, ...]:
    """The tables of a deal: the lot says who has which place of ``seated``."""
    lot = Rng(seed, "draw", 0).shuffled(range(tables * seats))
    return tuple(
        Board(tuple(lot[place] for place in table)) for table in seated(tables, seats, deal)
    )


def drawn(tables: int, seats: int, deals: int, seed: bytes) -> Session:
    """A session before its first deal is played.

    Raises:
        ValueError: there is no such session.
    """
    if tables not in TABLES or deals not in DEALS or seats < 1:
        raise ValueError(f"no session of {tables} tables and {deals} deals")
    return Session(seed, tables, seats, deals, (_boards(tables, seats, 0, seed),))


def scored(session: Session, table: int, scores: Sequence[int]) -> Session:
    """A table has played the present deal; the next one begins once all of them have.

    Raises:
        ValueError: it is not played there, or these are not its scores.
    """
    if len(scores) != session.seats:
        raise ValueError(f"{len(scores)} scores for {session.seats} seats")
    return _ended(session, table, scores=tuple(scores))


def voided(session: Session, table: int) -> Session:
    """A table came to no result in the present deal.

    Raises:
        ValueError: it is not played there.
    """
    return _ended(session, table, void=True)


def _ended(
    session: Session, table: int, scores: tuple[int, ...] = (), *, void: bool = False
) -> Session:
    if table not in session.open:
        raise ValueError(f"table {table} is not played")
    *past, now = session.stages
    boards = (*now[:table], replace(now[table], scores=scores, void=void), *now[table + 1 :])
    session = replace(session, stages=(*past, boards))
    if session.open or session.over:
        return session
    deal = len(session.stages)
    following = _boards(session.tables, session.seats, deal, session.seed)
    return replace(session, stages=(*session.stages, following))


def dumps(session: Session) -> str:
    """As JSON: the seed and the scores, from which ``loads`` seats everybody anew."""
    found = {
        "seed": session.seed.hex(),
        "tables": session.tables,
        "seats": session.seats,
        "deals": session.deals,
        "scores": [
            [None if board.void else board.scores for board in boards] for boards in session.stages
        ],
    }
    return json.dumps(found, separators=(",", ":"))


def loads(text: str) -> Session:
    """The session of ``dumps``.

    Raises:
        ValueError: it is none.
    """
    try:
        found = json.loads(text)
        session = drawn(
            found["tables"], found["seats"], found["deals"], bytes.fromhex(found["seed"])
        )
        for boards in found["scores"]:
            for table, scores in enumerate(boards):
                if scores is None:
                    session = voided(session, table)
                elif scores:
                    session = scored(session, table, scores)
    except (KeyError, TypeError) as error:
        raise ValueError("no session") from error
    return session
