"""The start and the deals of 复式: what is different from a knock-out.

Nothing is said of how a deal went before it is over at every table: until then even its players
know only what they saw.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

from bot.store.tournament_rows import BookOpened
from bot.table.commands import NORMAL
from bot.table.effects import Say
from bot.table.shuffle import short
from bot.tournament import sealing
from bot.tournament.commands import StageOver
from bot.tournament.state import Entrant, EntryStatus, Status, book_of
from engine.duplicate import board_points, drawn, percent, scored, voided
from engine.msg import chained, msg

if TYPE_CHECKING:
    from datetime import datetime

    from bot.tournament.commands import Undecided
    from bot.tournament.contest import Contest
    from bot.tournament.state import TournamentState
    from engine.duplicate import Session
    from engine.msg import Msg, Param


def begin(
    tournament: Contest, people: tuple[Entrant, ...], names: tuple[str, ...], signature: str = ""
) -> None:
    """Everybody is there: computers take the seats that are free, and the first deal begins.

    ``names``: what computers are called; ``signature``: of the beacon's round, where one was
    waited for.
    """
    seed = sealing.key(tournament, people, signature)
    state = tournament.state
    counter = state.counter
    others = []
    for free in range(state.room - len(people)):
        counter += 1
        round_, name = divmod(free, len(names)) if names else (free, 0)
        called = names[name] if names else "?"
        others.append(
            Entrant(counter, None, f"{called} {round_ + 1}" if round_ else called, NORMAL)
        )
    for entrant in others:
        tournament.entry(entrant, EntryStatus.IN)
    tournament.change(
        counter=counter, status=Status.PLAYING, entrants=(*people, *others),
        bracket=drawn(state.tables, state.seats, state.deals, seed),
    )  # fmt: skip
    begun = msg("duplicate-say-begun", tables=state.tables, deals=state.deals)
    fingerprint = short(state.seal.fingerprint) if state.seal is not None else ""
    tournament.react(Say((begun, msg("shuffle-begins", fingerprint=fingerprint))))
    tournament.touch()


def table_over(
    tournament: Contest, session: Session, command: StageOver | Undecided, now: datetime
) -> None:
    """A table has played the deal that is on, or came to no result there."""
    before, stage = len(session.compared), command.stage
    if isinstance(command, StageOver):
        session = scored(session, command.index, command.scores)
    else:
        session = voided(session, command.index)
    tournament.change(bracket=session)
    if len(session.compared) > before:
        _compared(tournament, session, stage, now)
    tournament.touch()


def _compared(tournament: Contest, session: Session, stage: int, now: datetime) -> None:
    """The deal is over everywhere: its books are open, and everybody hears what it brought."""
    state = tournament.state
    for index in range(session.tables):
        tournament.store(BookOpened(book_of(state, stage, index), state.chat.key))
    points, places = board_points(session.stages[stage]), session.places
    most = 2 * (session.tables - 1)
    for number, entrant in enumerate(state.entrants):
        told = msg(
            "duplicate-tell-deal", deal=stage + 1, points=shown(points[number]), most=most,
            place=places[number], players=session.players,
        )  # fmt: skip
        tournament.tell((entrant,), told)
    if session.over:
        tournament.change(status=Status.OVER)
        sealing.ended(tournament, now)
        tournament.react(Say((won(tournament.state, session),)))
        return
    leaders = [state.entrants[at].name for at in range(session.players) if places[at] == 1]
    tournament.react(
        Say((msg("duplicate-say-deal", deal=stage + 1, deals=session.deals, names=_list(leaders)),))
    )


def won(state: TournamentState, session: Session) -> Msg:
    """Who has won, and with how much of what could be had."""
    names = [state.entrants[at].name for at in session.winners]
    best = max(session.totals)
    return msg(
        "duplicate-say-won", names=_list(names), points=shown(best),
        percent=tenths(percent(best, session.tables, session.deals)),
    )  # fmt: skip


def _list(names: list[str]) -> Param:
    return chained("render-list", names)


def shown(points: Fraction) -> str:
    """Match points as people write them: whole, or with one decimal.

    >>> shown(Fraction(7)), shown(Fraction(17, 3))
    ('7', '5.7')
    """
    return str(points.numerator) if points.denominator == 1 else tenths(points)


def tenths(number: Fraction) -> str:
    """A number with one decimal, halves rounded up.

    >>> tenths(Fraction(1, 2)), tenths(Fraction(200, 3))
    ('0.5', '66.7')
    """
    whole, tenth = divmod(floor(number * 10 + Fraction(1, 2)), 10)
    return f"{whole}.{tenth}"
