"""The words of commands: the same on every platform, in Chinese and English."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.ports.incoming import SLASHES
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.core import GameInfo

_NUMERALS = str.maketrans("0123456789", "零一二三四五六七八九")


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


class Parser:
    """Understands lines.

    Args:
        words: the name of the command that a word means.
        slash: words too common in talk or in plays to mean a command without a slash.
        means: what else a word says, as if it followed it.
    """

    def __init__(
        self, words: Mapping[str, str], slash: frozenset[str], means: Mapping[str, str]
    ) -> None:
        self._words = words
        self._means = means
        self._slash = slash

    def understand(self, line: str, *, called: bool = False) -> Spoken:
        """Which command a line is. An unknown one keeps its slash and has no name.

        ``called``: the bot was called by name, so that every word of a command means it.
        """
        text = line.strip()
        slash = text.startswith(SLASHES)
        # Behind a slash what follows may begin on the next line: a deal in writing does.
        gap, said = (r"\s", text[1:]) if slash else (" ", text)
        head, *others = re.split(gap, said, maxsplit=1)
        word = normal(head.partition("@")[0] if slash else head)
        name = self._words.get(word, "")
        if name and (slash or called or word not in self._slash):
            rest = " ".join((self._means.get(word, ""), *others)).strip()
            return Spoken(name, rest, slash)
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
