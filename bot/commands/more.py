"""更多: what can be done beside playing, for whoever asks and for them alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.request import OLD, Clerk
from bot.ports.messages import Reply, Where
from bot.screens import more as screens
from bot.support.errors import Refused
from bot.table.commands import Autopilot, Leave, Pause, Repost, Resume, Stop

if TYPE_CHECKING:
    from bot.commands.service import Hub
    from bot.commands.tables import Orders
    from bot.ports.incoming import Incoming
    from bot.ports.refs import ChatRef
    from bot.runtime.table_runner import Runner
    from bot.table.commands import Command
    from bot.table.tokens import Token


class More(Clerk):
    """Shows what there is, and does it."""

    def __init__(self, hub: Hub, orders: Orders) -> None:
        super().__init__(hub)
        self._orders = orders

    async def of(
        self, runner: Runner, incoming: Incoming, *said: str, where: Where = Where.PRIVATE
    ) -> Reply:
        """What the author can do at a table; what there is instead, once it is over."""
        if runner.table.state.over:
            return await self.here(incoming, *said, where=where)
        made = screens.more(
            self.screens(incoming), runner.table, incoming.user,
            await self._place(incoming, runner.table.state.place), *said,
        )  # fmt: skip
        return _passing(await self.screen(made, incoming, where))

    async def here(self, incoming: Incoming, *said: str, where: Where = Where.PRIVATE) -> Reply:
        """What there is where no table is on."""
        made = screens.here(self.screens(incoming), await self._place(incoming, None), *said)
        return await self.screen(made, incoming, where)

    async def _place(self, incoming: Incoming, there: ChatRef | None) -> screens.Place:
        user, limits = incoming.user, self.hub.platforms[incoming.user.platform].limits
        autopass, chat = self.hub.prefs.chose(user, "autopass", "on"), incoming.chat or there
        notify = ""
        if chat is not None and not limits.looks:
            notify = f"{'off' if self.hub.watching.wanted(user, chat) else 'on'}.{chat.id}"
        record = chat is None or await self.hub.gate.may_read_book(user, chat)
        return screens.Place(limits.purses, incoming.chat is not None, autopass, record, notify)

    async def pressed(self, runner: Runner, token: Token, incoming: Incoming) -> Reply | None:
        """Do what a button says; of a round that is over, it only shows what there is now."""
        item = token.item.removeprefix(screens.MORE)
        table, said = runner.table, ""
        if item == "autopass":
            on = self.hub.prefs.chose(incoming.user, "autopass", "on")
            await self._orders.prefer(incoming.user, "autopass", "off" if on else "on")
        elif token.question == table.state.round and not table.state.over:
            if item == "rules":
                return await self._orders.rules_of(runner, incoming)
            if item == "record":
                return await self._orders.record(incoming, "")
            said = _words(await self._done(runner, item, incoming))
        return await self.of(runner, incoming, *filter(None, [said]), where=Where.SAME_MESSAGE)

    async def _done(self, runner: Runner, item: str, incoming: Incoming) -> Reply | None:
        if item.startswith("bot-"):
            adding = self.add_bot(runner, incoming, item.removeprefix("bot-"))
            return await self.ask(runner, adding, incoming)
        if item in ("queue", "return"):
            return await self._orders.join_of(runner, incoming)
        user = incoming.user
        commands: dict[str, Command] = {
            "auto": Autopilot(user, on=True),
            "back": Autopilot(user, on=False),
            "leave": Leave(user),
            "unqueue": Leave(user),
            "pause": Pause(user),
            "resume": Resume(user),
            "stop": Stop(user, admin=incoming.admin),
            "table": Repost(),
        }
        if item not in commands:
            raise Refused(OLD)
        return await self.ask(runner, commands[item], incoming)


def _passing(reply: Reply) -> Reply:
    return replace(reply, message=replace(reply.message, passing=True))


def _words(reply: Reply | None) -> str:
    return reply.message.text if reply is not None else ""
