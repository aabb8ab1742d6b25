"""Where a round of 蹲麻子 stands, what a seat knows of it, and a guess at the rest.

Everything that lies open is one value, ``Public``: it is the same for every viewer, so that nothing
can be told to one and forgotten for another.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.cards import SUITS, Card, Suit, pack
from engine.games.dunmazi.scoring import POINTS, Rules, arranged, is_mazi, may_knock

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core import Seat
    from engine.msg import Msg
    from engine.rng import Rng

Hand = tuple[Card, ...]

DRY_LAPS = 2
"""So many laps after the 摸牌堆 has run out the round ends (§18)."""


class Phase(StrEnum):
    """What the seat whose turn it is has to do."""

    FIRST = "first"
    TURN = "turn"
    PUT = "put"
    ANSWER = "answer"
    OVER = "over"


class Stand(StrEnum):
    """What a seat is in the response phase."""

    OPEN = ""
    KNOCK = "knock"
    CALL = "call"
    FOLD = "fold"
    MAZI = "mazi"


class End(StrEnum):
    """Why a round is over."""

    NOT = ""
    KNOCK = "knock"
    SUDDEN = "sudden"
    STALL = "stall"


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody may know.

    Attributes:
        rules: the options of the table.
        starter: 起始玩家.
        turn: the seat that is asked, unless the round is over.
        phase: what it is asked.
        zone: the 公共区, oldest card first.
        pile: cards left in the 摸牌堆.
        discard: the 弃牌堆, oldest card first; its faces lay open when they were discarded.
        known: by seat, cards of its hand that it took from the zone in everybody's sight.
        stands: by seat, what it has declared in the response phase.
        idle: turns in a row that were an exchange or 不换.
        dry: turns since the 摸牌堆 ran out; -1 before that.
        end: why the round is over.
        recent: what was done last, oldest first, at most one fact a seat.
    """

    rules: Rules
    starter: Seat
    turn: Seat
    phase: Phase
    pile: int
    known: tuple[Hand, ...]
    stands: tuple[Stand, ...]
    zone: Hand = ()
    discard: Hand = ()
    idle: int = 0
    dry: int = -1
    end: End = End.NOT
    recent: tuple[Msg, ...] = ()

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.stands)

    def held(self, seat: Seat) -> int:
        """How many cards a seat holds."""
        extra = seat == self.turn and self.phase in (Phase.FIRST, Phase.PUT)
        return self.rules.size + extra

    @property
    def full(self) -> bool:
        """Whether the zone is full."""
        return len(self.zone) == self.rules.size

    @property
    def knocker(self) -> Seat | None:
        """The seat that has knocked."""
        return self.stands.index(Stand.KNOCK) if Stand.KNOCK in self.stands else None


@dataclass(frozen=True, slots=True)
class State:
    """A whole round.

    Attributes:
        public: what lies open.
        deck: the 摸牌堆, next card first.
        hands: by seat, each in the order it is shown.
        drawn: the card drawn in this turn, while it has to be followed by a put.
    """

    public: Public
    deck: Hand = field(repr=False)
    hands: tuple[Hand, ...] = field(repr=False)
    drawn: Card | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What ``seat`` (None: a spectator) knows.

    Attributes:
        hand: its own cards.
        drawn: the card it has just drawn.
        shown: by seat, the hand where it lies open, else nothing (§14).
    """

    seat: Seat | None
    public: Public
    hand: Hand
    drawn: Card | None
    shown: tuple[Hand, ...]


def observe(state: State, seat: Seat | None) -> Seen:
    """What a seat knows: its own hand, and what lies open."""
    public = state.public
    over = public.phase is Phase.OVER
    return Seen(
        seat,
        public,
        hand=() if seat is None else state.hands[seat],
        drawn=state.drawn if seat == public.turn else None,
        shown=tuple(
            hand if over or stand is Stand.MAZI else ()
            for hand, stand in zip(state.hands, public.stands, strict=True)
        ),
    )


def imagine(seen: Seen, rng: Rng) -> State:
    """A random round that looks like ``seen`` from there.

    Hands that must be worth the target, because their seat has knocked or been asked, are.
    """
    public = seen.public
    known = list(public.known)
    for seat, hand in enumerate(seen.shown):
        known[seat] = hand or known[seat]
    if seen.seat is not None:
        known[seen.seat] = seen.hand
    rest = Counter(pack(public.rules.decks))
    for hand in (public.zone, public.discard, *known):
        rest.subtract(hand)
    pool = list(rng.shuffled(rest.elements()))
    hands = _fitting(seen, known, pool, rng)
    for seat, hand in enumerate(hands):
        missing = public.held(seat) - len(hand)
        hands[seat] = arranged((*hand, *pool[:missing]))
        del pool[:missing]
    drawn = None
    if public.phase is Phase.PUT:
        drawn = seen.drawn if seen.seat == public.turn else rng.choice(hands[public.turn])
    return State(public, tuple(pool), tuple(hands), drawn)


def _fitting(seen: Seen, known: list[Hand], pool: list[Card], rng: Rng) -> list[Hand]:
    """``known`` with every hand that must reach the target made up from ``pool``."""
    public = seen.public
    if public.phase is not Phase.ANSWER:
        return known
    bound = [
        seat
        for seat, stand in enumerate(public.stands)
        if (stand in (Stand.KNOCK, Stand.CALL, Stand.FOLD) or seat == public.turn)
        and len(known[seat]) < public.rules.size
    ]
    for _ in range(64):
        left, hands = list(pool), list(known)
        for seat in rng.shuffled(bound):
            fails = _cannot_knock if seat == public.knocker else is_mazi
            hand = _qualified(known[seat], left, public.rules, fails, rng)
            if hand is None:
                break
            hands[seat] = hand
        else:
            pool[:] = left
            return hands
    return known


def _cannot_knock(hand: Hand, rules: Rules) -> bool:
    return not may_knock(hand, rules)


def _qualified(
    known: Hand, left: list[Card], rules: Rules, fails: Callable[[Hand, Rules], bool], rng: Rng
) -> Hand | None:
    """A random hand that holds ``known`` and does not fail; its other cards leave ``left``."""
    suits = {card.suit for card in known} - {Suit.NONE}
    if len(suits) > 1:
        return None
    suit = suits.pop() if suits else rng.choice(SUITS)
    fit = [card for card in rng.shuffled(left) if card.suit in (suit, Suit.NONE)]
    count = rules.size - len(known)
    chosen, spare = fit[:count], sorted(fit[count:], key=POINTS.__getitem__)
    while len(chosen) == count and fails((*known, *chosen), rules):
        low = min(range(count), key=lambda i: POINTS[chosen[i]])
        higher = [card for card in spare if POINTS[card] > POINTS[chosen[low]]]
        if not higher:
            return None
        chosen[low] = rng.choice(higher)
        spare.remove(chosen[low])
    if len(chosen) < count:
        return None
    for card in chosen:
        left.remove(card)
    return (*known, *chosen)
