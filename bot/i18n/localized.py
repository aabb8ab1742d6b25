"""What commands are called where a client shows them in its user's language."""

from __future__ import annotations

import re

from bot.i18n.catalogue import choose
from bot.i18n.traditional import traditional
from bot.ports.menu import MENU

_CHINESE = {
    item.name: next((word for word in item.words if not word.isascii()), item.name) for item in MENU
}
"""The first of a command's words that is not ASCII is its Chinese name."""

_COMMAND = re.compile(rf"/({'|'.join(sorted(_CHINESE, key=len, reverse=True))})(?![a-z])")


def command_name(name: str, language: str) -> str:
    """A command's name in one of our languages; English ones are the names themselves.

    >>> command_name("newgame", "zh-Hant"), command_name("newgame", "en")
    ('開局', 'newgame')
    """
    if language == "zh-Hant":
        return traditional(_CHINESE[name])
    return _CHINESE[name] if language.startswith("zh") else name


def with_names(text: str, tag: str) -> str:
    """A text in which commands are called as a client of that language tag shows them.

    >>> with_names("/join 加入，/settings 圈数 8", "zh-CN")
    '/加入 加入，/设置 圈数 8'
    """
    language = choose(tag)
    return _COMMAND.sub(lambda found: "/" + command_name(found[1], language), text)
