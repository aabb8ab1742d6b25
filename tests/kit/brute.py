"""What a position is worth, by trying everything through the contract of a game: slow and simple.

It knows nothing of shapes and of no solver: every set of cards of a hand is tried.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.core import Action
from engine.errors import AmbiguousAction, RuleError
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Game, Seat

LUCK = Rng(bytes(32), "brute")


class TooLarge(Exception):
    """There is more to try than is worth it."""


def everything(game: Game[Any, Any], state: Any) -> Iterator[tuple[Action, Any]]:
    """All that the asked seat may do, each with where it leads."""
    (seat,) = game.asked(state)
    hand = state.hands[seat]
    tried = [Action("pass")]
    tried += [
        Action("play", cards=cards)
        for size in range(1, len(hand) + 1)
        for cards in dict.fromkeys(combinations(hand, size))
    ]
    for action in tried:
        try:
            yield action, game.apply(state, seat, action, LUCK).state
        except AmbiguousAction as error:
            for one in error.options:
                yield one, game.apply(state, seat, one, LUCK).state
        except RuleError:
            continue


class Brute:
    """Best play of one side against all others, every line to its end."""

    def __init__(self, game: Game[Any, Any], side: tuple[Seat, ...], most: int = 20_000) -> None:
        self.game, self.side, self.left = game, side, most
        self.known: dict[Any, int] = {}

    def worth(self, state: Any) -> int:
        """The sum of the side's scores.

        Raises:
            TooLarge: there are too many positions.
        """
        outcome = self.game.outcome(state)
        if outcome is not None:
            return sum(outcome.scores[seat] for seat in self.side)
        if state in self.known:
            return self.known[state]
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        (seat,) = self.game.asked(state)
        best = max if seat in self.side else min
        found = best(self.worth(after) for _, after in everything(self.game, state))
        self.known[state] = found
        return found
