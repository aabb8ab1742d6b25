"""What commands are called where a client shows them in its user's language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.i18n.catalogue import choose
from bot.i18n.traditional import traditional

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bot.ports.menu import CommandSpec


class CommandNames:
    """The names of commands; the first of its words that is not ASCII is a Chinese one."""

    def __init__(self, menu: Iterable[CommandSpec]) -> None:
        self._chinese = {
            item.name: next((word for word in item.words if not word.isascii()), item.name)
            for item in menu
        }
        longest_first = sorted(self._chinese, key=len, reverse=True)
        self._command = re.compile(rf"/({'|'.join(longest_first)})(?![a-z])")

    def of(self, name: str, language: str) -> str:
        """A command's name in one of our languages; English ones are the names themselves."""
        if language == "zh-Hant":
            return traditional(self._chinese[name])
        return self._chinese[name] if language.startswith("zh") else name

    def within(self, text: str, tag: str) -> str:
        """A text in which commands are called as a client of that language tag shows them."""
        language = choose(tag)
        return self._command.sub(lambda found: "/" + self.of(found[1], language), text)
