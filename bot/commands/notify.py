"""Commands about being told when a table opens in a chat: offered by link, turned on by a press.

A link from the group opens the private chat and brings the question along, never the answer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.registry import Counts, control, menu
from bot.commands.request import OLD
from bot.commands.unreached import unreached
from bot.ports.messages import Button, Outgoing, Reply, Style, Where
from bot.ports.refs import ChatRef
from bot.screens.more import NOTIFY
from bot.screens.unreached import opens_private
from bot.support.errors import Refused
from bot.table import tokens

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.runtime.subscriptions import Subscriptions


class NotifyCommands:
    """Asks whether somebody wants to be told, and takes the answer."""

    def __init__(self, subscriptions: Subscriptions) -> None:
        self._subscriptions = subscriptions

    @control("notify", always=True)
    async def of_table(self, request: Request, rest: str) -> Reply:
        """The question about the chat of a table."""
        state = request.need_table().table.state
        return self._asked(request, state.home or state.place)

    @menu("notify", counts=Counts.SET)
    async def pressed(self, request: Request, argument: str) -> Reply:
        """A button of notifications: ``ask``, ``on`` or ``off``, and the chat that it is about."""
        word, _, ident = argument.partition(".")
        chat = request.chat or ChatRef(request.user.platform, ident)
        if chat.id != ident or word not in ("ask", "on", "off"):
            raise Refused(OLD)
        if word == "ask":
            return self._asked(request, chat)
        on = word == "on"
        lacking = await unreached(request) if on else None
        if lacking is not None:
            link = request.platform.link(tokens.menu(NOTIFY, f"ask.{ident}"))
            rows = opens_private(request.reader, link) or lacking.message.rows
            return replace(lacking, message=replace(lacking.message, rows=rows))
        await self._subscriptions.want(request.user, chat, on=on)
        said = _reply(request, chat, "watching-yes" if on else "watching-no", on=on)
        return replace(said, where=Where.SAME_MESSAGE)

    def _asked(self, request: Request, chat: ChatRef | None) -> Reply:
        """The question, with a button for what is not so now."""
        if chat is None or request.platform.limits.looks:
            raise Refused(OLD)
        on = self._subscriptions.wanted(request.user, chat)
        return _reply(request, chat, "watching-yes" if on else "watching-ask", on=on)


def _reply(request: Request, chat: ChatRef, key: str, *, on: bool) -> Reply:
    say, word = request.reader.say, "off" if on else "on"
    style = Style.PLAIN if on else Style.PRIMARY
    token = tokens.menu(NOTIFY, f"{word}.{chat.id}")
    row = (Button(token, say(f"button-notify-{word}"), style),)
    return Reply(Outgoing(say(key), rows=(row,)), Where.PRIVATE)
