"""A computer player that knows the rules and makes the mistakes of a beginner.

Its mistakes, each made now and then and not always:

- it calls, grabs and doubles with a hand that is far too weak;
- it leads its lowest card alone, though that is one of a pair or of three;
- it beats whatever it can and hardly ever passes, with cards out of pairs and runs;
- it beats a low play of its partner as if it were an opponent's;
- it throws a bomb as soon as nothing else beats, however early.

What nobody does who knows the rules it does not do either: it goes out where it can, and leads no
bomb while it holds anything else; it throws none on a partner, beats no partner who is nearly out,
and leads no single card to an opponent with one, if it can lead something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import Rank
from engine.core import Action
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import PLAY
from engine.kernels.climb.why import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Game, Prompt
    from engine.kernels.climb.rules import Reading
    from engine.rng import Rng

LOOKED_AT = 60
"""So many plays are looked at, those first that tear little apart."""

WEAK = 1
"""With so many jokers, twos and bombs it may call; others want three."""

FEW = 2
"""Who holds so few cards may be out with the next play."""

LOW = 9
"""A partner's play is taken for an opponent's if its cards are below the so many lowest ranks."""

ALONE, TORN, EAGER, BLIND, CALLS = 3, 2, 2, 3, 2
"""One in so many times it leads the lowest card alone, beats with what is lowest whatever that
tears, throws a bomb where only bombs beat, beats a partner's low play, and calls with a weak hand.
"""


class Beginner:
    """The player of 入门 in the climbing games."""

    def choose(self, game: Game[Any, Any], seen: Any, prompt: Prompt, rng: Rng) -> Action:
        """One of its better plays, or a mistake."""
        if seen.public.phase != PLAY:
            return _called(seen, prompt, rng)
        return _Turn(game, seen).play(rng)


def _called(seen: Any, prompt: Prompt, rng: Rng) -> Action:
    """What it says before a deal: too much, unless the hand has nothing at all."""
    ranks = [card.rank for card in seen.hand]
    high = sum(rank in (Rank.TWO, Rank.SMALL_JOKER, Rank.BIG_JOKER) for rank in ranks)
    high += 2 * sum(ranks.count(rank) >= 4 for rank in set(ranks))
    actions = [choice.action for choice in prompt.choices]
    said = [action for action in actions if action.verb == "yes" or action.number]
    calls = high > 2 * WEAK or (high >= WEAK and not rng.below(CALLS))
    if said and calls:
        return said[0]
    return next(action for action in actions if action not in said)


class _Turn:
    """One decision."""

    def __init__(self, game: Any, seen: Any) -> None:
        self.seen, self.reader = seen, game.reader(seen.options)
        self.friends = game.friends(seen)
        self.top = seen.public.circle.top
        self.plays: tuple[Action, ...] = game.hints(seen, LOOKED_AT)
        self.readings: dict[Action, Reading] = {play: self._reading(play) for play in self.plays}
        self.plain = [play for play in self.plays if not self.readings[play].tier]

    def _reading(self, play: Action) -> Reading:
        over = self.top.reading if self.top is not None else None
        last = len(play.cards) == len(self.seen.hand)
        found: Sequence[Reading] = self.reader.readings(play.cards, last=last)
        fits = [r for r in found if over is None or beats(r, over)]
        return next((r for r in fits if r.key == play.reading), fits[0])

    def play(self, rng: Rng) -> Action:
        """What it does."""
        out = [play for play in self.plays if len(play.cards) == len(self.seen.hand)]
        if out:
            return out[0]
        if self.top is None:
            return self._lead(rng)
        return self._answer(rng) or Action("pass")

    def _lead(self, rng: Rng) -> Action:
        plays = self.plain or self.plays
        singles = [play for play in plays if len(play.cards) == 1]
        more = [play for play in plays if len(play.cards) > 1]
        _, count = nearest(self.seen, self.friends)
        if count == 1:
            return more[0] if more else max(singles or plays, key=self._head)
        if singles and not rng.below(ALONE):
            return min(singles, key=self._head)
        return plays[0]

    def _answer(self, rng: Rng) -> Action | None:
        """The play that beats; None: it passes."""
        if self.top.seat in self.friends and not self._mistaken(rng):
            return None
        if self.plain:
            lowest: Action = min(self.plain, key=self._head)
            return self.plain[0] if rng.below(TORN) else lowest
        if not self.plays or self.top.seat in self.friends:
            return None
        stops = nearest(self.seen, self.friends)[1] <= FEW
        return self.plays[0] if stops or not rng.below(EAGER) else None

    def _mistaken(self, rng: Rng) -> bool:
        """Whether it takes a partner's play for one to be beaten."""
        near = self.seen.public.counts[self.top.seat] <= FEW
        reading = self.top.reading
        return not near and not reading.tier and reading.head < LOW and not rng.below(BLIND)

    def _head(self, play: Action) -> tuple[int, int, int]:
        reading = self.readings[play]
        return reading.grade, reading.head, reading.suit


BEGINNER: Any = Beginner()
