"""A deal with a 莊: 搶莊, 下倍, the hands, perhaps 組牌, and the settlement."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from engine.core import (
    Action,
    Carry,
    Choice,
    Event,
    Game,
    Inventory,
    Options,
    Outcome,
    PickNumber,
    Pile,
    Prompt,
    Seat,
    Step,
    put,
)
from engine.errors import IllegalAction
from engine.kernels.banker import state as deals
from engine.kernels.banker import view
from engine.kernels.banker.pay import Bill, Paid, paid
from engine.kernels.banker.state import Hand, Phase, Public, Seen, State
from engine.msg import Msg, SeatArg, msg
from engine.piles import in_turn

if TYPE_CHECKING:
    from engine.rng import Rng
    from engine.view import View

Numbers: TypeAlias = "tuple[int, ...] | range"

STACK = 1000
"""Chips everybody has at the start of a match, unless a carry brings others."""

FEW = 10
"""So many numbers are buttons; of more only the usual ones are, and the others are typed."""

WORDS = (
    ("不抢庄", "no"), ("不搶莊", "no"), ("不抢", "no"), ("不搶", "no"), ("no", "no"),
    ("抢庄", "bid"), ("搶莊", "bid"), ("抢", "bid"), ("搶", "bid"), ("bid", "bid"),
    ("下倍", "stake"), ("下注", "stake"), ("下", "stake"), ("bet", "stake"), ("stake", "stake"),
)  # fmt: skip
"""What is typed: 抢 3, 不抢, 下 2; a number alone will do."""

NUMBERS = ("bid", "stake")
"""Verbs that a number follows."""


class BankerGame(Game[State, Seen]):
    """What the games with a 莊 do alike."""

    size: int
    """Cards of a hand."""

    paragraphs: tuple[int, int]
    """Of the game's rules: what may be bid, and what may be bet."""

    # What a game says.

    @abstractmethod
    def pack(self) -> Hand:
        """All its cards."""

    @abstractmethod
    def bids(self, public: Public, seat: Seat) -> Numbers:
        """莊倍 that a seat may bid, the lowest first; perhaps none."""

    @abstractmethod
    def stakes(self, public: Public, seat: Seat) -> Numbers:
        """閒倍 that a seat may bet, the lowest first."""

    def usual(self, allowed: Numbers) -> tuple[int, ...]:
        """Those of more than ``FEW`` numbers that are buttons: the lowest, or a game's own."""
        return tuple(allowed[:FEW])

    @abstractmethod
    def chosen(self, public: Public, rng: Rng) -> tuple[Seat, int, str]:
        """莊, his 莊倍 and how he was found, from ``public.bids``."""

    @abstractmethod
    def bill(self, public: Public, seat: Seat) -> Bill:
        """What the open hands say of one 閒 and 莊."""

    @abstractmethod
    def kind(self, public: Public, seat: Seat) -> Msg:
        """What an open hand is called."""

    def arranged(self, public: Public, hand: Hand) -> Hand:
        """A hand in the order it is shown."""
        return tuple(sorted(hand))

    def arranging(self, public: Public) -> bool:
        """Whether everybody has to arrange the hand before it is shown."""
        return False

    def too_few(self, public: Public) -> bool:
        """Whether the match is over for want of chips."""
        return len(public.playing) < 2

    def cut(self, carry: Carry, rng: Rng) -> tuple[Hand, Hand]:
        """The cards to deal from, and those of the pack that are known to be gone."""
        return rng.shuffled(self.pack()), ()

    def onward(self, state: State) -> Carry:
        """What the next deal is given."""
        return Carry(stacks=state.public.stacks)

    # The deal.

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[State]:
        stacks = carry.stacks or (STACK,) * seats
        deck, gone = self.cut(carry, rng)
        public = _seated(
            Public(tuple(sorted(options.items())), Phase.BID, stacks, (), gone=gone),
        )
        state = State(public, deck, ((),) * seats, (None,) * seats)
        if self.too_few(public):
            nothing = Paid((0,) * seats)
            public = replace(public, phase=Phase.OVER, paid=nothing, hands=state.hands)
            return Step(replace(state, public=public), (Event(msg("banker-too-few")),))
        return Step(state, (Event(msg("banker-begins")),))

    def piles(self, state: State) -> tuple[Pile, ...]:
        public = state.public
        counts = [self.size * (seat in public.playing) for seat in range(public.seats)]
        return in_turn(counts, ("stock", len(state.deck) - sum(counts)))

    def asked(self, state: State) -> tuple[Seat, ...]:
        return state.public.asked

    def finished(self, state: State) -> frozenset[Seat]:
        """Who sits out; at the last question also who is not asked, or has answered."""
        public = state.public
        last = public.phase is (Phase.ARRANGE if self.arranging(public) else Phase.STAKE)
        return frozenset(range(public.seats)) - frozenset(public.asked if last else public.playing)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng) -> Step[State]:
        answer = self._read(state, seat, action)
        public = state.public
        told = Event(msg(f"banker-{public.phase.value}-said", seat=SeatArg(seat)))
        public = replace(public, answered=tuple(sorted((*public.answered, seat))))
        state = replace(state, public=public, answers=put(state.answers, seat, answer))
        if public.asked:
            return Step(state, (told,))
        given = tuple(number or 0 for number in state.answers)
        closed = replace(public, answered=())
        state = replace(state, public=closed, answers=(None,) * public.seats)
        match public.phase:
            case Phase.BID:
                step = self._banked(state, given, rng)
            case Phase.STAKE:
                step = self._staked(state, given)
            case _:
                step = self._compared(state, tuple(map(bool, given)))
        return Step(step.state, (told, *step.events))

    def _read(self, state: State, seat: Seat, action: Action) -> int:
        """The number that an action answers with."""
        public = state.public
        if public.phase is Phase.ARRANGE:
            return self.arrangement(state.hands[seat], action)
        verb, number = action.verb, action.number
        if public.phase is Phase.BID and verb in ("no", "pass") and number is None:
            verb, number = "bid", 0
        if action.cards or action.take or action.target is not None or action.reading:
            raise self._refusal(f"banker-now-{public.phase.value}", public, seat)
        if verb != public.phase.value or number is None:
            raise self._refusal(f"banker-now-{public.phase.value}", public, seat)
        passes = public.phase is Phase.BID and number == 0
        if not passes and number not in self._named(public, seat):
            raise self._refusal("banker-not-so", public, seat)
        return number

    def _refusal(self, key: str, public: Public, seat: Seat) -> IllegalAction:
        paragraph = self.paragraphs[public.phase is Phase.STAKE]
        return IllegalAction(key, rule=self.rule(public, seat), paragraph=paragraph)

    def arrangement(self, hand: Hand, action: Action) -> int:
        """1 for a hand that is said to have what is looked for, 0 for one that is not."""
        raise NotImplementedError

    def _named(self, public: Public, seat: Seat) -> Numbers:
        """What may be named beside 不搶."""
        return self.bids(public, seat) if public.phase is Phase.BID else self.stakes(public, seat)

    def rule(self, public: Public, seat: Seat) -> Msg:
        """Which numbers may be named, in words."""
        phase, allowed = public.phase.value, self._named(public, seat)
        if not allowed:
            return msg("banker-rule-none")
        if allowed[-1] - allowed[0] == len(allowed) - 1 > 0:
            return msg(f"banker-rule-{phase}", least=allowed[0], most=allowed[-1])
        return msg(f"banker-rule-{phase}-list", numbers=" ".join(map(str, allowed)))

    def _banked(self, state: State, bids: tuple[int, ...], rng: Rng) -> Step[State]:
        public = replace(state.public, bids=bids, phase=Phase.STAKE)
        banker, multiple, how = self.chosen(public, rng)
        told = [msg("banker-bid", seat=SeatArg(s), bid=bids[s]) for s in public.playing]
        told.append(msg(f"banker-is-{how}", seat=SeatArg(banker), multiple=multiple))
        public = replace(public, banker=banker, multiple=multiple, how=how)
        return Step(replace(state, public=public), tuple(map(Event, told)))

    def _staked(self, state: State, stakes: tuple[int, ...]) -> Step[State]:
        public = replace(state.public, stakes=stakes)
        told = [
            Event(msg("banker-staked", seat=SeatArg(s), stake=stakes[s])) for s in public.punters
        ]
        hands, deck = [], state.deck
        for seat in range(public.seats):
            count = self.size if seat in public.playing else 0
            hands.append(self.arranged(public, deck[:count]) if count else ())
            deck = deck[count:]
        if self.arranging(public):
            told.append(Event(msg("banker-dealt")))
            public = replace(public, phase=Phase.ARRANGE)
            return Step(State(public, deck, tuple(hands), state.answers), tuple(told))
        step = self._compared(replace(state, public=public, deck=deck, hands=tuple(hands)), ())
        return Step(step.state, (*told, *step.events))

    def _compared(self, state: State, claims: tuple[bool, ...]) -> Step[State]:
        """Lay the hands open and settle."""
        public = state.public
        public = replace(
            public, phase=Phase.OVER, hands=state.hands, claims=claims or (True,) * public.seats
        )
        assert public.banker is not None  # noqa: S101  (hands are dealt after 搶莊)
        bills = [self.bill(public, seat) for seat in public.punters]
        result = paid(bills, public.stacks, public.banker)
        stacks = tuple(a + b for a, b in zip(public.stacks, result.scores, strict=True))
        public = replace(public, paid=result, stacks=stacks)
        return Step(replace(state, public=public), (Event(msg("banker-shown")),))

    # What is seen and asked.

    def observe(self, state: State, seat: Seat | None) -> Seen:
        return deals.observe(state, seat)

    def imagine(self, seen: Seen, rng: Rng) -> State:
        def answers(seat: Seat) -> tuple[int, ...]:
            if seen.public.phase is Phase.ARRANGE:
                return (0, 1)
            named = self._named(seen.public, seat)
            passes = (0,) if seen.public.phase is Phase.BID else ()
            return (*passes, *named[:1], *named[-1:])

        return deals.imagine(seen, rng, self.pack(), self.size, answers)

    def prompt(self, seen: Seen) -> Prompt:
        public, seat = seen.public, seen.seat
        assert seat is not None  # noqa: S101  (only a seat is asked; for the type checker)
        phase = public.phase.value
        named = self._named(public, seat)
        allowed = (0, *named) if public.phase is Phase.BID else named
        ask = msg(f"banker-ask-{phase}", rule=self.rule(public, seat))
        if len(allowed) <= FEW:
            labels = tuple(_label(phase, n) for n in allowed)
            return Prompt(ask, number=PickNumber(phase, allowed, labels=labels), private=True)
        wanted = self.usual(allowed)
        choices = tuple(Choice(Action(phase, number=n), _label(phase, n)) for n in wanted)
        return Prompt(ask, choices, number=PickNumber(phase, named), private=True)

    def why(self, seen: Seen, action: Action) -> Msg | None:
        number = self.prompt(seen).number
        if number is None or action.number is None:
            return None
        calm = action.number == number.allowed[0] or not action.number
        return msg("banker-hint-calm" if calm else "banker-hint-bold")

    def present(self, seen: Seen) -> View:
        return view.present(self, seen)

    def on_timeout(self, seen: Seen) -> Action:
        if seen.public.phase is Phase.BID:
            return Action("bid", number=0)
        seat = seen.seat or 0
        return Action("stake", number=self.stakes(seen.public, seat)[0])

    # The end.

    def outcome(self, state: State) -> Outcome | None:
        public = state.public
        if public.paid is None:
            return None
        after = _seated(public)
        return Outcome(
            public.paid.scores,
            view.reasons(self, public),
            self.onward(state),
            broke=self.too_few(after),
        )

    def inventory(self, state: State) -> Inventory:
        held = [card for hand in state.hands for card in hand]
        cards = tuple(sorted((*state.deck, *held, *state.public.gone)))
        return Inventory(cards, sum(state.public.stacks))


def _seated(public: Public) -> Public:
    """With those playing who can pay the base."""
    least = public.base
    return replace(public, playing=tuple(s for s, own in enumerate(public.stacks) if own >= least))


def _label(phase: str, number: int) -> Msg:
    return msg("banker-choice-no") if number == 0 else msg(f"banker-choice-{phase}", number=number)
