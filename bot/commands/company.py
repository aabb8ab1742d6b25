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
    from collections.abc import Iterator

    from bot.commands.request import Request
    from bot.runtime.table_runner import TableRunner

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
        return Reply(screens.house(request.reader, _tables(request)))

    @menu("home")
    async def home(self, request: Request, rest: str) -> Reply | None:
        """Show its author all of it that there is."""
        found = _tables(request), await _rooms(request), await _fellows(request)
        return Reply(screens.home(request.reader, *found)) if any(found) else None


async def _fellows(request: Request) -> list[tuple[str, int]]:
    """Names of people, and in how many matches they sat at the same table."""
    found = await request.context.store.company.fellows(request.user.key, PEOPLE)
    names = told_apart([clean(one.name) for one in found])
    return [(name, one.matches) for name, one in zip(names, found, strict=True)]


def _tables(request: Request) -> list[screens.Open]:
    """Open tables, those with many free seats first."""
    return sorted(_open(request), key=lambda one: -one.free)[:TABLES]


async def _rooms(request: Request) -> list[screens.Room]:
    """First those where their author has a seat now, then those where they played or spoke."""
    store, user = request.context.store, request.user
    seated = [
        runner.table.state.place
        for runner in request.tables.of(user)
        if not has_left(runner.table, user)
    ]
    played = {one.chat: one for one in await store.company.places(user.key, 2 * ROOMS)}
    spoken = [one.chat for one in reversed(await store.talk.of(user.key))]
    known = [place.key for place in seated if place is not None and not place.thread]
    now, found = request.context.clock.now(), []
    for key in dict.fromkeys((*known, *played, *spoken)):
        platform, _, ident = key.partition(":")
        chat = ChatRef(platform, ident)
        if platform != user.platform:
            continue
        last = played.get(key)
        runner = request.tables.at(chat)
        state = runner.table.state if runner is not None and not runner.table.state.over else None
        game = state.game if state is not None else last.game if last is not None else ""
        if game and game not in request.context.games:
            game = ""
        ago = (now - last.at).days if last is not None else None
        names = _others(runner, request) if runner is not None and state is not None else ()
        link = request.platform.place_link(chat)
        playing = None if state is None else bool(state.match)
        found.append(screens.Room(link, game, playing, names, ago))
    return found[:ROOMS]


def _others(runner: TableRunner, request: Request) -> tuple[str, ...]:
    table = runner.table
    players = zip(table.names, table.state.players, strict=True)
    return tuple(name for name, one in players if one.user not in (None, request.user))


def _open(request: Request) -> Iterator[screens.Open]:
    for runner in request.tables.running.values():
        table, state = runner.table, runner.table.state
        if state.house != OPEN or state.over or state.place is None:
            continue
        if state.place.platform != request.user.platform or table.seat_of(request.user) is not None:
            continue
        host = table.seat_of(state.host)
        free = table.game.info.seats[-1] - len(state.players)
        yield screens.Open(
            request.platform.place_link(state.place),
            state.game,
            table.names[host] if host is not None else "",
            free if state.phase is Phase.LOBBY else 0,
        )
