"""Why a play is worth a thought, in a sentence: from what one seat sees and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import codes
from engine.core import Action
from engine.kernels.climb.rules import beats
from engine.msg import CardsArg, Msg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.core import Seat
    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.state import Hand, Seen

FEW = 2
"""Who holds so few cards may be out with the next play."""

HIGH = 3
"""So many of the highest ranks win a circle more often than not."""

MANY = 5
"""A play of so many cards is worth making for its length."""

SMALL = 2
"""A play of at most so many cards is one of which hands have several."""


def why(seen: Seen[Any], action: Action, reader: Reader, friends: Collection[Seat]) -> Msg | None:
    """What speaks for a play or a pass of the seat; None where nothing is to be said."""
    if action.verb == "pass":
        return _pass(seen, reader, friends)
    cards = action.cards
    found = reader.readings(cards, last=len(cards) == len(seen.hand))
    top = seen.public.circle.top
    over = top.reading if top is not None else None
    fits = [r for r in found if over is None or beats(r, over)]
    reading = next((r for r in fits if r.key == action.reading), fits[0] if fits else None)
    if reading is None:
        return None
    rest = tuple(card for card in seen.hand if card not in cards)
    if not rest:
        return msg("climb-hint-out")
    if over is None:
        return _lead(seen, reading, cards, rest, reader, friends)
    return _answer(seen, reading, cards, reader, friends)


def nearest(seen: Seen[Any], friends: Collection[Seat]) -> tuple[Seat, int]:
    """The opponent who holds fewest cards, and how many."""
    public = seen.public
    others = [
        (public.counts[seat], seat)
        for seat in range(public.seats)
        if seat != seen.seat and seat not in friends and public.counts[seat]
    ]
    count, seat = min(others, default=(99, 0))
    return seat, count


def _pass(seen: Seen[Any], reader: Reader, friends: Collection[Seat]) -> Msg:
    top = seen.public.circle.top
    if top is not None and top.seat in friends:
        return msg("climb-hint-friend", seat=SeatArg(top.seat))
    over = top.reading if top is not None else None
    if not reader.moves(seen.hand, over):
        return msg("climb-hint-none")
    return msg("climb-hint-keep")


def _lead(
    seen: Seen[Any], reading: Reading, cards: Hand, rest: Hand, reader: Reader,
    friends: Collection[Seat],
) -> Msg:  # fmt: skip
    seat, count = nearest(seen, friends)
    if count == 1 and reading.size > 1:
        return msg("climb-hint-last", seat=SeatArg(seat))
    if reading.tier:
        return msg("climb-hint-bomb-lead", left=len(rest))
    kept = _kept(reading, rest, reader)
    if kept:
        return msg("climb-hint-return", cards=CardsArg(codes(kept)))
    if len(cards) >= MANY:
        return msg("climb-hint-many", count=len(cards), left=len(rest))
    return msg("climb-hint-low" if _height(reading, reader) > HIGH else "climb-hint-high")


def _answer(
    seen: Seen[Any], reading: Reading, cards: Hand, reader: Reader, friends: Collection[Seat]
) -> Msg:
    seat, count = nearest(seen, friends)
    if count <= FEW:
        return msg("climb-hint-stop", seat=SeatArg(seat), count=count)
    if reading.tier:
        return msg("climb-hint-bomb")
    if reader.unbeatable(reading):
        return msg("climb-hint-top")
    if not reader.rules.suits and not _height(reading, reader):
        return msg("climb-hint-high-but")
    return msg("climb-hint-tears" if _torn(cards, seen.hand) else "climb-hint-cheap")


def _height(reading: Reading, reader: Reader) -> int:
    """How many ranks are above a play's highest; of a longer play as if it were one card."""
    order = reader.rules.order
    return len(order) - 1 - max(map(order.index, reading.body))


def _kept(reading: Reading, rest: Hand, reader: Reader) -> Hand:
    """Cards of the same shape that are kept, and mostly win the lead back; none where none are."""
    if reading.size > SMALL or len(reading.body) > 1 or reading.tier:
        return ()
    order = reader.rules.order
    highest = max((order.index(card.rank) for card in rest), default=-1)
    held = tuple(card for card in rest if order.index(card.rank) == highest)
    high = highest >= len(order) - HIGH - _jokers(reader)
    if not high or highest <= order.index(reading.body[0]) or len(held) < reading.size:
        return ()
    return held[: reading.size]


def _jokers(reader: Reader) -> int:
    """How many of the ranks are jokers."""
    return sum(rank.name.endswith("JOKER") for rank in reader.rules.order)


def _torn(cards: Hand, hand: Hand) -> bool:
    """Whether a play takes equal cards apart."""
    used = [card.rank for card in cards]
    held = [card.rank for card in hand]
    return any(used.count(rank) < held.count(rank) for rank in set(used))
