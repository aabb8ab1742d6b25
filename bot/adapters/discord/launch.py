"""The button that opens a table as a page inside Discord, and what is answered to it."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.adapters.discord.errors import NETWORK, code_of
from bot.i18n.catalogue import choose
from bot.i18n.times import plain
from bot.ports.messages import Button

if TYPE_CHECKING:
    from bot.i18n.catalogue import Catalogue
    from bot.ports.messages import Outgoing

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[Any]"

TOKEN = "activity"  # noqa: S105  (what a button is pressed as)
"""What the button is; which table is meant, the channel says in which it is pressed."""


class Launch:
    """Opens the page. It can where the page has a door for Discord's clients."""

    def __init__(self, catalogue: Catalogue, *, on: bool) -> None:
        self._catalogue = catalogue
        self._on = on

    def below(self, message: Outgoing) -> Outgoing:
        """A message in a channel with the button, if it shows a table."""
        if not message.table:
            return message
        button = Button(TOKEN, plain(self._catalogue.word("discord-open-table")))
        return replace(message, rows=(*message.rows, (button,)))

    async def answer(self, interaction: Interaction) -> None:
        """Open it where the button was pressed; where it does not open, say how to go on."""
        try:
            if self._on:
                await interaction.response.launch_activity()
                return
        except discord.HTTPException as error:
            log.warning("activity not opened status=%d code=%d", error.status, code_of(error))
        except NETWORK as error:
            log.warning("activity not opened reason=%s", type(error).__name__)
        words = self._catalogue.to(choose(interaction.locale.value))
        try:
            await interaction.response.send_message(
                plain(words.word("discord-no-activity")), ephemeral=True
            )
        except (discord.DiscordException, *NETWORK) as error:
            log.info("answer not sent reason=%s", type(error).__name__)
