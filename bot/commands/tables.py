"""What people ask for, command by command: each is one method that answers its author alone."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from bot.commands.bars import BarOrders
from bot.commands.levels import level_named
from bot.commands.options import meant
from bot.commands.parser import as_name, mode_named, paged
from bot.commands.request import OLD
from bot.commands.scores import SCORES
from bot.commands.speech import typed
from bot.i18n.keys import game_name
from bot.i18n.localized import with_names
from bot.i18n.names import told_apart
from bot.ports.messages import Button, Outgoing, Reply, Style, Where
from bot.runtime.launcher import missing_rights
from bot.runtime.loading import restored
from bot.screens import coinroom as goldboard
from bot.screens import coins as coinview
from bot.screens import plays
from bot.screens import tournament as cupboard
from bot.screens.controls import control
from bot.screens.why import why
from bot.support.errors import Refused
from bot.table import stakes, tokens
from bot.table.commands import (
    Autopilot,
    CastVote,
    Configure,
    Leave,
    Next,
    RemoveBot,
    Repost,
    Resume,
    ShowHand,
)
from bot.table.lobby import CLOCKS, QUAN
from bot.table.seats import SEATING
from bot.table.state import Phase
from bot.tournament.state import Stand
from engine.errors import RuleError
from engine.match import option_error
from engine.msg import chained
from engine.text import normal

if TYPE_CHECKING:
    from bot.ports.incoming import Incoming
    from bot.runtime.table_runner import Runner
    from bot.table.machine import Table
    from bot.table.tokens import Token
    from engine.core import Game

START, FRIENDS = "start", "friends"
"""Pages of ``/help`` that no list names."""

QUICK_QUAN = (1, 4, 8)
"""What the settings button offers; any number can be typed."""


class Orders(BarOrders):
    """Carries out commands; the methods are called like them."""

    async def play(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need_own(incoming)
        command = typed(self.screens(incoming), runner.table, incoming, rest)
        return await self.ask(runner, command, incoming)

    async def newgame(self, incoming: Incoming, rest: str) -> Reply | None:
        try:
            game = await self.game_named(incoming, rest)
        except Refused:
            return self.menu(incoming, "newgame", "newgame-none")
        if game is None:
            return self.menu(incoming, "newgame")
        runner = await self.hub.launcher.open(incoming, game, options=mode_named(game.info, rest))
        if runner is None:
            chat, user = incoming.chat, incoming.user
            old = self.hub.at(chat) if chat is not None else self.hub.tables.alone(user)
            if old is not None:
                old.tell(Repost() if chat is not None else ShowHand(user))
            raise Refused("newgame-another")
        return None

    async def game_named(self, incoming: Incoming, rest: str) -> Game[object, object] | None:
        wanted = normal(rest)
        if not wanted:
            wanted = (await self.hub.store.chat(self.book_of(incoming))).get("game", "")
            if not wanted:
                return None
        for ident, game in self.hub.games.items():
            known = {ident, *game.info.names, *self.hub.screens.everywhere(game_name(ident))}
            if as_name(wanted) in map(as_name, known):
                return game
        if wanted in ("menu", "?", "？", "选", "菜单"):
            return None
        names = chained("render-list", map(game_name, self.hub.games))
        raise Refused("newgame-unknown", games=names)

    def menu(self, incoming: Incoming, command: str, ask: str = "") -> Reply:
        """All games, each a button for a command that needs one; ``ask`` is what stands above."""
        screens = self.screens(incoming)
        buttons = [
            Button(tokens.menu(command, ident), screens.catalogue.say(game_name(ident)))
            for ident in self.hub.games
        ]
        rows = tuple(tuple(buttons[at : at + 3]) for at in range(0, len(buttons), 3))
        text = screens.say(ask or f"{command}-menu")
        where = Where.HERE if command == "newgame" else Where.PRIVATE
        chat = incoming.chat if command == "newgame" else None
        posted = partial(self.hub.menus.stands, chat) if chat is not None else None
        return Reply(Outgoing(text=text, rows=rows), where, public=True, posted=posted)

    async def join(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.join_of(self.need(incoming), incoming)

    async def leave(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need_own(incoming), Leave(incoming.user), incoming)

    async def addbot(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need(incoming)
        level = level_named(rest)
        return await self.ask(runner, self.add_bot(runner, incoming, level), incoming)

    async def removebot(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need(incoming), RemoveBot(incoming.user), incoming)

    async def start(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need(incoming)
        return await self.ask(runner, await self.start_of(runner, incoming), incoming)

    async def next(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need_own(incoming), Next(incoming.user), incoming)

    async def table(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need(incoming)
        runner.table.lacking = await missing_rights(self.hub.platforms, runner.table.state.place)
        return await self.ask(runner, Repost(), incoming)

    async def autopilot(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need_own(incoming), Autopilot(incoming.user, on=True), incoming)

    async def back(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need_own(incoming), Autopilot(incoming.user, on=False), incoming)

    async def yes(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need_own(incoming), CastVote(incoming.user, yes=True), incoming)

    async def no(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need_own(incoming), CastVote(incoming.user, yes=False), incoming)

    async def resume(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need_own(incoming), Resume(incoming.user), incoming)

    async def hand(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.hand_of(self.need_own(incoming), incoming)

    async def hand_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        """The private screen where it was asked for: beside the board, else by private message."""
        aside = self.hub.platforms[incoming.user.platform].limits.aside
        closed = self.hub.reach.closed(incoming.user)
        if incoming.own or (incoming.chat is not None and (aside or closed)):
            return await self.own_hand(runner, incoming)
        seat = runner.table.seat_of(incoming.user)
        if seat is not None:
            runner.outbox.forget(incoming.user)
        reply = await self.ask(runner, ShowHand(incoming.user), incoming)
        if seat is None or self.hub.prefs.wants(incoming.user, "dm"):
            return reply
        return await self.screen(self.screens(incoming).hand(runner.table, seat), incoming)

    async def own_hand(self, runner: Runner, incoming: Incoming) -> Reply:
        """The private screen as a message in the group that its owner alone sees.

        Nobody changes that message but its owner's presses, so it has a button to look again.
        """
        table, screens = runner.table, self.screens(incoming)
        screen = screens.hand(table, table.need_seat(incoming.user))
        again = control(table, "hand", screens.say("button-refresh"))
        where = Where.SAME_MESSAGE if incoming.own else Where.PRIVATE
        return await self.screen(replace(screen, rows=(*screen.rows, (again,))), incoming, where)

    async def hint_of(self, runner: Runner, token: Token, incoming: Incoming) -> Reply:
        """A play that somebody may not have thought of; the next one at the next press."""
        table, limits = runner.table, self.hub.platforms[incoming.user.platform].limits
        seat = table.need_seat(incoming.user)
        offer = plays.offer_to(table, seat)
        if offer is None or offer.question != token.question:
            raise Refused(OLD)
        found = await self.hub.painter.computers.suggestions(offer.game, offer.seen, plays.LISTED)
        found = tuple(action for action in found if action.cards)
        if not found or table.question_of(seat) is None:
            raise Refused(OLD)
        at = int(token.item[1:]) % len(found)
        hint = plays.Hint(found[at], at, len(found))
        screen = self.screens(incoming).hand(table, seat, hint=hint)
        message = await self.hub.painter.message(
            screen, pictures=limits.pictures, panes=limits.panes
        )
        return Reply(message, Where.SAME_MESSAGE)

    async def reach_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        """Try once more to send somebody a private message."""
        user = incoming.user
        runner.table.need_seat(user)
        if self.hub.reach.closed(user):
            await self.hub.reach.clear(user)
        runner.outbox.forget(user)
        await self.ask(runner, ShowHand(user), incoming)
        return Reply(Outgoing(text=self.screens(incoming).say("reach-tried")), Where.TOAST)

    async def why(self, incoming: Incoming, rest: str) -> Reply | None:
        if self.table_for(incoming) is None:
            own = self.cup_table(self.hub.cups.at(incoming.chat), incoming)
            if own is not None:
                return await self.why_of(own, incoming)
            if gathering := self._gathering(incoming):
                return self.text(gathering, public=True)
        return await self.why_of(self.need(incoming), incoming)

    def _gathering(self, incoming: Incoming) -> str:
        """What is waited for in a chat where no table is: a queue's or a tournament's people."""
        place, screens = incoming.chat, self.screens(incoming)
        if place is None:
            return ""
        if (room := self.hub.goldrooms.at(place)) is not None:
            return goldboard.board(screens, room).text
        cup = self.hub.cups.at(place)
        waits = cup is not None and cup.state.stand is Stand.OPEN
        return cupboard.board(screens, cup.state, {}).text if cup is not None and waits else ""

    async def why_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        # Read beside the table's task, so that it is answered even while that is busy.
        speak = self.screens(incoming).catalogue.speaker(runner.table.names)
        told = why(runner.table, incoming.user, runner.now, runner.hitches(), speak)
        return Reply(Outgoing(told, passing=True), public=True)

    async def rules(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.table_for(incoming)
        name, page = paged(rest)
        if normal(name) in SCORES:
            return self.how_scores_count(incoming)
        game = runner.table.game if runner is not None else None
        if name or (game is None and incoming.chat is not None):
            try:
                game = await self.game_named(incoming, name)
            except Refused:
                return self.menu(incoming, "rules", "rules-none")
        if game is None:
            return self.menu(incoming, "rules")
        return self._rules_page(incoming, game.info.id, page)

    async def rules_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        return self._rules_page(incoming, runner.table.state.game, 1)

    async def rules_pressed(
        self, incoming: Incoming, argument: str, where: Where = Where.SAME_MESSAGE
    ) -> Reply | None:
        """Another page, on the message that shows one: ``dunmazi.2``."""
        game, _, page = argument.partition(".")
        if game not in self.hub.games:
            raise Refused(OLD)
        number = int(page) if page.isdecimal() else 1
        return replace(self._rules_page(incoming, game, number), where=where)

    def _rules_page(self, incoming: Incoming, game: str, page: int) -> Reply:
        runner = self.table_for(incoming)
        pages = self.book(incoming).rules(game, runner.table if runner is not None else None)
        page = min(max(page, 1), len(pages))
        labels = {page - 1: "‹", page: f"{page} / {len(pages)}", page + 1: "›"}
        row = tuple(
            Button(tokens.menu("rules", f"{game}.{number}"), label)
            for number, label in labels.items()
            if 1 <= number <= len(pages) > 1
        )
        message = Outgoing(text=pages[page - 1], rows=(row,) if row else ())
        return Reply(message, Where.PRIVATE, public=True)

    async def look_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        table = runner.table
        if table.match is None:
            raise Refused("table-not-in-lobby")
        screen = self.screens(incoming).details(table, table.seat_of(incoming.user))
        return await self.screen(screen, incoming)

    async def record(self, incoming: Incoming, rest: str) -> Reply | None:
        """The match at this table, or else the chat's newest that has a finished round."""
        say, store = self.screens(incoming).say, self.hub.store
        runner = self.table_for(incoming)
        match = runner.table.state.match if runner is not None else ""
        if not match:
            match = await store.latest_match(self.book_of(incoming)) or ""
        found = await store.match(match) if match else None
        if found is None or found.game not in self.hub.games:
            return self.text(say("record-none"))
        try:
            fresh, log = restored(self.hub.games[found.game], found)
            names = told_apart([seat.name for seat in found.seats])
            return self.text(self.book(incoming).record(fresh, log, names))
        except (RuleError, ValueError, KeyError, TypeError):
            return self.text(say("record-old"))

    async def settings(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need(incoming)
        if rest.strip():
            key, value = meant(runner.table.game.info, rest, self.hub.screens.everywhere)
            await self.ask(runner, Configure(incoming.user, key, value), incoming)
        return await self.settings_of(runner, incoming)

    async def settings_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        runner.table.need_phase(Phase.LOBBY, Phase.BETWEEN)
        if runner.table.state.least:
            raise Refused("coinroom-fixed")
        form = await self.screen(self.forms(incoming).table(runner.table), incoming)
        return replace(form, public=True)

    async def help(self, incoming: Incoming, rest: str) -> Reply | None:
        """All commands; ``start``: three things to do, for whoever comes for the first time."""
        if rest in (START, FRIENDS):
            return self._greeting(incoming, rest)
        screens, limits = self.screens(incoming), self.hub.platforms[incoming.user.platform].limits
        told, client = screens.say("help-text"), incoming.language or screens.catalogue.language
        return self.text(with_names(told, client) if limits.localized else told, public=True)

    def _greeting(self, incoming: Incoming, page: str) -> Reply:
        say = self.screens(incoming).say
        row = (
            Button(tokens.menu("newgame", "menu"), say("button-play-alone"), Style.PRIMARY),
            Button(tokens.menu("help", FRIENDS), say("button-play-friends")),
            Button(tokens.menu("help"), say("button-help")),
        )
        return Reply(Outgoing(say(f"help-{page}"), rows=(row,)), public=True)


def next_value(table: Table, name: str) -> tuple[str, int | str]:
    """The option that a settings button stands for, and the value after the present one."""
    if name == "quan":
        later = [n for n in QUICK_QUAN if n > table.state.quan]
        return "quan", later[0] if later else QUAN[0]
    if name == "clock":
        at = CLOCKS.index(table.state.clock) if table.state.clock in CLOCKS else -1
        return "clock", CLOCKS[(at + 1) % len(CLOCKS)]
    if name == "seating":
        at = SEATING.index(table.state.seating)
        return "seating", SEATING[(at + 1) % len(SEATING)]
    if name == "money":
        return "money", stakes.CHIPS if stakes.plays_coins(table.state) else stakes.COINS
    if name == "buyin":
        return "buyin", coinview.next_buy_in(table.state, table.game.info)
    options = table.game.info.options
    if not name.isdecimal() or int(name) >= len(options):
        raise Refused(OLD)
    option = options[int(name)]
    value = table.options[option.key]
    following = option.values[(option.values.index(value) + 1) % len(option.values)]
    if option_error(table.game.info, option.key, following):
        raise Refused(OLD)
    return option.key, following
