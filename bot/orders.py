"""What people ask for, command by command: each is one method that answers its author alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import tokens
from bot.clerk import OLD, Clerk
from bot.commands import (
    AddBot,
    Autopilot,
    CastVote,
    Configure,
    Join,
    Kick,
    Leave,
    Next,
    RemoveBot,
    Repost,
    Resume,
    ShowHand,
    Start,
    Stop,
    Typed,
)
from bot.controls import game_name
from bot.loading import restored
from bot.lobby import CLOCKS, QUAN
from bot.names import clean
from bot.ports import Button, Outgoing, Reply, Where
from bot.state import Phase
from bot.tablecore import Refused
from engine.errors import RuleError
from engine.match import option_error
from engine.text import normal

if TYPE_CHECKING:
    from bot.ports import Incoming
    from bot.runner import Runner
    from bot.table import Table
    from engine.core import Game

QUICK_QUAN = (1, 4, 8)
"""What the settings button offers; any number can be typed."""


class Orders(Clerk):
    """Carries out commands; the methods are called like them."""

    async def play(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need(incoming)
        return await self.ask(runner, Typed(incoming.user, rest, incoming.source, incoming.at))

    async def newgame(self, incoming: Incoming, rest: str) -> Reply | None:
        if incoming.chat is None:
            raise Refused("newgame-in-group")
        game = await self.game_named(incoming, rest)
        if game is None:
            return self.menu()
        runner = await self.hub.open(incoming, game)
        if runner is None:
            old = self.hub.at(incoming.chat)
            if old is not None:
                old.tell(Repost())
            raise Refused("newgame-another")
        return None

    async def game_named(self, incoming: Incoming, rest: str) -> Game[object, object] | None:
        wanted = normal(rest)
        if not wanted and incoming.chat is not None:
            wanted = (await self.hub.store.chat(incoming.chat.key)).get("game", "")
            if not wanted:
                return None
        for ident, game in self.hub.games.items():
            known = {ident, *game.info.names, self.hub.screens.catalogue.say(game_name(ident))}
            if wanted in {normal(name) for name in known}:
                return game
        if wanted in ("menu", "?", "？", "选", "菜单"):
            return None
        raise Refused("newgame-unknown", games="、".join(self.game_names()))

    def game_names(self) -> list[str]:
        say = self.hub.screens.catalogue.say
        return [say(game_name(ident)) for ident in self.hub.games]

    def menu(self) -> Reply:
        buttons = [
            Button(tokens.menu("newgame", ident), name)
            for ident, name in zip(self.hub.games, self.game_names(), strict=True)
        ]
        rows = tuple(tuple(buttons[at : at + 3]) for at in range(0, len(buttons), 3))
        text = self.hub.screens.say("newgame-menu")
        return Reply(Outgoing(text=text, rows=rows), Where.PRIVATE)

    async def join(self, incoming: Incoming, rest: str) -> Reply | None:
        name = clean(incoming.display_name)
        return await self.ask(self.need(incoming), Join(incoming.user, name))

    async def leave(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), Leave(incoming.user))

    async def addbot(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), AddBot(incoming.user))

    async def removebot(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), RemoveBot(incoming.user))

    async def kick(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need(incoming)
        seat = _seat_named(runner.table, rest)
        return await self.ask(runner, Kick(incoming.user, seat))

    async def start(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), self.start_of(incoming))

    def start_of(self, incoming: Incoming) -> Start:
        """The command that begins a match, with a fresh seed."""
        fresh = self.hub.fresh
        return Start(incoming.user, fresh.id(), fresh.seed())

    async def next(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), Next(incoming.user))

    async def table(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), Repost())

    async def autopilot(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), Autopilot(incoming.user, on=True))

    async def back(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), Autopilot(incoming.user, on=False))

    async def yes(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), CastVote(incoming.user, yes=True))

    async def no(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), CastVote(incoming.user, yes=False))

    async def resume(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), Resume(incoming.user))

    async def stop(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need(incoming)
        return await self.ask(runner, Stop(incoming.user, admin=incoming.admin))

    async def hand(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.hand_of(self.need(incoming), incoming)

    async def hand_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        seat = runner.table.seat_of(incoming.user)
        if seat is not None:
            runner.outbox.forget(seat)
        return await self.ask(runner, ShowHand(incoming.user))

    async def why(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.why_of(self.need(incoming), incoming)

    async def why_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        # Read beside the table's task, so that it is answered even while that is busy.
        return self.text(self.book.why(runner.table, self.hub.clock.now()))

    async def rules(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.table_for(incoming)
        if rest:
            game = await self.game_named(incoming, rest)
        elif runner is not None:
            game = runner.table.game
        else:
            game = await self.game_named(incoming, "")
        if game is None:
            return self.menu()
        table = runner.table if runner is not None else None
        return self.text(self.book.rules(game.info.id, table))

    async def rules_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        return self.text(self.book.rules(runner.table.state.game, runner.table))

    async def scores(self, incoming: Incoming, rest: str) -> Reply | None:
        chat = incoming.chat
        if chat is None:
            runner = self.need(incoming)
            chat = runner.table.state.place
        key = chat.key if chat is not None else ""
        store = self.hub.store
        screen = self.book.scores(
            await store.scored(key), await store.game_totals(key), await store.together(key)
        )
        return await self.screen(screen, incoming)

    async def scores_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        return await self.scores(incoming, "")

    async def look_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        table = runner.table
        if table.match is None:
            raise Refused("table-not-in-lobby")
        screen = self.hub.screens.details(table, table.seat_of(incoming.user))
        return await self.screen(screen, incoming)

    async def record(self, incoming: Incoming, rest: str) -> Reply | None:
        """The match at this table, or else the chat's newest that has a finished round."""
        say, store = self.hub.screens.say, self.hub.store
        runner = self.table_for(incoming)
        match = runner.table.state.match if runner is not None else ""
        if not match and incoming.chat is not None:
            rounds = await store.scored(incoming.chat.key)
            match = rounds[-1].match if rounds else ""
        found = await store.match(match) if match else None
        if found is None or found.game not in self.hub.games:
            return self.text(say("record-none"))
        try:
            fresh, log = restored(self.hub.games[found.game], found)
            names = tuple(seat.name for seat in found.seats)
            return self.text(self.book.record(fresh, log, names))
        except (RuleError, ValueError, KeyError, TypeError):
            return self.text(say("record-old"))

    async def settings(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need(incoming)
        key, _, value = rest.partition(" ")
        if key:
            name = {"圈": "quan", "圈数": "quan", "时限": "clock"}.get(key, key)
            command = Configure(incoming.user, name, normal(value))
            await self.ask(runner, command)
        return await self.settings_of(runner, incoming)

    async def settings_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        runner.table.need_phase(Phase.LOBBY, Phase.BETWEEN)
        return await self.screen(self.hub.screens.settings(runner.table), incoming)

    async def help(self, incoming: Incoming, rest: str) -> Reply | None:
        return self.text(self.hub.screens.say("help-text"))


def _seat_named(table: Table, text: str) -> int:
    wanted = normal(text)
    for seat, name in enumerate(table.names):
        if wanted in (normal(name), str(seat + 1)):
            return seat
    raise Refused("table-no-such-seat", seats=len(table.names))


def next_value(table: Table, name: str) -> tuple[str, int | str]:
    """The option that a settings button stands for, and the value after the present one."""
    if name == "quan":
        later = [n for n in QUICK_QUAN if n > table.state.quan]
        return "quan", later[0] if later else QUAN[0]
    if name == "clock":
        at = CLOCKS.index(table.state.clock) if table.state.clock in CLOCKS else -1
        return "clock", CLOCKS[(at + 1) % len(CLOCKS)]
    options = table.game.info.options
    if not name.isdecimal() or int(name) >= len(options):
        raise Refused(OLD)
    option = options[int(name)]
    value = table.options[option.key]
    following = option.values[(option.values.index(value) + 1) % len(option.values)]
    if option_error(table.game.info, option.key, following):
        raise Refused(OLD)
    return option.key, following
