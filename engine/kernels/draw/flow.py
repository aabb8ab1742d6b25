"""A climbing game with a pile: whoever wins a circle takes its points, then all draw.

The deal ends when the pile is used up and at most one player holds cards; with 撬底 when a circle
is won by somebody who holds none any more.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from engine.cards import pack
from engine.core import Action, Event, GameInfo, Option, Outcome, Pile, Seat, Step
from engine.core import seats as seats_of
from engine.frozen import changed
from engine.kernels.climb.flow import WORDS, ClimbGame
from engine.kernels.climb.state import OVER, PLAY, Public, State
from engine.kernels.dealing import dealt, high_first
from engine.kernels.draw import view
from engine.kernels.draw.deal import Deal, DrawSeen, DrawState, on_table, points
from engine.kernels.draw.settle import settled
from engine.msg import CardsArg, Msg, Param, SeatArg, chained, msg
from engine.piles import in_turn

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.core import Carry, Options
    from engine.kernels.climb.state import Hand
    from engine.rng import Rng
    from engine.view import View

PACK = pack()

OPTIONS = (
    Option("leftover", ("last_hand", "none")),
    Option("zero_sum", ("false", "true")),
)


def info(
    game_id: str, names: tuple[str, ...], most: int, more: tuple[Option, ...] = ()
) -> GameInfo:
    """What the lobby shows of a game of this kind, for 2 to ``most``."""
    return GameInfo(
        id=game_id,
        seats=range(2, most + 1),
        options=(*more, *OPTIONS),
        zero_sum=False,
        names=names,
        words=WORDS,
    )


class DrawGame(ClimbGame[Deal]):
    """What the games with a pile do alike."""

    def why(self, seen: DrawSeen, action: Action) -> Msg | None:
        public = seen.public
        worth, over = points(on_table(public)), public.circle.top is not None
        if over and action.verb == "pass":
            if not worth:
                return msg("draw-hint-nothing")
            able = self.able(seen)
            return msg("draw-hint-give", points=worth) if able else msg("climb-hint-none")
        if over and worth and action.cards:
            return msg("draw-hint-points", points=worth)
        if public.deck and len(action.cards) == len(seen.hand):
            return msg("draw-hint-lead") if not over else msg("climb-hint-cheap")
        return super().why(seen, action)

    @abstractmethod
    def size(self, options: Options) -> int:
        """Up to how many cards a hand is filled."""

    def closes(self, options: Options) -> bool:
        """Whether winning a circle with the last card ends the deal (撬底)."""
        return False

    def pack(self, options: Options) -> Hand:
        return PACK

    def strength(self, card: Card, options: Options) -> tuple[int, int]:
        """How high a card stands: by rank, then by suit."""
        return (self.reader(options).rules.order.index(card.rank), card.suit)

    def arranged(self, hand: Hand, options: Options) -> Hand:
        return high_first(hand, self.reader(options).rules.order)

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[DrawState]:
        cards, size = rng.shuffled(PACK), self.size(options)
        hands = tuple(self.arranged(hand, options) for hand in dealt(cards, seats, size))
        deck = cards[seats * size :]
        lowest = tuple(hand[-1] for hand in hands)
        dealer = min(seats_of(seats), key=lambda s: self.strength(lowest[s], options))
        public = Public(
            options=tuple(sorted(options.items())),
            phase=PLAY,
            turn=dealer,
            counts=(size,) * seats,
            extra=Deal(dealer, lowest),
            known=tuple((card,) for card in lowest),
            deck=len(deck),
            must=lowest[dealer],
        )
        each = (
            msg("draw-lowest-of", seat=SeatArg(seat), card=CardsArg((card.code,)))
            for seat, card in enumerate(lowest)
        )
        told = msg(
            "draw-dealt", size=size, deck=len(deck), seat=SeatArg(dealer),
            card=CardsArg((lowest[dealer].code,)), lowest=chained("draw-and", each),
        )  # fmt: skip
        return Step(State(public, hands, deck), (Event(told),))

    def piles(self, state: DrawState) -> tuple[Pile, ...]:
        return in_turn(state.public.counts, ("stock", len(state.deck)))

    def swept(self, state: DrawState, owner: Seat) -> tuple[DrawState, tuple[Msg, ...]]:
        won = points(on_table(state.public))
        told = [msg("draw-won", seat=SeatArg(owner), points=won)] if won else []
        before = state.public.out
        state, drawn = self._filled(state, owner)
        public = state.public
        if drawn:
            told.append(msg("draw-drew", drawn=chained("draw-and", drawn), deck=public.deck))
        if late := public.out[len(before) :]:
            told.append(msg("draw-out", seats=chained("draw-and", map(SeatArg, late))))
        holders = sum(count > 0 for count in public.counts)
        if self.closes(dict(public.options)) and not public.deck:
            closed = public.counts[owner] == 0 or holders <= 1
            public = changed(public, extra=changed(public.extra, closed=closed))
        return changed(state, public=public), tuple(told)

    def _filled(self, state: DrawState, owner: Seat) -> tuple[DrawState, list[Param]]:
        """Hands filled up in one go each, from the owner on, and who drew how many.

        Whoever holds no cards once the pile is used up is out, in the order of their last plays.
        """
        public, deck, hands = state.public, state.deck, list(state.hands)
        options = dict(public.options)
        around = [(owner + step) % public.seats for step in seats_of(public.seats)]
        drawn: list[Param] = []
        for seat in around:
            missing = min(len(deck), self.size(options) - len(hands[seat]))
            if missing > 0:
                hands[seat] = self.arranged((*hands[seat], *deck[:missing]), options)
                deck = deck[missing:]
                drawn.append(msg("draw-so-many", seat=SeatArg(seat), count=missing))
        out = public.out
        if not deck:
            when = {what.seat: at for at, what in enumerate(public.circle.plays) if what.cards}
            late = [s for s in around if not hands[s] and s not in out]
            out = (*out, *sorted(late, key=lambda s: when.get(s, 0)))
        public = changed(public, counts=tuple(map(len, hands)), deck=len(deck), out=out)
        return State(public, tuple(hands), deck), drawn

    def done(self, state: DrawState) -> bool:
        public = state.public
        if self.closes(dict(public.options)):
            return public.extra.closed
        return not public.deck and sum(count > 0 for count in public.counts) <= 1

    def present(self, seen: DrawSeen) -> View:
        return view.present(self, seen)

    def outcome(self, state: DrawState) -> Outcome | None:
        return settled(state.public, state.hands) if state.public.phase == OVER else None
