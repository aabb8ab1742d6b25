"""The readings of an ambiguous play, each a button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import prefix
from bot.ports.messages import Button, Outgoing, Reply, Style, Where
from bot.table import tokens
from engine.msg import msg

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.table.table import Table
    from engine.core import Action
    from engine.errors import AmbiguousAction
    from engine.msg import Msg


def readings(request: Request, error: AmbiguousAction) -> Reply | None:
    """Ask which is meant; None where the author is asked nothing any more."""
    runner = request.table
    seat = runner.table.seat_of(request.user) if runner is not None else None
    question = runner.table.question_of(seat) if runner and seat is not None else None
    if runner is None or seat is None or question is None:
        return None
    table, say = runner.table, request.reader.catalogue.speaker(runner.table.names)
    buttons = []
    for index, action in enumerate(error.options):
        item = tokens.item_of(action, table.prompt(seat))
        label = say(error.labels[index] if error.labels else _label(table, seat, action))
        token = tokens.button(table.state.id, question.number, item)
        buttons.append((Button(token, label, Style.PRIMARY),))
    return Reply(Outgoing(text=say(error.msg), rows=tuple(buttons)), Where.PRIVATE)


def _label(table: Table, seat: int, action: Action) -> Msg:
    for choice in table.prompt(seat).choices:
        if choice.action == action:
            return choice.label
    return msg(f"{prefix(table.state.game)}-reading-{getattr(action, 'reading', '')}")
