"""Handlers for a table's place: lost, moved, found again; and for people whom messages miss."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.table import lifecycle
from bot.table.effects import Say, ShowBoard, ShowHandOf, TellPrivately
from bot.table.state import Phase
from engine.msg import msg

if TYPE_CHECKING:
    from datetime import datetime

    from bot.table.commands import Moved, PlaceLost, PlaceReady, Reached, Suspend
    from bot.table.table import Table
    from engine.core import Seat


def _seated(table: Table) -> tuple[Seat, ...]:
    """Persons who have not gone."""
    players = enumerate(table.state.players)
    return tuple(seat for seat, player in players if player.person and not player.left)


def suspend(table: Table, command: Suspend, now: datetime) -> None:
    """Suspend the table after an error; in a lobby, which has no clock, only tell the host."""
    state = table.state
    playing = state.phase in (Phase.PLAYING, Phase.BETWEEN)
    if command.why is not None and not state.over and not state.unreachable:
        host = table.seat_of(state.host)
        told = _seated(table) if playing else () if host is None else (host,)
        where = msg("hurdle-where", chat=state.chat_title, game=game_name(state.game))
        table.change(unreachable=command.why.key)
        table.react(TellPrivately(told, msg("hurdle", where=where, why=command.why)))
    elif command.why is None and playing and state.suspended_at is None:
        table.react(Say((msg("table-trouble"),)))
    if playing:
        lifecycle.suspend(table, now, "" if table.state.unreachable else "trouble")


def ready(table: Table, command: PlaceReady, now: datetime) -> None:
    """Offer to go on where the group can be written to again."""
    if table.state.over:
        return
    table.change(unreachable="")
    state = table.state
    if state.suspended_at is not None and state.tournament and not state.suspended_for:
        lifecycle.resume(table, now)
    elif table.state.suspended_at is not None:
        table.react(Say((msg("place-ready"),)))
    table.react(ShowBoard(repost=True))


def lost(table: Table, command: PlaceLost, now: datetime) -> None:
    """The table ends with its place, and everybody hears of it once."""
    state = table.state
    if state.over:
        return
    if state.tournament:  # it is played on in private: the next stage waits for it
        table.change(place=None, board=None, unreachable="")
        lifecycle.resume(table, now)
        table.touch_board()
        table.touch_hands()
        return
    where = msg("hurdle-where", chat=state.chat_title, game=game_name(state.game))
    table.react(TellPrivately(_seated(table), msg("place-lost", where=where)))
    lifecycle.close(table, "stopped", now)


def moved(table: Table, command: Moved, now: datetime) -> None:
    """The table goes with its chat; the board there is a new message."""
    place, home, new = table.state.place, table.state.home, command.new
    if home is not None and home.key == command.old.key:
        table.change(home=replace(home, platform=new.platform, id=new.id))
    if place is None or place.key != command.old.key:
        return
    table.change(place=replace(place, platform=new.platform, id=new.id), board=None)
    table.touch_board()


def reached(table: Table, command: Reached, now: datetime) -> None:
    """Private messages arrive at a person from now on, or do not."""
    seat = table.seat_of(command.user)
    if seat is None or table.state.over:
        return
    if table.state.players[seat].unreached == command.yes:
        table.seat_changed(seat, unreached=not command.yes)
        if table.quiet:
            table.touch_board()
    if command.yes and table.has_hands:
        table.react(ShowHandOf(seat, notify=True))
