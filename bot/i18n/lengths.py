"""Lengths of texts as chat platforms count them, and texts cut to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def units(text: str) -> int:
    """The length in UTF-16 units.

    >>> units("牌🂡")
    3
    """
    return len(text) + sum(char > "\uffff" for char in text)


def head(text: str, most: int) -> str:
    """As many characters from the beginning as fit into ``most`` units."""
    if len(text) <= most // 2:
        return text
    used = 0
    for at, char in enumerate(text):
        used += 1 + (char > "\uffff")
        if used > most:
            return text[:at]
    return text


def cut(text: str, most: int) -> str:
    """A text of at most ``most`` units, its end marked where something is missing."""
    return text if units(text) <= most else head(text, most - 1) + "…"


def split(
    text: str, most: int, first: int | None = None, part: Callable[[str, int], str] = head
) -> list[str]:
    """A text in pieces of at most ``most`` units each, ``first`` for the first.

    They end where lines end as far as possible. Joined by line ends, or by nothing where a line
    itself was too long, they are the whole text.

    Args:
        text: what to split.
        most: units of a piece.
        first: units of the first piece.
        part: takes the beginning of a line that is too long: at least one character of it.
    """
    pieces: list[str] = []
    room, piece = (most if first is None else first), ""
    for line in text.split("\n"):
        rest = line
        joined = f"{piece}\n{rest}" if piece else rest
        if units(joined) <= room:
            piece = joined
            continue
        if piece:
            pieces.append(piece)
            room, piece = most, ""
        while units(rest) > room:
            begin = part(rest, room)
            pieces.append(begin)
            rest, room = rest[len(begin) :], most
        piece = rest
    return [*pieces, piece] if piece or not pieces else pieces
