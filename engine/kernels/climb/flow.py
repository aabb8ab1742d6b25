"""A climbing game: leads, follows and passes in circles until the deal is over.

A game says how it is dealt, what a play changes, what the end of a circle changes, when the deal is
over and what it pays; phases before the first lead (叫地主) are its own too.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import TYPE_CHECKING, Generic

from engine.cards import codes
from engine.core import (
    Action,
    Choice,
    Event,
    Game,
    Inventory,
    PickCards,
    Prompt,
    Seat,
    Step,
    put,
)
from engine.errors import IllegalAction, NotYourTurn
from engine.frozen import changed
from engine.kernels.climb import circle, hints
from engine.kernels.climb import state as states
from engine.kernels.climb.choose import choose, name_of, needed
from engine.kernels.climb.notation import written
from engine.kernels.climb.rules import parts
from engine.kernels.climb.state import (
    OVER,
    PLAY,
    ExtraT,
    Public,
    Put,
    Seen,
    State,
)
from engine.kernels.climb.why import why
from engine.msg import CardsArg, Msg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Options
    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import ClimbRules
    from engine.kernels.climb.state import Hand
    from engine.rng import Rng

WORDS = (
    ("出牌", "play"), ("打牌", "play"), ("压", "play"), ("壓", "play"), ("出", "play"),
    ("打", "play"), ("play", "play"),
)  # fmt: skip
"""What is typed for putting down cards; every word for passing is read anyway."""


class ClimbGame(Game[State[ExtraT], Seen[ExtraT]], Generic[ExtraT]):
    """What every climbing game does alike.

    Attributes:
        shapes_paragraph: the paragraph of its rules in which the shapes are told.
    """

    # What a game says.

    shapes_paragraph: int

    @abstractmethod
    def reader(self, options: Options) -> Reader:
        """The plays of the game under its options."""

    @abstractmethod
    def pack(self, options: Options) -> Hand:
        """All cards."""

    def gone(self, public: Public[ExtraT]) -> Hand:
        """Cards that lie open in nobody's hand, beside those that were played."""
        return ()

    def locks(self, options: Options) -> bool:
        """Whether a seat that has passed is out of the circle."""
        return False

    @abstractmethod
    def arranged(self, hand: Hand, options: Options) -> Hand:
        """A hand in the order in which it is shown."""

    def played(self, state: State[ExtraT], what: Put) -> tuple[State[ExtraT], tuple[Msg, ...]]:
        """What a play changes beside the cards, and what is told of it."""
        return state, ()

    def swept(self, state: State[ExtraT], owner: Seat) -> tuple[State[ExtraT], tuple[Msg, ...]]:
        """What the end of a circle changes: points to its owner, new cards."""
        return state, ()

    @abstractmethod
    def done(self, state: State[ExtraT]) -> bool:
        """Whether the deal is over."""

    def heir(self, state: State[ExtraT], owner: Seat) -> Seat:
        """Who leads instead of an owner without cards: 接风."""
        found = circle.next_with_cards(owner, state.public.counts)
        return owner if found is None else found

    # The contract.

    def word(self, verb: str, prompt: Prompt) -> tuple[str, ...]:
        return ("出", "play") if verb == "play" else ()

    def laid(self, state: State[ExtraT], seat: Seat, hand: Hand) -> Hand:
        return self.arranged(hand, dict(state.public.options))

    def asked(self, state: State[ExtraT]) -> tuple[Seat, ...]:
        return self.asked_of(state.public)

    def asked_of(self, public: Public[ExtraT]) -> tuple[Seat, ...]:
        """Who is asked, from what lies open."""
        return () if public.phase == OVER else (public.turn,)

    def finished(self, state: State[ExtraT]) -> frozenset[Seat]:
        return frozenset(state.public.out)

    def apply(
        self, state: State[ExtraT], seat: Seat, action: Action, rng: Rng
    ) -> Step[State[ExtraT]]:
        public = state.public
        if seat != public.turn if public.phase == PLAY else seat not in self.asked(state):
            raise NotYourTurn("climb-not-your-turn")
        if action.target is not None or action.take:
            raise IllegalAction("climb-no-such", need=self._need(public))
        if public.phase != PLAY:
            return self.before(state, seat, action, rng)
        if action.number is not None:
            raise IllegalAction("climb-no-such", need=self._need(public))
        match action.verb:
            case "play":
                return self._lay(state, seat, action)
            case "pass":
                return self._pass(state, seat, action)
            case _:
                raise IllegalAction("climb-no-such", need=self._need(public))

    def before(
        self, state: State[ExtraT], seat: Seat, action: Action, rng: Rng
    ) -> Step[State[ExtraT]]:
        """An action of a phase before the first lead."""
        raise IllegalAction("climb-no-such", need=self._need(state.public))

    def _need(self, public: Public[ExtraT]) -> Msg:
        return needed(public, self.reader(dict(public.options)).rules)

    def observe(self, state: State[ExtraT], seat: Seat | None) -> Seen[ExtraT]:
        return states.observe(state, seat)

    def imagine(self, seen: Seen[ExtraT], rng: Rng) -> State[ExtraT]:
        found = states.imagine(seen, self.pack(seen.options), self.gone(seen.public), rng)
        return changed(
            found, hands=tuple(self.arranged(hand, seen.options) for hand in found.hands)
        )

    def prompt(self, seen: Seen[ExtraT]) -> Prompt:
        public = seen.public
        top = public.circle.top
        if top is None:
            ask = msg("climb-ask-lead")
            if public.must is not None and not public.played:
                ask = msg("climb-ask-first", card=CardsArg((public.must.code,)))
            return Prompt(ask, picks=(self._picks(seen),), private=True)
        passing = (Choice(Action("pass"), msg("climb-choice-pass")),)
        key = "climb-ask-none"
        picks: tuple[PickCards, ...] = ()
        if self.able(seen):
            key, picks = "climb-ask-more", (self._picks(seen),)
        ask = msg(key, seat=SeatArg(top.seat), cards=CardsArg(codes(top.cards)))
        return Prompt(ask, passing, picks, private=True)

    def _picks(self, seen: Seen[ExtraT]) -> PickCards:
        return PickCards("play", seen.hand, 1, len(seen.hand))

    def suggest(self, seen: Seen[ExtraT], limit: int) -> Sequence[Action]:
        found = self.hints(seen, limit)
        if seen.public.circle.top is not None:
            found = (*found, Action("pass"))[:limit]
        return found

    def hints(self, seen: Seen[ExtraT], limit: int) -> tuple[Action, ...]:
        """Plays for the acting seat, a good first; none if it can only pass."""
        return hints.hints(seen, self.reader(seen.options), limit)

    def friends(self, seen: Seen[ExtraT]) -> tuple[Seat, ...]:
        """The other seats that win when the acting seat does."""
        return ()

    def why(self, seen: Seen[ExtraT], action: Action) -> Msg | None:
        return why(seen, action, self.reader(seen.options), self.friends(seen))

    def able(self, seen: Seen[ExtraT]) -> bool:
        """Whether the acting seat can put anything on the table's top."""
        return hints.able(seen, self.reader(seen.options))

    def read_as(self, seen: Seen[ExtraT], action: Action) -> Msg | None:
        reader, cards = self.reader(seen.options), action.cards
        found = reader.readings(cards, last=len(cards) == len(seen.hand))
        meant = next((r for r in found if r.key == action.reading), None)
        if meant is None:
            return None
        laid = written(parts(cards, meant, reader.rules), reader.rules)
        return msg("climb-read", shape=name_of(meant), written=laid)

    def on_timeout(self, seen: Seen[ExtraT]) -> Action:
        if seen.public.circle.top is not None:
            return Action("pass")
        public = seen.public
        if public.must is not None and not public.played:
            return Action("play", cards=(public.must,))
        order = self.reader(seen.options).rules.order.index
        return Action("play", cards=(min(seen.hand, key=lambda c: (order(c.rank), c.suit)),))

    def inventory(self, state: State[ExtraT]) -> Inventory:
        public = state.public
        held = [card for hand in state.hands for card in hand]
        laid = [card for what in public.played for card in what.cards]
        return Inventory(tuple(sorted((*held, *laid, *state.deck, *self.gone(public)))))

    # Plays and passes.

    def _lay(self, state: State[ExtraT], seat: Seat, action: Action) -> Step[State[ExtraT]]:
        reader = self.reader(dict(state.public.options))
        what = choose(seat, state.hands[seat], action, state.public, reader, self.shapes_paragraph)
        hands, known = states.laid(state, what)
        public = state.public
        left = len(hands[seat])
        counts = put(public.counts, seat, left)
        out = public.out if left or public.deck else (*public.out, seat)
        under_way = circle.laid_down(public.circle, what)
        unbeaten = what.reading is not None and reader.unbeatable(what.reading)
        following = None if unbeaten else circle.after(under_way, seat, counts)
        turn = seat if following is None else following
        public = states.onward(public, turn, under_way, counts, out=out, known=known)
        state, told = self.played(State(public, hands, state.deck, state.secrets), what)
        state, more = self._go_on(state, following)
        out_now = not left and not public.deck

        def events() -> tuple[Event, ...]:
            return (_told(what, reader.rules, last=out_now), *map(Event, (*told, *more)))

        return Step(state, events)

    def _pass(self, state: State[ExtraT], seat: Seat, action: Action) -> Step[State[ExtraT]]:
        public = state.public
        if action.cards or action.reading:
            raise IllegalAction("climb-no-such", need=self._need(public))
        if public.circle.top is None:
            raise IllegalAction("climb-must-lead", need=self._need(public))
        lock = self.locks(dict(public.options))
        under_way = circle.passed(public.circle, seat, lock=lock)
        following = circle.after(under_way, seat, public.counts)
        turn = seat if following is None else following
        public = states.onward(public, turn, under_way)
        state = State(public, state.hands, state.deck, state.secrets)
        state, more = self._go_on(state, following)
        return Step(state, lambda: (said("climb-passed", seat), *map(Event, more)))

    def _go_on(
        self, state: State[ExtraT], following: Seat | None
    ) -> tuple[State[ExtraT], Sequence[Msg]]:
        """The end of the deal, or of a circle after which nobody follows."""
        if self.done(state):
            return self.finish(state), ()
        return (state, ()) if following is not None else self._sweep(state)

    def _sweep(self, state: State[ExtraT]) -> tuple[State[ExtraT], list[Msg]]:
        """The circle is over: its owner, or whoever follows an owner without cards, leads."""
        top = state.public.circle.top
        assert top is not None  # noqa: S101  (a circle ends after a hand)
        state, told = self.swept(state, top.seat)
        if self.done(state):
            return self.finish(state), list(told)
        leader = top.seat if state.public.counts[top.seat] else self.heir(state, top.seat)
        public = states.swept(state.public, leader)
        state = State(public, state.hands, state.deck, state.secrets)
        return state, [*told, said("climb-leads", leader).msg]

    def finish(self, state: State[ExtraT]) -> State[ExtraT]:
        """The deal is over."""
        return changed(state, public=changed(state.public, phase=OVER))


@cache
def said(key: str, seat: Seat) -> Event:
    """What is told of a seat, without anything more."""
    return Event(msg(key, seat=SeatArg(seat)))


def _told(what: Put, rules: ClimbRules, *, last: bool) -> Event:
    assert what.reading is not None  # noqa: S101  (it is a hand)
    told = (
        _seat(what.seat),
        ("cards", CardsArg(codes(what.cards))),
        ("shape", name_of(what.reading)),
        ("written", written(what.parts, rules)),
    )
    return Event(Msg("climb-played-last" if last else "climb-played", told))


@cache
def _seat(seat: Seat) -> tuple[str, SeatArg]:
    return ("seat", SeatArg(seat))
