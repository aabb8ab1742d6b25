"""From the cards somebody wants to put down to the hand they are, or why they are none."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from engine.cards import Card, Suit, codes, holds
from engine.core import Action
from engine.errors import AmbiguousAction, IllegalAction
from engine.kernels.climb.lesson import why
from engine.kernels.climb.rules import Reading, beats, parts
from engine.kernels.climb.state import Put
from engine.msg import CardsArg, Msg, Param, SeatArg, chained, msg
from engine.text import declared

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.core import Seat
    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import ClimbRules
    from engine.kernels.climb.state import Hand, Public


def name_of(reading: Reading) -> Msg:
    """What a shape is called."""
    return _named(reading.shape)


@cache
def _named(shape: str) -> Msg:
    return msg(f"climb-shape-{shape}")


def choose(
    seat: Seat, hand: Hand, action: Action, public: Public[Any], reader: Reader, paragraph: int
) -> Put:
    """The hand that an action puts down; ``paragraph``: of the rules, where shapes are told.

    Raises:
        IllegalAction: it is none, or it does not beat the table; the message says what it was
            read as and what would beat.
        AmbiguousAction: it may be several; ``options`` are ready to play.
    """
    cards = action.cards
    if not cards:
        raise IllegalAction("climb-no-cards")
    if not holds(hand, cards):
        need = needed(public, reader.rules)
        raise IllegalAction("climb-not-held", cards=CardsArg(codes(cards)), need=need)
    found: Sequence[Reading] = reader.readings(cards, last=len(cards) == len(hand))
    if not found:
        raise IllegalAction(
            "climb-no-shape",
            cards=CardsArg(codes(cards)), why=why(cards, reader), paragraph=paragraph,
            need=needed(public, reader.rules),
        )  # fmt: skip
    if public.must is not None and public.must not in cards and not public.played:
        raise IllegalAction(
            "climb-first",
            cards=CardsArg(codes(cards)),
            shape=name_of(found[0]),
            card=CardsArg((public.must.code,)),
        )
    top = public.circle.top
    if top is not None and top.reading is not None:
        fit = [r for r in found if beats(r, top.reading)]
        if not fit:
            raise _too_low(cards, _named_in(found, action, top.reading), public, reader.rules)
        found = fit
    if action.reading:
        found = _meant(found, action, cards)
    if len(found) > 1 and reader.rules.asks:
        options = tuple(Action("play", cards=cards, reading=r.key) for r in found)
        labels = tuple(_label(cards, r, reader) for r in found)
        raise AmbiguousAction("climb-which", options, labels, cards=CardsArg(codes(cards)))
    return Put(seat, parts(cards, found[0], reader.rules), found[0])


def _label(cards: tuple[Card, ...], reading: Reading, reader: Reader) -> Msg:
    """A reading as a button: its name, and its cards as they would be laid out."""
    laid = [card for part in parts(cards, reading, reader.rules) for card in part]
    return msg("climb-as", shape=name_of(reading), cards=CardsArg(codes(laid)))


def _meant(found: Sequence[Reading], action: Action, cards: tuple[Card, ...]) -> Sequence[Reading]:
    """The readings that the player may mean, by what was pressed or declared."""
    meant = _wanted(found, action)
    if not meant:
        raise IllegalAction("climb-not-so", cards=CardsArg(codes(cards)), shape=name_of(found[0]))
    return meant


def _wanted(found: Sequence[Reading], action: Action) -> list[Reading]:
    return [r for r in found if action.reading in (r.key, _body(r))]


def _named_in(found: Sequence[Reading], action: Action, over: Reading) -> Reading:
    """The reading that a refusal speaks of: what was declared, or else what the table asks for."""
    meant = _wanted(found, action) or found
    return next((r for r in meant if r.shape == over.shape), meant[0])


def _body(reading: Reading) -> str:
    """The reading that typing its body before a plus sign declares."""
    ranks = sorted(rank for rank in reading.body for _ in range(reading.width))
    return declared(tuple(Card(rank, Suit.NONE) for rank in ranks))


def _too_low(
    cards: tuple[Card, ...], reading: Reading, public: Public[Any], rules: ClimbRules
) -> IllegalAction:
    """What the cards were read as, and what would beat the table."""
    top = public.circle.top
    assert top is not None and top.reading is not None  # noqa: S101, PT018  (for the type checker)
    same = reading.shape == top.reading.shape and reading.size == top.reading.size
    key = "climb-too-low" if same else "climb-other-shape"
    return IllegalAction(
        key, cards=CardsArg(codes(cards)), shape=name_of(reading), need=needed(public, rules)
    )


def needed(public: Public[Any], rules: ClimbRules) -> Msg:
    """What may be put down now, in words: the second half of a refusal."""
    top = public.circle.top
    if top is None or top.reading is None:
        if public.must is not None and not public.played:
            return msg("climb-need-first", card=CardsArg((public.must.code,)))
        return msg("climb-need-any")
    how = "grade" if top.reading.grade else "same"
    more: dict[str, Param] = {}
    if any(shape.tier for shape in rules.shapes):
        how = "bomb" if top.reading.tier and not top.reading.grade else "more"
        above = _names(s.id for s in rules.shapes if s.tier > top.reading.tier)
        if above:
            more["bombs"] = above
        elif how == "more":
            how = "same"
        if how == "bomb":
            more["same"] = _names(s.id for s in rules.shapes if s.tier == top.reading.tier)
            how = "bomb-or" if above else "bomb"
    return msg(
        f"climb-need-{how}", seat=SeatArg(top.seat), cards=CardsArg(codes(top.cards)),
        shape=name_of(top.reading), count=top.reading.size, **more,
    )  # fmt: skip


def _names(shapes: Iterable[str]) -> Param:
    """What shapes are called, each once."""
    return chained("climb-or", (_named(shape) for shape in dict.fromkeys(shapes)))
