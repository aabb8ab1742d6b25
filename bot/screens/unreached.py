"""Who can be reached by private message, shown in the lobby with the one tap that mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.messages import Button
from bot.screens.controls import control
from bot.screens.screen import with_message
from bot.table import tokens
from bot.table.state import Phase
from engine.msg import SeatArg, chained

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.screens.reader import Reader
    from bot.screens.screen import Screen
    from bot.table.table import Table


def opens_private(reader: Reader, address: str) -> tuple[tuple[Button, ...], ...]:
    """A row with the button that opens a private chat; none where there is no address for it."""
    return ((Button("", reader.say("button-open-private"), url=address),),) if address else ()


def with_unreached(
    screen: Screen, table: Table, reader: Reader, link: Callable[[str], str]
) -> Screen:
    """The lobby's board with a line and a button for those who are not reached."""
    missing = [seat for seat, player in enumerate(table.state.players) if player.unreached]
    if table.state.phase is not Phase.LOBBY or not table.quiet or not missing:
        return screen
    names = chained("render-list", (SeatArg(seat) for seat in missing))
    text = reader.say("lobby-unreached", table, names=names)
    address = link(tokens.button(table.state.id, 0, "hand"))
    button = (
        Button("", reader.say("button-open-private"), url=address)
        if address
        else control(table, "reach", reader.say("button-reach"))
    )
    message = screen.message
    return with_message(screen, text=f"{message.text}\n{text}", rows=(*message.rows, (button,)))
