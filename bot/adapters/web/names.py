"""What people type, made safe to show: no controls, no direction tricks, nothing invisible."""

from __future__ import annotations

import unicodedata

from bot.i18n.likeness import like_a_computer
from renderers.speech import newer

LONGEST_NAME = 24
"""Visible characters of a name."""

_STACK = 2
"""Marks that may sit on one character: enough for any language, too few to climb over a line."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANKS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", "\u034f"}
"""Letters by their class that show nothing."""


class NameRefused(Exception):
    """The name cannot be used.

    ``code`` says why: ``name-empty``, ``name-long``, or ``name-computer`` for one by which a person
    would be taken for a computer player.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean_text(text: str) -> str:
    """Typed words on one line, without anything that cannot be seen.

    >>> clean_text(" 出\\u202e 3\\n4\\x00 ")
    '出 3 4'
    """
    spaced = "".join(" " if c.isspace() else c for c in text)
    return " ".join("".join(filter(_seen, spaced)).split())


def _seen(char: str) -> bool:
    hidden = unicodedata.category(char) in _HIDDEN or char in _BLANKS
    return newer(char) or not hidden


def clean_name(name: str) -> str:
    """A name of 1..24 visible characters, each with at most two marks on it.

    Raises:
        NameRefused: nothing visible is left, or too much; or it is a computer player's.
    """
    kept: list[str] = []
    visible = marks = 0
    for c in clean_text(unicodedata.normalize("NFC", name)):
        if unicodedata.category(c) in ("Mn", "Me"):
            marks += 1
            if not kept or marks > _STACK:
                continue
        else:
            visible += 1
            marks = 0
        kept.append(c)
    if not visible:
        raise NameRefused("name-empty")
    if visible > LONGEST_NAME:
        raise NameRefused("name-long")
    if like_a_computer("".join(kept)):
        raise NameRefused("name-computer")
    return "".join(kept)
