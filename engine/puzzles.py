"""残局: positions with all cards open in which one side wins, and one first play alone does it.

They are made by ``python -m tests.puzzles`` and lie beside the games in ``puzzles.txt``, one a
line: the level, the hands from seat 0 on, and the first play, as codes of cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from engine.cards import cards, codes

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core import Game
    from engine.kernels.climb.state import Hand

LEVELS = (1, 2, 3)

GAME = "doudizhu"
"""The game that has problems."""


def position(game: Game[Any, Any], hands: tuple[Hand, ...]) -> Any:
    """A position with these hands in which seat 0 leads (``exact.py``, ``POSITION``).

    None: the game has none.
    """
    if not files(f"engine.games.{game.info.id}").joinpath("exact.py").is_file():
        return None
    module = import_module(f"engine.games.{game.info.id}.exact")
    make: Callable[[Game[Any, Any], tuple[Hand, ...]], Any] | None
    make = getattr(module, "POSITION", None)
    return None if make is None else make(game, hands)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One problem: seat 0 is asked, and wins.

    Attributes:
        number: from 1, as people name it; it stays what it is.
        level: 1 to 3.
        hands: by seat.
        key: the cards that are to be played first.
    """

    number: int
    level: int
    hands: tuple[Hand, ...]
    key: Hand

    def state(self, game: Game[Any, Any]) -> Any:
        """The position, as the game plays it on."""
        return position(game, self.hands)

    @property
    def line(self) -> str:
        """How it is written down."""
        parts = (" ".join(codes(hand)) for hand in (*self.hands, self.key))
        return " | ".join((str(self.level), *parts))


def read(number: int, line: str) -> Puzzle:
    """A problem from its line.

    Raises:
        ValueError: it is none.
    """
    level, *hands, key = line.split(" | ")
    return Puzzle(number, int(level), tuple(map(cards, hands)), cards(key))


@cache
def puzzles(game_id: str = GAME) -> tuple[Puzzle, ...]:
    """All problems of a game, in their order."""
    file = files(f"engine.games.{game_id}").joinpath("puzzles.txt")
    lines = file.read_text("utf-8").splitlines() if file.is_file() else []
    return tuple(read(number, line) for number, line in enumerate(lines, 1))


def of_day(day: int, game_id: str = GAME) -> Puzzle:
    """The problem of a day, counted from anywhere; all of them come before one comes again."""
    found = puzzles(game_id)
    return found[day % len(found)]
