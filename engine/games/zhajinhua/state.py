"""Where a deal of 炸金花 stands, what a seat knows of it, and a guess at the rest."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from engine.cards import Card, pack
from engine.games.zhajinhua.scoring import SIZE

if TYPE_CHECKING:
    from engine.core import Options, Seat
    from engine.msg import Msg
    from engine.rng import Rng

Hand = tuple[Card, ...]
PACK = pack(jokers=False)
STACK = 1000
"""Chips everybody has at the start of a match, unless a carry brings others."""

BONUSES = {"usual": (10, 5), "double": (20, 10), "none": (0, 0)}
"""喜錢 of 豹子 and of 同花順 in antes, by option (§15)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of a table.

    Attributes:
        base: 底注 in chips.
        most: 頂注 in antes, for who has not looked.
        rounds: after so many everybody who is left is compared.
        bonus: 喜錢 of 豹子 and of 同花順, in chips.
        low: A23 is the lowest straight.
        suits: suits decide between equal hands.
        least: so many must be able to pay the ante.
        compare: the first round in which 比牌 is possible.
    """

    base: int
    most: int
    rounds: int
    bonus: tuple[int, int]
    low: bool
    suits: bool
    least: int
    compare: int = 2


def rules_of(options: Options) -> Rules:
    """The options, typed."""
    base = int(options["base"])
    triple, straight = BONUSES[str(options["bonus"])]
    return Rules(
        base,
        int(options["most"]),
        int(options["limit"]),
        (triple * base, straight * base),
        options["a23"] == "low",
        options["suits"] == "on",
        int(options["min_live"]),
        int(options["compare"]),
    )


class Stand(StrEnum):
    """What has become of a seat."""

    IN = "in"
    FOLDED = "folded"
    BEATEN = "beaten"
    AWAY = "away"


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended.

    Attributes:
        winner: who takes the pot; None where too few could pay the ante.
        taken: by seat, what it lost to the pot; the winner's is 0.
        returned: by seat, what came back from the pot.
        bonus: by seat, 喜錢 won or paid.
        lucky: seats that are paid 喜錢.
        scores: by seat, all in all.
    """

    winner: Seat | None
    taken: tuple[int, ...]
    returned: tuple[int, ...]
    bonus: tuple[int, ...]
    lucky: tuple[Seat, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody may know.

    Attributes:
        rules: the options of the table.
        first: the seat that began.
        turn: the seat that is asked.
        round: from 1; it grows when the turn comes round to ``first``.
        unit: what a seat that has not looked pays for 跟; one that has looked pays twice that.
        stacks: chips by seat, without what lies in the pot.
        paid: by seat, what it has put into the pot.
        stands: by seat.
        looked: by seat, whether it has seen its cards.
        last: the seats that were in at the last comparison.
        shown: by seat, the hand where it lies open.
        result: once the deal is over.
        recent: what was done last, oldest first.
    """

    rules: Rules
    first: Seat
    turn: Seat
    round: int
    unit: int
    stacks: tuple[int, ...]
    paid: tuple[int, ...]
    stands: tuple[Stand, ...]
    looked: tuple[bool, ...]
    last: tuple[Seat, ...] = ()
    shown: tuple[Hand, ...] = ()
    result: Result | None = None
    recent: tuple[Msg, ...] = ()

    @property
    def seats(self) -> int:
        """How many are at the table."""
        return len(self.stacks)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Who was dealt cards."""
        return tuple(s for s, stand in enumerate(self.stands) if stand is not Stand.AWAY)

    @property
    def live(self) -> tuple[Seat, ...]:
        """Who is still in, from the first seat of the deal on."""
        order = [(self.first + i) % self.seats for i in range(self.seats)]
        return tuple(seat for seat in order if self.stands[seat] is Stand.IN)

    @property
    def duels(self) -> bool:
        """Whether 比牌 is possible by now (§7)."""
        return self.round >= self.rules.compare

    @property
    def pot(self) -> int:
        """Chips in the pot."""
        return 0 if self.result else sum(self.paid)

    def price(self, seat: Seat) -> int:
        """What 跟 and 比 cost a seat (§5)."""
        return self.unit * self.factor(seat)

    def factor(self, seat: Seat) -> int:
        """2 for who has looked (§5)."""
        return 2 if self.looked[seat] else 1

    def short(self, seat: Seat) -> bool:
        """Whether a seat cannot pay for 跟 (§9)."""
        return self.stacks[seat] < self.price(seat)

    def raises(self, seat: Seat) -> tuple[int, ...]:
        """What 加 may cost a seat, the lowest first (§6)."""
        rules, factor = self.rules, self.factor(seat)
        units = range(self.unit + rules.base, rules.most * rules.base + 1, rules.base)
        return tuple(unit * factor for unit in units if unit * factor <= self.stacks[seat])

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Who else is in, beginning with the next seat."""
        order = ((seat + i) % self.seats for i in range(1, self.seats))
        return tuple(other for other in order if self.stands[other] is Stand.IN)


@dataclass(frozen=True, slots=True)
class State:
    """A whole deal; ``hands`` by seat, and the cards that were not dealt."""

    public: Public
    hands: tuple[Hand, ...] = field(repr=False)
    deck: Hand = field(repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What ``seat`` (None: a spectator) knows; ``hand`` is its own, once it has looked."""

    seat: Seat | None
    public: Public
    hand: Hand = ()


def observe(state: State, seat: Seat | None) -> Seen:
    """What a seat knows: its own hand after 看牌, and what lies open."""
    looked = seat is not None and state.public.looked[seat]
    return Seen(seat, state.public, state.hands[seat] if looked and seat is not None else ())


def imagine(seen: Seen, rng: Rng) -> State:
    """A random deal that looks like ``seen`` from there."""
    public = seen.public
    known = list(public.shown or ((),) * public.seats)
    if seen.seat is not None and public.looked[seen.seat]:
        known[seen.seat] = seen.hand
    gone = {card for hand in known for card in hand}
    pool = rng.shuffled(card for card in PACK if card not in gone)
    for seat in public.playing:
        if not known[seat]:
            known[seat], pool = sorted_hand(pool[:SIZE]), pool[SIZE:]
    return State(public, tuple(known), pool)


def sorted_hand(hand: Hand) -> Hand:
    """High cards first."""
    return tuple(sorted(hand, reverse=True))
