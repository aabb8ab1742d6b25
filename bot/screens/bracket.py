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


def names_of(cup: TournamentState) -> tuple[str, ...]:
    """What everybody is called, by entrant; equal names end in a number."""
    return told_apart([entrant.name for entrant in cup.entrants])


def view_of(cup: TournamentState) -> View:
    """Registration, the bracket with the newest stage first, or its end."""
    title = msg(f"cup-title-{cup.stand}", game=game_name(cup.game), players=cup.players)
    if cup.bracket is None:
        return View(title, tuple(_registered(cup)))
    return View(title, (Facts(tuple(_standing(cup))), *_stages(cup)))


def stage_name(players: int, stage: int) -> Msg:
    """What a stage of a field is called: 决赛, or its number."""
    if stage + 1 == stages(players):
        return msg("cup-stage-final")
    return msg("cup-stage", n=stage + 1)


# Before the start.


def _registered(cup: TournamentState) -> Iterator[Block]:
    facts = [Fact(msg("cup-fact-registered"), len(cup.entrants))]
    if cup.stand is Status.OPEN:
        facts.append(Fact(msg("cup-fact-field"), cup.players, good=cup.players > 0))
    yield Facts((*facts, *_money(cup)))
    if not cup.entrants or cup.over:
        return
    rows = [_entrant(cup, at) for at in range(len(cup.entrants))]
    yield Seats(tuple(rows[:LISTED]))
    if len(rows) > LISTED:
        yield Lines((msg("cup-more", n=len(rows) - LISTED),))


def _entrant(cup: TournamentState, at: int) -> SeatRow:
    """One who has registered; the newest are too many, and would not play."""
    surplus = bool(cup.players) and at >= cup.players
    host = cup.entrants[at].user == cup.host
    marks = (msg("cup-mark-host"),) if host else ()
    return SeatRow(at, marks=(*marks, msg("cup-mark-surplus")) if surplus else marks, dim=surplus)


def _money(cup: TournamentState) -> Iterator[Fact]:
    if cup.fee:
        yield Fact(msg("cup-fact-fee"), cup.fee)
        if cup.pool:
            yield Fact(msg("cup-fact-pool"), cup.pool, good=True)


# From the start on.


def _standing(cup: TournamentState) -> Iterator[Fact]:
    bracket = cup.bracket
    if bracket is None:
        return
    if bracket.winner is not None:
        champion = msg("seat-name", seat=SeatArg(bracket.winner))
        yield Fact(msg("cup-fact-champion"), champion, good=True)
    if cup.fee:
        yield Fact(msg("cup-fact-pool"), cup.pool, good=True)
    yield Fact(msg("cup-fact-players"), cup.players)
    if not cup.over:
        count = stages(cup.players)
        yield Fact(msg("cup-fact-stage"), msg("cup-of", n=bracket.stage + 1, all=count))
        tables = len(bracket.stages[-1])
        over = tables - len(bracket.open)
        yield Fact(msg("cup-fact-over"), msg("cup-of", n=over, all=tables))


def _stages(cup: TournamentState) -> Iterator[Block]:
    """The newest first: it is what people look for, and the first to be left out is the oldest."""
    if cup.bracket is None:
        return
    for stage in reversed(range(len(cup.bracket.stages))):
        groups = cup.bracket.stages[stage]
        name = stage_name(cup.players, stage)
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
