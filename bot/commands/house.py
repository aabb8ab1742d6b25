"""Commands about house rules: keep a set of options under a name, show them, play by one.

A set is its chat's. Everybody there may keep one; it is changed or given up by whoever kept it,
the host of a table there, or an administrator.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.houses import by_id, info_of, kept_here, meant, named, open_by
from bot.commands.registry import Counts, command, control, menu
from bot.commands.request import OLD
from bot.i18n.keys import game_name
from bot.i18n.likeness import likeness
from bot.i18n.names import LONGEST, clean
from bot.ports.menu import Field
from bot.ports.messages import Button, Outgoing, Reply, Style, Where
from bot.screens import houses as screens
from bot.screens.controls import control as table_button
from bot.store.forgetting import ANONYMOUS
from bot.store.house_rows import HouseRules
from bot.support.errors import Refused
from bot.table import houses, tokens
from bot.table.commands import KnowRules, PlayRules
from bot.table.state import Phase, dump_options, load_options
from engine.houses import differences, whole
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.commands.houses import Found
    from bot.commands.request import Request
    from bot.runtime.launcher import Launcher
    from bot.runtime.table_runner import TableRunner
    from engine.core import GameInfo, Options

MOST = 60
"""Sets that a chat keeps."""


class HouseCommands:
    """``/house``, and the buttons about house rules."""

    def __init__(self, launcher: Launcher) -> None:
        self._launcher = launcher
        self._one_at_a_time = asyncio.Lock()

    @command(
        *("house", "规矩", "規矩", "家规", "家規", "houserules"),
        order=365, bare=False, fields=(Field("rules"), Field("game", "game")),
        counts=Counts.SET, act=lambda rest: "houserules-keep" if rest else "houserules",
    )  # fmt: skip
    async def house(self, request: Request, rest: str) -> Reply | None:
        """Show the rules of a chat, or one of them; keep what is set now under a new name."""
        kept = await kept_here(request)
        name, game = await meant(request, rest)
        if not name:
            return await _listing(request, kept, game)
        here = _here(request)
        wanted = game or (here.table.game.info if here is not None else None)
        found = named(request, kept, name, wanted)
        if found is not None:
            return _shown(request, found)
        if wanted is None:
            raise Refused("house-which-game")
        options = await _options(request, wanted)
        return await self._keep(request, name, wanted, options)

    @control(screens.LIST, counts=Counts.VIEW)
    async def list_here(self, request: Request, rest: str) -> Reply | None:
        """Show the rules for the game of a table."""
        info = request.need_table().table.game.info
        return await _listing(request, await kept_here(request), info)

    @control(screens.KEEP, counts=Counts.SET)
    async def keep_here(self, request: Request, rest: str) -> Reply | None:
        """Keep what is set at a table, under the name of whoever presses."""
        table = request.need_table().table
        table.need_phase(Phase.LOBBY)
        person = clean(request.incoming.display_name)
        name = request.reader.say("house-of", name=person[: LONGEST - 3])
        return await self._keep(request, name, table.game.info, table.options, numbered=True)

    @control(screens.BY, counts=Counts.SET)
    async def play_by(self, request: Request, rules: str) -> Reply | None:
        """Set all options of a table as a set has them."""
        runner = request.need_table()
        info = runner.table.game.info
        own = houses.playable(info, await kept_here(request))
        rules = "" if rules == screens.USUAL else rules
        changed = houses.options_of(info, rules, own)
        return await request.ask(
            runner, PlayRules(request.user, rules, tuple(changed.items()), own)
        )

    @menu(screens.SHOW, counts=Counts.VIEW)
    async def show(self, request: Request, argument: str) -> Reply | None:
        """Show one set."""
        return _shown(request, by_id(request, await kept_here(request), argument))

    @menu(screens.OPEN)
    async def open(self, request: Request, argument: str) -> Reply | None:
        """Open a table that plays by a set."""
        found = by_id(request, await kept_here(request), argument)
        await open_by(request, self._launcher, found)
        return None

    @menu(screens.DROP, counts=Counts.SET)
    async def drop(self, request: Request, argument: str) -> Reply | None:
        """Give a set up."""
        found = by_id(request, await kept_here(request), argument)
        own = _changeable(request, found)
        await request.context.store.commit([replace(own, dropped=True)])
        await _tell_lobby(request, own.game)
        return request.toast(msg("house-dropped", name=found.name))

    @menu(screens.RENEW, counts=Counts.SET)
    async def renew(self, request: Request, argument: str) -> Reply | None:
        """Let a set be what is set at the table now."""
        found = by_id(request, await kept_here(request), argument)
        own, here = _changeable(request, found), _here(request)
        if here is None or here.table.state.game != own.game:
            raise Refused("house-no-table")
        changed = differences(here.table.game.info, here.table.options)
        if not changed:
            raise Refused("house-as-usual")
        author = clean(request.incoming.display_name)
        new = replace(
            own, options=dump_options(changed), by=request.user.key, author=author,
            at=request.context.clock.now(),
        )  # fmt: skip
        await request.context.store.commit([new])
        await _tell_lobby(request, own.game)
        return request.toast(msg("house-renewed", name=found.name))

    async def _keep(
        self,
        request: Request,
        name: str,
        info: GameInfo,
        options: Options,
        *,
        numbered: bool = False,
    ) -> Reply:
        """Keep options under a name that is new here; ``numbered``: made so by a number."""
        changed = differences(info, options)
        if not changed:
            raise Refused("house-as-usual")
        key, now = request.score_key, request.context.clock.now()
        if key.startswith("alone:"):
            raise Refused("house-in-chat")
        name = clean(name)
        async with self._one_at_a_time:
            kept = await kept_here(request)
            if len(kept) >= MOST:
                raise Refused("house-too-many", most=MOST)
            taken = {likeness(one.name) for one in kept if one.game == info.id}
            if numbered:
                name = _free(name, taken)
            elif likeness(name) in taken:  # somebody was faster
                raise Refused("house-taken", name=name)
            row = HouseRules(
                request.context.ids.id(), key, info.id, name, dump_options(changed),
                request.user.key, clean(request.incoming.display_name), now,
            )  # fmt: skip
            await request.context.store.commit([row])
        await _tell_lobby(request, info.id)
        say = request.reader.say
        told = say("house-kept", name=name, game=game_name(info.id))
        lines = (told, *screens.changes(request.reader, info, changed))
        return request.text("\n".join(lines), public=True)


# What there is here.


def _here(request: Request) -> TableRunner | None:
    """The lobby in which something can be set."""
    runner = request.table
    return runner if runner is not None and runner.table.state.phase is Phase.LOBBY else None


async def _options(request: Request, info: GameInfo) -> Options:
    """What a game is played with here: at its table, or else in the newest match.

    Raises:
        Refused: neither is there.
    """
    runner = request.table
    if runner is not None and runner.table.state.game == info.id:
        return runner.table.options
    found = await request.context.store.houses.newest(request.score_key, info.id)
    options = whole(info, load_options(found)) if found else None
    if options is None:
        raise Refused("house-no-lobby", game=game_name(info.id))
    return options


def _changeable(request: Request, found: Found) -> HouseRules:
    """The chat's own set, where the author of a request may change it.

    Raises:
        Refused: it is none of theirs.
    """
    own, here = found.own, request.table
    if own is None:
        raise Refused(OLD)
    host = here is not None and here.table.state.host == request.user
    mine = own.by == request.user.key or own.by.startswith(ANONYMOUS)
    if not (mine or host or request.incoming.admin):
        raise Refused("house-not-yours", private=True, name=own.author)
    return own


async def _tell_lobby(request: Request, game: str) -> None:
    """A lobby offers what there is now."""
    here = _here(request)
    if here is not None and here.table.state.game == game:
        kept = await kept_here(request)
        await here.ask(KnowRules(houses.playable(here.table.game.info, kept)))


def _free(name: str, taken: set[str]) -> str:
    number, wanted = 1, name
    while likeness(wanted) in taken:
        number += 1
        end = f" {number}"
        wanted = name[: LONGEST - len(end)] + end
    return wanted


# What is shown.


async def _listing(request: Request, kept: Sequence[HouseRules], game: GameInfo | None) -> Reply:
    here = _here(request)
    info = game or (here.table.game.info if here is not None else None)
    first = sorted(kept, key=lambda one: info is not None and one.game != info.id)
    same = here is not None and info is not None and here.table.state.game == info.id
    table = here.table if here is not None and same else None
    shown = [one for one in first if info_of(request, one.game) is not None]
    message = screens.listing(request.reader, shown, info, table)
    if kept and request.chat is not None:
        token = tokens.menu("export", f"house.{request.chat.id}")
        button = Button(token, request.reader.say("scores-button-export"))
        message = replace(message, rows=(*message.rows, (button,)))
    return Reply(message, Where.PRIVATE, public=True)


def _shown(request: Request, found: Found) -> Reply:
    """One set, with what can be done about it."""
    say, own = request.reader.say, found.own
    also = [say("house-source", source=found.source)] if found.source else []
    if own is not None and own.author:
        also.append(say("house-by", name=own.author))
    playable = whole(found.game, found.changed) is not None
    also += [] if playable else [say("house-outdated")]
    text = screens.one(request.reader, found.game, found.name, found.changed, *also)
    row = [_play_button(request, found)] if playable else []
    if own is not None:
        if _renewable(request, found):
            row.append(Button(tokens.menu(screens.RENEW, own.ident), say("button-house-renew")))
        drop = tokens.menu(screens.DROP, own.ident)
        row.append(Button(drop, say("button-house-drop"), Style.DANGER))
    return Reply(Outgoing(text, rows=(tuple(row),) if row else ()), Where.PRIVATE, public=True)


def _renewable(request: Request, found: Found) -> bool:
    """Whether something else is set at a lobby here that a set could be instead."""
    here = _here(request)
    if here is None or here.table.state.game != found.game.id:
        return False
    now = differences(found.game, here.table.options)
    return bool(now) and now != dict(found.changed)


def _play_button(request: Request, found: Found) -> Button:
    here = _here(request)
    label = request.reader.say("button-house-play")
    if here is not None and here.table.state.game == found.game.id:
        return table_button(here.table, f"{screens.BY}{found.rules}", label)
    own = found.own
    argument = own.ident if own is not None else f"{found.game.id}.{found.rules[1:]}"
    return Button(tokens.menu(screens.OPEN, argument), label)
