"""Points over time, and who beats whom: of a match, and of one person."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.screens.table_view import LARGE
from engine.msg import SeatArg, msg
from engine.view import Course, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from bot.store.lately import OwnRound
    from bot.store.rows import ScoredRound
    from bot.store.scorebook import PersonTotal
    from engine.msg import Msg

GAMES = 3
"""Games of which one's own line is drawn: those with the most rounds."""

LENGTH = 100
"""Rounds that such a line has at most, the newest."""

OPPONENTS = 8
"""People with whom one is compared: those met most often."""


def of_match(rounds: Sequence[ScoredRound]) -> Course | None:
    """Everybody's points after each round of a match, first zeros.

    None where there is no line to see: of one round, for one player, or for a crowd.
    """
    seats = len(rounds[-1].seats)
    if not 1 < seats <= LARGE or len(rounds) < 2:
        return None
    sums = accumulate((r.scores for r in rounds), _plus, initial=(0,) * seats)
    called = tuple(msg("seat-name", seat=SeatArg(seat)) for seat in range(seats))
    return Course(msg("sheet-course"), called, tuple(sums))


def _plus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(add, one, other))


def duels(rounds: Sequence[ScoredRound]) -> Table:
    """How often in a match each has scored more than each other, and less."""
    seats = range(len(rounds[-1].seats))
    called = tuple(msg("seat-name", seat=SeatArg(seat)) for seat in seats)

    def duel(one: int, other: int) -> str:
        won = sum(r.scores[one] > r.scores[other] for r in rounds)
        lost = sum(r.scores[one] < r.scores[other] for r in rounds)
        return "–" if one == other else f"{won} : {lost}"

    rows: tuple[tuple[Msg | str | int, ...], ...] = tuple(
        (called[one], *(duel(one, other) for other in seats)) for one in seats
    )
    return Table(msg("sheet-duels"), (msg("sheet-player"), *called), rows)


# One person.


def of_person(rounds: Sequence[OwnRound], totals: Sequence[PersonTotal]) -> list[Course]:
    """One's points after each of the newest rounds, a drawing for each of the games played most.

    Each ends at what its game adds up to, however many rounds were before.
    """
    found = []
    for total in totals[:GAMES]:
        newest = [r.points for r in rounds if r.game == total.game][-LENGTH:]
        if len(newest) < 2:
            continue
        sums = accumulate(newest, initial=total.points - sum(newest))
        title = msg("me-course", game=game_name(total.game), rounds=len(newest))
        found.append(Course(title, (msg("me-line"),), tuple((points,) for points in sums), me=0))
    return found


@dataclass(frozen=True, slots=True)
class Record:
    """How one stands against somebody: rounds together, those with more points and with less."""

    person: str
    rounds: int
    won: int
    lost: int


def records(rounds: Sequence[OwnRound]) -> tuple[list[Record], dict[str, str]]:
    """Against whom one has played most often, and what they were called last, by person."""
    met, won, lost = Counter[str](), Counter[str](), Counter[str]()
    names: dict[str, str] = {}
    for played in rounds:
        for other in played.others:
            met[other.person] += 1
            won[other.person] += played.points > other.points
            lost[other.person] += played.points < other.points
            names[other.person] = other.name
    most = sorted(met, key=lambda person: (-met[person], person))[:OPPONENTS]
    found = [Record(person, met[person], won[person], lost[person]) for person in most]
    return found, {person: names[person] for person in most}


def against(
    rounds: Sequence[OwnRound], called: Callable[[Mapping[str, str]], Mapping[str, str]]
) -> Table | None:
    """One's own record against the people met most; None where one has met nobody.

    ``called`` tells apart those of one name.
    """
    found, names = records(rounds)
    if not found:
        return None
    words = called(names)
    header = (msg("sheet-player"), msg("sheet-rounds"), msg("me-won"), msg("me-lost"))
    rows = tuple((words[one.person], one.rounds, one.won, one.lost) for one in found)
    return Table(msg("me-against"), header, rows)
