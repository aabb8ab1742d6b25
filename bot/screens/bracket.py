"""The picture of a tournament: who has registered, who plays whom, who goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.i18n.names import told_apart
from bot.tournament.state import Status
from engine.msg import Msg, SeatArg, msg
from engine.tournament import stages
from engine.view import Fact, Facts, Lines, SeatRow, Seats, Stage, View

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bot.tournament.state import TournamentState
    from engine.tournament import Group
    from engine.view import Block

DRAWN = 16
"""Tables of a stage that are drawn one by one; of more only the numbers are told."""

LISTED = 48
"""Entrants whose names are in the picture before the start."""


def names_of(state: TournamentState) -> tuple[str, ...]:
    """What everybody is called, by entrant; equal names end in a number."""
    return told_apart([entrant.name for entrant in state.entrants])


def view_of(state: TournamentState) -> View:
    """Registration, the bracket with the newest stage first, or its end."""
    title = msg(f"cup-title-{state.status}", game=game_name(state.game), players=state.players)
    if state.bracket is None:
        return View(title, tuple(registered(state)))
    return View(title, (Facts(tuple(_standing(state))), *_stages(state)))


def stage_name(players: int, stage: int) -> Msg:
    """What a stage of a field is called: 决赛, or its number."""
    if stage + 1 == stages(players):
        return msg("cup-stage-final")
    return msg("cup-stage", n=stage + 1)


# Before the start.


def registered(state: TournamentState) -> Iterator[Block]:
    """Who has registered, and how many of them would play."""
    facts = [Fact(msg("cup-fact-registered"), len(state.entrants))]
    if state.duplicate:
        facts.append(Fact(msg("duplicate-fact-seats"), state.room))
    elif state.status is Status.OPEN:
        facts.append(Fact(msg("cup-fact-field"), state.players, good=state.players > 0))
    yield Facts((*facts, *_money(state)))
    if not state.entrants or state.over:
        return
    rows = [_entrant(state, at) for at in range(len(state.entrants))]
    yield Seats(tuple(rows[:LISTED]))
    if len(rows) > LISTED:
        yield Lines((msg("cup-more", n=len(rows) - LISTED),))


def _entrant(state: TournamentState, at: int) -> SeatRow:
    """One who has registered; the newest are too many, and would not play."""
    surplus = bool(state.players) and at >= state.players
    host = state.entrants[at].user == state.host
    marks = (msg("cup-mark-host"),) if host else ()
    return SeatRow(at, marks=(*marks, msg("cup-mark-surplus")) if surplus else marks, dim=surplus)


def _money(state: TournamentState) -> Iterator[Fact]:
    if state.fee:
        yield Fact(msg("cup-fact-fee"), state.fee)
        if state.pool:
            yield Fact(msg("cup-fact-pool"), state.pool, good=True)


# From the start on.


def _standing(state: TournamentState) -> Iterator[Fact]:
    bracket = state.knockout
    if bracket is None:
        return
    if bracket.winner is not None:
        champion = msg("seat-name", seat=SeatArg(bracket.winner))
        yield Fact(msg("cup-fact-champion"), champion, good=True)
    if state.fee:
        yield Fact(msg("cup-fact-pool"), state.pool, good=True)
    yield Fact(msg("cup-fact-players"), state.players)
    if not state.over:
        count = stages(state.players)
        yield Fact(msg("cup-fact-stage"), msg("cup-of", n=bracket.stage + 1, all=count))
        tables = len(bracket.stages[-1])
        over = tables - len(bracket.open)
        yield Fact(msg("cup-fact-over"), msg("cup-of", n=over, all=tables))


def _stages(state: TournamentState) -> Iterator[Block]:
    """The newest first: it is what people look for, and the first to be left out is the oldest."""
    bracket = state.knockout
    if bracket is None:
        return
    for stage in reversed(range(len(bracket.stages))):
        groups = bracket.stages[stage]
        name = stage_name(state.players, stage)
        if len(groups) <= DRAWN:
            yield Stage(name, tuple(_table(group, final=len(groups) == 1) for group in groups))
            continue
        over = sum(bool(group.scores) for group in groups)
        yield Lines((msg("cup-many", stage=name, tables=len(groups), over=over),))


def _table(group: Group, *, final: bool) -> tuple[SeatRow, ...]:
    ahead = group.ahead
    scores = group.scores or (None,) * len(group.entrants)
    return tuple(
        SeatRow(
            entrant,
            score=score,
            won=entrant == ahead,
            marks=(msg("cup-mark-champion"),) if final and entrant == ahead else (),
            dim=ahead is not None and entrant != ahead,
        )
        for entrant, score in zip(group.entrants, scores, strict=True)
    )
