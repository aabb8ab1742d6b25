"""One thought of a computer player, as it is thought in a process, a thread, or at once.

Everything goes in as values: what its seat sees, and how long it may take. The same trials and the
same name give the same answer wherever it is thought.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from engine.bots import Budget, Greedy
from engine.registry import games, policy, thinker
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.bots import Policy
    from engine.core import Action, Prompt

CROWDED = 3
"""On a busy machine a thought takes at most so many times as long as the processor works at it."""


def ready() -> None:
    """Read all rules and players, before somebody waits for one."""
    for game_id in games(tests_too=True):
        policy(game_id)


def spent() -> Callable[[], float]:
    """A clock for one thought: the time of the processor, and where others use it, of the wall."""
    worked, began = time.thread_time(), time.monotonic()

    def clock() -> float:
        waited = (time.monotonic() - began) / CROWDED
        return max(time.thread_time() - worked, waited)

    return clock


def answer(
    game_id: str, seen: Any, prompt: Prompt, name: str, trials: int, seconds: float | None
) -> Action:
    """What a computer player does.

    Args:
        game_id: of a game in the registry.
        seen: what the seat that is asked may know.
        prompt: what it is asked.
        name: of the question; the only randomness.
        trials: see ``Budget``; with none a player answers that does not search.
        seconds: see ``Budget``.
    """
    game = games(tests_too=True)[game_id]
    player = player_of(game_id, trials, seconds)
    return player.choose(game, seen, prompt, Rng(name.encode(), "player"))


def player_of(game_id: str, trials: int, seconds: float | None) -> Policy:
    """The best player that a game has for a budget."""
    found = thinker(game_id, Budget(trials, seconds, spent()))
    return found or policy(game_id) or Greedy()
