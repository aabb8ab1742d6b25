"""Which part of a book is wanted: the last days, a season, or all of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.store.scorebook import EVER, Window
from bot.support.errors import Refused
from engine.msg import msg
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from engine.msg import Msg

DAYS = {"day": 1, "week": 7, "month": 30}
"""Windows that end now; in days, so that nobody's calendar or time zone matters."""

SEASON, LAST, ALL = "season", "last", "all"

_WORDS = {
    **dict.fromkeys(("day", "today", "日", "天", "今天", "近一天"), "day"),
    **dict.fromkeys(("week", "周", "週", "本周", "本週", "近7天", "一周", "一週"), "week"),
    **dict.fromkeys(("month", "月", "本月", "近30天", "一个月", "一個月"), "month"),
    **dict.fromkeys(("season", "季", "赛季", "賽季", "本季", "这季", "這季"), SEASON),
    **dict.fromkeys(("last", "上季", "上一季", "上赛季", "上賽季"), LAST),
    **dict.fromkeys(("all", "全部", "所有", "总", "總"), ALL),
}
_NUMBERED = re.compile(r"(?:s|第)([0-9]{1,4})季?")
_LEAST = re.compile(r"(?:满|滿|min)?([0-9]{1,5})(?:圈)?")


@dataclass(frozen=True, slots=True)
class Period:
    """A part of a book.

    Attributes:
        name: ``day``, ``week``, ``month``, ``all``, or ``s2`` for the second season.
        title: what it is called.
        least: people with fewer rounds in it are left out of the list.
    """

    name: str
    window: Window
    title: Msg
    least: int = 0


def period(words: str, starts: Sequence[datetime], now: datetime) -> Period:
    """The period that somebody typed or pressed; the present season where they named none.

    Args:
        words: any of the words above, ``s2`` or 第2季, and a number of rounds, in any order.
        starts: when the second season began, the third, and so on.
        now: the time.

    Raises:
        Refused: it is none.
    """
    name, least = SEASON, 0
    for word in normal(words).split():
        if word in _WORDS:
            name = _WORDS[word]
        elif _NUMBERED.fullmatch(word):
            name = word
        elif found := _LEAST.fullmatch(word):
            least = int(found[1])
        else:
            raise Refused("period-unknown", private=True)
    if name in DAYS:
        since = now - timedelta(days=DAYS[name])
        return Period(name, Window(since), msg("period-days", days=DAYS[name]), least)
    if name == ALL:
        return Period(ALL, EVER, msg("period-all"), least)
    return _season(_number(name, len(starts) + 1), starts, least)


def _number(name: str, newest: int) -> int:
    """The number of the season that is meant, from 1."""
    found = _NUMBERED.fullmatch(name)
    number = int(found[1]) if found else newest - (name == LAST)
    if not 1 <= number <= newest:
        raise Refused("period-no-season", seasons=newest, private=True)
    return number


def _season(number: int, starts: Sequence[datetime], least: int) -> Period:
    since = starts[number - 2] if number > 1 else None
    until = starts[number - 1] if number <= len(starts) else None
    title = msg("period-season", number=number) if starts else msg("period-all")
    return Period(f"s{number}", Window(since, until), title, least)
