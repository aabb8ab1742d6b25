"""Being told when a table opens in a chat: offered there and in private, turned on by a press.

A link from the group opens the private chat and brings the question along, never the answer.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.request import OLD, Clerk
from bot.ports.messages import Button, Outgoing, Reply, Style, Where
from bot.ports.refs import ChatRef
from bot.screens.more import NOTIFY
from bot.screens.unreached import opens_private
from bot.support.errors import Refused
from bot.table import tokens

if TYPE_CHECKING:
    from bot.ports.incoming import Incoming


class Notify(Clerk):
    """Asks whether somebody wants to be told, and takes the answer."""

    async def ask_about(self, incoming: Incoming, chat: ChatRef | None) -> Reply:
        """The question, with a button for what is not so now."""
        if chat is None or self.hub.platforms[chat.platform].limits.looks:
            raise Refused(OLD)
        on = self.hub.watching.wanted(incoming.user, chat)
        return self._reply(incoming, chat, "watching-yes" if on else "watching-ask", on=on)

    async def pressed(self, incoming: Incoming, argument: str) -> Reply:
        """``ask``, ``on`` or ``off``, and of which chat."""
        word, _, ident = argument.partition(".")
        chat = incoming.chat or ChatRef(incoming.user.platform, ident)
        if chat.id != ident or word not in ("ask", "on", "off"):
            raise Refused(OLD)
        if word == "ask":
            return await self.ask_about(incoming, chat)
        on = word == "on"
        lacking = await self.unreached(incoming) if on else None
        if lacking is not None:
            link = self.hub.platforms[chat.platform].link(tokens.menu(NOTIFY, f"ask.{ident}"))
            rows = opens_private(self.screens(incoming), link) or lacking.message.rows
            return replace(lacking, message=replace(lacking.message, rows=rows))
        await self.hub.watching.want(incoming.user, chat, on=on)
        said = self._reply(incoming, chat, "watching-yes" if on else "watching-no", on=on)
        return replace(said, where=Where.SAME_MESSAGE)

    def _reply(self, incoming: Incoming, chat: ChatRef, key: str, *, on: bool) -> Reply:
        say, word = self.screens(incoming).say, "off" if on else "on"
        style = Style.PLAIN if on else Style.PRIMARY
        token = tokens.menu(NOTIFY, f"{word}.{chat.id}")
        row = (Button(token, say(f"button-notify-{word}"), style),)
        return Reply(Outgoing(say(key), rows=(row,)), Where.PRIVATE)
