"""Votes of the people at a table: to end it before its time, or to let it stand still."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.i18n.times import clock_time
from bot.support.errors import Refused
from bot.table import lifecycle, stakes
from bot.table.effects import Say, Toast
from bot.table.state import Phase, Vote
from engine.msg import SeatArg, msg

if TYPE_CHECKING:
    from datetime import datetime

    from bot.table.commands import CastVote, Pause, Stop
    from bot.table.table import Table

VOTE = timedelta(seconds=60)


def stop(table: Table, command: Stop, now: datetime) -> None:
    """End the table.

    At once: the host in the lobby and between rounds, an administrator always, and a person with
    whom no other person plays. Else the present persons vote: also between the rounds of a 金币场,
    whose people were drawn and have no host. Where coins are at stake an administrator who plays
    has no more to say than the others, and nobody ends a deal alone in which others lose or win.
    """
    table.need_phase(Phase.LOBBY, Phase.PLAYING, Phase.BETWEEN)
    seat = table.seat_of(command.user)
    contest = bool(table.state.tournament) or stakes.undecided(table)
    if command.admin and not (contest and seat is not None):
        lifecycle.close(table, "stopped", now)
        return
    table.need_free("cup-no-stop")
    seat = table.need_seat(command.user)
    others = [s for s in table.present() if s != seat]
    if _held_up(table):
        raise Refused("stakes-no-stop", private=True)
    host = command.user == table.state.host
    lobby = table.state.phase is Phase.LOBBY
    calm = lobby or (table.state.phase is Phase.BETWEEN and not table.state.least)
    if (host and calm) or (not others and not lobby):
        lifecycle.close(table, "stopped", now)
    elif lobby:
        raise Refused("table-stop-host")
    else:
        _propose(table, seat, "stop", now)


def _held_up(table: Table) -> bool:
    """Whether it cannot end before its deal does: who is away would lose what they may win.

    A fault of the program ends it all the same, as nobody could finish the deal.
    """
    away = any(player.person and not player.present for player in table.state.players)
    return stakes.undecided(table) and away and table.state.suspended_for != "trouble"


def pause(table: Table, command: Pause, now: datetime) -> None:
    """Let the table stand still, if every person who is present agrees."""
    table.need_phase(Phase.PLAYING, Phase.BETWEEN)
    table.need_free("cup-no-pause")
    seat = table.need_seat(command.user)
    if table.state.suspended_at is not None:
        table.react(Toast(msg("pause-already")))
    elif set(table.present()) <= {seat}:
        _pause(table, now)
    else:
        _propose(table, seat, "pause", now)


def _pause(table: Table, now: datetime) -> None:
    table.change(vote=None)
    lifecycle.suspend(table, now, "pause")
    table.react(Say((msg("paused"),)))


def _propose(table: Table, seat: int, about: str, now: datetime) -> None:
    """Open a vote, or agree to the one that is open."""
    _need_there(table, seat)
    vote = table.state.vote
    if vote is not None and vote.about != about:
        raise Refused("vote-other")
    if vote is not None:
        _count(table, seat, True, now)
        return
    number, until = table.state.counter + 1, now + table.patience(VOTE)
    table.change(vote=Vote(number, seat, (seat,), until, about), counter=number)
    key = "vote-open" if about == "stop" else f"{about}-asked"
    table.react(Say((msg(key, seat=SeatArg(seat), until=clock_time(until, now)),)))
    recount(table, now)
    _show(table)


def _need_there(table: Table, seat: int) -> None:
    """Whoever has left has no voice about those who play on, unless they come back."""
    if table.state.players[seat].left:
        raise Refused("table-left-already")


def cast(table: Table, command: CastVote, now: datetime) -> None:
    """Yes or no to an open vote."""
    seat = table.need_seat(command.user)
    if table.state.vote is None:
        raise Refused("vote-none")
    _need_there(table, seat)
    _count(table, seat, command.yes, now)


def _count(table: Table, seat: int, yes: bool, now: datetime) -> None:
    vote = table.state.vote
    if vote is None:
        return
    if not yes:
        table.change(vote=None)
        table.react(Say((msg(_worded(vote, "no"), seat=SeatArg(seat)),)))
        _show(table)
        return
    if seat in vote.yes:
        table.react(Toast(msg("vote-counted")))
        return
    table.change(vote=replace(vote, yes=tuple(sorted({*vote.yes, seat}))))
    _show(table)
    recount(table, now)


def _worded(vote: Vote, what: str) -> str:
    return f"vote-{what}" if vote.about == "stop" else f"vote-{vote.about}-{what}"


def _show(table: Table) -> None:
    """Whoever waits reads of a vote on their private screen too."""
    table.touch_board()
    table.touch_hands()


def recount(table: Table, now: datetime) -> None:
    """Do what a vote is about if every person who is present has said yes."""
    vote = table.state.vote
    present = table.present()
    if vote is None or not present or not set(present) <= set(vote.yes):
        return
    if vote.about == "pause":
        _pause(table, now)
    elif not _held_up(table):
        lifecycle.close(table, "stopped", now)


def expire(table: Table, now: datetime) -> None:
    """A vote ends after its time; silence is no."""
    vote = table.state.vote
    if vote is not None and now >= vote.until:
        table.change(vote=None)
        table.react(Say((msg(_worded(vote, "expired")),)))
        _show(table)
