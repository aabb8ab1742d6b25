"""Plain words as Discord takes them: nothing in them is markup, and nothing is longer than allowed.

Lengths are counted in UTF-16 units, as the client counts; the server's own count is never higher.
Limits: developers/resources/message and developers/components/reference of the API documentation.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.i18n.lengths import cut, head, split
from bot.i18n.links import pieces as links_apart
from bot.i18n.links import unlinked

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CONTENT = 2000
DISPLAY = 4000
"""Characters of all text displays of a message made of components."""

LABEL = 80
OPTION = 100
PLACEHOLDER = 150
ALT = 1024
THREAD = 100

_ANYWHERE = re.compile(r"([\\*_~`|<>@\[\]]|:(?=(?!\d{5})[\w~+-]+:))")
_BLACK = re.compile("([♠♣])(?![\ufe0e\ufe0f])")
LETTER = "\ufe0e"
"""Behind a black suit: as the picture that clients make of it, it is dark on a dark ground."""

_AT_LINE_START = re.compile(r"^(\s*)([#+-]|\d+(?=[.)]))", re.MULTILINE)


def escaped(text: str, links: Sequence[str] = ()) -> str:
    """Words in which Discord finds no markup, mention, emoji, time or link, save ``links`` of ours.

    >>> print(escaped("@everyone **x** <t:1:R>"))
    \\@everyone \\*\\*x\\*\\* \\<t\\:1:R\\>
    """
    if not links:
        return all_escaped([text])[0]
    parts = links_apart(text, links)
    whole = "".join(part if own else _marked(unlinked(part)) for part, own in parts)
    return _AT_LINE_START.sub(_line_start, whole)


def all_escaped(texts: Sequence[str]) -> list[str]:
    """Several texts without links of ours, each ``escaped``."""
    loose = list(map(unlinked, texts))
    return [_AT_LINE_START.sub(_line_start, _marked(text)) for text in loose]


def _marked(text: str) -> str:
    return _letters(_ANYWHERE.sub(r"\\\1", text))


def _letters(text: str) -> str:
    """Words whose black suits stay letters."""
    return _BLACK.sub(rf"\1{LETTER}", text)


def labels(texts: Iterable[str], most: int) -> list[str]:
    """Words of buttons and options: black suits stay letters, and none is longer than ``most``."""
    return [cut(text, most) for text in list(map(_letters, texts))]


def _line_start(found: re.Match[str]) -> str:
    """A heading, a bullet or a number that would begin a list."""
    indent, sign = found.groups()
    if sign.isdigit():
        return f"{indent}{sign}\\"
    return f"{indent}\\{sign}"


def pieces(text: str, most: int = CONTENT) -> list[str]:
    """Escaped words in pieces that fit; no escape is torn apart."""
    return split(text, most, part=_untorn)


def _untorn(text: str, most: int) -> str:
    begin = head(text, most)
    torn = (len(begin) - len(begin.rstrip("\\"))) % 2
    return begin[:-1] if torn else begin
