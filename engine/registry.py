"""Finds the games: every folder of ``engine.games`` that has a ``GAME``.

Folders whose name begins with ``_`` exist for tests and to copy from; lobbies do not list them.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import engine.games
from engine.bots import Greedy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.bots import Budget, Policy
    from engine.core import Game
    from engine.exact import Makes, Solver


@cache
def games(*, tests_too: bool = False) -> Mapping[str, Game[Any, Any]]:
    """All games by id, in alphabetical order; with ``tests_too`` those of ``_folders`` as well."""
    found = {}
    for module in sorted(pkgutil.iter_modules(engine.games.__path__), key=lambda m: m.name):
        if module.ispkg and (tests_too or not module.name.startswith("_")):
            game = importlib.import_module(f"engine.games.{module.name}").GAME
            found[game.info.id] = game
    return MappingProxyType(found)


@cache
def policy(game_id: str) -> Policy | None:
    """The game's own computer player (``policy.py``, ``POLICY``), if it has one."""
    if not files(f"engine.games.{game_id}").joinpath("policy.py").is_file():
        return None
    found: Policy = importlib.import_module(f"engine.games.{game_id}.policy").POLICY
    return found


def thinker(game_id: str, budget: Budget) -> Policy | None:
    """The game's computer player that searches (``policy.py``, ``THINKER``), if it has one.

    One with no trials to spend is none.
    """
    if policy(game_id) is None or not budget.trials:
        return None
    module = importlib.import_module(f"engine.games.{game_id}.policy")
    made: Callable[[Budget], Policy] | None = getattr(module, "THINKER", None)
    return None if made is None else made(budget)


def beginner(game_id: str) -> Policy:
    """The game's player that makes a beginner's mistakes (``policy.py``, ``BEGINNER``).

    In a game that has none it is who takes the first suggestion.
    """
    if policy(game_id) is None:
        return Greedy()
    module = importlib.import_module(f"engine.games.{game_id}.policy")
    found: Policy = getattr(module, "BEGINNER", Greedy())
    return found


def lesson(game_id: str) -> str:
    """The game's first lesson: a deal in writing with all that is played; empty if it has none."""
    file = files(f"engine.games.{game_id}").joinpath("lesson.txt")
    return file.read_text("utf-8") if file.is_file() else ""


def rules(game_id: str, language: str = "zh") -> str:
    """The game's rules in Markdown, Chinese where the language has none."""
    folder = files(f"engine.games.{game_id}")
    wanted = folder.joinpath(f"rules.{language}.md")
    if not wanted.is_file():
        wanted = folder.joinpath("rules.zh.md")
    return wanted.read_text("utf-8")


def solver(game: Game[Any, Any], state: Any) -> Solver | None:
    """Who solves a deal as it stands (``exact.py``, ``SOLVER``); None: nobody can."""
    game_id = game.info.id
    if not files(f"engine.games.{game_id}").joinpath("exact.py").is_file():
        return None
    make: Makes = importlib.import_module(f"engine.games.{game_id}.exact").SOLVER
    return make(game, state)
