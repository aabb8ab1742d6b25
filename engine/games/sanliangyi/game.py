"""三两一: four players, 13 cards each, no bombs, and who has passed is out of the circle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import Rank, pack
from engine.core import Action, Carry, Event, GameInfo, Option, Outcome, Pile, Seat, Step
from engine.frozen import changed
from engine.games.sanliangyi import view
from engine.games.sanliangyi.shapes import COVERING, ORDER, PLAIN
from engine.games.sanliangyi.state import (
    DIAMOND_THREE,
    Deal,
    SanliangyiSeen,
    SanliangyiState,
)
from engine.kernels.climb.choose import choose
from engine.kernels.climb.flow import WORDS, ClimbGame
from engine.kernels.climb.reader import Reader
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY, Circle, Public, State
from engine.kernels.dealing import dealt, high_first
from engine.msg import Msg, SeatArg, msg
from engine.piles import in_turn

if TYPE_CHECKING:
    from engine.core import Options
    from engine.kernels.climb.state import Hand
    from engine.rng import Rng
    from engine.view import View

SEATS = 4
PACK = pack(jokers=False)
LOW = {Rank.TWO, Rank.THREE}
"""Together in one play they are a run that begins low, or a body and what it carries."""

MANY = 200
"""Hints that are looked at before the best are taken."""

READER, COVERING_READER = Reader(PLAIN), Reader(COVERING)


class Sanliangyi(ClimbGame[Deal]):
    """The rules of 三两一, numbered in rules.zh.md."""

    shapes_paragraph = 4

    info = GameInfo(
        id="sanliangyi",
        seats=range(SEATS, SEATS + 1),
        options=(
            Option("lock", ("circle", "round")),
            Option("straight3_beats_321", ("false", "true")),
        ),
        rounds=4,
        names=("三两一", "321", "3两1", "sanliangyi", "sly", "三兩一", "threetwoone"),
        words=WORDS,
    )

    def reader(self, options: Options) -> Reader:
        return COVERING_READER if options["straight3_beats_321"] == "true" else READER

    def pack(self, options: Options) -> Hand:
        return PACK

    def locks(self, options: Options) -> bool:
        return True

    def arranged(self, hand: Hand, options: Options) -> Hand:
        return high_first(hand, ORDER)

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[SanliangyiState]:
        cards = rng.shuffled(PACK)
        size = len(cards) // seats
        hands = tuple(self.arranged(hand, options) for hand in dealt(cards, seats, size))
        first = next(s for s in range(seats) if DIAMOND_THREE in hands[s])
        public = Public(
            options=tuple(sorted(options.items())),
            phase=PLAY,
            turn=first,
            counts=(size,) * seats,
            extra=Deal(first),
            known=tuple((DIAMOND_THREE,) if s == first else () for s in range(seats)),
            must=DIAMOND_THREE,
        )
        return Step(State(public, hands), (Event(msg("sanliangyi-first", seat=SeatArg(first))),))

    def piles(self, state: SanliangyiState) -> tuple[Pile, ...]:
        counts = state.public.counts
        return in_turn(counts, ("stock", len(PACK) - sum(counts)))

    def apply(
        self, state: SanliangyiState, seat: Seat, action: Action, rng: Rng
    ) -> Step[SanliangyiState]:
        public = state.public
        if public.extra.locked and public.circle.top is None and seat in self.asked(state):
            state = self._still_locked(state, seat, action)
        return super().apply(state, seat, action, rng)

    def _still_locked(self, state: SanliangyiState, seat: Seat, action: Action) -> SanliangyiState:
        """禁止回打 for a round: whoever leads what beats his own last hand goes on alone."""
        if action.verb != "play":
            return state
        public = state.public
        last = next(what for what in reversed(public.past[-1]) if what.reading is not None)
        reader = self.reader(dict(public.options))
        new = choose(seat, state.hands[seat], action, public, reader, self.shapes_paragraph)
        assert new.reading is not None and last.reading is not None  # noqa: S101, PT018
        if not beats(new.reading, last.reading):
            return state
        return changed(state, public=changed(public, circle=Circle(locked=public.extra.locked)))

    def swept(self, state: SanliangyiState, owner: Seat) -> tuple[SanliangyiState, tuple[Msg, ...]]:
        public = state.public
        if dict(public.options)["lock"] == "circle":
            return state, ()
        public = changed(public, extra=changed(public.extra, locked=public.circle.locked))
        return changed(state, public=public), ()

    def hints(self, seen: SanliangyiSeen, limit: int) -> tuple[Action, ...]:
        """Those that spend a 2 as a low card come last."""
        found = super().hints(seen, MANY)
        return tuple(sorted(found, key=lambda a: {c.rank for c in a.cards} >= LOW)[:limit])

    def done(self, state: SanliangyiState) -> bool:
        return 0 in state.public.counts

    def present(self, seen: SanliangyiSeen) -> View:
        return view.present(self, seen)

    def outcome(self, state: SanliangyiState) -> Outcome | None:
        if state.public.phase != OVER:
            return None
        return view.settled(state.public.counts)
