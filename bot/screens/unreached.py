"""Who can be reached by private message, shown in the lobby with the one tap that mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.messages import Button
from bot.screens.controls import control
from bot.screens.screen import with_message
from bot.table import tokens
from bot.table.state import Phase
from engine.msg import Msg, SeatArg, chained, msg

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.screens.board import Screens
    from bot.screens.screen import Screen
    from bot.table.table import Table
    from engine.core import Seat


def opens_private(screens: Screens, address: str) -> tuple[tuple[Button, ...], ...]:
    """A row with the button that opens a private chat; none where there is no address for it."""
    return ((Button("", screens.say("button-open-private"), url=address),),) if address else ()


def mark(table: Table, seat: Seat) -> tuple[Msg, ...]:
    """Whether private messages arrive at a seat; nothing where that is not known yet.

    During a match only those are marked whom they do not reach.
    """
    player = table.state.sitters[seat]
    if not table.quiet or player.user is None:
        return ()
    if player.unreached:
        return (msg("mark-unreached"),)
    known = any(hand.user == player.user for hand in table.state.hands)
    lobby = table.state.phase is Phase.LOBBY and table.state.place is not None
    return (msg("mark-reached"),) if known and lobby else ()


def mended(screen: Screen, table: Table, screens: Screens, link: Callable[[str], str]) -> Screen:
    """The lobby's board with a line and a button for those who are not reached."""
    missing = [seat for seat, player in enumerate(table.state.sitters) if player.unreached]
    if table.state.phase is not Phase.LOBBY or not table.quiet or not missing:
        return screen
    names = chained("render-list", (SeatArg(seat) for seat in missing))
    text = screens.say("lobby-unreached", table, names=names)
    address = link(tokens.button(table.state.id, 0, "hand"))
    button = (
        Button("", screens.say("button-open-private"), url=address)
        if address
        else control(table, "reach", screens.say("button-reach"))
    )
    message = screen.message
    return with_message(screen, text=f"{message.text}\n{text}", rows=(*message.rows, (button,)))
