"""Ending a match before its time, standing still and going on."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.i18n.times import clock_time
from bot.store.rows import MatchEnded
from bot.support.errors import Refused
from bot.table import stakes
from bot.table.effects import Say, Toast
from bot.table.state import Phase, Vote
from bot.table.table import BETWEEN_IDLE, LOBBY_IDLE, SWEPT, unit
from engine.msg import SeatArg, msg

if TYPE_CHECKING:
    from datetime import datetime

    from bot.table.commands import CastVote, Pause, Shift, Stop
    from bot.table.table import TableCore as Table

VOTE = timedelta(seconds=60)

NOTICED = timedelta(seconds=1)
"""Times are shown in seconds: what moves them by less need not be shown anew."""


def stop(table: Table, command: Stop, now: datetime) -> None:
    """End the table.

    At once: the host in the lobby and between rounds, an administrator always, and a person with
    whom no other person plays. Else the present persons vote: also between the rounds of a 金币场,
    whose people were drawn and have no host. Where coins are at stake an administrator who plays
    has no more to say than the others, and nobody ends a deal alone in which others lose or win.
    """
    table.need_phase(Phase.LOBBY, Phase.PLAYING, Phase.BETWEEN)
    seat = table.seat_of(command.user)
    contest = bool(table.state.cup) or _staked(table)
    if command.admin and not (contest and seat is not None):
        close(table, "stopped", now)
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
        close(table, "stopped", now)
    elif lobby:
        raise Refused("table-stop-host")
    else:
        _propose(table, seat, "stop", now)


def _staked(table: Table) -> bool:
    """Whether a deal is on that moves coins once it is finished."""
    return bool(table.state.stakes) and table.state.phase is Phase.PLAYING


def _held_up(table: Table) -> bool:
    """Whether it cannot end before its deal does: who is away would lose what they may win.

    A fault of the program ends it all the same, as nobody could finish the deal.
    """
    away = any(sitter.person and not sitter.present for sitter in table.state.sitters)
    return _staked(table) and away and table.state.still != "trouble"


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
    stand_still(table, now, "pause")
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
    if table.state.sitters[seat].left:
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
        close(table, "stopped", now)


def expire(table: Table, now: datetime) -> None:
    """A vote ends after its time; silence is no."""
    vote = table.state.vote
    if vote is not None and now >= vote.until:
        table.change(vote=None)
        table.react(Say((msg(_worded(vote, "expired")),)))
        _show(table)


def close(table: Table, status: str, now: datetime) -> None:
    """The table ends; finished rounds stay in the book, the unfinished one counts for nothing.

    ``status``: ``stopped``, ``void`` or, where nobody was there for long, ``swept``.
    """
    if table.state.over:
        return
    if table.state.match:
        swept = "void" if table.state.cup else "stopped"
        ended = swept if status == "swept" else status
        table.store(MatchEnded(table.state.match, ended, now))
        stakes.give_back(table, now)
    kept = len(table.match.played) if table.match is not None else 0
    table.change(
        phase=Phase.CLOSED, questions=(), vote=None, ready=(), next_at=None, idle_at=None,
        suspended_at=None, still="", queue=(),
    )  # fmt: skip
    table.news = ()
    table.touch_board()
    table.touch_hands()
    told = msg(f"table-{status}", rounds=kept, unit=unit(table.match))
    table.react(Say((told, *stakes.end_lines(table)), kept=True))


def stand_still(table: Table, now: datetime, still: str) -> None:
    """Stop the clocks until a person goes on; ``still``: the end of the key that says why.

    A table of a tournament goes on without anybody: the others wait for it. So does a deal for
    coins, to its end: whoever leaves last does not choose how it ends.
    """
    if still == "empty" and (table.state.cup or _staked(table)):
        return
    if table.state.suspended_at is None:
        table.change(suspended_at=now, still=still, idle_at=now + SWEPT)
        table.touch_board()
        table.touch_hands()


def go_on(table: Table, now: datetime) -> None:
    """The clocks run again, with as much time left as before."""
    since = table.state.suspended_at
    if since is None:
        return
    table.change(suspended_at=None, still="", hurdle="", idle_at=None)
    move_clocks(table, now - since)
    if table.state.phase is Phase.BETWEEN and table.state.next_at is None:
        table.change(idle_at=now + table.patience(BETWEEN_IDLE))
    elif table.state.phase is Phase.LOBBY:
        table.change(idle_at=now + table.patience(LOBBY_IDLE))
    elif table.state.phase is Phase.PLAYING:
        table.change(idle_at=table.still_at(now))
    table.touch_board()
    table.touch_hands()


def shift(table: Table, command: Shift, now: datetime) -> None:
    """Nobody could be heard: every deadline is later, and nobody has lost time.

    A table that stands still anyhow keeps its deadlines until it goes on, and loses by its being
    still only what it would have lost awake.
    """
    if table.state.over:
        return
    if command.number:
        table.change(standstills=command.number)
    set_clock(table, command.clock)
    state = table.state
    if state.suspended_at is not None:
        table.change(idle_at=_later(state.idle_at, command.by - command.clock))
    else:
        move_clocks(table, command.by - command.clock)
    told = [state.next_at, state.vote, state.suspended_at, *(q.deadline for q in state.questions)]
    if any(told) and abs(command.by) >= NOTICED:
        table.touch_board()
        if table.has_hands:
            table.touch_hands()


def set_clock(table: Table, by: timedelta) -> None:
    """The clock was set: every time that the table knows, to come or past, is another.

    But when a question was asked is at most earlier: what was typed while the machine slept was
    typed after it.
    """
    if not by:
        return
    move_clocks(table, by)
    state, lobby = table.state, table.state.phase is Phase.LOBBY  # which has moved them already
    back = min(by, timedelta(0))
    table.change(
        suspended_at=_later(state.suspended_at, by),
        since=state.since if lobby else _later(state.since, by),
        host_seen=state.host_seen if lobby else state.host_seen + by,
        questions=tuple(replace(q, since=q.since + back) for q in state.questions),
    )
    if table.words is not None:
        who, what, when = table.words
        table.words = (who, what, when + by)


def move_clocks(table: Table, by: timedelta) -> None:
    """Every deadline is later by ``by``."""
    if not by:
        return
    state = table.state
    questions = tuple(
        replace(q, deadline=_later(q.deadline, by), due=_later(q.due, by), call=_later(q.call, by))
        for q in state.questions
    )
    vote = state.vote and replace(state.vote, until=state.vote.until + by)
    if state.phase is Phase.LOBBY:  # its life, and how long its host is silent, stood still as well
        table.change(since=_later(state.since, by), host_seen=state.host_seen + by)
    table.change(
        questions=questions, vote=vote, next_at=_later(state.next_at, by),
        idle_at=_later(state.idle_at, by),
    )  # fmt: skip


def _later(time: datetime | None, by: timedelta) -> datetime | None:
    return None if time is None else time + by
