"""The screens of 炸金花: the pot, what is to be paid, who has looked, who is out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import codes
from engine.games.zhajinhua.scoring import SIZE, is_special, strength
from engine.games.zhajinhua.settle import reasons
from engine.games.zhajinhua.state import Stand
from engine.msg import Msg, SeatArg, msg
from engine.view import (
    Block,
    Cards,
    Fact,
    Facts,
    Lines,
    Play,
    SeatRow,
    Seats,
    Tint,
    Trick,
    View,
)

if TYPE_CHECKING:
    from engine.core import Seat
    from engine.games.zhajinhua.state import Hand, Public, Seen

TINTS = {Stand.IN: Tint.GOLD, Stand.FOLDED: Tint.BLACK, Stand.BEATEN: Tint.RED}


def present(seen: Seen) -> View:
    """The screen for one viewer."""
    public = seen.public
    if public.result is not None:
        return View(msg("zhajinhua-title-over"), (_seats(seen), *_end(public), *_own(seen)))
    blocks: list[Block] = [_seats(seen), Facts(_facts(public))]
    if public.recent:
        blocks.append(Lines(public.recent))
    title = msg("zhajinhua-title", round=public.round, rounds=public.rules.rounds)
    return View(title, (*blocks, *_own(seen)))


def _facts(public: Public) -> tuple[Fact, ...]:
    price = msg("zhajinhua-price", blind=public.unit, looked=2 * public.unit)
    highest = public.rules.most * public.rules.base
    most = msg("zhajinhua-price", blind=highest, looked=2 * highest)
    return (
        Fact(msg("zhajinhua-fact-pot"), public.pot, good=True),
        Fact(msg("zhajinhua-fact-unit"), price),
        Fact(msg("zhajinhua-fact-most"), most),
    )


def _seats(seen: Seen) -> Seats:
    public = seen.public
    rows = []
    for seat, stand in enumerate(public.stands):
        marks = [msg("zhajinhua-mark-chips", chips=public.stacks[seat])]
        if public.result is None and stand is not Stand.AWAY:
            marks.append(msg("zhajinhua-mark-paid", chips=public.paid[seat]))
        marks.append(_mark(public, seat))
        if seat == public.first and public.result is None:
            marks.append(msg("zhajinhua-mark-first"))
        rows.append(
            SeatRow(
                seat,
                marks=tuple(marks),
                asked=public.result is None and seat == public.turn,
                won=public.result is not None and seat == public.result.winner,
                dim=stand is not Stand.IN,
            )
        )
    return Seats(tuple(rows), seen.seat)


def _mark(public: Public, seat: Seat) -> Msg:
    """Whether a seat has looked, or why it is out."""
    stand = public.stands[seat]
    if stand is Stand.IN:
        return msg(f"zhajinhua-mark-{('blind', 'looked')[public.looked[seat]]}")
    return msg(f"zhajinhua-mark-{stand.value}")


def _own(seen: Seen) -> list[Block]:
    """The viewer's cards; their backs until it has looked (§4)."""
    public, seat = seen.public, seen.seat
    if seat is None or seat not in public.playing or (public.result and public.shown[seat]):
        return []
    title = msg("zhajinhua-hand")
    if not seen.hand:
        note = None if public.result else msg("zhajinhua-not-looked")
        return [Cards(title, hidden=SIZE, note=note, mine=True)]
    note = named(seen.hand, low=public.rules.low)
    return [Cards(title, codes(seen.hand), note=note, mine=True)]


def named(hand: Hand, *, low: bool) -> Msg:
    """What a hand is called."""
    if is_special(hand):
        return msg("zhajinhua-kind-special")
    kind = strength(hand, low=low).kind.name.lower().replace("_", "-")
    return msg(f"zhajinhua-kind-{kind}")


def _end(public: Public) -> list[Block]:
    """What everybody won or lost, the hands that are shown, and why."""
    result = public.result
    lines = Lines(reasons(public))
    if result is None or result.winner is None:
        return [lines]
    order = [(result.winner + i) % public.seats for i in range(public.seats)]
    plays = tuple(
        Play(
            seat,
            codes(public.shown[seat]),
            label=named(public.shown[seat], low=public.rules.low) if public.shown[seat] else None,
            mark=msg("zhajinhua-mark-winner") if seat == result.winner else _mark(public, seat),
            tint=TINTS[public.stands[seat]],
            points=result.scores[seat],
            won=seat == result.winner,
        )
        for seat in order
        if seat in public.playing
    )
    title = msg("zhajinhua-result", seat=SeatArg(result.winner))
    return [Trick(title, plays), lines]
