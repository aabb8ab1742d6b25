"""The practice seed: a word that fixes the cards of a table played alone. It counts nowhere.

Source: rulebook of 扑克矩阵: a text seed fixes shuffle and layout; such a game is unranked.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from bot.support.errors import Refused
from engine.msg import msg

if TYPE_CHECKING:
    from bot.table.state import TableState
    from bot.table.table import Table
    from engine.msg import Msg

KEY = "seed"
LONGEST = 30
"""Letters of a word."""

OFF = frozenset({"", "off", "0", "无", "無", "none"})


def configure(table: Table, word: str) -> None:
    """Deal from a word, or by chance again.

    Raises:
        Refused: the game cannot, or the word is too long.
    """
    if not table.game.info.practice:
        raise Refused("practice-not-here", private=True)
    if len(word) > LONGEST:
        raise Refused("practice-too-long", most=LONGEST, private=True)
    table.change(word="" if word in OFF else word)


def seed_of(table: Table, drawn: bytes, count: int) -> bytes:
    """The seed of a match for ``count``: of the word, or as it was drawn where there is none.

    Raises:
        Refused: others play along.
    """
    word = table.state.word
    if not word:
        return drawn
    if count > 1:
        raise Refused("practice-alone", word=word, private=True)
    return hashlib.sha256(f"practice\0{table.state.game}\0{word}".encode()).digest()


def lines(state: TableState) -> tuple[Msg, ...]:
    """What is told at the beginning and at the end."""
    return (msg("practice-told", word=state.word),) if state.word else ()
