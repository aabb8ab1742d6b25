"""Words that are safe to put on a screen, whatever a player calls themselves.

A name is somebody else's text: it may be empty, endless, right to left, or full of controls. It
is made harmless here once, before it becomes part of a sentence.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.msg import Msg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.msg import Param

LONGEST_NAME = 24
"""Characters of a name in a sentence: Discord's nicknames have up to 32, Telegram's names 128."""

MISSING = "〓"
"""Stands where a character cannot be drawn, as printers have always done."""

_BLANK = {"Cc", "Zl", "Zp", "Zs"}
_GONE = {"Cf", "Cs", "Co", "Cn", "Mn", "Me"}
_JOINER = "\u200d"


def clean(text: str) -> str:
    """One line of visible characters.

    Controls and line ends become blanks; what turns the direction of writing, stacks marks or is
    invisible is left out, save the joiner that holds an emoji together.

    >>> clean("a\\u202eb\\n c")
    'ab c'
    """
    kept = []
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        if kind in _BLANK:
            kept.append(" ")
        elif char == _JOINER or kind not in _GONE:
            kept.append(char)
    return " ".join("".join(kept).strip(_JOINER).split())


def shorten(text: str, most: int) -> str:
    """At most ``most`` characters, the last of them … where some are missing."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


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

    def __call__(self, message: Msg) -> str:
        """The sentence, in one line."""
        params = tuple((name, self._safe(value)) for name, value in message.params)
        return self.show(self.say(Msg(message.key, params)))

    def name(self, seat: int) -> str:
        """What the player of a seat is called here; never empty."""
        if seat not in self._names:
            raw = self.say(msg("seat-name", seat=SeatArg(seat)))
            shown = shorten(self.show(raw[: 8 * LONGEST_NAME]), LONGEST_NAME)
            readable = any(unicodedata.category(c)[0] in "LNS" and c != MISSING for c in shown)
            # Several players may be called 〓, or nothing at all: the seat tells them apart.
            number = msg("render-seat", n=seat + 1)
            self._names[seat] = shown if readable else self.show(self.say(number))
        return self._names[seat]

    def _safe(self, value: Param) -> Param:
        match value:
            case SeatArg(seat):
                return self.name(seat)
            case Msg(key, params):
                return Msg(key, tuple((name, self._safe(inner)) for name, inner in params))
            case _:
                return value
