"""What people ask for, command by command: each is one method that answers its author alone."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from bot import tokens, words
from bot.book import Book
from bot.commands import (
    AddBot,
    Autopilot,
    CastVote,
    Close,
    Configure,
    Join,
    Kick,
    Leave,
    Next,
    Press,
    RemoveBot,
    Repost,
    Resume,
    ShowHand,
    Start,
    Stop,
    Typed,
)
from bot.ids import new_id
from bot.loading import play_again
from bot.lobby import CLOCKS, QUAN
from bot.names import clean
from bot.ports import Button, Outgoing, Reply, Style, Where
from bot.screens import Screen, game_name, prefix
from bot.state import Phase
from bot.tablecore import Refused
from engine.errors import RuleError
from engine.match import option_error
from engine.msg import msg
from engine.rng import SEED_BYTES
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.commands import Command
    from bot.hub import Hub
    from bot.ports import Incoming
    from bot.runner import Runner
    from bot.table import Table
    from bot.words import Spoken
    from engine.core import Game
    from engine.errors import AmbiguousAction

OLD = "table-old-button"
QUICK_QUAN = (1, 4, 8)


async def replace_table(runner: Runner) -> None:
    """A table that stood still makes room for a new one."""
    if not runner.table.state.over:
        await runner.ask(Close())


class Desk:
    """Answers requests."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.book = Book(hub.screens)
        self._methods: dict[str, Callable[[Incoming, str], Awaitable[Reply | None]]] = {
            name: getattr(self, f"_{name}") for name in words.COMMANDS
        }

    async def handle(self, incoming: Incoming) -> Reply | None:
        """A press or a line."""
        if incoming.token:
            return await self._press(incoming)
        spoken = words.understand(incoming.text)
        if spoken.name:
            return await self._methods[spoken.name](incoming, spoken.rest)
        if spoken.slash:
            raise Refused("command-unknown")
        return await self._talk(incoming, spoken)

    def table_for(self, incoming: Incoming) -> Runner | None:
        """Which table a request is about: the button's, the chat's, or the one that asks."""
        token = tokens.read(incoming.token) if incoming.token else None
        if isinstance(token, tokens.Token):
            return self.hub.runners.get(token.table)
        if incoming.chat is not None:
            return self.hub.at(incoming.chat)
        mine = self.hub.tables_of(incoming.user)
        asking = [r for r in mine if _asked(r.table, incoming)]
        return asking[0] if len(asking) == 1 else (mine[0] if len(mine) == 1 else None)

    def _need(self, incoming: Incoming) -> Runner:
        runner = self.table_for(incoming)
        if runner is None:
            several = incoming.chat is None and self.hub.tables_of(incoming.user)
            raise Refused("command-which-table" if several else "command-no-table")
        self.hub.renamed(runner, incoming)
        return runner

    async def _ask(self, runner: Runner, command: Command) -> Reply | None:
        toasts = await runner.ask(command)
        if not toasts:
            return None
        names = runner.table.names
        text = "\n".join(self.hub.screens.catalogue.say(t, names) for t in toasts)
        return Reply(Outgoing(text=text), Where.TOAST)

    def _text(self, text: str) -> Reply:
        return Reply(Outgoing(text=text), Where.PRIVATE)

    async def _screen(self, screen: Screen, incoming: Incoming) -> Reply:
        platform = self.hub.platforms[incoming.user.platform]
        message = await self.hub.painter.message(screen, pictures=platform.limits.pictures)
        return Reply(message, Where.PRIVATE)

    # Presses.

    async def _press(self, incoming: Incoming) -> Reply | None:
        token = tokens.read(incoming.token)
        if token is None:
            raise Refused(OLD)
        if isinstance(token, tokens.Menu):
            if token.command != "newgame":
                raise Refused(OLD)
            return await self._newgame(incoming, token.argument)
        runner = self.hub.runners.get(token.table)
        if runner is None:
            raise Refused("table-gone")
        self.hub.renamed(runner, incoming)
        return await self._pressed(runner, token, incoming)

    async def _pressed(
        self, runner: Runner, token: tokens.Token, incoming: Incoming
    ) -> Reply | None:
        user, table = incoming.user, runner.table
        reading = self._reading(token.item)
        if reading is not None:
            return await reading(runner, incoming)
        if token.item in ("yes", "no"):
            if table.state.vote is None or table.state.vote.number != token.question:
                raise Refused(OLD)
            return await self._ask(runner, CastVote(user, token.item == "yes"))
        if token.item[:1] in "cnpsv" and token.item[1:2].isdecimal():
            command = Press(user, token.question, token.item, incoming.values, incoming.source)
            return await self._ask(runner, command)
        if token.question != table.state.round:
            raise Refused(OLD)
        return await self._steered(runner, token.item, incoming)

    def _reading(self, item: str) -> Callable[[Runner, Incoming], Awaitable[Reply | None]] | None:
        return {
            "hand": self._hand_of,
            "why": self._why_of,
            "rules": self._rules_of,
            "scores": self._scores_of,
            "look": self._look_of,
        }.get(item)

    async def _steered(self, runner: Runner, item: str, incoming: Incoming) -> Reply | None:
        user = incoming.user
        match item:
            case "join":
                return await self._ask(runner, Join(user, clean(incoming.display_name)))
            case "leave":
                return await self._ask(runner, Leave(user))
            case "bot":
                return await self._ask(runner, AddBot(user))
            case "unbot":
                return await self._ask(runner, RemoveBot(user))
            case "start":
                return await self._ask(runner, _start(incoming))
            case "next":
                return await self._ask(runner, Next(user))
            case "resume":
                return await self._ask(runner, Resume(user))
            case "back":
                return await self._ask(runner, Autopilot(user, on=False))
            case "set":
                return await self._settings_of(runner, incoming)
            case _ if item.startswith("opt-"):
                return await self._cycle(runner, item.removeprefix("opt-"), incoming)
            case _:
                raise Refused(OLD)

    async def _cycle(self, runner: Runner, name: str, incoming: Incoming) -> Reply:
        """The next value of an option, and the settings as they are then."""
        table = runner.table
        key, value = _next_value(table, name)
        await self._ask(runner, Configure(incoming.user, key, value))
        screen = self.hub.screens.settings(runner.table)
        message = await self.hub.painter.message(screen)
        return Reply(message, Where.SAME_MESSAGE)

    def which(self, incoming: Incoming, error: AmbiguousAction) -> Reply | None:
        """The readings of an ambiguous play as buttons."""
        runner = self.table_for(incoming)
        seat = runner.table.seat_of(incoming.user) if runner is not None else None
        question = runner.table.question_of(seat) if runner and seat is not None else None
        if runner is None or seat is None or question is None:
            return None
        table, say = runner.table, self.hub.screens.catalogue.say
        pre = prefix(table.state.game)
        buttons = []
        for action in error.options:
            item = tokens.item_of(action, table.prompt(seat))
            label = self._label(table, seat, action, pre)
            token = tokens.button(table.state.id, question.number, item)
            buttons.append((Button(token, label, Style.PRIMARY),))
        text = say(error.msg, table.names)
        return Reply(Outgoing(text=text, rows=tuple(buttons)), Where.PRIVATE)

    def _label(self, table: Table, seat: int, action: object, pre: str) -> str:
        say = self.hub.screens.catalogue.say
        for choice in table.prompt(seat).choices:
            if choice.action == action:
                return say(choice.label, table.names)
        return say(msg(f"{pre}-reading-{getattr(action, 'reading', '')}"), table.names)

    # Plays.

    async def _talk(self, incoming: Incoming, spoken: Spoken) -> Reply | None:
        """Words without a slash: a play of somebody who plays, else none of our business."""
        runner = self.table_for(incoming)
        if runner is None:
            if incoming.chat is None:
                raise Refused("command-no-table")
            return None
        table = runner.table
        if table.seat_of(incoming.user) is None or table.state.phase is not Phase.PLAYING:
            return None
        return await self._play(incoming, spoken.rest)

    async def _play(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self._need(incoming)
        return await self._ask(runner, Typed(incoming.user, rest, incoming.source, incoming.at))

    # Commands.

    async def _newgame(self, incoming: Incoming, rest: str) -> Reply | None:
        if incoming.chat is None:
            raise Refused("newgame-in-group")
        game = await self._game_named(incoming, rest)
        if game is None:
            return self._menu()
        runner = await self.hub.open(incoming, game)
        if runner is None:
            old = self.hub.at(incoming.chat)
            if old is not None:
                old.tell(Repost())
            raise Refused("newgame-another")
        return None

    async def _game_named(self, incoming: Incoming, rest: str) -> Game[object, object] | None:
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
        raise Refused("newgame-unknown", games="、".join(self._game_names()))

    def _game_names(self) -> list[str]:
        say = self.hub.screens.catalogue.say
        return [say(game_name(ident)) for ident in self.hub.games]

    def _menu(self) -> Reply:
        buttons = [
            Button(tokens.menu("newgame", ident), name)
            for ident, name in zip(self.hub.games, self._game_names(), strict=True)
        ]
        rows = tuple(tuple(buttons[at : at + 3]) for at in range(0, len(buttons), 3))
        text = self.hub.screens.say("newgame-menu")
        return Reply(Outgoing(text=text, rows=rows), Where.PRIVATE)

    async def _join(self, incoming: Incoming, rest: str) -> Reply | None:
        name = clean(incoming.display_name)
        return await self._ask(self._need(incoming), Join(incoming.user, name))

    async def _leave(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), Leave(incoming.user))

    async def _addbot(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), AddBot(incoming.user))

    async def _removebot(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), RemoveBot(incoming.user))

    async def _kick(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self._need(incoming)
        seat = _seat_named(runner.table, rest)
        return await self._ask(runner, Kick(incoming.user, seat))

    async def _start(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), _start(incoming))

    async def _next(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), Next(incoming.user))

    async def _table(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), Repost())

    async def _autopilot(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), Autopilot(incoming.user, on=True))

    async def _back(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), Autopilot(incoming.user, on=False))

    async def _yes(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), CastVote(incoming.user, yes=True))

    async def _no(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), CastVote(incoming.user, yes=False))

    async def _resume(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._ask(self._need(incoming), Resume(incoming.user))

    async def _stop(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self._need(incoming)
        return await self._ask(runner, Stop(incoming.user, admin=incoming.admin))

    async def _hand(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._hand_of(self._need(incoming), incoming)

    async def _hand_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        runner.outbox.forget()
        return await self._ask(runner, ShowHand(incoming.user))

    async def _why(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self._why_of(self._need(incoming), incoming)

    async def _why_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        # Read beside the table's task, so that it is answered even while that is busy.
        return self._text(self.book.why(runner.table, self.hub.clock.now()))

    async def _rules(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.table_for(incoming)
        if rest:
            game = await self._game_named(incoming, rest)
        elif runner is not None:
            game = runner.table.game
        else:
            game = await self._game_named(incoming, "")
        if game is None:
            return self._menu()
        table = runner.table if runner is not None else None
        return self._text(self.book.rules(game.info.id, table))

    async def _rules_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        return self._text(self.book.rules(runner.table.state.game, runner.table))

    async def _scores(self, incoming: Incoming, rest: str) -> Reply | None:
        chat = incoming.chat
        if chat is None:
            runner = self._need(incoming)
            chat = runner.table.state.place
        key = chat.key if chat is not None else ""
        store = self.hub.store
        screen = self.book.scores(
            await store.scored(key), await store.game_totals(key), await store.together(key)
        )
        return await self._screen(screen, incoming)

    async def _scores_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        return await self._scores(incoming, "")

    async def _look_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        table = runner.table
        if table.match is None:
            raise Refused("table-not-in-lobby")
        screen = self.hub.screens.details(table, table.seat_of(incoming.user))
        return await self._screen(screen, incoming)

    async def _record(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.table_for(incoming)
        if runner is not None and runner.table.match is not None:
            table = runner.table
            return self._text(self.book.record(runner.table.match, table.log, table.names))
        return self._text(await self._last_record(incoming))

    async def _last_record(self, incoming: Incoming) -> str:
        """The record of the newest match of the chat that has a finished round."""
        say, store = self.hub.screens.say, self.hub.store
        rounds = await store.scored(incoming.chat.key) if incoming.chat is not None else []
        found = await store.match(rounds[-1].match) if rounds else None
        if found is None or found.game not in self.hub.games:
            return say("record-none")
        try:
            match, log = play_again(self.hub.games[found.game], found)
        except (RuleError, ValueError, KeyError, TypeError):
            return say("record-old")
        return self.book.record(match, log, tuple(seat.name for seat in found.seats))

    async def _settings(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self._need(incoming)
        key, _, value = rest.partition(" ")
        if key:
            name = {"圈": "quan", "圈数": "quan", "时限": "clock"}.get(key, key)
            command = Configure(incoming.user, name, normal(value))
            await self._ask(runner, command)
        return await self._settings_of(runner, incoming)

    async def _settings_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        runner.table.need_phase(Phase.LOBBY, Phase.BETWEEN)
        return await self._screen(self.hub.screens.settings(runner.table), incoming)

    async def _help(self, incoming: Incoming, rest: str) -> Reply | None:
        return self._text(self.hub.screens.say("help-text"))


def _asked(table: Table, incoming: Incoming) -> bool:
    seat = table.seat_of(incoming.user)
    return seat is not None and table.question_of(seat) is not None


def _start(incoming: Incoming) -> Start:
    return Start(incoming.user, new_id(), secrets.token_bytes(SEED_BYTES))


def _seat_named(table: Table, text: str) -> int:
    wanted = normal(text)
    for seat, name in enumerate(table.names):
        if wanted in (normal(name), str(seat + 1)):
            return seat
    raise Refused("table-no-such-seat", seats=len(table.names))


def _next_value(table: Table, name: str) -> tuple[str, int | str]:
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
