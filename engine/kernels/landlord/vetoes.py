"""What is not even tried: plays of which every good player knows better without trying.

A veto never leaves nothing to do: a lead does not fall to one, but where there is a play to beat
whoever keeps to it passes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernels.landlord.policy import FEW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.kernels.climb.runs import Move
    from engine.kernels.landlord.policy import Turn

EARLY = 3
"""With more turns left than that after it, a bomb is not led."""


def sensible(turn: Turn, moves: Sequence[Move]) -> list[Move]:
    """The plays that are worth a thought; there may be none but passing."""
    found = list(moves)
    for veto in (_bomb, _low_single, _single_lead):
        kept = [move for move in found if not veto(turn, move, found)]
        if kept or turn.over is not None:
            found = kept
    return found


def may_pass(turn: Turn, moves: Sequence[Move]) -> bool:
    """Whether passing is worth a thought; ``moves`` are the sensible plays."""
    over = turn.over
    if over is None:
        return False
    if not moves or not _one_card_left(turn):
        return True
    top = turn.top
    if top is not None and not turn.over_friend and turn.seen.public.counts[top.seat] == 1:
        return False
    return over.size > 1 or turn.reader.unbeatable(over)


def _bomb(turn: Turn, move: Move, moves: Sequence[Move]) -> bool:
    """A bomb on a partner, early in a lead, or where an ordinary answer tears nothing."""
    if not move.reading.tier:
        return False
    if turn.over is None:
        return turn.turns_after(move) > EARLY
    if turn.over_friend:
        return not (_out_soon(turn, move) or _going_out(turn))
    return needless(turn, move, moves)


def _out_soon(turn: Turn, move: Move) -> bool:
    """Whether it is the last play, or the last but one over a partner who is not near out."""
    after = turn.turns_after(move)
    if turn.top is None or not after:
        return True
    return after == 1 and turn.seen.public.counts[turn.top.seat] > FEW


def _going_out(turn: Turn) -> bool:
    """Whether a foe who is still to answer a partner may do so with its last cards."""
    over, top = turn.over, turn.top
    if over is None or top is None or turn.reader.unbeatable(over):
        return False
    counts = turn.seen.public.counts
    seats = len(counts)
    asked = [(turn.next + after) % seats for after in range((top.seat - turn.next) % seats)]
    return any(seat in turn.foes and counts[seat] == over.size for seat in asked)


def needless(turn: Turn, move: Move, moves: Sequence[Move]) -> bool:
    """A bomb on an ordinary play that an ordinary answer beats, tearing nothing; not the last."""
    if not move.reading.tier or turn.over is None or turn.over.tier:
        return False
    if len(move.ranks) == len(turn.seen.hand):
        return False
    return any(not other.reading.tier and not _torn(turn, other) for other in moves)


def _torn(turn: Turn, move: Move) -> bool:
    """Whether a play leaves cards of its own ranks behind, or takes a bomb apart."""
    used = move.ranks
    return turn.tears(move) or any(turn.counts[rank] > used.count(rank) for rank in set(used))


def _low_single(turn: Turn, move: Move, moves: Sequence[Move]) -> bool:
    """A single card in front of a foe with one, where a higher one is held."""
    if move.reading.size > 1 or not _one_card_left(turn):
        return False
    if turn.over is None or turn.over.size != 1:
        return False
    heads = [other.reading.head for other in moves if other.reading.size == 1]
    return move.reading.head < max(heads)


def _single_lead(turn: Turn, move: Move, moves: Sequence[Move]) -> bool:
    """A single card led to a foe with one, where something else can be led, or a higher one."""
    if turn.over is not None or move.reading.size > 1 or not _one_card_left(turn):
        return False
    heads = [other.reading.head for other in moves]
    sizes = [other.reading.size for other in moves]
    return max(sizes) > 1 or move.reading.head < max(heads)


def _one_card_left(turn: Turn) -> bool:
    counts = turn.seen.public.counts
    return any(counts[foe] == 1 for foe in turn.foes if foe is not None)
