"""锄大地: four players, 13 cards each; the holder of ♦3 leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import pack
from engine.core import Carry, Event, GameInfo, Option, Outcome, Pile, Step
from engine.games.chudadi import view
from engine.games.chudadi.shapes import ORDER, STRAIGHTS
from engine.games.chudadi.state import DIAMOND_THREE, Deal
from engine.kernels.climb.flow import WORDS, ClimbGame
from engine.kernels.climb.reader import Reader
from engine.kernels.climb.state import OVER, PLAY, Public, State
from engine.kernels.dealing import dealt, high_first
from engine.msg import SeatArg, msg
from engine.piles import in_turn

if TYPE_CHECKING:
    from engine.core import Options
    from engine.games.chudadi.state import ChudadiSeen, ChudadiState
    from engine.kernels.climb.state import Hand
    from engine.rng import Rng
    from engine.view import View

SEATS = 4
PACK = pack(jokers=False)
READERS = {name: Reader(rules) for name, rules in STRAIGHTS.items()}


class Chudadi(ClimbGame[Deal]):
    """The rules of 锄大地, numbered in rules.zh.md."""

    shapes_paragraph = 4

    info = GameInfo(
        id="chudadi",
        seats=range(SEATS, SEATS + 1),
        options=(
            Option("straights", tuple(STRAIGHTS)),
            Option("pass_lock", ("false", "true")),
            Option("first_lead", ("d3", "winner")),
        ),
        rounds=4,
        names=("锄大地", "chudadi", "cdd", "鋤大地", "大老二", "bigtwo"),
        words=WORDS,
    )

    def reader(self, options: Options) -> Reader:
        return READERS[str(options["straights"])]

    def pack(self, options: Options) -> Hand:
        return PACK

    def locks(self, options: Options) -> bool:
        return options["pass_lock"] == "true"  # noqa: S105  (an option of the game)

    def arranged(self, hand: Hand, options: Options) -> Hand:
        return high_first(hand, ORDER)

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[ChudadiState]:
        cards = rng.shuffled(PACK)
        size = len(cards) // seats
        hands = tuple(self.arranged(hand, options) for hand in dealt(cards, seats, size))
        holder = next(s for s in range(seats) if DIAMOND_THREE in hands[s])
        free = options["first_lead"] == "winner" and carry.leader is not None
        first = carry.leader if free and carry.leader is not None else holder
        known = tuple((DIAMOND_THREE,) if s == first and not free else () for s in range(seats))
        public = Public(
            options=tuple(sorted(options.items())),
            phase=PLAY,
            turn=first,
            counts=(size,) * seats,
            extra=Deal(first),
            known=known,
            must=None if free else DIAMOND_THREE,
        )
        told = msg(f"chudadi-first-{'winner' if free else 'd3'}", seat=SeatArg(first))
        return Step(State(public, hands), (Event(told),))

    def piles(self, state: ChudadiState) -> tuple[Pile, ...]:
        counts = state.public.counts
        return in_turn(counts, ("stock", len(PACK) - sum(counts)))

    def done(self, state: ChudadiState) -> bool:
        return 0 in state.public.counts

    def present(self, seen: ChudadiSeen) -> View:
        return view.present(self, seen)

    def outcome(self, state: ChudadiState) -> Outcome | None:
        if state.public.phase != OVER:
            return None
        return view.settled(state.hands)
