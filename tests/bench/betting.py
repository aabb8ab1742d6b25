"""Computer players of the games with chips, beside simpler ones: ``python -m tests.bench.betting``.

Every deal has fresh chips, and the player's seat goes round. A line tells the mean of what the
player of the game wins in a deal, in antes, and the standard error of that. 20,000 deals against
one kind of rival take about a minute; it ends in an error where the player loses.
"""

from __future__ import annotations

import argparse
import sys
from math import sqrt
from typing import TYPE_CHECKING, Any

from engine.bots import Random
from engine.core import Action, Carry, defaults
from engine.registry import games, policy
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.bots import Policy
    from engine.core import Game, Options, Prompt


class Habit:
    """Does the first of these that the prompt offers: ``call``, ``raise`` the most, …"""

    def __init__(self, *verbs: str) -> None:
        self.verbs = verbs

    def choose(self, game: Game[Any, Any], seen: Any, prompt: Prompt, rng: Rng) -> Action:
        """The wanted action, or the last button."""
        number = prompt.number
        for verb in self.verbs:
            if number is not None and number.verb == verb:
                return Action(verb, number=number.allowed[-1])
            for choice in prompt.choices:
                if choice.action.verb == verb:
                    return choice.action
        return game.on_timeout(seen)


CALLS, FOLDS, ALL_IN = Habit("call", "allin"), Habit("fold"), Habit("raise", "call", "allin")
"""There is no all-in before the chips run short: until then the most is raised."""

RIVALS: dict[str, dict[str, tuple[Policy, ...]]] = {
    "zhajinhua": {
        "always call": (CALLS,),
        "always fold": (FOLDS,),
        "always all-in": (ALL_IN,),
        "random": (Random(),),
        "some of each": (CALLS, Random(), ALL_IN, FOLDS),
    },
    "niuniu": {"always the most": (Habit("bid", "stake", "split", "none"),), "random": (Random(),)},
    "erbagang": {"always the most": (Habit("bid", "stake"),), "random": (Random(),)},
}


def won(
    game: Game[Any, Any], seats: int, options: Options, players: Sequence[Policy], seed: int
) -> tuple[int, ...]:
    """What everybody wins in one deal."""
    luck = Rng(b"betting", seed)
    state = game.setup(seats, options, Carry(), Rng(b"deal", seed)).state
    step = 0
    while asked := game.asked(state):
        seat = asked[0]
        seen = game.observe(state, seat)
        action = players[seat].choose(game, seen, game.prompt(seen), luck)
        step += 1
        state = game.apply(state, seat, action, Rng(b"apply", seed, step)).state
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.scores


def measured(
    game_id: str, rivals: Sequence[Policy], deals: int, *, seats: int, **options: int | str
) -> tuple[float, float]:
    """The mean of the player's winnings in antes, and its standard error.

    ``rivals`` sit behind the player, again from the first where there are more seats.
    """
    game, own = games()[game_id], policy(game_id)
    assert own is not None
    chosen = {**defaults(game.info), **options}
    base = int(chosen["base"])
    found = []
    for seed in range(deals):
        seat = seed % seats
        behind = [rivals[at % len(rivals)] for at in range(seats - 1)]
        players = [*behind[seats - 1 - seat :], own, *behind[: seats - 1 - seat]]
        found.append(won(game, seats, chosen, players, seed)[seat] / base)
    mean = sum(found) / deals
    return mean, sqrt(sum((x - mean) ** 2 for x in found) / deals / deals)


def main(words: Sequence[str] | None = None) -> int:
    """Measure one game's player, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.betting", description=__doc__)
    parser.add_argument("games", nargs="*", default=sorted(RIVALS))
    parser.add_argument("--deals", type=int, default=20_000)
    parser.add_argument("--seats", type=int, help="players at the table; the most, if not given")
    arguments = parser.parse_args(words)
    lost = 0
    for game_id in arguments.games:
        seats = arguments.seats or max(games()[game_id].info.seats)
        for name, rivals in RIVALS[game_id].items():
            mean, error = measured(game_id, rivals, arguments.deals, seats=seats)
            print(f"{game_id} against {seats - 1} × {name}: {mean:+.3f} ± {error:.3f}", flush=True)
            lost += mean < 0
    return int(lost > 0)


if __name__ == "__main__":
    sys.exit(main())
