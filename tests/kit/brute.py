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
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from engine.core import Game, Outcome, Seat

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


class Ways:
    """All that may be done, as ``everything`` has it, but what a hand may do is tried only once.

    It is that of the cards, of what lies on the table and of a card that has to be played; the
    options are those of one deal. What they lead to the game is asked for every time, and what was
    allowed once and is refused now is an error.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.known: dict[Hashable, tuple[Action, ...]] = {}

    def __call__(self, state: Any) -> Iterator[tuple[Action, Any]]:
        (seat,) = self.game.asked(state)
        public = state.public
        top = public.circle.top
        key = (state.hands[seat], top and top.reading, public.must if not public.played else None)
        if key not in self.known:
            found = tuple(everything(self.game, state))
            self.known[key] = tuple(action for action, _ in found)
            yield from found
            return
        for action in self.known[key]:
            yield action, self.game.apply(state, seat, action, LUCK).state


class Brute:
    """Best play of one side against all others, every line to its end.

    Args:
        side: whose scores are counted.
        most: so many positions are looked at.
        future: all of a position that what is to come depends on; without it positions are the same
            if all of them is, and every set of cards is tried in each.
    """

    def __init__(
        self, game: Game[Any, Any], side: Iterable[Seat], most: int = 20_000,
        future: Callable[[Any], Hashable] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.side, self.left = game, tuple(side), most
        self.known: dict[Hashable, int] = {}
        self._future = future
        self._ways = Ways(game)

    def ways(self, state: Any) -> Iterator[tuple[Action, Any]]:
        """All that may be done, each with where it leads."""
        return everything(self.game, state) if self._future is None else self._ways(state)

    def paid(self, outcome: Outcome) -> int:
        """What the end of a deal is worth."""
        return sum(outcome.scores[seat] for seat in self.side)

    def worth(self, state: Any) -> int:
        """The sum of the side's scores.

        Raises:
            TooLarge: there are too many positions.
        """
        outcome = self.game.outcome(state)
        if outcome is not None:
            return self.paid(outcome)
        key = state if self._future is None else self._future(state)
        if key in self.known:
            return self.known[key]
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        (seat,) = self.game.asked(state)
        best = max if seat in self.side else min
        found = best(self.worth(after) for _, after in self.ways(state))
        self.known[key] = found
        return found
