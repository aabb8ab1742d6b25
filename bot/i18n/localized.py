"""What commands are called where a client shows them in its user's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.i18n.catalogue import choose
from bot.i18n.links import OURS
from bot.i18n.traditional import traditional

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.ports.menu import CommandSpec


class CommandNames:
    """The names of commands; the first of its words that is not ASCII is a Chinese one."""

    def __init__(self, menu: Iterable[CommandSpec]) -> None:
        menu = tuple(menu)
        self._chinese = {
            item.name: next((word for word in item.words if not word.isascii()), item.name)
            for item in menu
        }
        self._by_word = {word: item.name for item in menu for word in item.words if word.isascii()}
        longest_first = "|".join(sorted(self._by_word, key=len, reverse=True))
        self._command = re.compile(rf"/({longest_first})(?![A-Za-z0-9_])")
        self._ours = re.compile(rf"{OURS}/({longest_first})(?![A-Za-z0-9_])")

    def of(self, name: str, language: str) -> str:
        """A command's name in one of our languages; English ones are the names themselves."""
        if language == "zh-Hant":
            return traditional(self._chinese[name])
        return self._chinese[name] if language.startswith("zh") else name

    def within(self, text: str, tag: str) -> str:
        """A text in which commands are called as a client of that language tag shows them."""
        return self._renamed(self._command, text, "", choose(tag))

    def ours(self, text: str, language: str) -> str:
        """The same for commands that are marked as ours alone: what people have written stays."""
        return self._renamed(self._ours, text, OURS, language)

    def _renamed(self, command: re.Pattern[str], text: str, mark: str, language: str) -> str:
        found = command.sub(lambda at: f"{mark}/{self.of(self._by_word[at[1]], language)}", text)
        # In Chinese a command is often called what it does, which then need not be told.
        return re.sub(rf"({mark}/(\S+)) \2(?!\S)", r"\1", found)
