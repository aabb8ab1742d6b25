"""The words of commands: the same on every platform, in Chinese and English."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.ports.incoming import SLASHES
from bot.ports.menu import COMMANDS
from engine.text import normal

if TYPE_CHECKING:
    from engine.core import GameInfo

SLASH_ONLY = frozenset(
    {
        *("play", "new", "bot", "set", "auto", "no", "yes", "chat", "seat", "again", "pause"),
        *("me", "book", "settle", "correct", "season", "export"),
        *("tournament", "cup", "比赛", "比賽"),
        *("purse", "钱包", "錢包", "daily", "签到", "簽到"),
        *("踢", "出牌", "看牌", "座位", "block", "unblock", "拉黑", "取消拉黑"),
        *("不让上桌", "不讓上桌", "让他上桌", "讓他上桌"),
    }
)
"""Words too common in talk or in plays to mean a command without a slash."""

_NUMERALS = str.maketrans("0123456789", "零一二三四五六七八九")

_BY_WORD = {word: name for name, words in COMMANDS.items() for word in words}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line as it was understood.

    Attributes:
        name: the command; empty for a play or other talk.
        rest: what follows the command, or the whole line.
        slash: it began with a slash: it was meant for us.
    """

    name: str
    rest: str
    slash: bool


def understand(line: str, *, called: bool = False) -> Spoken:
    """Which command a line is. An unknown one keeps its slash and has no name.

    ``called``: the bot was called by name, so that a word of ``SLASH_ONLY`` is a command too.
    """
    text = line.strip()
    slash = text.startswith(SLASHES)
    head, _, rest = text[1:].partition(" ") if slash else text.partition(" ")
    word = normal(head.partition("@")[0] if slash else head)
    name = _BY_WORD.get(word, "")
    if name and (slash or called or word not in SLASH_ONLY):
        return Spoken(name, rest.strip(), slash)
    return Spoken("", text, slash)


def as_name(line: str) -> str:
    """A game's name as names are compared: 4人斗地主 is 四人斗地主. Source: seed 002.

    Blanks and what programs put in their place do not count: ``Three Two One`` is ``threetwoone``.
    """
    return re.sub(r"[\s_-]", "", normal(line)).translate(_NUMERALS)


def mode_named(info: GameInfo, line: str) -> dict[str, int | str]:
    """The options that a game's name stands for; none for the game as it is."""
    said = as_name(line)
    return {key: value for name, key, value in info.modes if as_name(name) == said}


def paged(rest: str) -> tuple[str, int]:
    """A game's name and the number of a page: ``蹲麻子 2``, ``2``, ``蹲麻子``."""
    name, _, page = rest.rpartition(" ")
    return (name.strip(), int(page)) if page.isdecimal() and len(page) < 3 else (rest, 1)
