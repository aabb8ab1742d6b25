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
    from engine.kernels.draw.deal import DrawPublic, DrawSeen
    from engine.kernels.draw.flow import DrawGame


def present(game: DrawGame, seen: DrawSeen) -> View:
    """The screen for one viewer."""
    public = seen.public
    name = msg(f"{game.info.id.replace('_', '-')}-name")
    if public.phase == OVER:
        return View(msg("draw-title-over", game=name), tuple(_settlement(game, seen)))
    title = msg("draw-title", game=name, seat=SeatArg(public.turn))
    return View(title, tuple(_table(game, seen)))


def _marks(public: DrawPublic, seat: Seat) -> tuple[Msg, ...]:
    first = public.phase != OVER and seat == public.extra.dealer
    marks = [msg("draw-mark-dealer")] if first else []
    if seat in public.out:
        marks.append(msg("draw-mark-out", place=public.out.index(seat) + 1))
    return tuple(marks)


def _seats(game: DrawGame, seen: DrawSeen, scores: tuple[int, ...] = ()) -> Seats:
    """All players; while it is played with the points each has won so far."""
    public = seen.public
    marks = [_marks(public, seat) for seat in seats(public.seats)]
    block = view.seats_block(seen, game.asked_of(public), marks, scores=scores)
    if scores:
        return block
    won = map(points, taken(public))
    rows = (replace(row, score=score) for row, score in zip(block.rows, won, strict=True))
    return replace(block, rows=tuple(rows))


def _lowest(public: DrawPublic) -> Trick:
    """Everybody's lowest card, which says who leads. Source: seed 002, the pre-round."""
    mark = msg("draw-mark-first")
    plays = tuple(
        Play(seat, (card.code,), mark=mark if seat == public.extra.dealer else None, tint=Tint.GOLD)
        for seat, card in enumerate(public.extra.lowest)
    )
    return Trick(msg("draw-lowest"), plays)


def _table(game: DrawGame, seen: DrawSeen) -> list[Block]:
    public = seen.public
    open_points = points(on_table(public))
    facts = (Fact(msg("draw-fact-deck"), public.deck), Fact(msg("draw-fact-table"), open_points))
    blocks: list[Block] = [_seats(game, seen), Facts(facts)]
    circle = view.circle_block(public) if public.played else _lowest(public)
    if circle is not None:
        blocks.append(circle)
    if seen.seat is not None:
        blocks.append(view.hand_block(seen))
    return blocks


def _settlement(game: DrawGame, seen: DrawSeen) -> list[Block]:
    public = seen.public
    result = settled(public, seen.shown)
    held = [
        msg("draw-held", seat=SeatArg(seat), cards=CardsArg(codes(hand)))
        for seat, hand in enumerate(seen.shown)
        if hand
    ]
    # What each has taken, and who was out when, is said in the blocks above.
    others = [line for line in result.reasons if line.key not in ("draw-took", "draw-order")]
    table = _taken(public, result.scores)
    return [_seats(game, seen, result.scores), table, Lines((*held, *others))]


def _taken(public: DrawPublic, scores: tuple[int, ...]) -> Table:
    """Everybody's scoring cards and what they come to; the winners stand out."""
    won = taken(public)
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
