"""Laws about views, prompts and words."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.keys import prefix
from engine.core import seats as seats_of
from engine.msg import Msg
from engine.view import Cards, Grid, Row, Seats
from tests.kit.law import EACH, SPOT, STEP, law
from tests.kit.spot import words_of
from tests.kit.walk import messages_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Event, Prompt
    from engine.view import Block, View
    from tests.kit.law import Complaint
    from tests.kit.spot import Spot

NAMES = ("甲", "乙", "丙", "丁", "戊", "己", "庚", "辛", "壬", "癸")
STRICT = [Catalogue(language, strict=True) for language in LANGUAGES]


@lru_cache(maxsize=4096)
def say(message: Msg) -> str:
    """The sentence, with made-up names; raises where a language cannot put it into words."""
    sentences = [catalogue.say(message, NAMES) for catalogue in STRICT]
    return sentences[0] if all(sentence.strip() for sentence in sentences) else ""


@law(SPOT, "equal")
def _equal(spot: Spot) -> Iterator[Complaint]:
    for viewer in spot.viewers:
        seen = spot.game.observe(spot.twin, viewer)
        views = spot.views[viewer], spot.game.present(seen)
        if views[0] != views[1] or hash(views[0]) != hash(views[1]):
            yield viewer, "two equal states give two different views"
        if viewer in spot.prompts:
            prompt = spot.game.prompt(seen)
            if prompt != spot.prompts[viewer] or hash(prompt) != hash(spot.prompts[viewer]):
                yield viewer, "two equal states ask two different questions"


def _blocks(view: View) -> Iterator[Block]:
    for block in (*view.blocks, *view.details):
        yield block
        if isinstance(block, Row):
            yield from block.blocks


@law(SPOT, "shape")
def _shape(spot: Spot) -> Iterator[Complaint]:
    for viewer in spot.viewers:
        for block in _blocks(spot.views[viewer]):
            match block:
                case Seats(rows, me):
                    if me != viewer or [row.seat for row in rows] != list(seats_of(spot.seats)):
                        yield viewer, "the players' rows are not one a seat in seat order"
                case Grid(_, columns, cells):
                    if len(cells) % columns:
                        yield viewer, "a grid is not a rectangle"
                case Cards(codes=codes, chosen=chosen):
                    if not (set(chosen) <= set(range(len(codes))) and all(codes)):
                        yield viewer, "a chosen card is not among the cards, or a code is empty"
                case Row(blocks):
                    if not blocks:
                        yield viewer, "a row is empty"


@law(EACH, "controls")
def _controls_work(spot: Spot) -> Iterator[Complaint]:
    for seat, prompt in spot.prompts.items():
        yield from ((seat, words) for words in _controls(prompt))


def _controls(prompt: Prompt) -> Iterator[str]:
    if not (prompt.choices or prompt.picks or prompt.number):
        yield "a prompt offers nothing"
    if prompt.number is not None and not prompt.number.allowed:
        yield "no number is allowed"
    if prompt.number is not None and prompt.number.columns and min(prompt.number.allowed) < 0:
        yield "a cell of a grid is below 0"
    slots = [(pick.verb, pick.slot) for pick in prompt.picks]
    if len(set(slots)) < len(slots):
        yield "two picks of one verb fill the same slot"
    for pick in prompt.picks:
        if pick.slot not in ("cards", "take"):
            yield "a pick fills no slot of an action"
        if not 0 <= pick.least <= pick.most <= len(pick.among):
            yield "a pick wants more cards than there are"
        if pick.same_as and (pick.verb, pick.same_as) not in slots:
            yield "a pick is as large as one that is not there"


def _say_all(value: Any) -> None:
    for message in messages_in(value):
        if not say(message).strip():
            raise ValueError(f"{message.key} says nothing")


@law(SPOT, "says")
def _says(spot: Spot) -> Iterator[Complaint]:
    """Every message can be put into words; the catalogue raises where one cannot.

    So can what the bot asks for by the name of a verb or a reading.
    """
    for viewer in spot.viewers:
        _say_all(spot.views[viewer])
    pre = prefix(spot.game.info.id)
    for seat, prompt in spot.prompts.items():
        _say_all(prompt)
        verbs = {pick.verb for pick in prompt.picks}
        verbs |= {prompt.number.verb} if prompt.number else set()
        _say_all([Msg(f"{pre}-verb-{verb}") for verb in sorted(verbs)])
        for tried in spot.tries(seat):
            refused, options = words_of(tried.refusal)
            _say_all(refused)
            _say_all([Msg(f"{pre}-reading-{action.reading}") for action in options])
    outcome = spot.game.outcome(spot.state)
    _say_all(outcome.reasons if outcome else ())
    yield from ()


@law(STEP, "told")
def _told(before: Spot | None, after: Spot, events: tuple[Event, ...]) -> Iterator[Complaint]:
    """The same for events."""
    _say_all(events)
    yield from ()


@law(SPOT, "text")
def _text(spot: Spot) -> Iterator[Complaint]:
    """One viewer's screen at a time; everybody's at the deal and at the end."""
    if find_spec("renderers.text") is None:
        return
    from renderers.text import render

    whole = spot is spot.first or not spot.asked
    viewers = spot.viewers if whole else (spot.rng("text").choice(spot.viewers),)
    for viewer in viewers:
        if not render(spot.views[viewer], say).strip():
            yield viewer, "a view without words"
