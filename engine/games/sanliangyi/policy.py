"""A computer player that tries its best plays in deals as they may lie, and takes the best.

What is tried is chosen by a rule of thumb: it divides its hand (``plan``) and plays what leaves the
best hand behind, stops whoever is about to leave, and passes where beating would tear its hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.bots import Budget
from engine.core import Action
from engine.games.sanliangyi.book import (
    beaten,
    bits,
    counted,
    kind,
    number,
    plain,
    planned,
)
from engine.games.sanliangyi.plan import TURN, worth
from engine.games.sanliangyi.view import penalty
from engine.kernels.climb.beginner import BEGINNER
from engine.kernels.climb.hints import action_of, cards_of
from engine.kernels.climb.ranks import count
from engine.kernels.division import less
from engine.kernels.race.core import LEAD
from engine.kernels.race.search import Idea, Table, best
from engine.kernels.race.worlds import Worlds

__all__ = ["BEGINNER", "POLICY", "THINKER"]

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from engine.core import Prompt
    from engine.games.sanliangyi.game import Sanliangyi
    from engine.games.sanliangyi.state import SanliangyiSeen
    from engine.kernels.climb.runs import Move
    from engine.kernels.race.core import Book, Play, Race
    from engine.rng import Rng

MOST = 120
"""So many plays are looked at, those with the weakest cards beside the body first."""

COST = 0.06 / TURN
"""What a point of the rule of thumb is worth in parts of a win."""

POINT = 0.01
"""What a point of the score is worth in parts of a win."""

PLANNED = 2
"""In one of so many draws the others keep to a plan."""

FEW = 2
"""Who has so few cards may leave at any moment."""

CARD = 3
"""What it is worth to have a card less, as cards left are paid for."""

LOCKED = 2
"""What it costs to be out of a circle."""

WIN = 10_000


class Player:
    """The computer player.

    Attributes:
        share: the part of its trials that its last answer won, where that is worth telling.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.share: float | None = None

    def choose(self, game: Sanliangyi, seen: SanliangyiSeen, prompt: Prompt, rng: Rng) -> Action:
        """The best action, by what the seat sees."""
        turn = _Turn(game, seen, rng)
        action = turn.best(self.budget)
        self.share = turn.share
        return action


ENOUGH, HASTY = 40, Budget(2)
"""With fewer trials it hardly tries anything: that is how far the levels lie apart."""


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player of a level, by what it may spend."""
    return Player(budget if budget.trials >= ENOUGH else HASTY)


POLICY: Any = Player(Budget(12))


class _Turn:
    """One decision."""

    def __init__(self, game: Sanliangyi, seen: SanliangyiSeen, rng: Rng) -> None:
        public = seen.public
        self.seen = seen
        self.drawn = 0
        self.share: float | None = None
        self.me = seen.seat or 0
        self.reader = game.reader(seen.options)
        self.counts = count(seen.hand)
        self.over = public.circle.top.reading if public.circle.top is not None else None
        self.danger = min(public.counts[s] for s in range(public.seats) if s != seen.seat)
        self.worlds = Worlds(
            public, (self.me, seen.hand), game.pack(seen.options), number, beaten, rng
        )
        self.table = Table(self.me, public.counts, lock=True)
        if self.over is not None and public.circle.top is not None:
            self.table = Table(
                self.me, public.counts, True, kind(self.reader, self.over), self.over.head,
                public.circle.top.seat, bits(public.circle.locked),
            )  # fmt: skip

    def best(self, budget: Budget) -> Action:
        """The play that wins most often, or a pass."""
        hand = self.seen.hand
        plays = [(move, cards_of(move, hand)) for move in self._moves()]
        must = self.seen.public.must
        if must is not None and not self.seen.public.played:
            plays = [(move, cards) for move, cards in plays if must in cards]
        rated: dict[tuple[str, int, int], tuple[float, Move, tuple[Card, ...]]] = {}
        for move, cards in plays:
            if len(cards) == len(hand):
                return self._action(move, cards)
            reading = move.reading
            rate = float(self._rate(move))
            key = (reading.shape, reading.size, reading.head)
            if key not in rated or rate > rated[key][0]:
                rated[key] = rate, move, cards
        if not rated:
            return Action("pass")
        tried = sorted(rated.values(), key=lambda one: -one[0])
        ways = {}
        ideas = []
        for rate, move, cards in tried:
            play: Play = (
                move.reading.head, bits(map(number, cards)), len(cards),
                kind(self.reader, move.reading),
            )  # fmt: skip
            ideas.append(self._idea(play, rate - tried[0][0], cards))
            ways[play] = move, cards
        if self.table.kind != LEAD:
            ideas.append(self._idea(None, self._passing() - tried[0][0], ()))
        unseen = plain(self.worlds.unseen, self.reader)
        chosen = best(self.table, ideas, unseen, self._draw, self._worth, budget)
        self.share = chosen.share
        if chosen.play is None:
            return Action("pass")
        return self._action(*ways[chosen.play])

    def _action(self, move: Move, cards: tuple[Card, ...]) -> Action:
        last = len(cards) == len(self.seen.hand)
        return action_of(cards, move.reading, self.reader, self.over, last=last)

    def _idea(self, play: Play | None, rate: float, cards: Sequence[Card]) -> Idea:
        left = [number(c) for c in self.seen.hand if c not in cards]
        return Idea(play, COST * max(rate, -60.0), planned(left, counted(left), self.reader))

    def _draw(self) -> list[Book]:
        """The others' hands; now they play what fits, now they keep to a plan."""
        self.drawn += 1
        plan = self.drawn % PLANNED == 0
        return [
            planned(hand, counted(hand), self.reader) if plan else plain(hand, self.reader)
            for hand in (
                () if seat == self.me else hand for seat, hand in enumerate(self.worlds.draw())
            )
        ]

    def _worth(self, race: Race, seat: int) -> float:
        """Being out first, and what the cards left cost."""
        lost = list(map(penalty, race.counts))
        if not race.counts[seat]:
            return 1 + POINT * sum(lost)
        return -POINT * lost[seat]

    def _moves(self) -> list[Move]:
        order = self.reader.rules.order.index
        moves = self.reader.moves(self.seen.hand, self.over)
        moves.sort(key=lambda m: sum(order(rank) for rank in m.wings))
        return moves[:MOST]

    def _passing(self) -> int:
        """What it is worth to pass: dear where somebody is about to leave."""
        return worth(self.counts)[0] - (4 * TURN if self.danger <= FEW else LOCKED)

    def _rate(self, move: Move) -> int:
        """What a play leaves behind, less what it gives away."""
        value, turns = worth(less(self.counts, move.ranks))
        if not turns:
            return WIN
        reading = move.reading
        value += CARD * reading.size
        if self.reader.unbeatable(reading):
            value += TURN // 2
        if self.over is not None:
            return value
        value -= reading.head // 2
        if self.danger == reading.size <= FEW:
            # The last cards of another: lead something else, or the highest.
            value += 3 * reading.head - 6 * TURN
        return value
