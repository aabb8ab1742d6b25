"""排牌: a practice table dealt from a deal in writing, from any point of it. It counts nowhere.

Source: the program of seed 002, whose ``set`` takes a deal from a file or as text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.records import rounds, words
from bot.records.places import Misread
from bot.records.reader import read
from bot.records.writer import write
from bot.support.errors import Refused
from bot.table import stakes
from engine.msg import msg

if TYPE_CHECKING:
    from typing import Any

    from bot.records.reader import Record
    from bot.table.state import TableState
    from bot.table.table import Table
    from engine.chance import Source
    from engine.core import Game
    from engine.msg import Msg

KEY = "deal"

LONGEST = 8000
"""Letters of a deal at a table: a whole round of the longest game."""


def understood(game: Game[Any, Any] | None, text: str, **more: Any) -> Record:
    """What a text says.

    Raises:
        Refused: it cannot be read; it says where and why.
    """
    if len(text) > LONGEST:
        raise Refused("deal-too-long", most=LONGEST)
    return _read(game, text, **more)


def _read(game: Game[Any, Any] | None, text: str, **more: Any) -> Record:
    try:
        return read(text, game, **more)
    except Misread as error:
        told = error.told
        raise Refused(told.key, private=True, **dict(told.params)) from None


def record_of(text: str) -> Record:
    """What a record says, of any length.

    Raises:
        Refused: it cannot be read; it says where and why.
    """
    return _read(None, text)


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal as a table keeps it: the game, and a text of one round and ``LONGEST`` at most."""

    game: Game[Any, Any]
    text: str


def deal_of(game: Game[Any, Any] | None, text: str, seed: bytes) -> Deal:
    """The deal in a text of any length: of a whole match too.

    It is the round in which the text ends where that is not over, else the first one from its
    beginning. What is not written and no longer can be left open comes from the seed.

    Raises:
        Refused: it cannot be read; it says where and why.
    """
    record = _read(game, text, seed=seed)
    over = _played_out(record)
    if over and record.cut:
        raise Refused("deal-over", private=True)
    if len(record.log) == 1 and not over and len(text) <= LONGEST:
        return Deal(record.fresh.game, text)
    number = 1 if over else len(record.log)
    plays = 0 if over else len(record.log[-1].actions)
    kept = rounds.beginning(record.fresh, record.log, number, plays).text
    if record.open:
        kept += f"{words.WORDS[words.OPEN][0]}\n"
    if len(kept) > LONGEST:
        raise Refused("deal-too-long", most=LONGEST, private=True)
    return Deal(record.fresh.game, kept)


def _played_out(record: Record) -> bool:
    """Whether nothing is left to play. What is over as it is dealt is played all the same."""
    return record.match.outcome is not None and bool(record.log[-1].actions)


def configure(table: Table, text: str) -> None:
    """Deal from a text, or by chance again.

    Raises:
        Refused: it cannot be read, or the table is one that counts.
    """
    if not text.strip():
        table.change(deal="")
        return
    if table.state.tournament or table.state.least or stakes.plays_coins(table.state):
        raise Refused("deal-not-here")
    record = understood(table.game, text)
    if _played_out(record):
        raise Refused("deal-over")
    options = {**table.options, **record.fresh.options}
    table.change(deal=text, word="", options=tuple(options.items()), seating="chosen")


def begun(table: Table, seed: bytes, count: int) -> Record | None:
    """How a match for ``count`` begins; None: by chance.

    What is not written comes from the seed.

    Raises:
        Refused: others or more are to play, or it counts.
    """
    state = table.state
    if not state.deal:
        return None
    if stakes.plays_coins(state):
        raise Refused("deal-not-here")
    record = understood(table.game, state.deal, seed=seed)
    if record.fresh.seats != count:
        raise Refused("deal-seats", seats=record.fresh.seats, here=count)
    return record.first_round()


def kept(record: Record) -> str:
    """The deal with everything that chance had to add, as it is stored with the match."""
    return write(record.fresh, record.log)


def source(text: str) -> Source:
    """The randomness of a match that was dealt from a stored deal.

    Raises:
        ValueError: it cannot be read.
    """
    try:
        return read(text).fresh.source
    except Misread as error:
        raise ValueError("no deal") from error


def lines(state: TableState) -> tuple[Msg, ...]:
    """What is told at the beginning and at the end."""
    if state.lesson:
        return () if state.over else (msg("lesson-told"),)
    return (msg("deal-told"),) if state.deal else ()


def shows_all(table: Table) -> bool:
    """Whether all hands may be seen: it is practice, for one alone or with open cards."""
    state = table.state
    if not state.deal or table.match is None:
        return False
    alone = sum(player.person for player in state.players) == 1
    return alone or understood(table.game, state.deal).open
