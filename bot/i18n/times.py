"""Times as people read them: words that are true by themselves, with the time itself behind them.

A sentence that names a time is read in several zones, so its words say in which they are: ``23:12
UTC+8``. Platforms know how their reader's own clock shows it; they find the time itself in the
text, marked by characters that Unicode keeps for a program's own use. ``plain`` is the words alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.i18n.links import OURS
from engine.msg import TimeArg

if TYPE_CHECKING:
    from datetime import tzinfo

BEGIN, MIDDLE, END = "\ufdd0", "\ufdd1", "\ufdd2"
"""A time in a text: BEGIN, its seconds since 1970, ``c`` or ``d``, MIDDLE, its words, END."""

BARE = re.compile(r"(?<!UTC[+-])(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])(?! UTC)")
"""A time that does not say in which zone it is meant."""

_MARKED = re.compile(f"{BEGIN}(-?\\d{{1,12}})([cd]){MIDDLE}([^{BEGIN}{MIDDLE}{END}]*){END}")
_LEFT = re.compile(f"{BEGIN}[^{BEGIN}{MIDDLE}{END}]*{MIDDLE}|[{BEGIN}{MIDDLE}{END}{OURS}]")
_MARKS = re.compile(f"[{BEGIN}{MIDDLE}{END}{OURS}]")


@dataclass(frozen=True, slots=True)
class Moment:
    """A time within a text.

    Attributes:
        at: in seconds since 1970, UTC.
        dated: it is shown with its date, and without seconds.
        words: what it is called where its reader's clock is not known.
    """

    at: int
    dated: bool
    words: str


def clock_time(time: datetime, near: datetime | None = None) -> TimeArg:
    """A time to the second; with its date, and to the minute, if that is not the day of ``near``.

    Without ``near`` its reader knows which day is meant.
    """
    return TimeArg(_seconds(time), _seconds(time if near is None else near))


def day_time(time: datetime) -> TimeArg:
    """A time with its date, to the minute."""
    return TimeArg(_seconds(time))


def _seconds(time: datetime) -> int:
    return int(time.timestamp() // 1)


def marked(time: TimeArg, zone: tzinfo) -> str:
    """A time as it stands in a text: its words in a zone, and what marks them."""
    here = datetime.fromtimestamp(time.at, zone)
    dated = time.near is None or datetime.fromtimestamp(time.near, zone).date() != here.date()
    shown = f"{here:%m-%d %H:%M}" if dated else f"{here:%H:%M:%S}"
    words = f"{shown} {offset(here.utcoffset() or timedelta(0))}"
    return f"{BEGIN}{time.at}{'d' if dated else 'c'}{MIDDLE}{words}{END}"


def offset(ahead: timedelta) -> str:
    """How far a zone is ahead, as it is called.

    >>> offset(timedelta(hours=8)), offset(timedelta(minutes=-210)), offset(timedelta(0))
    ('UTC+8', 'UTC-3:30', 'UTC')
    """
    minutes = round(ahead / timedelta(minutes=1))
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}{f':{rest:02}' if rest else ''}"


def plain(text: str) -> str:
    """A text in which times are nothing but their words, and commands not marked as ours.

    Also where a mark was torn apart.
    """
    return _LEFT.sub("", text) if _MARKS.search(text) else text


def parts(text: str) -> list[str | Moment]:
    """A text piece by piece: words, and the times between them."""
    found: list[str | Moment] = []
    at = 0
    for one in _MARKED.finditer(text):
        found += [plain(text[at : one.start()]), Moment(int(one[1]), one[2] == "d", one[3])]
        at = one.end()
    found.append(plain(text[at:]))
    return [part for part in found if part != ""]
