"""The private screen as an answer: where its owner asked for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.messages import Where
from bot.screens import hand as private
from bot.screens.controls import control
from bot.screens.screen import with_message
from bot.table.commands import ShowHand

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.runtime.table_runner import TableRunner


async def hand(request: Request, runner: TableRunner) -> Reply | None:
    """The private screen where it was asked for: beside the board, else by private message."""
    incoming, user, context = request.incoming, request.user, request.context
    if incoming.window:  # it is before their eyes
        runner.table.need_seat(user)
        return None
    aside = request.limits.aside
    if incoming.own or (incoming.chat is not None and (aside or context.reachability.closed(user))):
        return await own_hand(request, runner)
    seat = runner.table.seat_of(user)
    if seat is not None:
        runner.outbox.forget(user)
    reply = await request.ask(runner, ShowHand(user))
    if seat is None or context.preferences.wants(user, "dm"):
        return reply
    return await request.screen(private.hand(request.reader, runner.table, seat))


async def own_hand(request: Request, runner: TableRunner) -> Reply:
    """The private screen as a message in the group that its owner alone sees.

    Nobody changes that message but its owner's presses, so it has a button to look again.
    """
    table, reader = runner.table, request.reader
    screen = private.hand(reader, table, table.need_seat(request.user))
    again = control(table, "hand", reader.say("button-refresh"))
    where = Where.SAME_MESSAGE if request.incoming.own else Where.PRIVATE
    screen = with_message(screen, rows=(*screen.message.rows, (again,)))
    return await request.screen(screen, where)
