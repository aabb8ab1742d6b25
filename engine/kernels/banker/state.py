"""Where a deal with a 莊 stands, what a seat knows of it, and a guess at the rest."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.cards import Card

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from engine.core import Seat
    from engine.kernels.banker.pay import Paid
    from engine.rng import Rng

Hand = tuple[Card, ...]


class Phase(StrEnum):
    """What is asked now; of everybody at once."""

    BID = "bid"
    STAKE = "stake"
    ARRANGE = "arrange"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody may know.

    Attributes:
        options: of the table.
        phase: what is asked.
        stacks: chips by seat; after the settlement when the deal is over.
        playing: the seats that can pay the base; the others sit out.
        answered: those of them that have answered the present question.
        bids: by seat, once all have bid: 0 for 不搶.
        banker: 莊, once there is one.
        multiple: 莊倍.
        how: why it is he: ``highest``, ``tied``, ``lot`` or ``nobody``.
        stakes: by seat, once all have bet: 閒倍, 0 for 莊.
        gone: cards of the pack that were shown in earlier deals.
        hands: by seat, once they lie open.
        claims: by seat, whether the hand is said to have what 組牌 looks for.
        paid: the settlement.
    """

    options: tuple[tuple[str, int | str], ...]
    phase: Phase
    stacks: tuple[int, ...]
    playing: tuple[Seat, ...]
    answered: tuple[Seat, ...] = ()
    bids: tuple[int, ...] = ()
    banker: Seat | None = None
    multiple: int = 0
    how: str = ""
    stakes: tuple[int, ...] = ()
    gone: Hand = ()
    hands: tuple[Hand, ...] = ()
    claims: tuple[bool, ...] = ()
    paid: Paid | None = None

    @property
    def base(self) -> int:
        """底注, in chips."""
        return int(dict(self.options)["base"])

    @property
    def seats(self) -> int:
        """How many are at the table."""
        return len(self.stacks)

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Who has to answer."""
        if self.phase is Phase.OVER:
            return ()
        wanted = self.playing
        if self.phase is Phase.STAKE:
            wanted = tuple(seat for seat in wanted if seat != self.banker)
        return tuple(seat for seat in wanted if seat not in self.answered)

    @property
    def punters(self) -> tuple[Seat, ...]:
        """The 閒."""
        return tuple(seat for seat in self.playing if seat != self.banker)


@dataclass(frozen=True, slots=True)
class State:
    """A whole deal.

    Attributes:
        public: what lies open.
        deck: the cards not dealt, next one first.
        hands: by seat, once they are dealt.
        answers: by seat, the answer to the present question, until all are there.
    """

    public: Public
    deck: Hand = field(repr=False)
    hands: tuple[Hand, ...] = field(repr=False)
    answers: tuple[int | None, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What ``seat`` (None: a spectator) knows.

    Attributes:
        hand: its own cards, once they are dealt.
        answer: its own answer to the present question.
    """

    seat: Seat | None
    public: Public
    hand: Hand = ()
    answer: int | None = None


def observe(state: State, seat: Seat | None) -> Seen:
    """What a seat knows: its own hand and answer, and what lies open."""
    if seat is None:
        return Seen(None, state.public)
    return Seen(seat, state.public, state.hands[seat], state.answers[seat])


def imagine(
    seen: Seen,
    rng: Rng,
    pack: Iterable[Card],
    size: int,
    answers: Callable[[Seat], tuple[int, ...]],
) -> State:
    """A random deal that looks like ``seen`` from there.

    ``answers`` are some that a seat may have given to the present question.
    """
    public, dealt = seen.public, seen.public.phase in (Phase.ARRANGE, Phase.OVER)
    rest = Counter(pack)
    rest.subtract(public.gone)
    known = list(public.hands or ((),) * public.seats)
    if seen.seat is not None:
        known[seen.seat] = seen.hand
    for hand in known:
        rest.subtract(hand)
    pool = rng.shuffled(rest.elements())
    hands, given = [], []
    for seat, hand in enumerate(known):
        missing = size - len(hand) if dealt and seat in public.playing else 0
        hands.append((*hand, *pool[:missing]))
        pool = pool[missing:]
        answer = rng.choice(answers(seat)) if seat in public.answered else None
        given.append(seen.answer if seat == seen.seat else answer)
    return State(public, pool, tuple(hands), tuple(given))
