"""What can be done next beside the game itself: rare things at a table, and what to play after it.

The board has what most people want; the rest opens for whoever asks for more, for them alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.ports.messages import Button, Outgoing, Style
from bot.screens import coins as coinview
from bot.screens.controls import control
from bot.screens.screen import Screen
from bot.table import stakes, tokens, written
from bot.table.commands import LEVELS, NORMAL
from bot.table.seats import beside
from bot.table.shuffle import sealable
from bot.table.state import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.ports.refs import UserRef
    from bot.screens.reader import Reader
    from bot.table.table import Table

    Row = tuple[Button, ...]

NOTIFY = "notify"
"""The command of the buttons about being told of tables that open."""

TEACH, FIRST = "teach", "first"
"""The command of the buttons about lessons, and what begins a first real game."""

MORE = "more-"
"""How the items of buttons begin that stand behind 更多: their press shows what there is then."""


@dataclass(frozen=True, slots=True)
class Place:
    """What there is in a place beside tables.

    Attributes:
        purses: people can have coins there.
        chat: it is a group; tournaments and queues belong to groups.
        rooms: it is a room of our own, of which one has several.
        record: its reader may read what was played there.
        autopass: whether its reader has turned 自动过牌 on.
        notify: the button by which its reader is told when a table opens there, or is no longer:
            ``on`` or ``off`` and the chat's id; empty where that is not to be had.
    """

    purses: bool = True
    chat: bool = True
    autopass: bool = False
    record: bool = True
    notify: str = ""
    rooms: bool = False


def next_row(reader: Reader, table: Table) -> Row:
    """What a table that is over offers: the same once more, another game, and more.

    A table of a tournament has its call for that, and is not played once more.
    """
    if table.state.lesson:
        return taught(reader, table)
    again = tokens.menu("again", table.state.id)
    same = Button(again, reader.say(coinview.again(table.state)), Style.PRIMARY)
    return (*(() if table.state.tournament else (same,)), *after(reader))


def taught(reader: Reader, table: Table) -> Row:
    """What follows a lesson: a first real game, another lesson, a table with friends, and more."""
    first = tokens.menu(TEACH, f"{FIRST}.{table.state.game}")
    return (
        Button(first, reader.say("button-lesson-first"), Style.PRIMARY),
        Button(tokens.menu(TEACH, table.state.game), reader.say("button-lesson-again")),
        Button(tokens.menu(TEACH), reader.say("button-lessons")),
        *after(reader),
    )


def after(reader: Reader) -> Row:
    """Another game, and what else there is, where nothing is on."""
    return (Button(tokens.menu("newgame", "menu"), reader.say("button-games")), open_more(reader))


def open_more(reader: Reader) -> Button:
    """What else there is, for whoever asks and for them alone."""
    return Button(tokens.menu("more"), reader.say("button-more"))


def here(reader: Reader, place: Place, *said: str) -> Screen:
    """What can be begun or set in a place where no table is on."""
    say = reader.say
    begun = [Button(tokens.menu("newgame", "menu"), say("button-games"))]
    begun.append(Button(tokens.menu(TEACH), say("button-teach")))
    if place.chat:
        begun.append(Button(tokens.menu("tournament", "new"), say("button-tournament")))
        begun.append(Button(tokens.menu("tournament", "duplicate"), say("button-duplicate")))
    if place.chat and place.purses:
        begun.append(Button(tokens.menu("coinroom", "join"), say("button-coinroom")))
    own = (
        Button(tokens.menu("scores"), say("button-scores")),
        Button(tokens.menu("prefs"), say("button-prefs")),
    )
    text = "\n".join((*said, say("more-here")))
    rows = (tuple(begun), own, *_beside(reader, place), *_notify_row(reader, place))
    return Screen(None, (), Outgoing(text, rows=rows), taste=reader.taste)


def _beside(reader: Reader, place: Place, *, table: bool = False) -> tuple[Row, ...]:
    """Other rooms, people and tables; who is at this one; and what else there is."""
    if not place.rooms:
        return ()
    say = reader.say
    people = (Button(tokens.menu("people"), say("button-people")),) if table else ()
    prefs = (Button(tokens.menu("prefs"), say("button-prefs")),) if table else ()
    names = ("rooms", "fellows", "house")
    beside = tuple(Button(tokens.menu(name), say(f"button-{name}")) for name in names)
    return (*people, *prefs, Button(tokens.menu("help"), say("button-help-page"))), beside


def _notify_row(reader: Reader, place: Place) -> tuple[Row, ...]:
    if not place.notify:
        return ()
    word = place.notify.partition(".")[0]
    token = tokens.menu(NOTIFY, place.notify)
    return ((Button(token, reader.say(f"button-notify-{word}")),),)


def more(reader: Reader, table: Table, user: UserRef, place: Place, *said: str) -> Screen:
    """What a person can do at a table that is on, beside playing; only what will not be refused.

    ``said``: words that stand above, about what was done just now.
    """
    rows = [row for row in _rows(reader, table, user, place) if row]
    shown = table.state.fingerprint
    dealt = (reader.say("hand-fingerprint", fingerprint=shown),) if shown else ()
    text = "\n".join((*said, *dealt, reader.say("more-table")))
    return Screen(None, table.names, Outgoing(text, rows=tuple(rows)), taste=reader.taste)


def _rows(reader: Reader, table: Table, user: UserRef, place: Place) -> Iterator[Row]:
    def row(*names: str) -> Row:
        styles = {"stop": Style.DANGER}
        return tuple(
            control(table, MORE + name, reader.say(f"button-more-{name}"), styles.get(name, PLAIN))
            for name in names
        )

    seat = table.seat_of(user)
    if table.state.phase is Phase.LOBBY:
        yield row(*_in_lobby(table, user))
    elif seat is not None:
        yield row(*_seated(table, seat))
    else:
        yield row(*_watching(table, user))
    yield row(*_ending(table, user))
    if table.state.suspended_at is not None and not table.present():
        yield (Button(tokens.menu("newgame", "menu"), reader.say("button-games")),)
    if seat is not None:
        value = reader.say(f"prefs-value-autopass-{'on' if place.autopass else 'off'}")
        name = reader.say("prefs-name-autopass")
        label = reader.say("settings-button", name=name, value=value)
        yield (Button(tokens.button(table.state.id, 0, f"{MORE}autopass"), label),)
    record = ("record",) if table.match is not None and place.record else ()
    read = ("table", *record, "rules")
    yield row(*(read if table.state.place is not None else read[1:]))
    if seat is not None and written.shows_all(table):
        yield (Button(tokens.menu("do", "display"), reader.say("button-display")),)
    yield from _beside(reader, place, table=True)
    yield from _notify_row(reader, place)


PLAIN = Style.PLAIN


def _in_lobby(table: Table, user: UserRef) -> Iterator[str]:
    """Computers of other levels than the usual one; a place in the queue where all are taken."""
    most, seated = table.game.info.seats[-1], table.seat_of(user) is not None
    room = len(table.state.players) < most
    if seated and room and not stakes.plays_coins(table.state):
        yield from (f"bot-{level}" for level in LEVELS if level != NORMAL)
    if beside(table, user) is not None:
        yield "seat"
    if seated and sealable(table):
        made = table.state.seal
        if made is None or made.waits is None:
            yield "shuffle" if made is None else "word"
    if not seated and not room and not table.state.least:
        yield "unqueue" if _queues(table, user) else "queue"


def _seated(table: Table, seat: int) -> Iterator[str]:
    player = table.state.players[seat]
    if player.left:
        yield "return"
        return
    yield "back" if player.autopilot else "auto"
    yield "leave"
    if table.state.tournament or player.autopilot:
        return
    if table.state.suspended_at is None and table.state.vote is None:
        yield "pause"


def _watching(table: Table, user: UserRef) -> Iterator[str]:
    state = table.state
    if _queues(table, user):
        yield "unqueue"
    elif not (state.tournament or state.least):
        deserted = state.suspended_at is not None and not table.present()
        if not (deserted and state.phase is Phase.PLAYING):
            yield "queue"


def _queues(table: Table, user: UserRef) -> bool:
    return any(player.user == user for player in table.state.queue)


def _ending(table: Table, user: UserRef) -> Iterator[str]:
    """The end: for the host of a lobby, or whoever plays and has a voice about it."""
    state, seat = table.state, table.seat_of(user)
    if seat is None or state.tournament:
        return
    host = user == state.host
    voice = not state.players[seat].left and state.vote is None
    if host if state.phase is Phase.LOBBY else voice:
        yield "stop"
