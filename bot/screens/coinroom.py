"""What a chat sees of the queue of 金币场."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.coinroom.queue import DEALS, FEE, GAME, LEAST, SEATS, STAKE
from bot.i18n.keys import game_name
from bot.i18n.names import told_apart
from bot.i18n.times import clock_time
from bot.ports.messages import Button, Outgoing, Style
from bot.screens.more import open_more
from bot.screens.screen import Screen
from bot.screens.unreached import opens_private
from bot.table import tokens
from engine.msg import msg
from engine.view import Fact, Facts, SeatRow, Seats, View

if TYPE_CHECKING:
    from bot.coinroom.queue import Queue
    from bot.screens.reader import Reader

TERMS = (
    Fact(msg("coinroom-fee"), msg("coinroom-fee-value", coins=FEE)),
    Fact(msg("coinroom-deals"), msg("coinroom-deals-value", deals=DEALS)),
    Fact(msg("coinroom-least"), msg("coinroom-coins", coins=LEAST)),
    Fact(msg("coinroom-stake"), msg("coinroom-coins", coins=STAKE)),
)


def board(reader: Reader, room: Queue, private: str = "") -> Screen:
    """Who waits, for what, and the buttons: only what somebody would not be refused.

    ``private``: the address that opens a private chat, for whoever has to before they queue.
    """
    here = len(room.people)
    names = told_apart([waiter.name for waiter in room.people])
    seats = Seats(tuple(map(SeatRow, range(here))), free=max(SEATS - here, 0))
    view = View(msg("coinroom-title", game=game_name(GAME)), (seats, Facts(TERMS)))
    if here >= SEATS:
        text = reader.say("coinroom-busy", here=here, count=SEATS)
    else:
        until = clock_time(room.expires) if room.expires is not None else ""
        text = reader.say("coinroom-text", here=here, count=SEATS, until=until)
    leave = Button(tokens.menu("coinroom", "leave"), reader.say("button-coinroom-leave"))
    row = (
        Button(tokens.menu("coinroom", "join"), reader.say("button-coinroom-join"), Style.PRIMARY),
        *((leave,) if here else ()),
        Button(tokens.menu("rules", f"{GAME}.1"), reader.say("button-rules")),
        open_more(reader),
    )
    rows = (row, *opens_private(reader, private))
    return Screen(view, names, Outgoing(text, rows=rows), room.public, taste=reader.taste)
