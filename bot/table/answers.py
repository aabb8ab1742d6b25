"""What a press on an answer means, and whether it will be taken, before it is carried out.

What a screen offers ready-made is what the rules take (a law of every game), so that a press on
it, while its question is open, is acknowledged at once: no words will follow unless storing
fails. Cards that people picked themselves may be refused, and why is said in the first answer to
the press where a platform knows no other. An acknowledgement says that a press has arrived and no
more: the move is told when it is stored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.support.errors import Refused
from bot.table import tokens
from bot.table.state import Phase

if TYPE_CHECKING:
    from bot.ports.refs import UserRef
    from bot.table.commands import Press
    from bot.table.table import Table
    from engine.core import Action, Seat


def asked(table: Table, user: UserRef, number: int) -> Seat:
    """The seat whose question a person's press answers.

    Raises:
        Refused: none that this person is asked now.
    """
    table.need_phase(Phase.PLAYING)
    seat = table.need_seat(user)
    question = next((q for q in table.state.questions if q.number == number), None)
    if question is not None and question.seat != seat:
        raise Refused("table-not-your-button")
    if question is None:
        raise Refused("table-old-button")
    return seat


def meant(table: Table, command: Press) -> tuple[Seat, Action]:
    """The seat and the action that a press stands for. Raises ``Refused``."""
    seat = asked(table, command.user, command.question)
    action = tokens.action_of(command.item, command.values, table.prompt(seat))
    if action is None:
        raise Refused("table-old-button")
    return seat, action


def foreseen(table: Table, user: UserRef, number: int) -> bool:
    """Whether a person's ready-made answer is one to a question that is still open.

    In a lesson it may be another one than what is asked for.

    Only the table makes buttons with the number of that question, so it is not read here what
    such a button says.
    """
    state = table.state
    if (
        state.lesson
        or table.asleep
        or state.phase is not Phase.PLAYING
        or state.suspended_at is not None
    ):
        return False
    for question in state.questions:
        if question.number == number:
            player = state.players[question.seat]
            return player.user == user and not player.left
    return False
