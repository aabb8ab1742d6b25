"""A record that came in a message: without the words around it, and with its lines found again.

What is changed keeps its length, so that a mistake is still told where its writer sees it.
"""

from __future__ import annotations

import re

from bot.records import words
from bot.records.places import ENDS

_LABELS = sorted({word for meant in words.WORDS.values() for word in meant}, key=len, reverse=True)
_HEAD = "|".join(map(re.escape, words.WORDS[words.RECORD]))
_HEADING = re.compile(rf"\s*(?:{_HEAD})\s*\d*\s*[:\uff1a]", re.IGNORECASE)
_SPEECH = re.compile(r"\s*[/\uff0f]\S+")
_FENCE = re.compile(r"\s*```\w*\s*$")

_DEAL = "|".join(map(re.escape, words.WORDS[words.DEAL]))
_WORD = "|".join(map(re.escape, _LABELS))
_ALONE = "|".join(
    re.escape(word)
    for meant in (words.REDEAL, words.ANEW, words.OPEN)
    for word in words.WORDS[meant]
)
_CARDS = re.compile(
    r"(?:[♠♥♣♦]?(?:10|[2-9AJQK])|[大小]王|[BL]J|白板|[1-9一二三四五六七八九]筒|T[1-9W]|\?(?:×\d+)?)+"
)
_BEGINS = re.compile(
    rf" (?=(?:{_DEAL}) ?\d+(?: ?[副局])?(?: |$)|(?:{_WORD}) ?\d* ?[:\uff1a]|(?:{_ALONE})(?: |$)"
    rf"|\d{{1,2}} ?[:\uff1a]"
    rf"|(?P<seat>\d{{1,2}}) (?!(?:{_WORD}|[副局])(?:[ :\uff1a]|$))(?P<said>\S+))",
    re.IGNORECASE,
)
"""A blank that may have been the end of a line: before a label, a seat's hand, a seat's play."""


def in_message(text: str) -> str:
    """The record in a message that somebody answers: what stands before it is made empty lines.

    >>> in_message("这是牌谱。\\n\\n牌谱 1: 斗地主").splitlines()
    ['', '', '牌谱 1: 斗地主']
    """
    lines = ["" if _FENCE.match(line) else line for line in text.splitlines()]
    begin = next((at for at, line in enumerate(lines) if _HEADING.match(line)), 0)
    if begin:
        return "\n".join([""] * begin + lines[begin:])
    if lines and (said := _SPEECH.match(lines[0])):
        lines[0] = " " * said.end() + lines[0][said.end() :]
    return "\n".join(lines)


def unfolded(text: str) -> str:
    """A record that lost the ends of its lines, as in a field of a slash command.

    Blanks that must have been such ends become ``|``, which ends a statement too.
    """
    if any(sign in text.strip() for sign in ("\n", *ENDS)):
        return text
    head = _HEADING.match(text)
    begin = head.end() if head is not None else 0
    return text[:begin] + _BEGINS.sub(_end, text[begin:])


def _end(found: re.Match[str]) -> str:
    said = found["said"]
    if said is None:
        return "|"
    number = re.fullmatch(r"[+\u2212-]?\d+,?", said)
    return " " if number or said[-1] in ":\uff1a" or _is_card(said) else "|"


def _is_card(word: str) -> bool:
    """Whether a word is nothing but cards: then what stands before it is one too."""
    return _CARDS.fullmatch(word.rstrip(",\uff0c")) is not None
