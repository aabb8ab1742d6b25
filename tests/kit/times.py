"""Times in sentences: what they are called, and whether one says in which zone it is meant."""

import re

from bot.i18n.times import BEGIN, END, MIDDLE, clock_time, day_time, marked, plain
from bot.i18n.zones import zone

MARKS = re.compile(f"[{BEGIN}{MIDDLE}{END}]")
BARE = re.compile(r"(?<![\d:+-])\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?![\d:：])(?! UTC)")
"""A time of day of which nobody can tell whose it is."""


def called(time, near=None, where="UTC+8"):
    """What a time is called beside another one, in a zone."""
    return plain(marked(clock_time(time, near), zone(where)))


def dated(time, where="UTC+8"):
    return plain(marked(day_time(time), zone(where)))
