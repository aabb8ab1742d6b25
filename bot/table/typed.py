"""The handler for typed plays: finds the question that is meant, and the action."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.support.errors import Refused
from bot.table import rounds
from bot.table.state import Phase
from engine import talk, text
from engine.errors import UnreadableAction
from engine.match import pending
from engine.msg import SeatArg, msg

if TYPE_CHECKING:
    from datetime import datetime

    from bot.ports.refs import UserRef
    from bot.table.commands import Typed
    from bot.table.state import Question
    from bot.table.table import Table
    from engine.core import Action
    from engine.msg import Msg

SAME_WORDS = timedelta(seconds=2)
"""The same words of the same person within so long are one play."""


def typed(table: Table, command: Typed, now: datetime) -> None:
    """Play what a person typed, if it answers a question of theirs."""
    table.need_phase(Phase.PLAYING)
    seat = table.need_seat(command.user)
    question = table.question_of(seat)
    if question is None:
        key = "table-answered" if seat in table.state.answered else "table-not-your-turn"
        raise Refused(key, waits=_waits(table))
    # A message written before its question existed was meant for another one.
    if command.at is not None and command.at < question.since:
        raise Refused("table-old-words")
    words = text.normal(command.text)
    if _said_just_now(table, command.user, words, now):
        raise Refused("table-same-words")
    rounds.play(table, seat, _said(table, command, question), command.source, "player", now)
    table.words = (command.user, words, now)


def _said(table: Table, command: Typed, question: Question) -> Action:
    """The answer that typed words mean.

    Raises:
        Refused: it was meant for another question, or is talk.
        RuleError: it cannot be read.
    """
    if command.meant is not None:
        number, action = command.meant
        if number != question.number:
            raise Refused("table-old-words")
        return action
    info, prompt = table.game.info, table.prompt(question.seat)
    if not command.bare:
        return text.read(command.text, info, prompt)
    heard = talk.bare(command.text, info, prompt)
    if heard is None:
        raise UnreadableAction("text-unreadable")
    return heard


def _said_just_now(table: Table, user: UserRef, words: str, now: datetime) -> bool:
    if table.words is None:
        return False
    who, what, when = table.words
    return who == user and what == words and now - when < SAME_WORDS


def _waits(table: Table) -> Msg:
    """Who is waited for, as a message of names or, where several are, of their number."""
    seats = pending(table.match) if table.match is not None else ()
    if len(seats) == 1:
        return msg("seat-name", seat=SeatArg(seats[0]))
    return msg("seats-count", count=len(seats))
