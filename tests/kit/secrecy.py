"""Laws about what may be known, and by whom."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from engine.core import seats as seats_of
from engine.core import waiting
from engine.errors import AmbiguousAction
from tests.kit.law import SPOT, STEP, law
from tests.kit.spot import attempt, words_of
from tests.kit.walk import cards_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Event, Game, Seat, Step
    from engine.msg import Msg
    from engine.rng import Rng
    from tests.kit.law import Complaint
    from tests.kit.spot import Spot

PLAIN = 6
"""Imagined states that tell whether a field is a secret."""

SURE = 40
"""A secret that comes back so often was kept, not guessed."""


@law(SPOT, "imagine")
def _imagine(spot: Spot) -> Iterator[Complaint]:
    for viewer in spot.viewers:
        if spot.game.observe(spot.imagined(viewer), viewer) != spot.seen[viewer]:
            yield viewer, "an imagined state looks different from there"


@law(SPOT, "asked")
def _asked(spot: Spot) -> Iterator[Complaint]:
    over = spot.game.outcome(spot.state) is not None
    for viewer in spot.viewers:
        imagined = spot.imagined(viewer)
        if spot.game.asked(imagined) != spot.asked:
            yield viewer, "in an imagined state others are asked"
        elif waiting(spot.game, imagined) != spot.waiting:
            yield viewer, "in an imagined state others are waited for"
        if (spot.game.outcome(imagined) is not None) != over:
            yield viewer, "an imagined state disagrees about the end of the round"


@law(SPOT, "shown")
def _shown(spot: Spot) -> Iterator[Complaint]:
    for viewer in spot.viewers:
        known = spot.known[viewer]
        if not cards_in(spot.views[viewer]) <= known:
            yield viewer, "the view has a card that the viewer does not know"
        if viewer in spot.prompts and not cards_in(spot.prompts[viewer]) <= known:
            yield viewer, "the prompt has a card that the seat does not know"


@law(SPOT, "private")
def _private(spot: Spot) -> Iterator[Complaint]:
    public = spot.known[None]
    for seat, prompt in spot.prompts.items():
        if not prompt.private and not cards_in(prompt) <= public:
            yield seat, "a prompt with cards that spectators do not see is not private"


@law(STEP, "event")
def _event(before: Spot | None, after: Spot, events: tuple[Event, ...]) -> Iterator[Complaint]:
    for event in events:
        if event.to is not None and not event.to <= set(seats_of(after.seats)):
            yield None, "an event is for a seat that does not exist"
        said = cards_in(event.msg)
        for viewer in after.viewers if event.to is None else sorted(event.to):
            known = after.known[viewer]
            if before is not None:
                known |= before.known[viewer]
            if not said <= known:
                yield viewer, "an event names a card that the viewer does not know"


@law(SPOT, "lines")
def _lines(spot: Spot) -> Iterator[Complaint]:
    """TXT-07: what all are told of an action hangs on nothing but what all can see.

    The same action is played in a state that somebody takes for possible; if spectators then see
    the same, they have been told the same.
    """
    game = spot.game
    for seat in spot.asked:
        for tried in spot.tries(seat):
            if tried.step is None:
                continue
            for viewer in (seat, None):
                again = attempt(game, spot.imagined(viewer), seat, tried.action, spot.stream()).step
                if again is None or _heard(tried.step, None) == _heard(again, None):
                    continue
                if game.observe(tried.step.state, None) == game.observe(again.state, None):
                    yield viewer, "a public line tells something of what is hidden"


@law(SPOT, "refusal")
def _refusal(spot: Spot) -> Iterator[Complaint]:
    for seat in spot.asked:
        known = spot.known[seat]
        for tried in spot.tries(seat):
            again = attempt(
                spot.game, spot.imagined(seat), seat, tried.action, spot.stream()
            ).refusal
            if tried.crash is None and words_of(tried.refusal) != words_of(again):
                yield seat, "whether an action is refused depends on what the seat cannot know"
            if not cards_in(words_of(tried.refusal)) <= known | cards_in(tried.action):
                yield seat, "a refusal names a card that the seat does not know"
            if isinstance(tried.refusal, AmbiguousAction):
                yield from _ambiguous(spot, seat, tried.refusal)


def _ambiguous(spot: Spot, seat: Seat, refusal: AmbiguousAction) -> Iterator[Complaint]:
    if len(set(refusal.options)) < 2:
        yield seat, "an ambiguous action has fewer than two options"
    for option in refusal.options:
        if attempt(spot.game, spot.state, seat, option, spot.stream()).step is None:
            yield seat, "an option of an ambiguous action is refused"


@law(SPOT, "knows")
def _knows(spot: Spot) -> Iterator[Complaint]:
    """A seat remembers its own answer: two that lead to different states look different to it."""
    for seat in spot.asked:
        steps = [tried.step for tried in spot.tries(seat) if tried.step is not None]
        for one, two in pairwise(steps):
            seen = [spot.game.observe(step.state, seat) for step in (one, two)]
            if one.state != two.state and seen[0] == seen[1]:
                yield seat, "a seat cannot tell two different answers of its own apart"


@law(SPOT, "early")
def _early(spot: Spot) -> Iterator[Complaint]:
    """While others are still to answer the same question, nobody else learns what was answered."""
    for seat in spot.asked:
        if not set(spot.waiting) - {seat}:
            continue
        steps = [tried.step for tried in spot.tries(seat) if tried.step is not None]
        secret = [step for step in steps if _leaves_others(spot, seat, step)]
        for one, two in pairwise(secret):
            for viewer in set(spot.viewers) - {seat}:
                if spot.game.observe(one.state, viewer) != spot.game.observe(two.state, viewer):
                    yield viewer, "an answer is seen before all have answered"
                if _heard(one, viewer) != _heard(two, viewer):
                    yield viewer, "an event tells an answer before all have answered"


def _leaves_others(spot: Spot, seat: Seat, step: Step[Any]) -> bool:
    if spot.game.outcome(step.state) is not None:
        return False
    left = waiting(spot.game, step.state)
    return bool(left) and seat not in left and set(left) <= set(spot.waiting)


def _heard(step: Step[Any], viewer: Seat | None) -> list[Msg]:
    return [event.msg for event in step.events if event.to is None or viewer in event.to]


@law(SPOT, "strict")
def _strict(spot: Spot) -> Iterator[Complaint]:
    """The law ``imagine`` is worth something only if ``imagine`` keeps nothing by mistake.

    A spectator is given one field of what a seat knows and he does not. A game whose ``imagine``
    builds the rest around that secret would not notice an ``observe`` that gives it away: it must
    decide for itself whose secrets a seat may know.
    """
    game, public, rng = spot.game, spot.seen[None], spot.rng("strict")
    seat = rng.below(spot.seats)
    if not is_dataclass(public) or not is_dataclass(spot.seen[seat]):
        return
    possible = [game.observe(game.imagine(public, rng), seat) for _ in range(PLAIN)]
    for field in fields(public):
        secret = getattr(spot.seen[seat], field.name)
        if secret == getattr(public, field.name):
            continue
        if all(getattr(seen, field.name) == secret for seen in possible):
            continue
        leaky = replace(public, **{field.name: secret})
        if all(_keeps(game, leaky, seat, field.name, rng) for _ in range(SURE)):
            yield seat, f"imagine would not notice that spectators are shown {field.name!r}"


def _keeps(game: Game[Any, Any], leaky: Any, seat: Seat, name: str, rng: Rng) -> bool:
    try:
        seen = game.observe(game.imagine(leaky, rng), seat)
    except Exception:  # noqa: BLE001  (it noticed)
        return False
    return bool(getattr(seen, name) == getattr(leaky, name))
