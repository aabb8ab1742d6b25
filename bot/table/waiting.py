"""Whom a table waits for and until when, for its screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.table.state import Phase
from engine.core import waiting
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from bot.ports.messages import Asked
    from bot.ports.refs import UserRef
    from bot.table.state import Question, TableState
    from bot.table.table import Table
    from engine.core import Prompt, Seat

NAMED = 9
"""So many who are waited for are named at most."""

GUESSES = 3
"""Imagined states that tell whether a spectator knows who is waited for."""


def open_questions(table: Table) -> list[Question]:
    """The questions that the table waits for now."""
    state = table.state
    if state.suspended_at is not None:
        return []
    return open_of(state, {q.seat: table.prompt(q.seat) for q in state.questions})


def open_of(state: TableState, prompts: Mapping[Seat, Prompt]) -> list[Question]:
    """The same, where what each asked seat may answer is known."""
    if state.phase is not Phase.PLAYING or state.suspended_at is not None:
        return []
    return [q for q in state.questions if not prompts[q.seat].answered]


def computers(table: Table, questions: Iterable[Question]) -> list[Seat]:
    """The computer players whom questions are for."""
    players = table.state.players
    return [q.seat for q in questions if players[q.seat].user is None]


def persons(state: TableState, questions: Iterable[Question]) -> frozenset[UserRef]:
    """The persons whom questions are for."""
    users = (state.players[q.seat].user for q in questions)
    return frozenset(user for user in users if user is not None)


def asked(state: TableState, seat: Seat, prompt: Prompt | None) -> Asked:
    """How the table waits for one seat; for whoever is on autopilot it does not.

    ``prompt``: what it may answer; None where it is not asked.
    """
    if state.over or state.players[seat].autopilot:
        return ""
    if state.suspended_at is not None:
        return "ready" if state.unreachable else ""
    if state.phase is Phase.BETWEEN:
        return "" if seat in state.ready else "ready"
    if state.phase is not Phase.PLAYING or prompt is None:
        return ""
    return "" if prompt.answered else "turn"


def deadline(questions: Iterable[Question]) -> datetime | None:
    """When the clock answers the first of them."""
    return min((q.deadline for q in questions if q.deadline is not None), default=None)


def named(table: Table, questions: list[Question]) -> bool:
    """Whether it may be said who these are: not where names would tell more than all can see."""
    game, seen = table.game, table.seen(None)
    if len(questions) > NAMED:
        return False
    seats = tuple(q.seat for q in questions)
    guesses = (Rng(table.state.id.encode(), "waiting", n) for n in range(GUESSES))
    return all(waiting(game, game.imagine(seen, rng)) == seats for rng in guesses)
