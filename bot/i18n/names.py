"""People's names as they can be shown: no controls, no bidi marks, not endless, never empty."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from bot.i18n.likeness import PERSON, like_a_computer, likeness
from renderers.speech import clean as visible

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LONGEST = 24
NOBODY = "玩家"

COMPUTERS = 8
"""So many names computer players have."""


def computer_names(say: Callable[[str], str]) -> tuple[str, ...]:
    """What computer players are called, in the language in which ``say`` says a message."""
    return tuple(say(f"computer-{number}") for number in range(1, COMPUTERS + 1))


def clean(name: str) -> str:
    """A name for messages and pictures, 1 to 24 characters; never that of a computer player."""
    shown = visible(visible(name[: 20 * LONGEST])[:LONGEST]) or NOBODY
    if like_a_computer(shown) and not shown.startswith(PERSON):
        return (PERSON + shown)[:LONGEST]
    return shown


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The same names, where those that look alike end in their number; no longer than one may be.

    >>> told_apart(["小明", "阿强", "小明"])
    ('小明·1', '阿强', '小明·3')
    """
    return _told_apart(tuple(names))


@lru_cache(maxsize=1024)
def _told_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    shown = list(names)
    while len(times := Counter(map(likeness, shown))) < len(shown):
        for at, name in enumerate(shown):
            if times[likeness(name)] > 1:  # again: 小明·1 may be somebody's own name
                number = f"·{at + 1}"
                shown[at] = name[: LONGEST - len(number)] + number
    return tuple(shown)
