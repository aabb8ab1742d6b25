"""Whether a round has a rank (counts in tables of the best), as the table itself can tell.

``bot.store.ranked`` decides it by the log when a round is scored; here it is known to whoever
looks at the settlement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import unit
from bot.table.state import Phase
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.table.table import Table
    from engine.core import Seat
    from engine.match import Match
    from engine.msg import Msg

HANDED = "handed"
"""Who decides for somebody whose own round it is: it stays theirs.

Else a loser could have the round not count by handing it over to 托管, by leaving, or by doing
nothing at all once the cards were seen.
"""

DRIVEN = ("autopilot", "clock")

BOTS, AUTO = "bots", "auto"
"""Why a round has no rank: one person with computers; mostly decided for people who were away."""


def begin(table: Table, ready: Collection[Seat]) -> None:
    """A round is dealt: it is the own round of everybody who is there.

    Those are at the table whoever sat down themselves for the first round, asked for this one
    (``ready``), or whose own the last one was. Whoever handed over, left, or was drawn to the table
    and never came is not: to win from them says nothing.
    """
    number = table.state.round
    for seat in table.present():
        if seat in ready or table.state.players[seat].own >= number - 1:
            table.seat_changed(seat, own=number)


def decider(table: Table, seat: Seat, by: str) -> str:
    """Who is stored as having decided an answer that ``by`` gave."""
    if by in DRIVEN and table.state.players[seat].own == table.state.round:
        return HANDED
    return by


def took_part(table: Table, seat: Seat) -> None:
    """A person decides something in this round, or hands over in the midst of it."""
    if table.state.phase is Phase.PLAYING:
        table.seat_changed(seat, own=table.state.round)


def count(table: Table, seat: Seat, by: str) -> None:
    """Count an answer of a person's seat."""
    if table.state.players[seat].person:
        all_, driven = table.state.taken
        own, there = by not in (*DRIVEN, HANDED), set(table.state.there)
        table.change(
            taken=(all_ + 1, driven + (by in DRIVEN)), decided=table.state.decided + own,
            there=tuple(sorted(there if by in DRIVEN else there | {seat})),
        )  # fmt: skip


def score(table: Table) -> None:
    """Note whether the round that is being scored has a rank, and begin to count anew.

    Practice counts nowhere, and says so itself.
    """
    players, (all_, driven) = table.state.players, table.state.taken
    why = ""
    persons = {seat for seat, player in enumerate(players) if player.person}
    away = persons & {seat for seat, _ in table.log[-1].actions} - set(table.state.there)
    if len(players) > 1 and len(persons) == 1:
        why = BOTS
    elif (len(persons) > 1 >= len(persons - away)) or (
        all_ and (2 * driven >= all_ or not table.state.decided)
    ):
        why = AUTO
    unranked = table.state.unranked
    if why and not (table.state.word or table.state.deal):
        unranked = (*unranked, (table.state.round, why))
    table.change(taken=(0, 0), decided=0, there=(), unranked=unranked)


def round_lines(table: Table) -> tuple[Msg, ...]:
    """What is told of the last round, if it has no rank."""
    why = dict(table.state.unranked).get(table.state.round)
    return (msg(f"round-unranked-{why}", unit=unit(table.match)),) if why else ()


def match_lines(table: Table, match: Match) -> tuple[Msg, ...]:
    """What is told at the end, if not every round has a rank; of an only one it was told."""
    rounds, without = len(match.played), len(table.state.unranked)
    if not without or rounds == 1:
        return ()
    if without == rounds:
        return (msg("match-unranked-all"),)
    return (msg("match-unranked", rounds=without, unit=unit(match)),)
