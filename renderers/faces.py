"""Face codes as people write them in a line of text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.msg import Msg

if TYPE_CHECKING:
    from collections.abc import Callable

SUIT_SIGNS = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def is_suited(code: str) -> bool:
    """Whether it is the face of a suit and a rank, not a joker or a tile."""
    return code[:1] in SUIT_SIGNS and code[1:] in RANKS


def word(code: str, say: Callable[[Msg], str]) -> str:
    """``S3`` is ♠3 everywhere; jokers and other faces are called by the language's word.

    >>> word("H10", lambda message: message.key)
    '♥10'
    """
    if is_suited(code):
        return SUIT_SIGNS[code[0]] + code[1:]
    return say(Msg(f"card-{code.lower()}"))
