"""The screens of the games with a pile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import codes
from engine.core import seats
from engine.kernels.climb import view
from engine.kernels.climb.state import OVER
from engine.kernels.draw.deal import on_table, points, taken
from engine.kernels.draw.settle import settled
from engine.msg import CardsArg, Msg, SeatArg, msg
from engine.view import Block, Fact, Facts, Lines, Play, Seats, Table, Tint, Trick, View

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.kernels.draw.deal import DrawOpen, DrawSeen
    from engine.kernels.draw.flow import DrawGame


def present(game: DrawGame, seen: DrawSeen) -> View:
    """The screen for one viewer."""
    lies = seen.open
    name = msg(f"{game.info.id.replace('_', '-')}-name")
    if lies.phase == OVER:
        return View(msg("draw-title-over", game=name), tuple(_settlement(game, seen)))
    title = msg("draw-title", game=name, seat=SeatArg(lies.turn))
    return View(title, tuple(_table(game, seen)))


def _marks(lies: DrawOpen, seat: Seat) -> tuple[Msg, ...]:
    first = lies.phase != OVER and seat == lies.extra.dealer
    marks = [msg("draw-mark-dealer")] if first else []
    if seat in lies.out:
        marks.append(msg("draw-mark-out", place=lies.out.index(seat) + 1))
    return tuple(marks)


def _seats(game: DrawGame, seen: DrawSeen, scores: tuple[int, ...] = ()) -> Seats:
    """All players; while it is played with the points each has won so far."""
    lies = seen.open
    marks = [_marks(lies, seat) for seat in seats(lies.seats)]
    block = view.seats_block(seen, game.asked_of(lies), marks, scores=scores)
    if scores:
        return block
    won = map(points, taken(lies))
    rows = (replace(row, score=score) for row, score in zip(block.rows, won, strict=True))
    return replace(block, rows=tuple(rows))


def _lowest(lies: DrawOpen) -> Trick:
    """Everybody's lowest card, which says who leads. Source: seed 002, the pre-round."""
    mark = msg("draw-mark-first")
    plays = tuple(
        Play(seat, (card.code,), mark=mark if seat == lies.extra.dealer else None, tint=Tint.GOLD)
        for seat, card in enumerate(lies.extra.lowest)
    )
    return Trick(msg("draw-lowest"), plays)


def _table(game: DrawGame, seen: DrawSeen) -> list[Block]:
    lies = seen.open
    open_points = points(on_table(lies))
    facts = (Fact(msg("draw-fact-deck"), lies.deck), Fact(msg("draw-fact-table"), open_points))
    blocks: list[Block] = [_seats(game, seen), Facts(facts)]
    circle = view.circle_block(lies) if lies.played else _lowest(lies)
    if circle is not None:
        blocks.append(circle)
    if seen.seat is not None:
        blocks.append(view.hand_block(seen))
    return blocks


def _settlement(game: DrawGame, seen: DrawSeen) -> list[Block]:
    lies = seen.open
    result = settled(lies, seen.shown)
    held = [
        msg("draw-held", seat=SeatArg(seat), cards=CardsArg(codes(hand)))
        for seat, hand in enumerate(seen.shown)
        if hand
    ]
    # What each has taken, and who was out when, is said in the blocks above.
    others = [line for line in result.reasons if line.key not in ("draw-took", "draw-order")]
    table = _taken(lies, result.scores)
    return [_seats(game, seen, result.scores), table, Lines((*held, *others))]


def _taken(lies: DrawOpen, scores: tuple[int, ...]) -> Table:
    """Everybody's scoring cards and what they come to; the winners stand out."""
    won = taken(lies)
    sums = [points(cards) for cards in won]
    rows = tuple(
        (
            msg("draw-who", seat=SeatArg(seat)),
            msg("draw-cards", cards=CardsArg(codes(cards))) if cards else msg("draw-nothing"),
            sums[seat],
        )
        for seat, cards in enumerate(won)
    )
    best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    header = (msg("draw-head-who"), msg("draw-head-cards"), msg("draw-head-points"))
    return Table(msg("draw-taken"), header, rows, bright=best)
