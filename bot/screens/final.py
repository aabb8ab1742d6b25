"""Blocks that a table adds to a game's own."""

from __future__ import annotations

from dataclasses import replace
from operator import add
from typing import TYPE_CHECKING

from bot.screens.coins import won
from bot.table.state import Phase
from engine.match import order_of, places
from engine.msg import SeatArg, msg
from engine.view import Table as TableBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.table.table import Table
    from engine.view import View


def course(table: Table) -> tuple[tuple[int, ...], ...]:
    """Everybody's points after each round of the match, as all have been shown them; first zeros.

    Nothing while a round is on, for one player, for a crowd, or where coins are moved.
    """
    match = table.match
    over = table.state.phase in (Phase.BETWEEN, Phase.FINISHED)
    if match is None or not over or table.state.stakes or not 1 < match.seats <= LARGE:
        return ()
    sums = [(0,) * match.seats]
    for outcome in match.played:
        sums.append(tuple(map(add, sums[-1], outcome.scores)))
    return tuple(sums)


LARGE = 9
"""Where more play, two rankings of all are more than a picture holds."""


def with_final(table: Table, view: View) -> View:
    """The last screen of a match with its places, unless its only round says as much."""
    match = table.match
    if match is None or match.seats == 1 or len(match.played) == 1:
        return view
    above = view.blocks if match.seats <= LARGE else ()
    return replace(view, blocks=(*above, final_sheet(won(table))))


def final_sheet(sums: Sequence[int]) -> TableBlock:
    """Places and points, or coins that were won, at the end of a match."""
    place = places(sums)
    rows = tuple((place[s], msg("seat-name", seat=SeatArg(s)), sums[s]) for s in order_of(sums))
    header = (msg("sheet-place"), msg("sheet-player"), msg("sheet-total"))
    best = tuple(at for at, row in enumerate(rows) if row[0] == 1)
    return TableBlock(msg("sheet-final"), header, rows, bright=best)
