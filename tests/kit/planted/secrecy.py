"""Faults in what may be known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.cards import codes
from engine.core import Event, PickCards, Step
from engine.errors import IllegalAction
from engine.games._specimen.game import Bidaxiao
from engine.games._trial.game import Zhangezi
from engine.msg import CardsArg, SeatArg, msg
from engine.view import Cards, Lines
from tests.kit.planted.book import add_block, breaks


@breaks("imagine", 3)
class NeighboursAnswer(Bidaxiao):
    """Shows the next seat's secret answer as one's own."""

    def observe(self, state, seat):
        seen = super().observe(state, seat)
        return seen if seat is None else replace(seen, mine=state.chosen[seat - 1])


@breaks("imagine", 2)
class OpenHands(Zhangezi):
    """Shows a hand to spectators."""

    def observe(self, state, seat):
        seen = super().observe(state, seat)
        return replace(seen, hands=state.hands[:1] + seen.hands[1:]) if seat is None else seen


@breaks("imagine", 3)
class TooEarly(Bidaxiao):
    """Shows answers before all have answered."""

    def observe(self, state, seat):
        shown = tuple(c for c in state.chosen if c is not None)
        return replace(super().observe(state, seat), chosen=shown)


@breaks("imagine", 4)
class MarksTooEarly(Zhangezi):
    """Shows the cells of the others at once."""

    def observe(self, state, seat):
        return replace(super().observe(state, seat), marks=state.marks)


@breaks("asked", 3)
class AskedBySecret(Bidaxiao):
    """Asks first those who hold a queen or better: who is asked tells something of the hands."""

    def asked(self, state):
        open_ = super().asked(state)
        return tuple(s for s in open_ if max(state.hands[s])[0] >= 12) or open_


@breaks("asked", 3)
class AnsweredBySecret(Bidaxiao):
    """Imagines that somebody else has answered: the seats that are waited for differ."""

    def imagine(self, seen, rng):
        state = super().imagine(seen, rng)
        return replace(state, chosen=state.chosen[1:] + state.chosen[:1])


class _Remembers(Bidaxiao):
    """Keeps the last state it was shown, so that screens can know too much."""

    state: Any = None

    def observe(self, state, seat):
        self.state = state
        return super().observe(state, seat)


@breaks("shown", 3)
class LeakingView(_Remembers):
    """Draws the hand of seat 1 for everybody."""

    def present(self, seen):
        leak = Cards(msg("specimen-hand"), codes(self.state.hands[1]))
        return add_block(super().present(seen), leak)


@breaks("shown", 3)
class LeakingWords(_Remembers):
    """Writes a card of seat 1 into a text instead of drawing it."""

    def present(self, seen):
        card = self.state.hands[1][0].code
        signs = {"S": "♠", "H": "♥", "C": "♣", "D": "♦"}
        return add_block(
            super().present(seen), Lines((msg("seat-name", seat=f"看 {signs[card[0]]}{card[1:]}"),))
        )


@breaks("shown", 3)
class LeakingPrompt(_Remembers):
    """Lets a seat pick among the cards of another."""

    def prompt(self, seen):
        pick = PickCards("play", self.state.hands[seen.seat - 1])
        return replace(super().prompt(seen), picks=(pick,))


@breaks("private", 3)
class PublicPrompt(Bidaxiao):
    """Offers a hand to pick from where everybody sees it."""

    def prompt(self, seen):
        return replace(super().prompt(seen), private=False)


@breaks("event", 3)
class CardToAll(Bidaxiao):
    """Tells everybody which card was played in secret."""

    def apply(self, state, seat, action, rng):
        step = super().apply(state, seat, action, rng)
        told = msg("seat-name", seat=SeatArg(seat), card=CardsArg(codes(action.cards)))
        return Step(step.state, (*step.events, Event(told)))


@breaks("event", 2)
class CardToTheWrongSeat(Zhangezi):
    """Tells a seat privately what another was dealt."""

    def setup(self, seats, options, carry, rng):
        step = super().setup(seats, options, carry, rng)
        told = msg("trial-mine", card=CardsArg(codes(step.state.hands[0])))
        return Step(step.state, (*step.events, Event(told, frozenset({1}))))


@breaks("event", 2)
class EventToNobody(Zhangezi):
    """Tells a seat that does not exist."""

    def setup(self, seats, options, carry, rng):
        step = super().setup(seats, options, carry, rng)
        return Step(step.state, (Event(msg("trial-redeal"), frozenset({seats})),))


@breaks("lines", 3)
class SaysWhoCouldBeat(Bidaxiao):
    """Tells all that the next seat could beat the secret card."""

    def apply(self, state, seat, action, rng):
        step = super().apply(state, seat, action, rng)
        after = (seat + 1) % len(state.hands)
        if max(state.hands[after]) > action.cards[0]:
            return Step(step.state, (*step.events, Event(msg("seat-name", seat=SeatArg(after)))))
        return step


@breaks("lines", 2)
class SaysHowGoodAHandIs(Zhangezi):
    """Words a stake differently when the other hand is high."""

    def apply(self, state, seat, action, rng):
        step = super().apply(state, seat, action, rng)
        high = sum(card.rank for card in state.hands[1 - seat]) > 16
        told = Event(msg("trial-marked" if high else "trial-leads", seat=SeatArg(seat)))
        return Step(step.state, (*step.events, told)) if action.verb == "stake" else step


@breaks("refusal", 3)
class CardInRefusal(Bidaxiao):
    """Names the cards of another seat when it refuses."""

    def apply(self, state, seat, action, rng):
        try:
            return super().apply(state, seat, action, rng)
        except IllegalAction:
            other = CardsArg(codes(state.hands[seat - 1]))
            raise IllegalAction("specimen-one-of-your-cards", cards=other) from None


@breaks("refusal", 3)
class RefusalBySecret(Bidaxiao):
    """Refuses a card that is lower than all the next seat has: trying tells its hand."""

    def apply(self, state, seat, action, rng):
        if action.cards and action.cards[0] < min(state.hands[seat - 1]):
            raise IllegalAction("specimen-one-of-your-cards")
        return super().apply(state, seat, action, rng)


@breaks("refusal", 2)
class HalfReading(Zhangezi):
    """Offers an ambiguous lead in a way that it then refuses."""

    def apply(self, state, seat, action, rng):
        if action.reading == "gap":
            raise IllegalAction("trial-refused")
        return super().apply(state, seat, action, rng)


@breaks("knows", 3)
class ForgetsOwnAnswer(Bidaxiao):
    """Does not show a seat what it has answered itself."""

    def observe(self, state, seat):
        return replace(super().observe(state, seat), mine=None)


@breaks("early", 2)
class MarkInAnEvent(Zhangezi):
    """Tells everybody the number of the cell that a seat has chosen."""

    def apply(self, state, seat, action, rng):
        step = super().apply(state, seat, action, rng)
        told = Event(msg("trial-staked", seat=SeatArg(seat), chips=action.number))
        return step if action.verb != "mark" else Step(step.state, (*step.events, told))


@breaks("early", 4)
class SomeMarksTooEarly(Zhangezi):
    """Shows a cell to the others at once, and imagines it as if that were right."""

    def observe(self, state, seat):
        return replace(super().observe(state, seat), marks=state.marks)

    def imagine(self, seen, rng):
        return replace(super().imagine(seen, rng), marks=seen.marks)


@breaks("strict", 2)
class KeepsEveryHand(Zhangezi):
    """Imagines every hand as it is given: a hand given away by mistake would go unnoticed."""

    def imagine(self, seen, rng):
        state = super().imagine(seen, rng)
        hands = tuple(given or hand for given, hand in zip(seen.hands, state.hands, strict=True))
        return replace(state, hands=hands)
