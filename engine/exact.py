"""What exact play makes of a deal whose cards are all known: the contract of the games' solvers.

A game that has one says so in ``exact.py`` of its folder. Two sides play: whoever is asked and all
that win with them, against all others. Where partners win together that is the game itself. Where
each plays for themselves it is what the asked seat is sure of: the others play against it as one,
whatever that costs them, so it never gets less.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core import Action, Game, Seat

Stop: TypeAlias = "Callable[[int], bool]"
"""Whether to stop, asked now and then with the number of positions that were looked at."""


class TooLong(Exception):
    """There is more to look at than was allowed."""


@dataclass(frozen=True, slots=True)
class Rated:
    """Something that may be done, and what it leads to.

    Attributes:
        action: the rules accept it; of plays that differ in nothing that matters, one.
        worth: what the side has from the whole deal if all go on with best play, the sum of its
            scores; None: not found out.
    """

    action: Action
    worth: int | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """A position, solved.

    Attributes:
        seat: who is asked.
        side: whose scores are counted, in seat order.
        partners: whether the sides are those of the game, so that one wins and the other loses;
            else ``worth`` is what the seat is sure of.
        plays: all that may be done, best first.
        line: how the deal goes on with best play of both sides; empty: not found out.
        looked: positions that were looked at.
    """

    seat: Seat
    side: tuple[Seat, ...]
    partners: bool
    plays: tuple[Rated, ...]
    line: tuple[tuple[Seat, Action], ...]
    looked: int

    @property
    def solved(self) -> bool:
        """Whether what every play leads to is known."""
        return all(rated.worth is not None for rated in self.plays)

    @property
    def worth(self) -> int | None:
        """What best play is worth; None: not found out, the plays say what is known."""
        return self.plays[0].worth if self.solved else None


class Solver(Protocol):
    """Solves the positions of one deal; what it has found out is kept for the next one."""

    def analyse(self, state: Any, stop: Stop) -> Analysis:
        """A position in which somebody is asked to play."""

    def value(self, state: Any, stop: Stop) -> int | None:
        """What best play is worth for the side of who is asked; None: not found out in time."""

    def side(self, state: Any) -> tuple[Seat, ...]:
        """Who wins with whoever is asked, in seat order."""

    def worth(self, state: Any, side: tuple[Seat, ...], stop: Stop) -> int | None:
        """What best play is worth for a side, whoever is asked; None: not found out in time."""


@runtime_checkable
class Duel(Solver, Protocol):
    """A solver that can play a problem: two sides, of which one wins."""

    def legal(self, state: Any) -> tuple[Action, ...]:
        """All that the asked seat may do."""

    def winning(self, state: Any, stop: Stop) -> tuple[Action, ...]:
        """All that the asked seat may do without losing what is won. Raises ``TooLong``."""

    def road(
        self, state: Any, stop: Stop, until: Seat | None = None
    ) -> tuple[tuple[Seat, Action], ...]:
        """How a deal goes on if whoever wins never lets go. Raises ``TooLong``."""


class Makes(Protocol):
    """What ``exact.py`` of a game offers as ``SOLVER``."""

    def __call__(self, game: Game[Any, Any], state: Any) -> Solver | None:
        """A solver for a deal as it stands; None: it is not of a kind that can be solved."""


def ordered(plays: list[Rated]) -> tuple[Rated, ...]:
    """Plays by what they lead to, the best first; those that are not known last."""
    return tuple(sorted(plays, key=lambda one: (one.worth is None, -(one.worth or 0))))
