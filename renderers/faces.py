"""Face codes as people write them in a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.msg import Msg

if TYPE_CHECKING:
    from collections.abc import Callable

SUIT_SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}


def word(code: str, say: Callable[[Msg], str]) -> str:
    """``S3`` is ♠3 everywhere; jokers are called by the language's word.

    >>> word("H10", lambda message: message.key)
    '♥10'
    """
    if code in ("LJ", "BJ"):
        return say(Msg(f"card-{code.lower()}"))
    return SUIT_SIGNS[code[0]] + code[1:]
