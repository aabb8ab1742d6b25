"""Zones: in which a chat is told times, and how people write them.

A zone is so many hours ahead of UTC. Names of places, which know their summer time, would need
tables that not every machine has.
"""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone

from bot.i18n.times import offset

CHINA = "UTC+8"

HOURS = (*range(8, 15), *range(-12, 8))
"""What a press goes through: China's first, then eastward around the earth."""

OFFERED = tuple(offset(timedelta(hours=hours)) for hours in HOURS)

_OFFSET = re.compile(r"(?:utc|gmt)?\s*([+-])?\s*(\d{1,2})(?::?([0-5]\d))?", re.IGNORECASE)
_NONE = ("UTC", "GMT", "Z")
_FARTHEST = {"+": timedelta(hours=14), "-": timedelta(hours=12)}


def default(language: str) -> str:
    """The zone of those who speak a language, as far as that can be guessed."""
    return CHINA if language.startswith("zh") else "UTC"


def canonical(words: str) -> str:
    """A zone that somebody wrote, as it is kept; empty where it is none.

    >>> canonical("utc +08:00"), canonical("-3:30"), canonical("0"), canonical("+15")
    ('UTC+8', 'UTC-3:30', 'UTC', '')
    """
    text = words.strip().replace("\u2212", "-").replace("：", ":").replace("＋", "+")
    if text.upper() in _NONE:
        return "UTC"
    found = _OFFSET.fullmatch(text)
    if found is None:
        return ""
    sign, ahead = found[1] or "+", timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    if ahead > _FARTHEST[sign]:
        return ""
    return offset(ahead if sign == "+" else -ahead)


def zone(name: str) -> timezone:
    """The zone of a ``canonical`` name; UTC for anything else."""
    found = _OFFSET.fullmatch(name)
    if found is None:
        return UTC
    ahead = timedelta(hours=int(found[2]), minutes=int(found[3] or 0))
    return timezone(-ahead if found[1] == "-" else ahead)
