"""Laws about what may be done, and what stays as it is."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.bots import Random
from engine.codec import dump_carry, dumps, load_carry, loads
from engine.core import Action
from engine.core import seats as seats_of
from engine.match import act
from engine.replay import RoundLog, replay
from tests.kit.junk import expressible
from tests.kit.law import EACH, MATCH, ROUND, SPOT, STEP, law
from tests.kit.spot import attempt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Event, Outcome, Prompt, Seat
    from engine.match import Match
    from tests.kit.law import Complaint
    from tests.kit.spot import Spot

LIMITS = (1, 3, 8)
"""How many suggestions are asked for."""

NUMBERS = 8
"""How many numbers of a prompt are tried at a position."""


@law(SPOT, "waits")
def _waits(spot: Spot) -> Iterator[Complaint]:
    if spot.asked != tuple(sorted(set(spot.asked) & set(seats_of(spot.seats)))):
        yield None, "asked is not a sorted tuple of seats"
    if bool(spot.waiting) == (spot.game.outcome(spot.state) is not None):
        yield None, "a round is over when, and only when, nobody is waited for"
    if spot.match.outcome is None:
        for seat in set(seats_of(spot.seats)) - set(spot.asked):
            try:
                act(spot.match, seat, spot.game.on_timeout(spot.seen[spot.asked[0]]))
            except ValueError:
                continue
            yield seat, "a seat that is not asked could act"


@law(STEP, "finished")
def _finished(before: Spot | None, after: Spot, _: tuple[Event, ...]) -> Iterator[Complaint]:
    if after.match.outcome is not None:
        return
    done = after.game.finished(after.state)
    for seat in done & set(after.asked):
        yield seat, "a seat that has finished is asked"
    if before is not None and not before.game.finished(before.state) <= done:
        yield None, "who had finished may be asked again"
    for viewer in after.viewers:
        if after.game.finished(after.imagined(viewer)) != done:
            yield viewer, "in an imagined state others have finished"


@law(SPOT, "offers")
def _offers(spot: Spot) -> Iterator[Complaint]:
    for seat, prompt in spot.prompts.items():
        seen = spot.seen[seat]
        offered = [("a choice", choice.action) for choice in prompt.choices]
        offered += [("a number", action) for action in _numbers(spot, seat, prompt)]
        offered.append(("the time-out", spot.game.on_timeout(seen)))
        for limit in LIMITS:
            suggested = spot.game.suggest(seen, limit)
            if not 1 <= len(suggested) <= limit:
                yield seat, f"{len(suggested)} suggestions where 1 to {limit} were wanted"
            offered += [("a suggestion", action) for action in suggested]
        for what, action in dict.fromkeys(offered):
            if attempt(spot.game, spot.state, seat, action, spot.stream()).step is None:
                yield seat, f"{what} is refused"
            if what == "a suggestion" and not expressible(prompt, action):
                yield seat, "the prompt cannot express a suggestion"


def _numbers(spot: Spot, seat: Seat, prompt: Prompt) -> list[Action]:
    number = prompt.number
    if number is None:
        return []
    rng = spot.rng("number", seat)
    some = [rng.choice(number.allowed) for _ in range(NUMBERS)]
    ends = (number.allowed[0], number.allowed[-1])
    wanted = dict.fromkeys((*ends, *some))
    blank = Action(number.verb)
    return [replace(blank, number=n) for n in wanted]


@law(SPOT, "junk")
def _junk(spot: Spot) -> Iterator[Complaint]:
    for seat in spot.asked:
        for tried in spot.tries(seat):
            if tried.crash is not None:
                yield seat, f"{type(tried.crash).__name__} instead of a refusal"


@law(SPOT, "pure")
def _pure(spot: Spot) -> Iterator[Complaint]:
    """Nothing that is asked or tried changes the state, refused actions least of all."""
    for seat in spot.asked:
        spot.game.suggest(spot.seen[seat], LIMITS[-1])
        spot.game.on_timeout(spot.seen[seat])
        for tried in spot.tries(seat):
            if spot.state != spot.twin:
                yield seat, "the state changed before it was tried to change"
                return
            attempt(spot.game, spot.state, seat, tried.action, spot.stream())
            if spot.state != spot.twin:
                yield seat, "an action that was tried changed the state it was tried on"
                return
    for viewer in spot.viewers:
        spot.game.present(spot.seen[viewer])
        spot.game.imagine(spot.seen[viewer], spot.rng("pure"))
        if spot.game.observe(spot.twin, viewer) != spot.seen[viewer]:
            yield viewer, "looking at what a seat knows changed it"
    if spot.state != spot.twin:
        yield None, "looking at a state changed it"


@law(SPOT, "order")
def _order(spot: Spot) -> Iterator[Complaint]:
    if len(spot.waiting) < 2:
        return
    answers = {seat: _accepted(spot, seat) for seat in spot.waiting}
    orders = (spot.waiting, spot.waiting[::-1], spot.rng("order").shuffled(spot.waiting))
    ends = []
    for order in dict.fromkeys(orders):
        state = spot.state
        for index, seat in enumerate(order):
            if seat not in spot.game.asked(state):
                yield seat, "an answer of another seat took its question away"
                return
            # match.act names the stream by the step, not by the seat: so does this.
            rng = spot.rng("order", index)
            state = spot.game.apply(state, seat, answers[seat], rng).state
        ends.append(state)
    if any(end != ends[0] for end in ends):
        yield None, "simultaneous answers in another order lead to another state"


def _accepted(spot: Spot, seat: Seat) -> Action:
    rng = spot.rng("answer", seat)
    for _ in range(4):
        action = Random().choose(spot.game, spot.seen[seat], spot.prompts[seat], rng)
        if attempt(spot.game, spot.state, seat, action, spot.stream()).step is not None:
            return action
    return spot.game.on_timeout(spot.seen[seat])


# What stays.


@law(EACH, "conserved")
def _conserved(spot: Spot) -> Iterator[Complaint]:
    """RUL-23: no card is lost and no chip made, in any action."""
    if spot.stock != spot.first.stock:
        yield None, "cards or chips appeared or vanished"


@law(SPOT, "inventory")
def _inventory(spot: Spot) -> Iterator[Complaint]:
    wanted = spot.first.stock
    if wanted.cards != tuple(sorted(wanted.cards)):
        yield None, "the cards of the inventory are not sorted"
    for seat in spot.asked:
        for tried in spot.tries(seat):
            if tried.step is not None and spot.game.inventory(tried.step.state) != wanted:
                yield seat, "an action makes cards or chips appear or vanish"


@law(ROUND, "scores")
def _scores(match: Match, outcome: Outcome) -> Iterator[Complaint]:
    if len(outcome.scores) != match.seats:
        yield None, "not one score a seat"
    if match.game.info.zero_sum and sum(outcome.scores):
        yield None, "the scores of a zero-sum game do not add up to 0"


@law(ROUND, "chips")
def _chips(match: Match, outcome: Outcome) -> Iterator[Complaint]:
    stacks = outcome.carry.stacks
    if not stacks:
        return
    if len(stacks) != match.seats or min(stacks) < 0:
        yield None, "not one stack a seat, or one below 0"
    if sum(stacks) != match.game.inventory(match.state).chips:
        yield None, "the stacks of the next round are not the chips of this one"
    if match.carry.stacks and sum(stacks) != sum(match.carry.stacks):
        yield None, "a round changed the sum of all stacks"


@law(MATCH, "replay")
def _replay(fresh: Match, final: Match, log: tuple[RoundLog, ...]) -> Iterator[Complaint]:
    stored = tuple(
        RoundLog(
            json.loads(json.dumps(dict(round_.options))),
            tuple((seat, loads(dumps(action))) for seat, action in round_.actions),
            round_.anew,
        )
        for round_ in log
    )
    if replay(fresh, stored) != final:
        yield None, "the log leads to another state"


@law(MATCH, "codec")
def _codec(fresh: Match, final: Match, log: tuple[RoundLog, ...]) -> Iterator[Complaint]:
    for round_ in log:
        for seat, action in round_.actions:
            if loads(dumps(action)) != action:
                yield seat, "a stored action is not the one played"
    for outcome in final.played:
        if load_carry(dump_carry(outcome.carry)) != outcome.carry:
            yield None, "a stored carry is not the one handed on"


@law(MATCH, "repr")
def _repr(fresh: Match, final: Match, log: tuple[RoundLog, ...]) -> Iterator[Complaint]:
    """Nothing hidden changes how a match or a carry is written into a log or a traceback."""

    def bare(outcome: Outcome) -> Outcome:
        return replace(outcome, carry=replace(outcome.carry, deck=()))

    open_only = replace(
        final,
        seed=b"",
        state=None,
        carry=replace(final.carry, deck=()),
        played=tuple(map(bare, final.played)),
    )
    if repr(open_only) != repr(final):
        yield None, "the repr of a match shows its seed, its state or a face-down pack"
