"""Faults in what may be done, and in what must stay as it is."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from engine.cards import SMALL_JOKER, without
from engine.core import Action, Carry, Step, put
from engine.games._specimen.game import Bidaxiao
from engine.games._trial.game import Zhangezi
from tests.kit.planted.book import breaks


@breaks("waits", 3)
class OverTooEarly(Bidaxiao):
    """Has a result while a seat is still asked."""

    def outcome(self, state):
        chosen = state.chosen
        if chosen.count(None) == 1:
            filled = tuple(
                h[0] if c is None else c for c, h in zip(chosen, state.hands, strict=True)
            )
            state = replace(state, chosen=filled)
        return super().outcome(state)


@breaks("waits", 3)
class NobodyAsked(Bidaxiao):
    """Asks nobody, and the round is not over."""

    def asked(self, state):
        open_ = super().asked(state)
        return open_ if len(open_) != 1 else ()


@breaks("waits", 4)
class AskedTwice(Zhangezi):
    """Names the seats it asks out of order."""

    def asked(self, state):
        return super().asked(state)[::-1]


@breaks("finished", 3)
class FinishedTooEarly(Bidaxiao):
    """Says that whoever holds a low card will not be asked any more."""

    def finished(self, state):
        return frozenset(s for s, hand in enumerate(state.hands) if hand[0][0] == 3)


@breaks("offers", 3)
class IllegalTimeOut(Bidaxiao):
    """Plays a card that is not in the hand for one who is late."""

    def on_timeout(self, seen):
        return Action("play", (SMALL_JOKER,))


@breaks("offers", 2)
class IllegalSuggestion(Zhangezi):
    """Suggests the cell in the middle."""

    def suggest(self, seen, limit):
        found = super().suggest(seen, limit)
        return [replace(found[0], number=4)] if found[0].verb == "mark" else found


@breaks("offers", 2)
class InexpressibleSuggestion(Zhangezi):
    """Suggests what the rules take and no button makes: a stake outside the numbers offered."""

    def prompt(self, seen):
        prompt = super().prompt(seen)
        few = prompt.number and prompt.number.verb == "stake" and len(prompt.number.allowed) > 2
        return replace(prompt, number=replace(prompt.number, allowed=(2,))) if few else prompt


@breaks("offers", 3)
class NoSuggestion(Bidaxiao):
    """Has no advice for a seat that must answer."""

    def suggest(self, seen, limit):
        return super().suggest(seen, limit) if seen.hand and seen.hand[0][0] > 3 else []


@breaks("offers", 3)
class TooManySuggestions(Bidaxiao):
    """Does not stop at the limit."""

    def suggest(self, seen, limit):
        return super().suggest(seen, 3)


@breaks("offers", 2)
class IllegalButton(Zhangezi):
    """Has a button that stakes more than there is."""

    def prompt(self, seen):
        prompt = super().prompt(seen)
        more = [replace(c, action=replace(c.action, number=999)) for c in prompt.choices]
        return replace(prompt, choices=tuple(more))


@breaks("offers", 2)
class IllegalNumber(Zhangezi):
    """Offers a stake of one chip too many."""

    def prompt(self, seen):
        prompt = super().prompt(seen)
        if not prompt.choices:
            return prompt
        most = prompt.number.allowed[-1]
        return replace(prompt, number=replace(prompt.number, allowed=range(1, most + 2)))


@breaks("junk", 3)
class CrashesOnJunk(Bidaxiao):
    """Trusts that there is a card."""

    def apply(self, state, seat, action, rng):
        assert action.cards[0] or seat
        return super().apply(state, seat, action, rng)


@breaks("pure", 3)
class HalfDone(Bidaxiao):
    """Changes the state before it finds that the action is refused."""

    def apply(self, state, seat, action, rng):
        if action.cards:
            object.__setattr__(state, "chosen", put(state.chosen, seat, action.cards[0]))
        return super().apply(state, seat, action, rng)


@breaks("pure", 3)
class LookingChanges(Bidaxiao):
    """Sorts a list inside the state while it draws it."""

    def setup(self, seats, options, carry, rng):
        step = super().setup(seats, options, carry, rng)
        return Step(replace(step.state, hands=[list(hand) for hand in step.state.hands]))

    def present(self, seen):
        if isinstance(seen.hand, list):
            seen.hand.sort(reverse=True)
        return super().present(replace(seen, hand=tuple(seen.hand)))


@breaks("order", 3)
class FirstComesFirst(Bidaxiao):
    """Draws a chance for each answer from the step's stream: the order of answers decides it."""

    def apply(self, state, seat, action, rng):
        step = super().apply(state, seat, action, rng)
        hand = step.state.hands[seat]
        turned = hand if rng.below(2) else hand[::-1]
        return replace(step, state=replace(step.state, hands=put(step.state.hands, seat, turned)))


