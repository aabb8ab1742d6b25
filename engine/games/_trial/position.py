"""Positions of 占格子 and their arithmetic; rule numbers are those of rules.zh.md."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from engine.cards import Card, codes, pack
from engine.core import Event, Seat, Step, seats
from engine.msg import CardsArg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

PACK = pack(jokers=False)
HAND = 2
CELLS = (0, 1, 2, 3, 5, 6, 7, 8)
"""The cells of a 3×3 board but its middle."""


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody knows. ``board`` has the cards of ``CELLS``; ``won`` is empty till the end."""

    stacks: tuple[int, ...]
    leader: Seat
    rule: str
    gone: tuple[Card, ...]
    board: tuple[Card, ...] = ()
    again: bool = False
    stake: int = 0
    lead: tuple[Card, ...] = ()
    worth: int = 0
    won: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """``marks[s]`` is the cell of seat s; None until it has answered."""

    public: Public
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    marks: tuple[int | None, ...] = field(repr=False)
    deck: tuple[Card, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What one seat knows: hands and marks of others are empty until they are shown."""

    seat: Seat | None
    public: Public
    hands: tuple[tuple[Card, ...], ...]
    marks: tuple[int | None, ...]
    answered: tuple[bool, ...]


def opens(hand: tuple[Card, ...], rule: str) -> bool:
    """Whether a hand ends the round at the deal (rule 10)."""
    one, two = hand
    return (rule == "pair" and one.rank == two.rank) or (rule == "suit" and one.suit == two.suit)


def deal(start: Public, deck: tuple[Card, ...]) -> Step[State]:
    """Hands, then the board, from the top of ``deck``; the round may be over at once."""
    n = len(start.stacks)
    hands = tuple(tuple(sorted(deck[s * HAND : (s + 1) * HAND])) for s in seats(n))
    rest = deck[n * HAND :]
    known = replace(start, board=rest[: len(CELLS)])
    state = State(known, hands, (None,) * n, rest[len(CELLS) :])
    for seat in (*range(start.leader, n), *range(start.leader)):
        if opens(hands[seat], start.rule):
            shown = msg("trial-opened", seat=SeatArg(seat), cards=CardsArg(codes(hands[seat])))
            return Step(replace(state, public=paid(known, seat % 2, 1)), (Event(shown),))
    return Step(state, (Event(msg("trial-leads", seat=SeatArg(start.leader))),))


def paid(known: Public, side: int, stake: int) -> Public:
    """The round won by a side (0 or 1), every pair of seats settled (rule 9)."""
    most = [min(stake, chips, known.stacks[s ^ 1]) for s, chips in enumerate(known.stacks)]
    won = tuple(chips if s % 2 == side else -chips for s, chips in enumerate(most))
    stacks = tuple(chips + plus for chips, plus in zip(known.stacks, won, strict=True))
    return replace(known, stacks=stacks, won=won)


def alone(marks: Sequence[int | None], side: int) -> list[int]:
    """The cells that a seat of this side has for itself (rule 4)."""
    return [m for m in marks[side::2] if m is not None and marks.count(m) == 1]


def worths(led: tuple[Card, ...]) -> dict[str, int]:
    """What one or two cards may count, by reading (rule 7); empty if they may not be led."""
    if len(led) == 1:
        return {"": int(led[0].rank)}
    one, two = (int(c.rank) for c in led)
    both = {"sum": one + two, "gap": abs(one - two)}
    return {reading: worth for reading, worth in both.items() if 0 < worth <= 14}
