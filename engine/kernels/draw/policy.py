"""A computer player for the games with a pile.

It guesses what the others may hold, and so how likely a play is to win the circle; it plays points
where they are likely to be its own, gets rid of weak cards otherwise, and keeps strong ones until
there is something to win. Between two the end, when the pile is used up, is played exactly. Numbers
are in points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core import Action
from engine.kernels.climb.hints import action_of, options_of
from engine.kernels.climb.rules import beats
from engine.kernels.climb.suits import plays
from engine.kernels.draw.deal import on_table, points
from engine.kernels.draw.solve import TooLong, solved

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card, Rank
    from engine.core import Prompt
    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.state import Hand
    from engine.kernels.draw.deal import DrawSeen
    from engine.kernels.draw.flow import DrawGame
    from engine.rng import Rng

LOOKS = 12_000
"""So many positions are looked at to play the end exactly."""

GUESSES = 12
"""So many hands of each of the others are imagined, fewer at large tables."""

EAGER, LAZY = 0.95, 0.7
"""How likely somebody beats a play who can, with points at stake and without."""

HELD = 0.7
"""What a point in the hand is worth: it may still be won, or lost."""

LEAD = 1.5
"""What the next lead is worth."""

KEPT = 6.0
"""What the strongest card is worth more than a middling one."""

TORN = 1.5
"""What it costs to take equal cards apart."""

DRAWN, SHED = 3.0, 2.0
"""What it is worth to have a card less: one is drawn for it, or one is nearer to being out."""


class Option(NamedTuple):
    """A play that can be made."""

    cards: Hand
    reading: Reading


class Drawing:
    """The computer player."""

    def choose(self, game: DrawGame, seen: DrawSeen, prompt: Prompt, rng: Rng) -> Action:
        """The best action, by what the seat sees."""
        reader = game.reader(seen.options)
        top = seen.public.circle.top
        over = top.reading if top is not None else None
        options = [Option(*found) for found in options_of(seen, reader, over)]
        if not options:
            return Action("pass")
        if over is None and len(options) == 1:
            return self._put(options[0], seen, reader, over)
        try:
            exact = solved(game, seen, LOOKS, rng)
        except TooLong:
            pass
        else:
            return (
                Action("pass") if exact is None else self._put(Option(*exact), seen, reader, over)
            )
        chosen = self.decide(Turn(game, seen, options, rng), game, seen, over, rng)
        return Action("pass") if chosen is None else self._put(chosen, seen, reader, over)

    def decide(
        self, turn: Turn, game: DrawGame, seen: DrawSeen, over: Reading | None, rng: Rng
    ) -> Option | None:
        """The play worth most, or None to pass."""
        best = max(turn.options, key=lambda o: (turn.worth(o), o.cards))
        return None if over is not None and turn.worth(best) <= turn.passing() else best

    def _put(self, option: Option, seen: DrawSeen, reader: Reader, over: Reading | None) -> Action:
        last = len(option.cards) == len(seen.hand)
        return action_of(option.cards, option.reading, reader, over, last=last)


POLICY: Any = Drawing()


class Turn:
    """One decision."""

    def __init__(self, game: DrawGame, seen: DrawSeen, options: Sequence[Option], rng: Rng) -> None:
        public = seen.public
        self.options = options
        self.seen = seen
        self.order = {rank: at for at, rank in enumerate(game.reader(seen.options).rules.order)}
        self.table = points(on_table(public))
        self.others = 1 / (public.seats - 1)
        self.guesses = _guessed(game, seen, rng)
        self.safe: dict[Reading, float] = {}

    def worth(self, option: Option) -> float:
        """What a play brings: points won at once or with a second play, less what it costs."""
        own = points(option.cards)
        stake = self.table + own
        likely = self._likely(option.reading, stake)
        lost = -self.others * stake
        again = max((self._again(o, stake) for o in self._over(option)), default=lost)
        won = likely * (stake + LEAD) + (1 - likely) * max(lost, again)
        return won + self._less(option) - HELD * own

    def _over(self, option: Option) -> list[Option]:
        """What may be put on one's own play, should it be beaten."""
        held = set(option.cards)
        return [
            o for o in self.options if held.isdisjoint(o.cards) and beats(o.reading, option.reading)
        ]

    def _again(self, option: Option, stake: int) -> float:
        """What a second play brings, with so many points on the table."""
        own = points(option.cards)
        likely = self._likely(option.reading, stake + own)
        won = likely * (stake + own + LEAD) - (1 - likely) * self.others * (stake + own)
        return won + self._less(option) - HELD * own

    def _less(self, option: Option) -> float:
        """What it is worth to have the cards of a play no more."""
        each = DRAWN if self.seen.public.deck else SHED
        return each * len(option.cards) - self._spent(option.cards)

    def passing(self) -> float:
        """What it is worth to pass: the points on the table are another's."""
        return -self.others * self.table

    def _likely(self, reading: Reading, stake: int) -> float:
        """How likely nobody beats a play."""
        if reading not in self.safe:
            kept = sum(not any(beats(r, reading) for r in guess) for guess in self.guesses)
            self.safe[reading] = kept / max(1, len(self.guesses))
        beaten = 1 - self.safe[reading]
        return 1 - beaten * (EAGER if stake else LAZY)

    def _spent(self, cards: Sequence[Card]) -> float:
        """What the cards could do later; below 0 where others will take their places."""
        cost = sum(self._kept(card.rank) for card in cards)
        ranks = [card.rank for card in self.seen.hand]
        used = [card.rank for card in cards]
        torn = sum(used.count(rank) < ranks.count(rank) for rank in set(used))
        return cost + TORN * torn

    def _kept(self, rank: Rank) -> float:
        """What a rank is worth more than a middling one: little below the top."""
        place = self.order[rank] / (len(self.order) - 1)
        return KEPT * (place**3 - 0.25)


def _guessed(game: DrawGame, seen: DrawSeen, rng: Rng) -> list[set[Reading]]:
    """All plays that the others may have, a set for each guess."""
    public = seen.public
    reader = game.reader(seen.options)
    others = [s for s in range(public.seats) if s != seen.seat and public.counts[s]]
    found = []
    for _ in range(max(4, GUESSES // max(1, len(others)))):
        hands: Iterable[Hand] = game.imagine(seen, rng).hands
        mine = {seat: hand for seat, hand in enumerate(hands) if seat in others}
        found.append({reading for hand in mine.values() for _, reading in plays(reader, hand)})
    return found
