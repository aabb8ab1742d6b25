"""斗地主 and its kin: an auction, perhaps 加倍, then play until a hand is empty."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core import Action, Choice, Event, Outcome, Pile, Prompt, Seat, Step, put, seats
from engine.errors import IllegalAction
from engine.kernels.climb.flow import ClimbGame
from engine.kernels.climb.state import OVER, PLAY, Open, Put, State
from engine.kernels.dealing import dealt, high_first
from engine.kernels.landlord import auction, view
from engine.kernels.landlord.deal import (
    AUCTION,
    DOUBLE,
    REDOUBLE,
    Deal,
    LandlordOpen,
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

    def factor(self, lies: LandlordOpen, what: Put) -> tuple[str, int]:
        """``times`` of the newest play."""
        if what.reading is None or not what.reading.tier:
            return "", 1
        before = [p for p in lies.circle.plays[:-1] if p.reading is not None]
        empty = not before or before[-1].seat == what.seat
        return self.times(what.reading, dict(lies.options), empty=empty)

    # Dealing and the auction.

    def arranged(self, hand: Hand, options: Options) -> Hand:
        return high_first(hand, self.reader(options).rules.order)

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[LandlordState]:
        state = self._deal(seats, options, rng, passed_out=0)
        told = msg("landlord-first", seat=SeatArg(state.open.turn))
        return Step(state, (Event(told),))

    def _deal(self, count: int, options: Options, rng: Rng, *, passed_out: int) -> LandlordState:
        cards = rng.shuffled(self.pack(options))
        kept = self.bottom_size(options)
        size = (len(cards) - kept) // count
        hands = tuple(self.arranged(hand, options) for hand in dealt(cards, count, size))
        first = rng.below(count)
        lies = Open(
            options=tuple(sorted(options.items())),
            phase=AUCTION,
            turn=first,
            counts=(size,) * count,
            extra=Deal(first, count, passed_out=passed_out, doubles=(1,) * count),
            known=((),) * count,
        )
        return State(lies, hands, deck=cards[count * size :])

    def piles(self, state: LandlordState) -> tuple[Pile, ...]:
        return in_turn(state.open.counts, ("bottom", len(state.deck)))

    def word(self, verb: str, prompt: Prompt) -> tuple[str, ...]:
        asked = SAID.get(prompt.ask.key.removeprefix("landlord-ask-"), {})
        return asked.get(verb) or super().word(verb, prompt)

    def asked_of(self, lies: LandlordOpen) -> tuple[Seat, ...]:
        if lies.phase == DOUBLE:
            return tuple(s for s in lies.extra.farmers if s not in lies.extra.doubled)
        return super().asked_of(lies)

    def before(
        self, state: LandlordState, seat: Seat, action: Action, rng: Rng
    ) -> Step[LandlordState]:
        if action.cards or action.reading:
            raise IllegalAction("landlord-no-cards-yet", ask=self._prompt_of(state, seat).ask)
        match state.open.phase:
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

    def _standing(self, lies: LandlordOpen) -> auction.Ask | auction.Won:
        deal = lies.extra
        rules = auction.bid if self.by_score(dict(lies.options)) else auction.called
        return rules(deal.first, lies.seats, deal.answers)

    def _answer(
        self, state: LandlordState, seat: Seat, action: Action, rng: Rng
    ) -> Step[LandlordState]:
        lies = state.open
        ask = self._standing(lies)
        assert isinstance(ask, auction.Ask)  # noqa: S101  (the auction is on)
        if ask.what == "bid":
            said = _bid(action, lies.extra.answers)
            told = msg("landlord-bid", seat=SeatArg(seat), bid=said)
        else:
            said = int(self._yes(state, seat, action))
            word = ask.what if said else f"no-{ask.what}"
            told = msg(f"landlord-{word}", seat=SeatArg(seat))
        answers = (*lies.extra.answers, said)
        deal = replace(lies.extra, answers=answers, stake=self._so_far(lies, answers))
        lies = replace(lies, extra=deal)
        after = self._standing(lies)
        if isinstance(after, auction.Ask):
            lies = replace(lies, turn=after.seat)
            return Step(replace(state, open=lies), (Event(told),))
        return self._decided(replace(state, open=lies), after, [told], rng)

    def _so_far(self, lies: LandlordOpen, answers: tuple[int, ...]) -> Stake:
        """What the answers of the auction make the stake: the highest bid, or each 抢."""
        if self.by_score(dict(lies.options)):
            return Stake(max(answers) or 1)
        stake = Stake()
        for _ in auction.grabbers(lies.extra.first, lies.seats, answers):
            stake = stake.times("grab", 2)
        return stake

    def _decided(
        self, state: LandlordState, won: auction.Won, told: list[Msg], rng: Rng
    ) -> Step[LandlordState]:
        lies = state.open
        options = dict(lies.options)
        landlord, forced = won.seat, False
        if landlord is None:
            passed_out = lies.extra.passed_out + 1
            if self.redeals(options) and passed_out < REDEALS:
                state = self._deal(lies.seats, options, rng, passed_out=passed_out)
                told.append(msg("landlord-redeal", seat=SeatArg(state.open.turn)))
                return Step(state, tuple(map(Event, told)))
            landlord, forced = lies.extra.first, True
            told.append(msg("landlord-forced", seat=SeatArg(landlord)))
        deal = replace(lies.extra, landlord=landlord, bottom=state.deck, forced=forced)
        hand = self.arranged((*state.hands[landlord], *state.deck), options)
        lies = replace(
            lies,
            phase=DOUBLE if self.doubling(options) else PLAY,
            turn=landlord,
            counts=put(lies.counts, landlord, len(hand)),
            known=put(lies.known, landlord, state.deck),
            extra=deal,
        )
        told.append(msg("landlord-is", seat=SeatArg(landlord), product=deal.stake.product))
        state = State(lies, put(state.hands, landlord, hand), secrets=("",) * lies.seats)
        return Step(state, tuple(map(Event, told)))

    # 加倍.

    def _double(self, state: LandlordState, seat: Seat, yes: bool) -> Step[LandlordState]:
        lies = state.open
        doubled = tuple(sorted((*lies.extra.doubled, seat)))
        secrets = put(state.secrets, seat, "yes" if yes else "no")
        lies = replace(lies, extra=replace(lies.extra, doubled=doubled))
        told = [Event(msg("landlord-double-said", seat=SeatArg(seat)))]
        if len(doubled) < len(lies.extra.farmers):
            return Step(replace(state, open=lies, secrets=secrets), tuple(told))
        doubles = tuple(2 if said == "yes" else 1 for said in secrets)
        any_ = any(said == "yes" for said in secrets)
        lies = replace(
            lies, extra=replace(lies.extra, doubles=doubles), phase=REDOUBLE if any_ else PLAY
        )
        for farmer in lies.extra.farmers:
            key = "landlord-doubles" if doubles[farmer] > 1 else "landlord-doubles-not"
            told.append(Event(msg(key, seat=SeatArg(farmer))))
        return Step(replace(state, open=lies, secrets=("",) * lies.seats), tuple(told))

    def _redouble(self, state: LandlordState, seat: Seat, yes: bool) -> Step[LandlordState]:
        lies = state.open
        doubles = lies.extra.doubles
        if yes:
            doubles = tuple(4 if factor == 2 else factor for factor in doubles)
        lies = replace(lies, phase=PLAY, extra=replace(lies.extra, doubles=doubles))
        key = "landlord-redoubles" if yes else "landlord-redoubles-not"
        return Step(replace(state, open=lies), (Event(msg(key, seat=SeatArg(seat))),))

    def prompt(self, seen: LandlordSeen) -> Prompt:
        lies = seen.open
        if lies.phase == PLAY:
            return super().prompt(seen)
        if lies.phase != AUCTION:
            choices = (_choice("yes", f"landlord-choice-{lies.phase}"),
                       _choice("no", f"landlord-choice-no-{lies.phase}"))  # fmt: skip
            return Prompt(msg(f"landlord-ask-{lies.phase}"), choices, private=True)
        ask = self._standing(lies)
        assert isinstance(ask, auction.Ask)  # noqa: S101  (the auction is on)
        if ask.what == "bid":
            bids = tuple(
                Choice(Action("bid", number=n), msg("landlord-choice-bid", bid=n))
                for n in auction.open_bids(lies.extra.answers)
            )
            no = Choice(Action("bid", number=0), msg("landlord-choice-no-bid"))
            return Prompt(msg("landlord-ask-bid"), (*bids, no), private=True)
        choices = (_choice("yes", f"landlord-choice-{ask.what}"),
                   _choice("no", f"landlord-choice-no-{ask.what}"))  # fmt: skip
        return Prompt(msg(f"landlord-ask-{ask.what}"), choices, private=True)

    def suggest(self, seen: LandlordSeen, limit: int) -> Sequence[Action]:
        if seen.open.phase == PLAY:
            return super().suggest(seen, limit)
        return [choice.action for choice in self.prompt(seen).choices][:limit]

    def imagine(self, seen: LandlordSeen, rng: Rng) -> LandlordState:
        state = super().imagine(seen, rng)
        lies = seen.open
        if lies.phase != DOUBLE:
            return replace(state, secrets=("",) * lies.seats)
        secrets = [
            rng.choice(("yes", "no")) if seat in lies.extra.doubled else ""
            for seat in seats(lies.seats)
        ]
        if seen.seat is not None:
            secrets[seen.seat] = seen.secret
        return replace(state, secrets=tuple(secrets))

    def present(self, seen: LandlordSeen) -> View:
        return view.present(self, seen)

    def on_timeout(self, seen: LandlordSeen) -> Action:
        if seen.open.phase == PLAY:
            return super().on_timeout(seen)
        if seen.open.phase == AUCTION and self.by_score(seen.options):
            return Action("bid", number=0)
        return Action("no")

    # Play and settlement.

    def gone(self, lies: LandlordOpen) -> Hand:
        return ()

    def played(self, state: LandlordState, what: Put) -> tuple[LandlordState, tuple[Msg, ...]]:
        lies = state.open
        told = (_few(what.seat),) if lies.counts[what.seat] == view.FEW else ()
        why, factor = self.factor(lies, what)
        if factor == 1:
            return state, told
        stake = lies.extra.stake.times(why, factor)
        lies = replace(lies, extra=replace(lies.extra, stake=stake))
        return replace(state, open=lies), (msg("landlord-stake", product=stake.product), *told)

    def done(self, state: LandlordState) -> bool:
        return 0 in state.open.counts

    def finish(self, state: LandlordState) -> LandlordState:
        lies = state.open
        deal, landlord = lies.extra, lies.extra.landlord or 0
        hands = [what.seat for what in lies.played]
        counts = [hands.count(seat) for seat in seats(lies.seats)]
        stake = sprung(deal.stake, landlord, counts, won=lies.counts[landlord] == 0)
        lies = replace(lies, extra=replace(deal, stake=stake))
        return super().finish(replace(state, open=lies))

    def outcome(self, state: LandlordState) -> Outcome | None:
        lies = state.open
        if lies.phase != OVER:
            return None
        return settled(lies)


def _few(seat: Seat) -> Msg:
    """报牌."""
    return msg("landlord-few", seat=SeatArg(seat), count=view.FEW)


def _choice(verb: str, label: str) -> Choice:
    return Choice(Action(verb), msg(label))


def _bid(action: Action, answers: tuple[int, ...]) -> int:
    """What was bid, 0 for a pass."""
    allowed = auction.open_bids(answers)
    said = 0 if action.verb in ("no", "pass") and action.number is None else action.number
    if action.verb not in ("bid", "yes", "no", "pass") or said is None:
        raise IllegalAction("landlord-how-much", least=allowed[0])
    if said not in (0, *allowed):
        raise IllegalAction("landlord-bid-more", most=max(answers, default=0))
    return said
