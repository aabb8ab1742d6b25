"""Ideas that are tried side by side: those that do badly are dropped early."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

STAGES = ((0.15, 5), (0.3, 3), (0.55, 2), (1.0, 1))
"""After such a part of the trials so many ideas are tried on."""


class Idea(Protocol):
    """Something to do that is tried.

    Attributes:
        won: what its trials have brought.
        tried: trials played.
    """

    won: float
    tried: int

    @property
    def value(self) -> float:
        """How good it looks."""
        ...


IdeaT = TypeVar("IdeaT", bound=Idea)


def sift(
    ideas: Sequence[IdeaT], trials: int, used: Callable[[], float],
    draw: Callable[[], Callable[[IdeaT], float]],
) -> None:  # fmt: skip
    """Try ideas in the same deals.

    Args:
        ideas: what is tried; changed.
        trials: so many deals are drawn for the last two of them.
        used: the part of the time that is spent.
        draw: makes up a deal; what it returns tells what an idea brings there.
    """
    alive = list(ideas)
    done = 0
    for part, kept in STAGES:
        while done < part * trials and used() <= part:
            outcome = draw()
            done += 1
            for idea in alive:
                idea.won += outcome(idea)
                idea.tried += 1
        alive = sorted(alive, key=lambda idea: -idea.value)[:kept]
