"""A match played again from its log, watched by one reader: what happened, and what was seen of it.

What a reader may read is decided by ``observe`` alone, from the deal to now (``sight``). Each card
of a pack is a value of its own here, so that it can be followed wherever it goes. An answer that is
not laid open yet is known to whoever gave it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from bot.records.sight import Sight, cards_in
from engine.cards import Card
from engine.chance import Draws, Notebook
from engine.match import act, deal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Action, Outcome, Prompt, Seat
    from engine.match import Match
    from engine.replay import RoundLog


@dataclass(frozen=True, slots=True)
class All:
    """A reader who may see everything: the program itself, and whoever all have agreed to show."""


ALL = All()

Reader: TypeAlias = "Seat | tuple[Seat | None, ...] | All | None"
"""A seat; which one in each round, for whoever sat down or left in between; everybody; or ``ALL``.
"""


@dataclass(frozen=True, slots=True)
class Told:
    """A deal or an action of a match, and where it led.

    Attributes:
        after: the match behind it.
        draws: what chance decided in it.
        seat: who acted; None: it is the deal of a round.
        prompt: what that seat was asked.
        open: whether the reader may know what was done.
    """

    after: Match
    draws: Draws
    seat: Seat | None = None
    action: Action | None = None
    prompt: Prompt | None = None
    open: bool = True


@dataclass(slots=True)
class Story:
    """All that happened, for one reader.

    Attributes:
        fresh: the match before its first deal.
        rounds: each a deal and the actions behind it.
        sight: what the reader knows of the packs; None: everything.
    """

    fresh: Match
    reader: Reader
    rounds: list[tuple[RoundLog, list[Told]]] = field(default_factory=list)
    sight: Sight | None = None

    def knows(self, card: Card) -> bool:
        """Whether the reader knows where this very card of a pack was dealt."""
        return self.sight is None or id(card) in self.sight.placed

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Of the finished rounds."""
        return self.rounds[-1][1][-1].after.played if self.rounds else ()


def story(fresh: Match, log: Sequence[RoundLog], reader: Reader) -> Story:
    """What a reader may know of a match.

    Raises:
        RuleError, ValueError: the log cannot be played by these rules.
    """
    notes = Notebook(fresh.source, apart=True)
    deck = tuple(Card(*card) for card in fresh.carry.deck)
    match = replace(fresh, source=notes, carry=replace(fresh.carry, deck=deck))
    told = Story(match, reader)
    if not isinstance(reader, All):
        told.sight = Sight(None)
    for round_ in log:
        match, _ = deal(match, round_.options, anew=round_.anew)
        if told.sight is not None:
            told.sight.seat = seat_in(reader, match.round)
        steps = [Told(match, notes.at(match.round, 0))]
        told.rounds.append((round_, steps))
        _watch(told, match, steps[0].draws)
        for seat, action in round_.actions:
            before = match
            match, _ = act(match, seat, _by_hand(told, match, seat, action))
            asked = before.game.prompt(before.game.observe(before.state, seat))
            drawn = notes.at(match.round, match.step)
            steps.append(Told(match, drawn, seat, _learnt(told, match, seat, action), asked))
            _close(told, before, steps)
            _watch(told, match, drawn)
    return told


def _learnt(told: Story, match: Match, seat: Seat, action: Action) -> Action:
    """The action as the reader knows it, once it is open."""
    if told.sight is None or told.sight.seat == seat:
        return action
    return match.game.told(match.state, seat, action)


def seat_in(reader: Reader, number: int) -> Seat | None:
    """Where a reader sat in a round."""
    if isinstance(reader, tuple):
        return reader[number - 1] if number <= len(reader) else None
    return None if isinstance(reader, All) else reader


def _watch(told: Story, match: Match, draws: Draws) -> None:
    """Note what the reader sees now."""
    if told.sight is None:
        return
    if draws.pack is not None:
        told.sight.dealt(match, draws.pack)
    elif match.step == 0 and match.carry.deck:
        told.sight.dealt(match, match.carry.deck)
    told.sight.look(match)


def _by_hand(told: Story, match: Match, seat: Seat, action: Action) -> Action:
    """The action with the very cards that the seat has before it, its own hand first.

    Of two equal ones that which the reader has seen already: it may have been that one.
    """
    if not action.cards and not action.take:
        return action
    seen = match.game.observe(match.state, seat)
    hand, others = list(cards_in(getattr(seen, "hand", ()))), list(cards_in(seen))
    if (sight := told.sight) is not None:
        hand.sort(key=lambda card: not sight.saw(card))
    cards = tuple(_picked(card, hand, others) for card in action.cards)
    return replace(action, cards=cards, take=tuple(_picked(c, others, ()) for c in action.take))


def _picked(card: Card, first: list[Card], then: Sequence[Card]) -> Card:
    for at, held in enumerate(first):
        if held == card:
            return first.pop(at)
    return next((held for held in then if held == card), card)


def _close(told: Story, before: Match, steps: list[Told]) -> None:
    """Seal an answer that others do not see yet, or open all of them with the last one.

    An answer is open once the question has changed. One that was changed before that was never
    seen by anybody else.
    """
    last = steps[-1]
    assert last.seat is not None  # noqa: S101  (it is an action)
    if told.sight is None:
        return
    reader = told.sight.seat
    if _sealed(before, last):
        steps[-1] = replace(last, open=last.seat == reader)
        return
    answered = {last.seat}
    for at in range(len(steps) - 2, 0, -1):
        step = steps[at]
        if step.open and step.seat != reader:
            return
        if not step.open and step.seat not in answered:
            steps[at] = replace(step, open=True)
        if step.seat is not None:
            answered.add(step.seat)


def _sealed(before: Match, step: Told) -> bool:
    """Whether others are still to answer the same question."""
    game, after, seat = step.after.game, step.after, step.seat
    if after.outcome is not None or seat is None:
        return False
    asked = game.asked(after.state)
    was = game.asked(before.state)
    if seat not in asked:
        return bool(asked) and asked == tuple(other for other in was if other != seat)
    return asked == was and game.prompt(game.observe(after.state, seat)).answered
