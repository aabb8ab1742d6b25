"""Cards that somebody has picked and not yet sent: why not, and what they may become.

It is worked out from what their seat sees alone: what the rules say of an action is asked of a
state made up from that (``imagine``), so that asking can tell nobody more than playing would.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.screens import plays
from bot.table import tokens
from engine.errors import AmbiguousAction, RuleError
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bot.screens.plays import Offer
    from engine.cards import Card
    from engine.core import Action, Seat
    from engine.msg import Msg

MOST = 8
"""Plays that are offered with the cards that are picked."""

LISTED = 400
"""Plays that are looked through; a hand has seldom more that differ in more than suits."""

TRIED = 60
"""Plays of which the rules are asked at most."""

_ANY = Rng(b"picked", "imagined")
"""Which of the states that look alike is asked makes no difference to what may be played."""


class Weighing:
    """What the rules say of the cards that a seat has picked among those of an offer."""

    def __init__(self, offer: Offer, seat: Seat) -> None:
        self._offer = offer
        self._seat = seat
        self._state = offer.game.imagine(offer.seen, _ANY)

    def refusal(self, action: Action) -> Msg | None:
        """Why the action would be refused; None: it would not, or has several readings."""
        try:
            self._offer.game.apply(self._state, self._seat, action, _ANY)
        except AmbiguousAction:
            return None
        except RuleError as error:
            return error.msg
        return None

    def readings(self, action: Action) -> tuple[Action, ...]:
        """What the cards may stand for, where that is not clear."""
        try:
            self._offer.game.apply(self._state, self._seat, action, _ANY)
        except AmbiguousAction as error:
            return error.options
        except RuleError:
            pass
        return ()

    def completions(self, picked: Action) -> tuple[Action, ...]:
        """Plays of the same verb that the cards picked are a part of, at most ``MOST``.

        Of every number of cards first the best, so that a long one is among them.
        """
        found = list(self._legal(picked))
        sizes: dict[int, list[Action]] = defaultdict(list)
        for action in found:
            sizes[len(action.cards)].append(action)
        rounds = (same[at] for at in range(len(found)) for same in sizes.values() if at < len(same))
        kept = [action for _, action in zip(range(MOST), rounds, strict=False)]
        return tuple(sorted(kept, key=found.index))

    def _legal(self, picked: Action) -> Iterator[Action]:
        wanted = sorted(picked.cards)
        seen: set[tuple[tuple[Card, ...], str]] = set()
        tried = 0
        for play in self._offer.game.suggest(self._offer.seen, LISTED):
            if play.verb != picked.verb or play.take or len(play.cards) <= len(wanted):
                continue
            cards = _with(play.cards, wanted)
            if cards is None or (tuple(sorted(cards)), play.reading) in seen:
                continue
            seen.add((tuple(sorted(cards)), play.reading))
            action = play if sorted(cards) == sorted(play.cards) else replace(play, cards=cards)
            if action is not play:
                tried += 1
                if tried > TRIED or self.refusal(action) is not None:
                    continue
            yield action


def _with(cards: Sequence[Card], wanted: Iterable[Card]) -> tuple[Card, ...] | None:
    """The cards of a play with ``wanted`` among them, each in place of one of its rank."""
    free, kept = list(cards), []
    missing = []
    for card in wanted:
        if card in free:
            free.remove(card)
            kept.append(card)
        else:
            missing.append(card)
    for card in missing:
        like = next((one for one in free if one.rank == card.rank), None)
        if like is None:
            return None
        free.remove(like)
        kept.append(card)
    return (*kept, *free)


def weighed(
    offer: Offer, seat: Seat, item: str, values: tuple[str, ...]
) -> tuple[Msg | None, tuple[Action, ...]] | None:
    """Why these values of a picker would be refused, if they would; and plays they are part of.

    None: they mean nothing.
    """
    picked = tokens.action_of(item, values, offer.prompt)
    if picked is None:
        return None
    weighing = Weighing(offer, seat)
    why = weighing.refusal(picked)
    found = (*weighing.readings(picked), *weighing.completions(picked))
    return why, found[:MOST] if plays.shapes_open(offer.prompt) else ()
