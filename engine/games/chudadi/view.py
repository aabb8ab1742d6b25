"""The screens of 锄大地, and its settlement in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import codes
from engine.core import Carry, Outcome
from engine.games.chudadi.scoring import cost, scores, sum_of, twos
from engine.kernels.climb import view
from engine.kernels.climb.state import OVER
from engine.msg import CardsArg, Msg, SeatArg, msg
from engine.view import Block, Lines, Trick, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Seat
    from engine.games.chudadi.game import Chudadi
    from engine.games.chudadi.state import ChudadiPublic, ChudadiSeen
    from engine.kernels.climb.state import Hand

FEW = 2
"""So few cards are marked, as in the other games."""


def present(game: Chudadi, seen: ChudadiSeen) -> View:
    """The screen for one viewer."""
    public = seen.public
    marks = [_marks(public, seat) for seat in range(public.seats)]
    if public.phase == OVER:
        result = settled(seen.shown)
        blocks: tuple[Block, ...] = (
            view.seats_block(seen, (), marks, scores=result.scores),
            _left_block(seen, result.scores),
            Lines(result.reasons),
        )
        return View(msg("chudadi-title-over"), blocks)
    blocks = (view.seats_block(seen, game.asked_of(public), marks),)
    circle = view.circle_block(public)
    if circle is not None:
        blocks = (*blocks, circle)
    if seen.seat is not None:
        blocks = (*blocks, view.hand_block(seen))
    return View(msg("chudadi-title-play", seat=SeatArg(public.turn)), blocks)


def _marks(public: ChudadiPublic, seat: Seat) -> tuple[Msg, ...]:
    marks = []
    if seat == public.extra.first:
        marks.append(msg("chudadi-mark-first"))
    if public.phase != OVER and seat in public.circle.locked:
        marks.append(msg("chudadi-mark-locked"))
    if public.phase != OVER and public.counts[seat] <= FEW:
        marks.append(msg("climb-mark-few", count=public.counts[seat]))
    return tuple(marks)


def _left_block(seen: ChudadiSeen, points: tuple[int, ...]) -> Trick:
    """What was left; only whoever is out has won, though others may have gained."""
    block = view.left_block(seen, points)
    return replace(block, plays=tuple(replace(p, won=not p.codes) for p in block.plays))


def settled(hands: Sequence[Hand]) -> Outcome:
    """The scores of a deal that is over, with the reasons; its winner may lead the next."""
    total = sum(map(cost, hands))
    won = next(seat for seat, hand in enumerate(hands) if not hand)
    lines = [msg("chudadi-total", total=total), msg("chudadi-out", seat=SeatArg(won), total=total)]
    lines += [_left(seat, hand, total) for seat, hand in enumerate(hands) if hand]
    return Outcome(scores(hands), tuple(lines), Carry(leader=won))


def _left(seat: Seat, hand: Hand, total: int) -> Msg:
    """How much one seat pays, as a sum; its twos are named where it has any."""
    held = twos(hand)
    key = "chudadi-left-twos" if held else "chudadi-left"
    found = msg(
        key, seat=SeatArg(seat), count=len(hand), sum=sum_of(hand), total=total, own=cost(hand)
    )
    if not held:
        return found
    return Msg(key, (*found.params, ("twos", CardsArg(codes(held)))))
