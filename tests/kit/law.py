"""The book of laws: under which name each is entered, and what breaking one raises.

A law yields complaints: which viewer (a seat, or None for a spectator or everybody) and what is
wrong, in words that never name a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from engine.core import Event, Outcome, Seat
    from engine.match import Match
    from engine.replay import RoundLog
    from tests.kit.spot import Spot

Complaint: TypeAlias = "tuple[Seat | None, str]"

EACH: dict[str, Callable[[Spot], Iterator[Complaint]]] = {}
"""Checked after every action, however long the match: cheap."""

SPOT: dict[str, Callable[[Spot], Iterator[Complaint]]] = {}
"""Checked at every position that is looked at."""

STEP: dict[str, Callable[[Spot | None, Spot, tuple[Event, ...]], Iterator[Complaint]]] = {}
"""Checked between two positions; there is none before a deal."""

ROUND: dict[str, Callable[[Match, Outcome], Iterator[Complaint]]] = {}
"""Checked when a round is over."""

MATCH: dict[str, Callable[[Match, Match, tuple[RoundLog, ...]], Iterator[Complaint]]] = {}
"""Checked when a match is over: before the first deal, at the end, and what was played."""


def law(book: dict[str, Any], name: str) -> Callable[[Any], Any]:
    """Enter the function below into one of the books."""

    def enter(check: Any) -> Any:
        if any(name in other for other in (EACH, SPOT, STEP, ROUND, MATCH)):
            raise ValueError(f"two laws are called {name!r}")
        book[name] = check
        return check

    return enter


class LawBroken(AssertionError):
    """A game broke a law.

    Attributes:
        law: its name; ``seat`` whose screen or move it is about, None for everybody's.
        round, step: where in the match; ``seed`` repeats the playout.
    """

    def __init__(
        self, law: str, complaint: str, seat: Seat | None, match: Match, seed: int
    ) -> None:
        self.law, self.seat, self.seed = law, seat, seed
        self.round, self.step = match.round, match.step
        super().__init__(
            f"law {law!r}: {complaint} (game {match.game.info.id}, seats {match.seats}, "
            f"options {dict(match.options)}, seed {seed}, round {match.round}, "
            f"step {match.step}, seat {seat})"
        )
