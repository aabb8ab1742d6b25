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
    from engine.games.zhajinhua.state import Hand, Open, Seen

TINTS = {Stand.IN: Tint.GOLD, Stand.FOLDED: Tint.BLACK, Stand.BEATEN: Tint.RED}


def present(seen: Seen) -> View:
    """The screen for one viewer."""
    lies = seen.open
    if lies.result is not None:
        return View(msg("zhajinhua-title-over"), (_seats(seen), *_end(lies), *_own(seen)))
    blocks: list[Block] = [_seats(seen), Facts(_facts(lies))]
    if lies.recent:
        blocks.append(Lines(lies.recent))
    title = msg("zhajinhua-title", round=lies.round, rounds=lies.rules.rounds)
    return View(title, (*blocks, *_own(seen)))


def _facts(lies: Open) -> tuple[Fact, ...]:
    price = msg("zhajinhua-price", blind=lies.unit, looked=2 * lies.unit)
    highest = lies.rules.most * lies.rules.base
    most = msg("zhajinhua-price", blind=highest, looked=2 * highest)
    return (
        Fact(msg("zhajinhua-fact-pot"), lies.pot, good=True),
        Fact(msg("zhajinhua-fact-unit"), price),
        Fact(msg("zhajinhua-fact-most"), most),
    )


def _seats(seen: Seen) -> Seats:
    lies = seen.open
    rows = []
    for seat, stand in enumerate(lies.stands):
        marks = [msg("zhajinhua-mark-chips", chips=lies.stacks[seat])]
        if lies.result is None and stand is not Stand.AWAY:
            marks.append(msg("zhajinhua-mark-paid", chips=lies.paid[seat]))
        marks.append(_mark(lies, seat))
        if seat == lies.first and lies.result is None:
            marks.append(msg("zhajinhua-mark-first"))
        rows.append(
            SeatRow(
                seat,
                marks=tuple(marks),
                asked=lies.result is None and seat == lies.turn,
                won=lies.result is not None and seat == lies.result.winner,
                dim=stand is not Stand.IN,
            )
        )
    return Seats(tuple(rows), seen.seat)


def _mark(lies: Open, seat: Seat) -> Msg:
    """Whether a seat has looked, or why it is out."""
    stand = lies.stands[seat]
    if stand is Stand.IN:
        return msg(f"zhajinhua-mark-{('blind', 'looked')[lies.looked[seat]]}")
    return msg(f"zhajinhua-mark-{stand.value}")


def _own(seen: Seen) -> list[Block]:
    """The viewer's cards; their backs until it has looked (§4)."""
    lies, seat = seen.open, seen.seat
    if seat is None or seat not in lies.playing or (lies.result and lies.shown[seat]):
        return []
    title = msg("zhajinhua-hand")
    if not seen.hand:
        note = None if lies.result else msg("zhajinhua-not-looked")
        return [Cards(title, hidden=SIZE, note=note, mine=True)]
    note = named(seen.hand, low=lies.rules.low)
    return [Cards(title, codes(seen.hand), note=note, mine=True)]


def named(hand: Hand, *, low: bool) -> Msg:
    """What a hand is called."""
    if is_special(hand):
        return msg("zhajinhua-kind-special")
    kind = strength(hand, low=low).kind.name.lower().replace("_", "-")
    return msg(f"zhajinhua-kind-{kind}")


def _end(lies: Open) -> list[Block]:
    """What everybody won or lost, the hands that are shown, and why."""
    result = lies.result
    lines = Lines(reasons(lies))
    if result is None or result.winner is None:
        return [lines]
    order = [(result.winner + i) % lies.seats for i in range(lies.seats)]
    plays = tuple(
        Play(
            seat,
            codes(lies.shown[seat]),
            label=named(lies.shown[seat], low=lies.rules.low) if lies.shown[seat] else None,
            mark=msg("zhajinhua-mark-winner") if seat == result.winner else _mark(lies, seat),
            tint=TINTS[lies.stands[seat]],
            points=result.scores[seat],
            won=seat == result.winner,
        )
        for seat in order
        if seat in lies.playing
    )
    title = msg("zhajinhua-result", seat=SeatArg(result.winner))
    return [Trick(title, plays), lines]
