"""Laws about what may be known, and by whom."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from engine.core import seats as seats_of
from engine.core import waiting
from engine.errors import AmbiguousAction
from tests.kit.law import SPOT, STEP, law
from tests.kit.spot import attempt, words_of
from tests.kit.walk import cards_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Event, Seat
    from tests.kit.law import Complaint
    from tests.kit.spot import Spot


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