@breaks("order", 3)
class OneIsEnough(Bidaxiao):
    """Takes the question away from the others as soon as one has answered."""

    def asked(self, state):
        return super().asked(state) if set(state.chosen) == {None} else ()


@breaks("ends", 3)
class Endless(Bidaxiao):
    """Never keeps an answer."""

    def apply(self, state, seat, action, rng):
        return Step(state, super().apply(state, seat, action, rng).events)


@breaks("conserved", 3)
@breaks("inventory", 3)
class LosesACard(Bidaxiao):
    """Takes the card played out of the hand and puts it nowhere."""

    def apply(self, state, seat, action, rng):
        state = super().apply(state, seat, action, rng).state
        hand = without(state.hands[seat], action.cards)
        return Step(replace(state, hands=put(state.hands, seat, hand)))


@breaks("conserved", 2)
@breaks("inventory", 2)
class MintsAChip(Zhangezi):
    """Gives the leader a chip for staking."""

    def apply(self, state, seat, action, rng):
        step = super().apply(state, seat, action, rng)
        if action.verb != "stake":
            return step
        known = step.state.public
        stacks = put(known.stacks, seat, known.stacks[seat] + 1)
        return Step(replace(step.state, public=replace(known, stacks=stacks)))


@breaks("scores", 3)
class NotZeroSum(Bidaxiao):
    """The losers pay nothing."""

    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and replace(outcome, scores=tuple(max(0, s) for s in outcome.scores))


@breaks("scores", 3)
class ScoresOfMore(Bidaxiao):
    """Has a score for a seat that is not there."""

    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and replace(outcome, scores=(*outcome.scores, 0))


@breaks("plays", 3)
class ScoresOfSome(Bidaxiao):
    """Has no score for some seats: the match cannot add them up."""

    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and replace(outcome, scores=(0,))


@breaks("plays", 2)
class CrashesOnPlay(Zhangezi):
    """Cannot count a lead of one card."""

    def apply(self, state, seat, action, rng):
        if action.verb == "lead" and action.cards[-1] == action.cards[0]:
            raise KeyError(action.verb)
        return super().apply(state, seat, action, rng)


@breaks("chips", 2)
class CarriesTooMuch(Zhangezi):
    """Hands a chip to the next round that nobody had."""

    def outcome(self, state):
        outcome = super().outcome(state)
        if outcome is None:
            return None
        stacks = (outcome.carry.stacks[0] + 1, *outcome.carry.stacks[1:])
        return replace(outcome, carry=replace(outcome.carry, stacks=stacks))


@breaks("chips", 2)
class ForgetsTheStacks(Zhangezi):
    """Starts every round with chips that have nothing to do with the round before."""

    def setup(self, seats, options, carry, rng):
        chips = 12 + len(carry.gone)
        return super().setup(seats, {**options, "chips": chips}, replace(carry, stacks=()), rng)


@breaks("replay", 3)
class Unseeded(Bidaxiao):
    """Deals with randomness of its own."""

    def setup(self, seats, options, carry, rng):
        state = super().setup(seats, options, carry, rng).state
        turn = secrets.randbelow(3)
        return Step(replace(state, hands=state.hands[turn:] + state.hands[:turn]))


@breaks("replay", 3)
class HasAMemory(Bidaxiao):
    """Remembers rounds in the game object, which is shared by all tables."""

    rounds = 0

    def setup(self, seats, options, carry, rng):
        self.rounds += 1
        state = super().setup(seats, options, carry, rng).state
        turn = self.rounds // 2 % 3
        return Step(replace(state, hands=state.hands[turn:] + state.hands[:turn]))


@breaks("codec", 3)
class ListOfCards(Bidaxiao):
    """Plays a list where an action has a tuple: it comes back from storage as another action."""

    def suggest(self, seen, limit):
        return [replace(a, cards=list(a.cards)) for a in super().suggest(seen, limit)]


@breaks("codec", 2)
class ListOfStacks(Zhangezi):
    """Hands on a list where a carry has a tuple."""

    def outcome(self, state):
        outcome = super().outcome(state)
        return outcome and replace(
            outcome, carry=replace(outcome.carry, stacks=list(outcome.carry.stacks))
        )


@dataclass(frozen=True)
class LoudCarry(Carry):
    """A carry that writes its face-down pack into every log."""

    def __repr__(self) -> str:
        return f"LoudCarry({self.deck})"


@breaks("repr", 2)
class ShowsThePack(Zhangezi):
    """Hands on a carry whose ``repr`` shows the pack."""

    def outcome(self, state):
        outcome = super().outcome(state)
        if outcome is None:
            return None
        old = outcome.carry
        return replace(outcome, carry=LoudCarry(old.leader, stacks=old.stacks, deck=old.deck))
