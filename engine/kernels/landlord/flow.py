"""斗地主 and its kin: an auction, perhaps 加倍, then play until a hand is empty."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache
from typing import TYPE_CHECKING

from engine.core import Action, Choice, Event, Outcome, Pile, Prompt, Seat, Step, put, seats
from engine.errors import IllegalAction
from engine.frozen import changed
from engine.kernels.climb.flow import ClimbGame, said
from engine.kernels.climb.state import OVER, PLAY, Public, Put, State
from engine.kernels.dealing import dealt, high_first
from engine.kernels.landlord import auction, view
from engine.kernels.landlord.deal import (
    AUCTION,
    DOUBLE,
    REDOUBLE,
    Deal,
    LandlordPublic,
    LandlordSeen,
    LandlordState,
)
from engine.kernels.landlord.settle import settled
from engine.kernels.landlord.stakes import Stake, sprung
from engine.msg import Msg, SeatArg, msg
from engine.piles import in_turn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Carry, Options
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.state import Hand
    from engine.rng import Rng
    from engine.view import View

REDEALS = 3
"""After so many deals that nobody wanted, the seat asked first is 地主 with base 1."""

WORDS = (
    ("不叫", "no"), ("不抢", "no"), ("不搶", "no"), ("不加倍", "no"), ("不加", "no"), ("no", "no"),
    ("不再加倍", "no"), ("不叫分", "no"), ("do not double", "no"), ("do not redouble", "no"),
    ("叫地主", "yes"), ("抢地主", "yes"), ("搶地主", "yes"), ("叫", "yes"), ("叫", "bid"),
    ("叫分", "bid"), ("抢", "yes"), ("搶", "yes"), ("要", "yes"), ("加倍", "yes"),
    ("再加倍", "yes"), ("yes", "yes"), ("call", "yes"), ("call", "bid"), ("bid", "bid"),
    ("grab", "yes"), ("double", "yes"), ("redouble", "yes"),
)  # fmt: skip
"""What is typed before the first lead; 叫 is a bid where bids are asked for."""

SAID = {
    "call": {"yes": ("叫地主", "call"), "no": ("不叫", "no")},
    "grab": {"yes": ("抢地主", "grab"), "no": ("不抢", "no")},
    "double": {"yes": ("加倍", "double"), "no": ("不加倍", "do not double")},
    "redouble": {"yes": ("再加倍", "redouble"), "no": ("不再加倍", "do not redouble")},
    "bid": {"bid": ("叫", "bid")},
}
"""What an answer is called, by the question and by the verb."""


class LandlordGame(ClimbGame[Deal]):
    """What the games with a 地主 do alike."""

    suits = False
    roles = ("地主", "landlord"), ("农民", "農民", "farmer", "peasant")

    def parts(self, state: LandlordState) -> tuple[Msg, ...]:
        """What those who play are called by their part in the deal, by seat.

        The 地主, and the 农民 in the order in which they come after; empty before there is one.
        """
        public = state.public
        landlord = public.extra.landlord
        if landlord is None:
            return ()
        after = ((seat - landlord) % public.seats for seat in seats(public.seats))
        return tuple(msg(f"landlord-part-{place}") for place in after)

    # What a game says.

    @abstractmethod
    def bottom_size(self, options: Options) -> int:
        """How many cards are left over for the 地主."""

    @abstractmethod
    def by_score(self, options: Options) -> bool:
        """Whether bids are points (叫分), else 叫/抢."""

    def redeals(self, options: Options) -> bool:
        """Whether a deal that nobody wants is dealt anew."""
        return True

    def doubling(self, options: Options) -> bool:
        """Whether there is 加倍 after the auction."""
        return False

    @abstractmethod
    def times(self, reading: Reading, options: Options, *, empty: bool) -> tuple[str, int]:
        """Why and by how much a play multiplies the stake; 1: not at all.

        ``empty``: it was led.
        """

    def factor(self, public: LandlordPublic, what: Put) -> tuple[str, int]:
        """``times`` of the newest play."""
        if what.reading is None or not what.reading.tier:
            return "", 1
        before = [p for p in public.circle.plays[:-1] if p.reading is not None]
        empty = not before or before[-1].seat == what.seat
        return self.times(what.reading, dict(public.options), empty=empty)

    # Dealing and the auction.

    def arranged(self, hand: Hand, options: Options) -> Hand:
        return high_first(hand, self.reader(options).rules.order)

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[LandlordState]:
        state = self._deal(seats, options, rng, passed_out=0)
        told = msg("landlord-first", seat=SeatArg(state.public.turn))
        return Step(state, (Event(told),))

    def _deal(self, count: int, options: Options, rng: Rng, *, passed_out: int) -> LandlordState:
        cards = rng.shuffled(self.pack(options))
        kept = self.bottom_size(options)
        size = (len(cards) - kept) // count
        hands = tuple(self.arranged(hand, options) for hand in dealt(cards, count, size))
        first = rng.below(count)
        public = Public(
            options=tuple(sorted(options.items())),
            phase=AUCTION,
            turn=first,
            counts=(size,) * count,
            extra=Deal(first, count, passed_out=passed_out, doubles=(1,) * count),
            known=((),) * count,
        )
        return State(public, hands, deck=cards[count * size :])

    def piles(self, state: LandlordState) -> tuple[Pile, ...]:
        return in_turn(state.public.counts, ("bottom", len(state.deck)))

    def word(self, verb: str, prompt: Prompt) -> tuple[str, ...]:
        asked = SAID.get(prompt.ask.key.removeprefix("landlord-ask-"), {})
        return asked.get(verb) or super().word(verb, prompt)

    def asked_of(self, public: LandlordPublic) -> tuple[Seat, ...]:
        if public.phase == DOUBLE:
            return tuple(s for s in public.extra.farmers if s not in public.extra.doubled)
        return () if public.phase == OVER else (public.turn,)

    def before(
        self, state: LandlordState, seat: Seat, action: Action, rng: Rng
    ) -> Step[LandlordState]:
        if action.cards or action.reading:
            raise IllegalAction("landlord-no-cards-yet", ask=self._prompt_of(state, seat).ask)
        match state.public.phase:
            case "auction":
                return self._answer(state, seat, action, rng)
            case "double":
                return self._double(state, seat, self._yes(state, seat, action))
            case _:
                return self._redouble(state, seat, self._yes(state, seat, action))

    def _prompt_of(self, state: LandlordState, seat: Seat) -> Prompt:
        return self.prompt(self.observe(state, seat))

    def _yes(self, state: LandlordState, seat: Seat, action: Action) -> bool:
        """The answer to a question of yes or no."""
        if action.number is None and action.verb in ("yes", "no", "pass"):
            return action.verb == "yes"
        prompt = self._prompt_of(state, seat)
        yes, no = (choice.label for choice in prompt.choices)
        raise IllegalAction("landlord-yes-or-no", ask=prompt.ask, yes=yes, no=no)

    def _standing(
        self, public: LandlordPublic, answers: tuple[int, ...]
    ) -> auction.Ask | auction.Won:
        rules = auction.bid if self.by_score(dict(public.options)) else auction.called
        return rules(public.extra.first, public.seats, answers)

    def _answer(
        self, state: LandlordState, seat: Seat, action: Action, rng: Rng
    ) -> Step[LandlordState]:
        public = state.public
        ask = self._standing(public, public.extra.answers)
        assert isinstance(ask, auction.Ask)  # noqa: S101  (the auction is on)
        if ask.what == "bid":
            bid = _bid(action, public.extra.answers)
            told = msg("landlord-bid", seat=SeatArg(seat), bid=bid)
        else:
            bid = int(self._yes(state, seat, action))
            told = said(f"landlord-{ask.what if bid else f'no-{ask.what}'}", seat).msg
        answers = (*public.extra.answers, bid)
        stake = self._so_far(public, answers) if bid else public.extra.stake
        deal = changed(public.extra, answers=answers, stake=stake)
        after = self._standing(public, answers)
        if isinstance(after, auction.Ask):
            public = changed(public, extra=deal, turn=after.seat)
            return Step(changed(state, public=public), (Event(told),))
        state = changed(state, public=changed(public, extra=deal))
        return self._decided(state, after, [told], rng)

    def _so_far(self, public: LandlordPublic, answers: tuple[int, ...]) -> Stake:
        """What the answers of the auction make the stake: the highest bid, or each 抢."""
        if self.by_score(dict(public.options)):
            return Stake(max(answers) or 1)
        stake = Stake()
        for _ in auction.grabbers(public.extra.first, public.seats, answers):
            stake = stake.times("grab", 2)
        return stake

    def _decided(
        self, state: LandlordState, won: auction.Won, told: list[Msg], rng: Rng
    ) -> Step[LandlordState]:
        public = state.public
        options = dict(public.options)
        landlord, forced = won.seat, False
        if landlord is None:
            passed_out = public.extra.passed_out + 1
            if self.redeals(options) and passed_out < REDEALS:
                state = self._deal(public.seats, options, rng, passed_out=passed_out)
                told.append(msg("landlord-redeal", seat=SeatArg(state.public.turn)))
                return Step(state, tuple(map(Event, told)))
            landlord, forced = public.extra.first, True
            told.append(msg("landlord-forced", seat=SeatArg(landlord)))
        deal = changed(public.extra, landlord=landlord, bottom=state.deck, forced=forced)
        hand = self.arranged((*state.hands[landlord], *state.deck), options)
        public = changed(
            public,
            phase=DOUBLE if self.doubling(options) else PLAY,
            turn=landlord,
            counts=put(public.counts, landlord, len(hand)),
            known=put(public.known, landlord, state.deck),
            extra=deal,
        )
        told.append(msg("landlord-is", seat=SeatArg(landlord), product=deal.stake.product))
        state = State(public, put(state.hands, landlord, hand), secrets=("",) * public.seats)
        return Step(state, tuple(map(Event, told)))

    # 加倍.

    def _double(self, state: LandlordState, seat: Seat, yes: bool) -> Step[LandlordState]:
        public = state.public
        doubled = tuple(sorted((*public.extra.doubled, seat)))
        secrets = put(state.secrets, seat, "yes" if yes else "no")
        public = changed(public, extra=changed(public.extra, doubled=doubled))
        told = [Event(msg("landlord-double-said", seat=SeatArg(seat)))]
        if len(doubled) < len(public.extra.farmers):
            return Step(changed(state, public=public, secrets=secrets), tuple(told))
        doubles = tuple(2 if said == "yes" else 1 for said in secrets)
        any_ = any(said == "yes" for said in secrets)
        public = changed(
            public, extra=changed(public.extra, doubles=doubles), phase=REDOUBLE if any_ else PLAY
        )
        for farmer in public.extra.farmers:
            key = "landlord-doubles" if doubles[farmer] > 1 else "landlord-doubles-not"
            told.append(Event(msg(key, seat=SeatArg(farmer))))
        return Step(changed(state, public=public, secrets=("",) * public.seats), tuple(told))

    def _redouble(self, state: LandlordState, seat: Seat, yes: bool) -> Step[LandlordState]:
        public = state.public
        doubles = public.extra.doubles
        if yes:
            doubles = tuple(4 if factor == 2 else factor for factor in doubles)
        public = changed(public, phase=PLAY, extra=changed(public.extra, doubles=doubles))
        key = "landlord-redoubles" if yes else "landlord-redoubles-not"
        return Step(changed(state, public=public), (Event(msg(key, seat=SeatArg(seat))),))

    def prompt(self, seen: LandlordSeen) -> Prompt:
        public = seen.public
        if public.phase == PLAY:
            return super().prompt(seen)
        if public.phase != AUCTION:
            return _yes_or_no(public.phase)
        ask = self._standing(public, public.extra.answers)
        assert isinstance(ask, auction.Ask)  # noqa: S101  (the auction is on)
        if ask.what == "bid":
            bids = tuple(
                Choice(Action("bid", number=n), msg("landlord-choice-bid", bid=n))
                for n in auction.open_bids(public.extra.answers)
            )
            no = Choice(Action("bid", number=0), msg("landlord-choice-no-bid"))
            return Prompt(msg("landlord-ask-bid"), (*bids, no), private=True)
        return _yes_or_no(ask.what)

    def suggest(self, seen: LandlordSeen, limit: int) -> Sequence[Action]:
        if seen.public.phase == PLAY:
            return super().suggest(seen, limit)
        return [choice.action for choice in self.prompt(seen).choices][:limit]

    def friends(self, seen: LandlordSeen) -> tuple[Seat, ...]:
        deal, me = seen.public.extra, seen.seat
        return () if me == deal.landlord else tuple(s for s in deal.farmers if s != me)

    def why(self, seen: LandlordSeen, action: Action) -> Msg | None:
        if seen.public.phase == PLAY:
            return super().why(seen, action)
        return auction.why(seen.hand, action)

    def imagine(self, seen: LandlordSeen, rng: Rng) -> LandlordState:
        state = super().imagine(seen, rng)
        public = seen.public
        if public.phase != DOUBLE:
            return changed(state, secrets=("",) * public.seats)
        secrets = [
            rng.choice(("yes", "no")) if seat in public.extra.doubled else ""
            for seat in seats(public.seats)
        ]
        if seen.seat is not None:
            secrets[seen.seat] = seen.secret
        return changed(state, secrets=tuple(secrets))

    def present(self, seen: LandlordSeen) -> View:
        return view.present(self, seen)

    def on_timeout(self, seen: LandlordSeen) -> Action:
        if seen.public.phase == PLAY:
            return super().on_timeout(seen)
        if seen.public.phase == AUCTION and self.by_score(seen.options):
            return Action("bid", number=0)
        return Action("no")

    # Play and settlement.

    def gone(self, public: LandlordPublic) -> Hand:
        return ()

    def played(self, state: LandlordState, what: Put) -> tuple[LandlordState, tuple[Msg, ...]]:
        public = state.public
        told = (_few(what.seat),) if public.counts[what.seat] == view.FEW else ()
        why, factor = self.factor(public, what)
        if factor == 1:
            return state, told
        stake = public.extra.stake.times(why, factor)
        public = changed(public, extra=changed(public.extra, stake=stake))
        return changed(state, public=public), (msg("landlord-stake", product=stake.product), *told)

    def done(self, state: LandlordState) -> bool:
        return 0 in state.public.counts

    def finish(self, state: LandlordState) -> LandlordState:
        public = state.public
        deal, landlord = public.extra, public.extra.landlord or 0
        hands = [what.seat for what in public.played]
        counts = [hands.count(seat) for seat in seats(public.seats)]
        stake = sprung(deal.stake, landlord, counts, won=public.counts[landlord] == 0)
        public = changed(public, extra=changed(deal, stake=stake))
        return super().finish(changed(state, public=public))

    def outcome(self, state: LandlordState) -> Outcome | None:
        public = state.public
        if public.phase != OVER:
            return None
        return settled(public)


def _few(seat: Seat) -> Msg:
    """报牌."""
    return msg("landlord-few", seat=SeatArg(seat), count=view.FEW)


@cache
def _yes_or_no(what: str) -> Prompt:
    """The question of ``call``, ``grab``, ``double`` or ``redouble``, the same for everybody."""
    choices = (
        Choice(Action("yes"), msg(f"landlord-choice-{what}")),
        Choice(Action("no"), msg(f"landlord-choice-no-{what}")),
    )
    return Prompt(msg(f"landlord-ask-{what}"), choices, private=True)


def _bid(action: Action, answers: tuple[int, ...]) -> int:
    """What was bid, 0 for a pass."""
    allowed = auction.open_bids(answers)
    said = 0 if action.verb in ("no", "pass") and action.number is None else action.number
    if action.verb not in ("bid", "yes", "no", "pass") or said is None:
        raise IllegalAction("landlord-how-much", least=allowed[0])
    if said not in (0, *allowed):
        raise IllegalAction("landlord-bid-more", most=max(answers, default=0))
    return said
