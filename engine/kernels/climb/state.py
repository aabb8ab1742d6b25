"""Where a deal of a climbing game stands, what a seat knows of it, and a guess at the rest.

What lies open is one value, ``Public``, the same for every viewer; a game keeps what is its own (a
landlord, points won) in ``Public.extra``.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.cards import Card, without
from engine.core import Options, Seat, put
from engine.frozen import quick

if TYPE_CHECKING:
    from engine.kernels.climb.rules import Reading
    from engine.rng import Rng

Hand = tuple[Card, ...]
ExtraT = TypeVar("ExtraT")

PLAY, OVER = "play", "over"
"""The phases every game has; a game may have others before ``PLAY``."""


@quick
@dataclass(frozen=True, slots=True)
class Put:
    """What a seat did in its turn.

    Attributes:
        parts: the body, then each group of wings, as they are laid out; empty: it passed.
        reading: what they are; None: it passed.
    """

    seat: Seat
    parts: tuple[Hand, ...] = ()
    reading: Reading | None = None

    @property
    def cards(self) -> Hand:
        """All its cards, body first."""
        if len(self.parts) == 1:
            return self.parts[0]
        return tuple(card for part in self.parts for card in part)


@quick
@dataclass(frozen=True, slots=True)
class Circle:
    """一圈牌: from a lead until nobody goes on.

    Attributes:
        plays: what was done, passes too, first to last.
        top: the hand to beat; None: the turn is a lead.
        locked: seats that may not come back in this circle, where passing locks.
    """

    plays: tuple[Put, ...] = ()
    top: Put | None = None
    locked: tuple[Seat, ...] = ()


FRESH = Circle()
"""Nothing was done yet."""


@quick
@dataclass(frozen=True, slots=True)
class Public(Generic[ExtraT]):
    """What everybody may know.

    Attributes:
        options: every option of the table.
        phase: ``PLAY``, ``OVER`` or one of the game's own.
        turn: the seat that is asked.
        counts: cards held, by seat.
        extra: what is the game's own.
        circle: the one under way.
        past: the circles before, each first to last.
        out: seats without cards for good, in that order.
        known: by seat, cards of its hand that all have seen.
        deck: cards that are still to be drawn.
        must: a card that the first hand of the deal must hold.
    """

    options: tuple[tuple[str, int | str], ...]
    phase: str
    turn: Seat
    counts: tuple[int, ...]
    extra: ExtraT
    circle: Circle = FRESH
    past: tuple[tuple[Put, ...], ...] = ()
    out: tuple[Seat, ...] = ()
    known: tuple[Hand, ...] = ()
    deck: int = 0
    must: Card | None = None

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.counts)

    @property
    def played(self) -> tuple[Put, ...]:
        """Every real hand of the deal, first to last."""
        return tuple(p for plays in (*self.past, self.circle.plays) for p in plays if p.reading)


@quick
@dataclass(frozen=True, slots=True)
class State(Generic[ExtraT]):
    """A whole deal.

    Attributes:
        public: what lies open.
        hands: by seat, each as it is shown.
        deck: cards to be drawn, next first; and cards that nobody has been given yet (底牌).
        secrets: by seat, an answer that the others do not see yet.
    """

    public: Public[ExtraT]
    hands: tuple[Hand, ...] = field(repr=False)
    deck: Hand = field(default=(), repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)


@quick
@dataclass(frozen=True, slots=True)
class Seen(Generic[ExtraT]):
    """What ``seat`` (None: a spectator) knows.

    Attributes:
        hand: its own cards.
        shown: by seat, the hand where it lies open: all of them once the deal is over.
        secret: its own answer that the others do not see.
    """

    seat: Seat | None
    public: Public[ExtraT]
    hand: Hand
    shown: tuple[Hand, ...]
    secret: str = ""

    @property
    def options(self) -> Options:
        """The options of the table."""
        return dict(self.public.options)


def observe(state: State[ExtraT], seat: Seat | None) -> Seen[ExtraT]:
    """What a seat knows: its own hand, and what lies open."""
    public, hands = state.public, state.hands
    shown = hands if public.phase == OVER else ((),) * len(hands)
    if seat is None:
        return Seen(seat, public, (), shown)
    secret = state.secrets[seat] if seat < len(state.secrets) else ""
    return Seen(seat, public, hands[seat], shown, secret)


def imagine(seen: Seen[ExtraT], cards: Hand, gone: Hand, rng: Rng) -> State[ExtraT]:
    """A random deal that looks like ``seen`` from there.

    Args:
        seen: what is known.
        cards: the whole pack.
        gone: cards that lie open and belong to no hand, beside those played.
        rng: what to draw with.
    """
    public = seen.public
    held = list(public.known or ((),) * public.seats)
    if public.phase == OVER:
        held = list(seen.shown)
    elif seen.seat is not None:
        held[seen.seat] = seen.hand
    rest = Counter(cards)
    for hand in (*(p.cards for p in public.played), gone, *held):
        rest.subtract(hand)
    pool = list(rng.shuffled(rest.elements()))
    for seat, hand in enumerate(held):
        missing = public.counts[seat] - len(hand)
        if missing > 0:
            held[seat] = (*hand, *pool[:missing])
            del pool[:missing]
    return State(public, tuple(held), tuple(pool))


def onward(
    public: Public[ExtraT],
    turn: Seat,
    under_way: Circle,
    counts: tuple[int, ...] = (),
    *,
    out: tuple[Seat, ...] = (),
    known: tuple[Hand, ...] = (),
) -> Public[ExtraT]:
    """What lies open after a play or a pass; ``counts``, ``out`` and ``known`` change in a play.

    ``dataclasses.replace`` would say the same in five times the time, in every step of every game.
    """
    if not counts:
        counts, out, known = public.counts, public.out, public.known
    return Public(
        public.options,
        public.phase,
        turn,
        counts,
        public.extra,
        under_way,
        public.past,
        out,
        known,
        public.deck,
        public.must,
    )


def swept(public: Public[ExtraT], leader: Seat) -> Public[ExtraT]:
    """What lies open after the end of a circle."""
    return Public(
        public.options,
        public.phase,
        leader,
        public.counts,
        public.extra,
        FRESH,
        (*public.past, public.circle.plays),
        public.out,
        public.known,
        public.deck,
        public.must,
    )


def laid(state: State[ExtraT], what: Put) -> tuple[tuple[Hand, ...], tuple[Hand, ...]]:
    """The hands and the known cards after a hand was put down."""
    hands = put(state.hands, what.seat, without(state.hands[what.seat], what.cards))
    known = state.public.known
    if known and known[what.seat]:
        left = list(known[what.seat])
        for c in what.cards:
            if c in left:
                left.remove(c)
        if len(left) < len(known[what.seat]):
            known = put(known, what.seat, tuple(left))
    return hands, known
