"""Buttons about rooms one has been in, people one has played with, and tables open to everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.commands.registry import menu
from bot.commands.request import has_left
from bot.i18n.names import clean, told_apart
from bot.ports.messages import Reply
from bot.ports.refs import ChatRef
from bot.screens import company as screens
from bot.table.state import OPEN, Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bot.commands.request import Request
    from bot.table.state import TableState

ROOMS, PEOPLE, TABLES = 8, 20, 12
"""How many of each are shown."""


class CompanyCommands:
    """What there is beside this room, for whoever asks."""

    @menu("rooms")
    async def rooms(self, request: Request, rest: str) -> Reply | None:
        """Show its author the rooms that they have been in, and what is on there."""
        return Reply(screens.rooms(request.reader, await _rooms(request)))

    @menu("fellows")
    async def fellows(self, request: Request, rest: str) -> Reply | None:
        """Show its author with whom they have played."""
        return Reply(screens.fellows(request.reader, await _fellows(request)))

    @menu("house")
    async def house(self, request: Request, rest: str) -> Reply | None:
        """Show the tables that their hosts have opened to everybody."""
        return Reply(screens.house(request.reader, await _tables(request)))

    @menu("home")
    async def home(self, request: Request, rest: str) -> Reply | None:
        """Show its author all of it that there is."""
        found = await _tables(request), await _rooms(request), await _fellows(request)
        return Reply(screens.home(request.reader, *found)) if any(found) else None


async def _fellows(request: Request) -> list[tuple[str, int]]:
    """Names of people, and in how many matches they sat at the same table."""
    found = await request.context.store.company.fellows(request.user.key, PEOPLE)
    names = told_apart([clean(one.name) for one in found])
    return [(name, one.matches) for name, one in zip(names, found, strict=True)]


async def _tables(request: Request) -> list[screens.Open]:
    """Open tables, those with many free seats first, whichever process runs them."""
    here = [runner.table.state for runner in request.tables.running.values()]
    found = _open(request, [*here, *await request.tables.others.open_tables()])
    return sorted(found, key=lambda one: -one.free)[:TABLES]


async def _rooms(request: Request) -> list[screens.Room]:
    """First those where their author has a seat now, then those where they played or spoke."""
    store, user = request.context.store, request.user
    others = request.tables.others
    seated = [
        runner.table.state.place
        for runner in request.tables.of(user)
        if not has_left(runner.table, user)
    ]
    seated += [
        state.place
        for state in await others.of(user)
        if any(one.user == user and not one.left for one in state.players)
    ]
    played = {one.chat: one for one in await store.company.places(user.key, 2 * ROOMS)}
    spoken = [one.chat for one in reversed(await store.talk.of(user.key))]
    known = [place.key for place in seated if place is not None and not place.thread]
    now, found = request.context.clock.now(), []
    keys = tuple(dict.fromkeys((*known, *played, *spoken)))
    elsewhere = await others.at([ChatRef(*key.split(":", 1)).place for key in keys])
    for key in keys:
        platform, _, ident = key.partition(":")
        chat = ChatRef(platform, ident)
        if platform != user.platform:
            continue
        last = played.get(key)
        runner = request.tables.at(chat)
        state = runner.table.state if runner is not None else elsewhere.get(chat.place)
        state = None if state is None or state.over else state
        game = state.game if state is not None else last.game if last is not None else ""
        if game and game not in request.context.games:
            game = ""
        ago = (now - last.at).days if last is not None else None
        names = _others(state, request) if state is not None else ()
        link = request.platform.place_link(chat)
        playing = None if state is None else bool(state.match)
        found.append(screens.Room(link, game, playing, names, ago))
    return found[:ROOMS]


def _names(state: TableState) -> tuple[str, ...]:
    """By seat, as they are called at the table."""
    return told_apart([one.name for one in (*state.players, *state.queue)])


def _others(state: TableState, request: Request) -> tuple[str, ...]:
    players = zip(_names(state), state.players, strict=False)  # who waits follows the seats
    return tuple(name for name, one in players if one.user not in (None, request.user))


def _open(request: Request, states: Iterable[TableState]) -> Iterator[screens.Open]:
    for state in states:
        game = request.context.games.get(state.game)
        if state.house != OPEN or state.over or state.place is None or game is None:
            continue
        users = [one.user for one in state.players]
        if state.place.platform != request.user.platform or request.user in users:
            continue
        free = game.info.seats[-1] - len(users)
        yield screens.Open(
            request.platform.place_link(state.place),
            state.game,
            _names(state)[users.index(state.host)] if state.host in users else "",
            free if state.phase is Phase.LOBBY else 0,
        )
