"""How a seat of 占格子 sees its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes
from engine.games._trial.position import CELLS, HAND, PACK
from engine.msg import msg
from engine.view import Block, Cards, Cell, Fact, Facts, Grid, Play, SeatRow, Seats, Trick, View

if TYPE_CHECKING:
    from engine.games._trial.position import Seen


def screen(seen: Seen) -> View:
    """Players, the board with the marks the seat knows, hands, and the used cards."""
    known, over = seen.public, bool(seen.public.won)
    closed = all(seen.answered)
    rows = tuple(
        SeatRow(
            s,
            cards=HAND,
            score=chips,
            marks=(
                *((msg("trial-mark-leader"),) if s == known.leader else ()),
                *((msg("trial-mark-marked"),) if there and not closed else ()),
            ),
            asked=not over and (s == known.leader if closed else not there),
            team=s % 2 + 1,
        )
        for s, (chips, there) in enumerate(zip(known.stacks, seen.answered, strict=True))
    )
    faces = dict(zip(CELLS, codes(known.board), strict=True))
    signs = ["".join(str(s + 1) for s, m in enumerate(seen.marks) if m == c) for c in range(9)]
    cells = tuple(Cell(faces.get(c, ""), label=signs[c], badge=signs[c]) for c in range(9))
    blocks: list[Block] = [
        Seats(rows, seen.seat),
        Grid(msg("trial-board"), 3, cells),
    ]
    if known.stake:
        blocks.append(Facts((Fact(msg("trial-stake"), known.stake),)))
    if over:
        plays = tuple(Play(s, codes(hand)) for s, hand in enumerate(seen.hands))
        blocks.append(Trick(msg("trial-shown"), plays))
    elif seen.seat is not None:
        blocks.append(Cards(msg("trial-hand"), codes(seen.hands[seen.seat]), mine=True))
    left = len(PACK) - len(known.gone) - len(known.board) - HAND * len(rows)
    blocks.append(Cards(msg("trial-pack"), codes(known.gone), hidden=left, pile=True))
    return View(msg("trial-title-done") if over else msg("trial-title"), tuple(blocks))
