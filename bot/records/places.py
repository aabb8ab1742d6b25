"""A text in statements, and where each letter of one stood: what a reader is shown of a mistake."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engine.msg import Msg, msg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.msg import Param

ENDS = "|;"
"""End a statement as the end of the line does."""

_REMARK = re.compile(r"[/\uff0f]{2}.*")
"""Not read: the rest of a line behind //."""

_BEFORE = re.compile(r"\s*(?:[#\uff03].*|```\w*\s*$|>+)")
"""Not read: a line that begins with #, and the signs that messengers set around what is quoted."""

_FENCE = "```"

_SIGNS = {"\u3001": ",", "\u3002": ";"}
"""Signs of Chinese sentences as they are meant here."""

WORD = 24
"""Letters of a wrong word that are shown."""


class Misread(Exception):
    """A text that cannot be read.

    Attributes:
        msg: what is wrong, and what would be right.
        line, column: where, both from 1.
        word: what stands there.
    """

    def __init__(self, why: Msg, line: int, column: int, word: str) -> None:
        super().__init__(why.key)
        self.msg, self.line, self.column, self.word = why, line, column, word

    @property
    def told(self) -> Msg:
        """The whole sentence: where, what stands there, and why it cannot be."""
        where = {"line": self.line, "column": self.column}
        if not self.word:
            return msg("notation-misread-line", line=self.line, why=self.msg)
        return msg("notation-misread", **where, word=self.word, why=self.msg)


@dataclass(frozen=True, slots=True)
class Statement:
    """A piece of a line, as it is read (``engine.text.normal``): one width, lower case.

    Attributes:
        text: without blanks around it.
        line: from 1.
        columns: of each letter of ``text``, from 1.
    """

    text: str
    line: int
    columns: tuple[int, ...]

    def part(self, start: int, end: int | None = None) -> Statement:
        """What stands from ``start`` to ``end`` of it, without blanks around it."""
        end = len(self.text) if end is None else end
        found = self.text[start:end]
        start += len(found) - len(found.lstrip())
        end = max(start, end - (len(found) - len(found.rstrip())))
        return Statement(self.text[start:end], self.line, self.columns[start:end])

    def split(self, sign: str) -> Iterator[Statement]:
        """Its parts between signs of one letter, those that are not empty."""
        start = 0
        for at, letter in enumerate((*self.text, sign)):
            if letter == sign:
                if found := self.part(start, at):
                    yield found
                start = at + 1

    def words(self) -> Iterator[Statement]:
        """Its words between blanks."""
        return self.split(" ")

    def wrong(self, key: str, at: int = 0, **params: Param) -> Misread:
        """What is to be raised for a mistake at one of its letters."""
        return self.because(msg(key, **params), at)

    def because(self, why: Msg, at: int = 0) -> Misread:
        """The same for a mistake that somebody else has put into words."""
        rest = self.text[at:].split(" ")[0] if at < len(self.text) else self.text
        column = self.columns[min(at, len(self.columns) - 1)] if self.columns else 1
        return Misread(why, self.line, column, rest[:WORD])

    def __bool__(self) -> bool:
        return bool(self.text)


def statements(text: str) -> Iterator[Statement]:
    """The statements of a text, one after the other."""
    for number, line in enumerate(text.splitlines(), 1):
        letters: list[str] = []
        columns: list[int] = []
        for column, letter in enumerate(_without_remarks(line), 1):
            for read in _read(letter):
                letters.append(read)
                columns.append(column)
        whole = Statement("".join(letters), number, tuple(columns))
        start = 0
        for at, letter in enumerate((*letters, ENDS[0])):
            if letter in ENDS:
                if found := whole.part(start, at):
                    yield found
                start = at + 1


def _without_remarks(line: str) -> str:
    """The line with its remarks replaced by as many blanks, so that columns stay."""
    start = 0
    if found := _BEFORE.match(line):
        start = found.end()
    left = " " * start + _REMARK.sub("", line[start:])
    return left.replace(_FENCE, " " * len(_FENCE))


@cache
def _read(letter: str) -> str:
    """A letter as it is read: blanks and dashes of all kinds are one kind, what has no face none.

    >>> [_read(letter) for letter in "Ａ\u3000\u2013\u200b。"]
    ['a', ' ', '-', '', ';']
    """
    plain = unicodedata.normalize("NFKC", letter).lower()
    return "".join(map(_sign, plain))


def _sign(letter: str) -> str:
    if letter.isspace():
        return " "
    kind = unicodedata.category(letter)
    if kind in ("Cf", "Mn"):
        return ""
    return "-" if kind == "Pd" else _SIGNS.get(letter, letter)
