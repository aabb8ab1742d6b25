"""How people call the levels of computer players."""

from __future__ import annotations

from bot.support.errors import Refused
from bot.table.commands import EASY, HARD, NORMAL
from engine.text import normal

_LEVELS = {
    **dict.fromkeys(("easy", "beginner", "入门", "入門", "简单", "簡單", "新手", "1"), EASY),
    **dict.fromkeys(("", "normal", "medium", "普通", "一般", "2"), NORMAL),
    **dict.fromkeys(("hard", "expert", "高手", "困难", "困難", "3"), HARD),
}


def level_named(words: str) -> str:
    """The level that somebody typed after ``/addbot``; the usual one where they typed nothing.

    Raises:
        Refused: there is none that is called so; it names those there are.
    """
    level = _LEVELS.get(normal(words).strip())
    if level is None:
        raise Refused("table-level")
    return level
