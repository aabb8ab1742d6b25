"""The computer player of 三两一 as it was at commit 3359daf: an opponent that stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core import Action
from engine.games.sanliangyi.plan import TURN, worth
from engine.kernels.climb.hints import action_of, cards_of
from engine.kernels.climb.ranks import count
from engine.kernels.division import less

if TYPE_CHECKING:
    from engine.core import Prompt
    from engine.games.sanliangyi.game import Sanliangyi
    from engine.games.sanliangyi.state import SanliangyiSeen
    from engine.kernels.climb.runs import Move
    from engine.rng import Rng

MOST = 120
"""So many plays are looked at, those with the weakest cards beside the body first."""

FEW = 2
"""Who has so few cards may leave at any moment."""

CARD = 3
"""What it is worth to have a card less, as cards left are paid for."""

LOCKED = 2
"""What it costs to be out of a circle."""

WIN = 10_000


class Player:
    """The computer player."""

    def choose(self, game: Sanliangyi, seen: SanliangyiSeen, prompt: Prompt, rng: Rng) -> Action:
        """The best action, by what the seat sees."""
        return _Turn(game, seen).best()


POLICY: Any = Player()


class _Turn:
    """One decision."""

    def __init__(self, game: Sanliangyi, seen: SanliangyiSeen) -> None:
        public = seen.public
        self.seen = seen
        self.reader = game.reader(seen.options)
        self.counts = count(seen.hand)
        self.over = public.circle.top.reading if public.circle.top is not None else None
        self.danger = min(public.counts[s] for s in range(public.seats) if s != seen.seat)

    def best(self) -> Action:
        """The play worth most, or a pass."""
        hand = self.seen.hand
        plays = [(move, cards_of(move, hand)) for move in self._moves()]
        must = self.seen.public.must
        if must is not None and not self.seen.public.played:
            plays = [(move, cards) for move, cards in plays if must in cards]
        rated = [(self._rate(move), -at) for at, (move, _) in enumerate(plays)]
        value, at = max(rated, default=(-WIN, 0))
        if self.over is not None and value <= self._passing():
            return Action("pass")
        move, cards = plays[-at]
        last = len(cards) == len(hand)
        return action_of(cards, move.reading, self.reader, self.over, last=last)

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
        unbeaten = self.reader.unbeatable(reading)
        if turns == 1 and unbeaten:
            return WIN // 2 + value
        value += CARD * reading.size
        if unbeaten:
            value += TURN // 2
        if self.over is not None:
            return value
        value -= reading.head // 2
        if self.danger == reading.size <= FEW:
            # The last cards of another: lead something else, or the highest.
            value += 3 * reading.head - 6 * TURN
        return value
