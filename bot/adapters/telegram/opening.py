"""Buttons that open a table as a page inside Telegram (Mini App); none where there is no page.

A button of the kind ``web_app`` stands in private chats alone (Bot API). In a group a link opens
the bot's Mini App under its short name, if it has one; else the private chat, where such a button
stands below one's cards.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from telegram import InlineKeyboardButton, MenuButtonWebApp, WebAppInfo
from telegram.error import TelegramError

from bot.adapters.telegram import deeplink

if TYPE_CHECKING:
    from telegram import Bot

    from bot.adapters.telegram.phrase import Phrase

log = logging.getLogger(__name__)

LABEL = "telegram-open-table"


class Opening:
    """Makes the buttons.

    Args:
        url: the page's address from outside; empty: there is none.
        app: the short name under which BotFather knows the Mini App; empty: it has none.
    """

    def __init__(self, url: str, app: str, bot: Bot, phrase: Phrase) -> None:
        self._url = f"{url}/frame/telegram" if url else ""
        self._app = app
        self._bot = bot
        self._phrase = phrase

    def in_private(self, table: str, tag: str) -> list[list[InlineKeyboardButton]]:
        """The row below a message in somebody's private chat; none without a table."""
        if not (self._url and table):
            return []
        page = WebAppInfo(f"{self._url}?table={table}")
        return [[InlineKeyboardButton(self._phrase(LABEL, tag), web_app=page)]]

    def in_group(self, table: str, tag: str = "") -> list[list[InlineKeyboardButton]]:
        """The row below a message in a group."""
        if not (self._url and table):
            return []
        at = f"https://t.me/{self._bot.username}"
        own = deeplink.payload(f"g1:{table}:0:hand") or deeplink.HELLO
        link = f"{at}/{self._app}?startapp={table}" if self._app else f"{at}?start={own}"
        return [[InlineKeyboardButton(self._phrase(LABEL, tag), url=link)]]

    async def offer(self) -> None:
        """Put it beside the input line of every private chat; without it everything else works."""
        if not self._url:
            return
        button = MenuButtonWebApp(self._phrase(LABEL), WebAppInfo(self._url))
        try:
            await self._bot.set_chat_menu_button(menu_button=button)
        except TelegramError as error:
            log.warning("no menu button reason=%s", type(error).__name__)
