"""What people ask for, command by command: each is one method that answers its author alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import tokens
from bot.book import Book
from bot.ports import Outgoing, Reply, Where
from bot.screens import Screen
from bot.tablecore import Refused

if TYPE_CHECKING:
    from bot.commands import Command
    from bot.hub import Hub
    from bot.ports import Incoming
    from bot.runner import Runner
    from bot.table import Table

OLD = "table-old-button"


class Clerk:
    """What every request needs: its table, and a form for its answer."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.book = Book(hub.screens)

    def table_for(self, incoming: Incoming) -> Runner | None:
        """Which table a request is about: the button's, the chat's, or the one that asks."""
        token = tokens.read(incoming.token) if incoming.token else None
        if isinstance(token, tokens.Token):
            return self.hub.runners.get(token.table)
        if incoming.chat is not None:
            return self.hub.at(incoming.chat)
        mine = self.hub.tables_of(incoming.user)
        asking = [r for r in mine if asked(r.table, incoming)]
        return asking[0] if len(asking) == 1 else (mine[0] if len(mine) == 1 else None)

    def need(self, incoming: Incoming) -> Runner:
        runner = self.table_for(incoming)
        if runner is None:
            several = incoming.chat is None and self.hub.tables_of(incoming.user)
            raise Refused("command-which-table" if several else "command-no-table")
        self.hub.renamed(runner, incoming)
        return runner

    async def ask(self, runner: Runner, command: Command) -> Reply | None:
        toasts = await runner.ask(command)
        if not toasts:
            return None
        names = runner.table.names
        text = "\n".join(self.hub.screens.catalogue.say(t, names) for t in toasts)
        return Reply(Outgoing(text=text), Where.TOAST)

    def text(self, text: str) -> Reply:
        return Reply(Outgoing(text=text), Where.PRIVATE)

    async def screen(self, screen: Screen, incoming: Incoming) -> Reply:
        platform = self.hub.platforms[incoming.user.platform]
        message = await self.hub.painter.message(screen, pictures=platform.limits.pictures)
        return Reply(message, Where.PRIVATE)


def asked(table: Table, incoming: Incoming) -> bool:
    """Whether a table asks this person something now."""
    seat = table.seat_of(incoming.user)
    return seat is not None and table.question_of(seat) is not None
