"""Blocks that a table adds to a game's own."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.screens.coins import won
from engine.match import order_of, places
from engine.msg import SeatArg, msg
from engine.view import Table as TableBlock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.table.machine import Table
    from engine.view import View


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
