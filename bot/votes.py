"""Ending a match before its time, standing still and going on."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.commands import Say, Toast
from bot.state import Phase, Vote
from bot.store.rows import MatchEnded
from bot.tablecore import BETWEEN_IDLE, LOBBY_IDLE, Refused, unit
from engine.msg import SeatArg, msg

if TYPE_CHECKING:
    from datetime import datetime

    from bot.commands import CastVote, Shift, Stop, Suspend
    from bot.tablecore import TableCore as Table

VOTE = timedelta(seconds=60)

NOTICED = timedelta(seconds=1)
"""Times are shown in seconds: what moves them by less need not be shown anew."""


def stop(table: Table, command: Stop, now: datetime) -> None:
    """End the table.

    At once: the host in the lobby and between rounds, an administrator always, and a person with
    whom no other person plays. During a round the present persons vote.
    """
    table.need_phase(Phase.LOBBY, Phase.PLAYING, Phase.BETWEEN)
    seat = table.seat_of(command.user)
    if command.admin:
        close(table, "stopped", now)
        return
    seat = table.need_seat(command.user)
    others = [s for s in table.present() if s != seat]
    host = command.user == table.state.host
    calm = table.state.phase in (Phase.LOBBY, Phase.BETWEEN)
    if (host and calm) or (not others and table.state.phase is not Phase.LOBBY):
        close(table, "stopped", now)
    elif table.state.phase is Phase.LOBBY:
        raise Refused("table-stop-host")
    elif table.state.vote is not None:
        _count(table, seat, True, now)
    else:
        number = table.state.counter + 1
        table.change(vote=Vote(number, seat, (seat,), now + VOTE), counter=number)
        table.react(Say((msg("vote-open", seat=SeatArg(seat), seconds=int(VOTE.total_seconds())),)))
        recount(table, now)
        _show(table)


def cast(table: Table, command: CastVote, now: datetime) -> None:
    """Yes or no to an open vote."""
    seat = table.need_seat(command.user)
    if table.state.vote is None:
        raise Refused("vote-none")
    _count(table, seat, command.yes, now)


def _count(table: Table, seat: int, yes: bool, now: datetime) -> None:
    vote = table.state.vote
    if vote is None:
        return
    if not yes:
        table.change(vote=None)
        table.react(Say((msg("vote-no", seat=SeatArg(seat)),)))
        _show(table)
        return
    if seat in vote.yes:
        table.react(Toast(msg("vote-counted")))
        return
    table.change(vote=replace(vote, yes=tuple(sorted({*vote.yes, seat}))))
    _show(table)
    recount(table, now)


def _show(table: Table) -> None:
    """Whoever waits reads of a vote on their private screen too."""
    table.touch_board()
    table.touch_hands()


def recount(table: Table, now: datetime) -> None:
    """Close the table if every person who is present has said yes."""
    vote = table.state.vote
    present = table.present()
    if vote is not None and present and set(present) <= set(vote.yes):
        close(table, "stopped", now)


def expire(table: Table, now: datetime) -> None:
    """A vote ends after its time; silence is no."""
    vote = table.state.vote
    if vote is not None and now >= vote.until:
        table.change(vote=None)
        table.react(Say((msg("vote-expired"),)))
        _show(table)


def close(table: Table, status: str, now: datetime) -> None:
    """The table ends; finished rounds stay in the book, the unfinished one counts for nothing."""
    if table.state.over:
        return
    if table.state.match:
        table.store(MatchEnded(table.state.match, status, now))
    kept = len(table.match.played) if table.match is not None else 0
    table.change(
        phase=Phase.CLOSED, questions=(), vote=None, ready=(), next_at=None, idle_at=None,
        suspended_at=None,
    )  # fmt: skip
    table.news = ()
    table.touch_board()
    table.touch_hands()
    table.react(
        Say(
            (
                msg(
                    "table-void" if status == "void" else "table-stopped",
                    rounds=kept,
                    unit=unit(table.match),
                ),
            )
        )
    )


def suspend(table: Table, command: Suspend, now: datetime) -> None:
    """Stand still because of an error inside; a lobby has nothing that could."""
    playing = table.state.phase in (Phase.PLAYING, Phase.BETWEEN)
    if playing and table.state.suspended_at is None:
        table.react(Say((msg("table-trouble"),)))
        stand_still(table, now)


def stand_still(table: Table, now: datetime) -> None:
    """Stop the clocks until a person goes on."""
    if table.state.suspended_at is None:
        table.change(suspended_at=now, idle_at=None)
        table.touch_board()
        table.touch_hands()


def go_on(table: Table, now: datetime) -> None:
    """The clocks run again, with as much time left as before."""
    since = table.state.suspended_at
    if since is None:
        return
    table.change(suspended_at=None)
    move_clocks(table, now - since)
    if table.state.phase is Phase.BETWEEN:
        table.change(idle_at=now + BETWEEN_IDLE)
    elif table.state.phase is Phase.LOBBY:
        table.change(idle_at=now + LOBBY_IDLE)
    table.touch_board()
    table.touch_hands()


def shift(table: Table, command: Shift, now: datetime) -> None:
    """The whole service stood still."""
    state = table.state
    if state.suspended_at is not None:
        return
    move_clocks(table, command.by)
    told = state.vote is not None or any(q.deadline is not None for q in state.questions)
    if told and command.by >= NOTICED:
        table.touch_board()
        table.touch_hands()


def move_clocks(table: Table, by: timedelta) -> None:
    """Every deadline is later by ``by``."""

    def later(time: datetime | None) -> datetime | None:
        return None if time is None else time + by

    state = table.state
    questions = tuple(
        replace(q, deadline=later(q.deadline), due=later(q.due)) for q in state.questions
    )
    vote = state.vote and replace(state.vote, until=state.vote.until + by)
    table.change(
        questions=questions, vote=vote, next_at=later(state.next_at), idle_at=later(state.idle_at)
    )
