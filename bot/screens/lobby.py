"""The board of a table that has not begun: who is there, what will be played, what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.i18n.times import clock_time
from bot.ports.messages import Button, Outgoing, Style, Wanted
from bot.screens import coins as coinview
from bot.screens.controls import control
from bot.screens.houses import in_force, offer_row
from bot.screens.screen import Screen, lines
from bot.screens.table_view import marks
from bot.table import houses
from bot.table.beacon import line
from bot.table.options import options_of, settings_of
from bot.table.shuffle import short
from engine.frozen import changed
from engine.msg import SeatArg, chained, msg
from engine.view import Fact, Facts, SeatRow, Seats, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.screens.reader import Reader
    from bot.table.table import Table

PLACES = 4
"""Empty places that a lobby shows at most: where many may play, it is no wall of them."""


def lobby(reader: Reader, table: Table) -> Screen:
    """The board before the first deal."""
    state, info = table.state, table.game.info
    rows = tuple(
        SeatRow(s, marks=marks(table, s, host=player.user == state.host))
        for s, player in enumerate(state.players)
    )
    title = msg("lobby-title", game=game_name(state.game))
    least, most, here = info.seats[0], info.seats[-1], state.here
    vacant = min(most - len(state.players), PLACES)
    view = View(title, (Seats(rows, free=vacant), Facts(_terms(reader, table))))
    text = (
        reader.say("lobby-text-exact", count=least, here=here)
        if least == most
        else reader.say("lobby-text", least=least, most=most, here=here)
    )
    missing = _missing(reader, table)
    queue = chained("render-list", table.waiting_names)
    queued = reader.say("lobby-queue", names=queue) if state.queue else ""
    buttons, more = _lobby_rows(reader, table)
    rights = chained("render-list", map(msg, table.lacking))
    lacking = reader.say("lobby-lacking", rights=rights) if table.lacking else ""
    seal = state.seal
    waits = line(seal) if seal else None
    sealed = ""
    if waits:
        sealed, missing = reader.catalogue.say(waits), ""
    elif seal:
        shown, number = short(seal.fingerprint), len(seal.words)
        sealed = reader.say("lobby-sealed", fingerprint=shown, number=number)
    told = lines(text, missing, *_front_lines(reader, table), queued, sealed, lacking)
    offered = offer_row(reader, table, houses.offers(table))
    front = (*((offered,) if offered else ()), *_front_rows(reader, table))
    message = Outgoing(told, rows=(buttons, more, *front))
    return Screen(view, table.names, message)


def _missing(reader: Reader, table: Table) -> str:
    """What a lobby waits for: players, those asked again, or whoever is to press 开始."""
    state, info = table.state, table.game.info
    if asked := _asked_again(reader, table):
        return asked
    if state.here < info.seats[0]:
        key = "lobby-missing-coins" if state.money == "coins" else "lobby-missing"
        return reader.say(key, count=info.seats[0] - state.here)
    host = table.seat_of(state.host)
    if state.here not in info.seats or state.least or host is None:
        return ""
    key = "lobby-ready" if len(table.present()) > 1 else "lobby-ready-alone"
    return reader.say(key, table, host=SeatArg(host))


def _lobby_rows(reader: Reader, table: Table) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """Two rows of what will not be refused, with what most people want next in gold.

    Alone nobody can join; computer players have no purse; 金币场 is neither set nor started.
    """
    state, seats = table.state, table.game.info.seats
    waits = state.seal is not None and state.seal.waits is not None
    coins, ready = state.money == "coins", state.here in seats and not (state.least or waits)
    first = ["join"] if state.place is not None else []
    if not coins and len(state.players) < seats[-1]:
        first.append("bot")
    if any(not player.person for player in state.players):
        first.append("unbot")
    second = ["start", "set", "rules", "more"]
    second = second[not ready :] if not state.least else ["rules"]
    wanted = "start" if ready else first[0] if first and not waits else ""
    whom = {} if waits else _wanted(table, ready=ready)

    def row(names: list[str]) -> tuple[Button, ...]:
        return tuple(
            changed(
                control(
                    table,
                    name,
                    reader.say(f"button-{name}"),
                    Style.PRIMARY if name == wanted else Style.PLAIN,
                ),
                wanted=whom.get(name),
            )
            for name in names
        )

    return row([*first, "leave"]), row(second)


def _wanted(table: Table, *, ready: bool) -> dict[str, Wanted]:
    """What comes next for whom: who is not here yet joins, the host fills up and starts, and who
    is here waits."""
    state = table.state
    here = tuple(one.user for one in state.players if one.user is not None and not one.left)
    full = len(state.players) == table.game.info.seats[-1]
    host = tuple(user for user in here if user == state.host)
    return {
        "join": Wanted(()) if full else Wanted(here, others=True),
        "start" if ready else "bot": Wanted(host),
    }


def _asked_again(reader: Reader, table: Table) -> str:
    """Who is asked to play once more, and until when; empty where nobody is."""
    state = table.state
    if state.next_at is None or state.here == len(state.players):
        return ""
    names = (n for n, player in zip(table.names, state.players, strict=True) if player.left)
    until = clock_time(state.next_at, state.since)
    return reader.say("again-title", names=chained("render-list", names), until=until)


def _terms(reader: Reader, table: Table) -> tuple[Fact, ...]:
    """What will be played: the plan, the clock and everything that is not as usual."""
    named = in_force(table)
    return (
        *(() if named is None else (Fact(msg("house-fact"), named, good=True),)),
        *(
            Fact(one.name, reader.worded(one, one.value(table)), good=not one.always)
            for one in settings_of(table.game.info)
            if one.told(table)
        ),
        *coinview.terms(table.state, table.game.info),
    )


def _front_lines(reader: Reader, table: Table) -> Iterator[str]:
    """The options that a lobby shows whatever they are: what each means, in a line."""
    for option in options_of(table.game.info):
        note = option.note(option.value(table))
        if option.always and reader.catalogue.has(note.key):
            yield reader.say("lobby-front", name=option.name, note=note)


def _front_rows(reader: Reader, table: Table) -> Iterator[tuple[Button, ...]]:
    """A row of buttons for the next values of those options."""
    if table.state.least or table.state.tournament:
        return
    row = tuple(
        control(
            table,
            f"opt-{option.item}",
            reader.say(
                "settings-button",
                name=option.name,
                value=reader.value(option, option.value(table)),
            ),
        )
        for option in options_of(table.game.info)
        if option.always
    )
    if row:
        yield row
