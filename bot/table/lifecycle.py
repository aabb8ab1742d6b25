"""How a table ends, is suspended and goes on, and how its times are moved.

Whatever is decided elsewhere (a vote, a clock, a place that is lost) is carried out here.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.i18n.keys import unit
from bot.store.rows import MatchEnded
from bot.table import stakes
from bot.table.effects import Say
from bot.table.state import Phase
from bot.table.table import BETWEEN_IDLE, LOBBY_IDLE, SWEPT
from engine.msg import msg

if TYPE_CHECKING:
    from datetime import datetime

    from bot.table.commands import Shift
    from bot.table.table import Table

NOTICED = timedelta(seconds=1)
"""Times are shown in seconds: what moves them by less need not be shown anew."""


def close(table: Table, status: str, now: datetime) -> None:
    """The table ends; finished rounds stay in the book, the unfinished one counts for nothing.

    ``status``: ``stopped``, ``void`` or, where nobody was there for long, ``swept``.
    """
    if table.state.over:
        return
    if table.state.match:
        swept = "void" if table.state.tournament else "stopped"
        ended = swept if status == "swept" else status
        table.store(MatchEnded(table.state.match, ended, now))
        stakes.give_back(table, now)
    kept = len(table.match.played) if table.match is not None else 0
    table.change(
        phase=Phase.CLOSED, questions=(), vote=None, ready=(), next_at=None, idle_at=None,
        suspended_at=None, suspended_for="", queue=(),
    )  # fmt: skip
    table.news = ()
    table.touch_board()
    table.touch_hands()
    told = msg(f"table-{status}", rounds=kept, unit=unit(table.match))
    table.react(Say((told, *stakes.end_lines(table)), kept=True))


def suspend(table: Table, now: datetime, reason: str) -> None:
    """Stop the clocks until a person goes on; ``reason``: the end of the key that says why.

    A table of a tournament goes on without anybody: the others wait for it. So does a deal for
    coins, to its end: whoever leaves last does not choose how it ends.
    """
    if reason == "empty" and (table.state.tournament or stakes.undecided(table)):
        return
    if table.state.suspended_at is None:
        table.change(suspended_at=now, suspended_for=reason, idle_at=now + SWEPT)
        table.touch_board()
        table.touch_hands()


def resume(table: Table, now: datetime) -> None:
    """The clocks run again, with as much time left as before."""
    since = table.state.suspended_at
    if since is None:
        return
    table.change(suspended_at=None, suspended_for="", unreachable="", idle_at=None)
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
    """Move every deadline by ``by``."""
    if not by:
        return
    state = table.state
    questions = tuple(
        replace(q, deadline=_later(q.deadline, by), due=_later(q.due, by), call=_later(q.call, by))
        for q in state.questions
    )
    vote = state.vote and replace(state.vote, until=state.vote.until + by)
    if state.seal is not None and state.seal.waits is not None:
        until = state.seal.waits.until + by
        table.change(seal=replace(state.seal, waits=replace(state.seal.waits, until=until)))
    if state.phase is Phase.LOBBY:  # its life, and how long its host is silent, stood still as well
        table.change(since=_later(state.since, by), host_seen=state.host_seen + by)
    table.change(
        questions=questions, vote=vote, next_at=_later(state.next_at, by),
        idle_at=_later(state.idle_at, by),
    )  # fmt: skip


def _later(time: datetime | None, by: timedelta) -> datetime | None:
    return None if time is None else time + by
