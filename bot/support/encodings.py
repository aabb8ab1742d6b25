"""Text files as people have them: in UTF-8, UTF-16 or GBK, and what is no text at all."""

from __future__ import annotations

import codecs

_MARKED = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""How files begin that say what they are in; that of UTF-32 begins as that of UTF-16 does."""

_BLANKS = frozenset("\t\n\r\f\v\x1c\x1d\x1e\x1f\x85")
"""Controls that stand in texts."""


class NotText(ValueError):
    """Bytes that are no text, or one in an encoding that is not read."""


def decoded(data: bytes) -> str:
    """What is written in a file.

    Raises:
        NotText: it is no text.
    """
    for name in _encodings(data):
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        if _is_text(text):
            return text
    raise NotText("no text")


def _encodings(data: bytes) -> tuple[str, ...]:
    """In what it may be written, the likeliest first."""
    for mark, name in _MARKED:
        if data.startswith(mark):
            return (name,)
    if b"\0" in data:
        # Every letter of a heading has a zero byte on the same side, in UTF-16.
        even, odd = data[::2].count(0), data[1::2].count(0)
        return ("utf-16-le", "utf-16-be") if odd >= even else ("utf-16-be", "utf-16-le")
    return ("utf-8", "gb18030")


def _is_text(text: str) -> bool:
    """Whether there are no controls in it."""
    return all(letter in _BLANKS or not _is_control(letter) for letter in text)


def _is_control(letter: str) -> bool:
    return letter < " " or "\x7f" <= letter < "\xa0"
