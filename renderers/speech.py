"""Words that are safe to put on a screen, whatever a player calls themselves.

A name is somebody else's text: it may be empty, endless, right to left, or full of controls. It
is made harmless here once, before it becomes part of a sentence.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.msg import Msg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.msg import Param

LONGEST_NAME = 24
"""Columns of a name in a sentence: Discord's nicknames have up to 32, Telegram's names 128."""

_NUMBER = re.compile(r"·\d{1,2}$")

_BLANK = {"Cc", "Zl", "Zp", "Zs"}
_GONE = {"Cf", "Cs", "Co", "Cn"}
_HOLLOW = frozenset(
    "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U00013441\U00013442\U0001d159"
)
"""Letters and signs, by their category, of which nothing is to be seen."""

_NEWER = (
    range(0x1F000, 0x1FB00),  # pictographs
    range(0x2EBF0, 0x2EE5E),  # rare Chinese: extension I
    range(0x31350, 0x3347A),  # H and J
)
"""Blocks into which Unicode puts new characters of names, year after year."""

_JOINER = "\u200d"

_SOME, _MORE = "A", "B"
"""What stands for two words while it is found out what stands between them."""

MARKS = 3
"""Marks that may follow each other: no writing needs more above and below one letter."""


def newer(char: str) -> bool:
    """Whether a character is none for this Python, but will be, or is, for a newer one."""
    code = ord(char)
    return any(code in block for block in _NEWER) and unicodedata.category(char) == "Cn"


@lru_cache(maxsize=20_000)
def _kind(char: str) -> str:
    """What becomes of a character: blank, gone, a mark, or kept."""
    category = unicodedata.category(char)
    if category in _BLANK:
        return "blank"
    if char == _JOINER or newer(char):
        return "kept"
    if category in _GONE or char in _HOLLOW:
        return "gone"
    if category[0] != "M":
        return "kept"
    # Those of no script in particular are what people pile up; a normal text has them composed.
    name = unicodedata.name(char, "")
    general = name.startswith("COMBINING") or name.endswith("FILLER")
    return "gone" if general or "VARIATION SELECTOR" in name else "mark"


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """One line of visible characters.

    Controls and line ends become blanks; what turns the direction of writing, piles up marks or is
    invisible is left out, save the joiner that holds an emoji together.

    >>> clean("a\\u202eb\\n c")
    'ab c'
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        kind = _kind(char)
        if kind == "gone":
            continue
        marks = marks + 1 if kind == "mark" else 0
        if kind == "blank":
            kept.append(" ")
        elif marks <= MARKS:
            kept.append(char)
    return " ".join("".join(kept).strip(_JOINER).split())


def shorten(text: str, most: int) -> str:
    """As much as fits ``most`` columns, Chinese characters taking two, with … for the rest.

    A number that tells equal names apart stays.

    >>> shorten("一二三四五六·2", 9), shorten("Bartholomew", 8)
    ('一二三…·2', 'Barthol…')
    """
    if sum(map(_columns, text)) <= most:
        return text
    tail = _NUMBER.search(text)
    end = tail.group() if tail else ""
    room = most - 1 - len(end)
    kept = 0
    for char in text:
        room -= _columns(char)
        if room < 0:
            break
        kept += 1
    return f"{text[:kept].rstrip()}…{end}"


def _columns(char: str) -> int:
    return 2 if unicodedata.east_asian_width(char) in "WF" or newer(char) else 1


def _readable(char: str) -> bool:
    return unicodedata.category(char)[0] in "LNS" or newer(char)


@lru_cache(maxsize=4096)
def _named(raw: str, show: Callable[[str], str]) -> str:
    """A name as it can be shown; empty where nothing of it can be read."""
    shown = shorten(show(raw[: 8 * LONGEST_NAME]), LONGEST_NAME)
    return shown if any(map(_readable, shown)) else ""


_HARMLESS = (str, int)
"""Arguments in which there is no name."""


@dataclass
class Voice:
    """``say``, with every name made harmless before it is put into a sentence.

    Attributes:
        say: the catalogue's voice, with the players' names in it.
        show: what the medium can show of a text; a name of which nothing is left becomes the
            seat's number.
    """

    say: Callable[[Msg], str]
    show: Callable[[str], str] = clean
    _names: dict[int, str] = field(default_factory=dict)
    _between: dict[str, str] = field(default_factory=dict)

    def __call__(self, message: Msg) -> str:
        """The sentence, in one line."""
        for _, value in message.params:
            if not isinstance(value, _HARMLESS):
                message = self._harmless(message)
                break
        return self.show(self.say(message))

    def name(self, seat: int) -> str:
        """What the player of a seat is called here; never empty."""
        if seat not in self._names:
            name = _named(self.say(msg("seat-name", seat=SeatArg(seat))), self.show)
            self._names[seat] = name or self.show(self.say(msg("render-seat", n=seat + 1)))
        return self._names[seat]

    def joined(self, key: str, words: Iterable[str]) -> str:
        """Words in a row, with what the message ``key`` has between its $some and its $more."""
        if key not in self._between:
            pair = self(msg(key, some=_SOME, more=_MORE))
            self._between[key] = pair.removeprefix(_SOME).removesuffix(_MORE)
        return self._between[key].join(words)

    def _harmless(self, message: Msg) -> Msg:
        """The message with names in the place of its seats."""
        return Msg(
            message.key, tuple([(name, self._safe(value)) for name, value in message.params])
        )

    def _safe(self, value: Param) -> Param:
        match value:
            case SeatArg(seat):
                return self.name(seat)
            case Msg():
                return self._harmless(value)
            case _:
                return value
