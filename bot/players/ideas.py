"""What somebody who asks may be told: a few things to do, each with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.players.thought import player_of
from engine.msg import Msg, msg
from engine.registry import games
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Action, Game, Prompt

MOST = 3
"""So many ideas at most."""

LOOKED_AT = 5
"""So many suggestions of the game are looked at for them, the best; and all that has a button."""


@dataclass(frozen=True, slots=True)
class Idea:
    """Something to do.

    Attributes:
        action: the rules accept it.
        why: what speaks for it.
        wins: of a hundred deals as they may lie so many were won with it; None: none were tried.
    """

    action: Action
    why: Msg
    wins: int | None = None


def ideas(
    game_id: str, seen: Any, prompt: Prompt, name: str, trials: int, seconds: float | None
) -> tuple[Idea, ...]:
    """What a good player would do, and what else speaks for itself, each for a reason of its own.

    The arguments are those of ``thought.answer``.
    """
    game = games(tests_too=True)[game_id]
    player = player_of(game_id, trials, seconds)
    best = player.choose(game, seen, prompt, Rng(name.encode(), "player"))
    share = getattr(player, "share", None)
    wins = None if share is None else round(100 * share)
    found = [Idea(best, game.why(seen, best) or msg("hint-why-best"), wins)]
    for action, why in _others(game, seen, prompt, best):
        if len(found) < MOST and all(why.key != idea.why.key for idea in found):
            found.append(Idea(action, why))
    return tuple(found)


def _others(
    game: Game[Any, Any], seen: Any, prompt: Prompt, best: Action
) -> Iterator[tuple[Action, Msg]]:
    """What else may be done, and what speaks for it."""
    buttons = [choice.action for choice in prompt.choices]
    for action in (*game.suggest(seen, LOOKED_AT), *buttons):
        why = None if action == best else game.why(seen, action)
        if why is not None:
            yield action, why
