"""The bounds of the exact players change nothing: larger positions, searched with them and without.

Positions that everything can be tried in are so small that a bound is seldom met; here the same
moves are searched with every window open, which no bound can cut.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from engine.kernels.climb import solve
from engine.kernels.climb.alphabeta import NO, narrowed
from engine.kernels.climb.solve import CardSolver
from engine.kernels.landlord import exact as landlord
from engine.registry import solver
from engine.rng import Rng
from tests.kit import small
from tests.kit.small import SOLVED, Size, position, side
from tests.kit.tiers import chosen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.kernels.climb.alphabeta import Bounds

LARGER = {game_id: Size(6, 11) for game_id in SOLVED} | {
    "doudizhu": Size(8, 15),
    "doudizhu_ext": Size(8, 15),
    "doudizhu4": Size(8, 15),
}
"""Cards a hand and in all, at most."""

EACH = 100
"""Positions of each game, all of them with DEEP=1."""

FEW = 2
"""So many of each game with each commit."""

MOST = 60_000
"""Positions that a search with open windows looks at; one that needs more is left out."""

SEARCHED: dict[type, Any] = {
    landlord.Exact: landlord.Exact._behind,
    CardSolver: CardSolver._behind,
}


def too_many(looked: int) -> bool:
    return looked > MOST


def searched(exact: Any, state: Any, seats: tuple[int, ...]) -> dict[Any, Bounds] | None:
    """What is known of every position that was looked at; None: it was given up."""
    kept = exact._worths if isinstance(exact, landlord.Exact) else exact._known
    kept.clear()
    if exact.worth(state, seats, too_many) is None:
        return None
    return dict(kept if isinstance(exact, landlord.Exact) else kept[seats])


def openly(exact: Any, state: Any, seats: tuple[int, ...]) -> dict[Any, Bounds] | None:
    """The same with every window open."""
    with pytest.MonkeyPatch.context() as patched:
        for where, behind in SEARCHED.items():
            patched.setattr(
                where, "_behind", lambda self, at, play, *_, do=behind: do(self, at, play, -NO, NO)
            )
        return searched(exact, state, seats)


@pytest.fixture(autouse=True)
def _larger(monkeypatch: pytest.MonkeyPatch) -> None:
    for game_id, size in LARGER.items():
        monkeypatch.setitem(small.SIZES, game_id, size)


def differing(game_id: str, wanted: Iterable[int]) -> Iterator[str]:
    """Where what is known of a position is not what it is worth.

    Instead of a position that is too large, or that needs no search, another one is looked at.
    """
    more = count(EACH)
    for number in wanted:
        at = number
        while True:
            game, state = position(game_id, Rng(at.to_bytes(32, "big"), f"bounds {game_id}"))
            seats = side(game_id, state)
            exact = solver(game, state)  # the same for both: it numbers what it meets
            real = openly(exact, state, seats)
            if real:
                break
            at = next(more)
        known = searched(exact, state, seats)
        assert known is not None
        for where, (least, most) in known.items():
            worth, same = real[where]
            assert worth == same, "without bounds it is known exactly"
            if not least <= worth <= most:
                yield f"{at}: {least} to {most} for {worth}"


@pytest.mark.parametrize("game_id", SOLVED)
def test_bounds_change_nothing(game_id: str) -> None:
    assert list(differing(game_id, chosen(range(EACH), FEW, f"bounds {game_id}"))) == []


# Planted faults: each is one that small positions hardly show.


def _cut_is_exact(found: int, low: int, high: int, known: tuple[int, int]) -> tuple[int, int]:
    return (found, found) if found >= high else narrowed(found, low, high, known)


def _fallen_is_exact(found: int, low: int, high: int, known: tuple[int, int]) -> tuple[int, int]:
    return (found, found) if found <= low else narrowed(found, low, high, known)


def _gain_kept(self: CardSolver[Any], where: Any, play: Any, low: int, high: int) -> int:
    """The window of what is behind a play is not moved by what the play gains."""
    mask = 0 if play is None else play.mask
    self.hands[where.turn] -= mask
    try:
        gain, after = self._step(where, play)
        return gain if after is None else gain + self._worth(after, low, high)
    finally:
        self.hands[where.turn] += mask


FAULTS = {
    "a cut is taken for exact": ("doudizhu_ext", landlord, "narrowed", _cut_is_exact),
    "a cut is taken for exact, with points": ("dazha", solve, "narrowed", _cut_is_exact),
    "what fell below is taken for exact": ("doudizhu_ext", landlord, "narrowed", _fallen_is_exact),
    "what fell below, with points": ("dazha", solve, "narrowed", _fallen_is_exact),
    "a gain leaves the window": ("dazha", CardSolver, "_behind", _gain_kept),
}

SOON = 200
"""Within so many positions a fault shows."""


@pytest.mark.parametrize("fault", chosen(FAULTS, 1, "faults of bounds"))
def test_planted_a_fault_of_a_bound_shows(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id, where, name, instead = FAULTS[fault]
    monkeypatch.setattr(where, name, instead)
    assert next(differing(game_id, range(SOON)), None) is not None
