"""How well the computer players play, beside players that nobody here wrote and their own past.

``python -m tests.bench.players [--deals N] [--seed TEXT] [--level normal|hard] [--trials N]
[--game ID] [--rival NAME] [--part rivals|levels] [--every N]``

Deals are mirrored: each is played twice with the sides changed, so the luck of the deal is shared.
With ``--trials`` the clock is left out, and the same seed gives the same numbers. A long run tells
with ``--every`` how it stands; each deal hangs on the seed and its number alone, so that what
stands there is the figure of a shorter run.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from bot.players.computer import BUDGETS
from bot.table.commands import HARD
from engine.bots import Budget, Greedy
from engine.core import Action, Carry, defaults
from engine.kernels.climb.state import OVER, PLAY
from engine.registry import games, thinker
from engine.rng import Rng
from tests.bench import levels, races, sides
from tests.bench.blunders import thrown, written
from tests.bench.doudizhu_policy import RuleAgent
from tests.bench.rivals import landlord
from tests.bench.sure import as_good, certain, named

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.core import Game
    from engine.kernels.landlord.deal import LandlordSeen, LandlordState

GAMES = ("doudizhu", "doudizhu_ext")
RIVALS: dict[str, Callable[[], Any]] = {
    "rlcard": RuleAgent,
    "3359daf": lambda: landlord.POLICY,
    "first": Greedy,
}
BARS = {
    ("doudizhu", "rlcard"): 0.90,
    ("doudizhu", "3359daf"): 0.62,
    ("doudizhu_ext", "3359daf"): 0.6,
}
"""What 高手 must reach. Source: the step that asked for it."""


@dataclass(slots=True)
class Watched:
    """A player whose answers are timed and judged."""

    player: Any
    spent: list[float] = field(default_factory=list)
    sure: int = 0
    missed: list[str] = field(default_factory=list)
    answers: int = 0
    bombs: list[str] = field(default_factory=list)

    def choose(self, game: Any, seen: LandlordSeen, prompt: Any, rng: Rng) -> Action:
        """What the player answers."""
        began = time.process_time()
        action: Action = self.player.choose(game, seen, prompt, rng)
        self.spent.append(time.process_time() - began)
        self._judge(game, seen, action)
        return action

    def _judge(self, game: Any, seen: LandlordSeen, action: Action) -> None:
        sure = certain(game, seen)
        if sure:
            self.sure += 1
            right = named(game, seen, action.cards) in sure
            if not right and not as_good(game, seen, action.cards):
                self.missed.append(written(seen, action))
        self.answers += 1
        if thrown(game, seen, action):
            self.bombs.append(written(seen, action))


def begun(game: Game[Any, Any], seed: str, number: int) -> LandlordState:
    """A deal whose first asked seat is the landlord."""
    rng = Rng(f"{seed}:{number}".encode(), "deal")
    state = game.setup(3, defaults(game.info), Carry(), rng).state
    while state.public.phase != PLAY:
        verb = "no" if any(state.public.extra.answers) else "yes"
        state = game.apply(state, game.asked(state)[0], Action(verb), rng).state
    return state


def played(game: Game[Any, Any], state: LandlordState, players: list[Any], rng: Rng) -> bool:
    """Whether the landlord wins."""
    while state.public.phase != OVER:
        (seat,) = game.asked(state)
        seen = game.observe(state, seat)
        action = players[seat].choose(game, seen, game.prompt(seen), rng)
        state = game.apply(state, seat, action, rng).state
    return state.public.counts[state.public.extra.landlord] == 0


def mirrored(
    game: Game[Any, Any], ours: Any, theirs: Any, deals: int, seed: str, every: int = 0
) -> tuple[list[int], list[int]]:
    """By deal, whether ``ours`` won as 地主, and as both 农民; told after so many deals, if any."""
    as_landlord, as_farmers = [], []
    for number in range(deals):
        state = begun(game, seed, number)
        seat = state.public.extra.landlord
        sides = [[ours if (s == seat) == us else theirs for s in range(3)] for us in (True, False)]
        rng = Rng(f"{seed}:{number}".encode(), "play")
        as_landlord.append(int(played(game, state, sides[0], rng)))
        as_farmers.append(int(not played(game, state, sides[1], rng)))
        if every and not (number + 1) % every:
            mean, half = interval(as_landlord, as_farmers)
            print(f"  after {number + 1} deals {mean:.3f} ± {half:.3f}", flush=True)
    return as_landlord, as_farmers


def interval(one: list[int], two: list[int]) -> tuple[float, float]:
    """The mean of both sides, and half the width of its interval of 95 %."""
    both = [(a + b) / 2 for a, b in zip(one, two, strict=True)]
    return fmean(both), 1.96 * pstdev(both) / sqrt(len(both))


def main(
    deals: int, seed: str, budget: Budget, wanted: list[str], only: list[str], every: int = 0
) -> None:
    """Print every figure of every game beside its bar."""
    races.report(deals, seed, budget, wanted, only)
    sides.report(deals, seed, budget, wanted, only, every)
    for name in GAMES:
        if only and name not in only:
            continue
        game = games()[name]
        for rival, made in RIVALS.items():
            if (wanted and rival not in wanted) or (rival == "rlcard" and name != "doudizhu"):
                continue
            ours = Watched(thinker(name, budget))
            one, two = mirrored(game, ours, made(), deals, seed, every)
            mean, half = interval(one, two)
            spent = sorted(ours.spent)
            bar = BARS.get((name, rival))
            print(
                f"{name} against {rival}: {mean:.3f} ± {half:.3f}"
                f"{f' (bar {bar})' if bar else ''}; 地主 {fmean(one):.3f}, 农民 {fmean(two):.3f}; "
                f"CPU a move {fmean(spent) * 1e3:.0f} ms, "
                f"p99 {spent[int(len(spent) * 0.99)] * 1e3:.0f} ms; certain wins missed "
                f"{len(ours.missed)} of {ours.sure}; bombs where an ordinary answer would do "
                f"{len(ours.bombs)} in {2 * deals} games",
                flush=True,
            )
            for line in (*ours.missed, *ours.bombs):
                print("  ", line)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--deals", type=int, default=500)
    words.add_argument("--seed", default="players")
    words.add_argument("--level", choices=sorted(BUDGETS), default="hard")
    words.add_argument("--trials", type=int)
    words.add_argument("--rival", action="append", default=[], choices=sorted(RIVALS))
    words.add_argument("--game", action="append", default=[])
    words.add_argument("--every", type=int, default=0)
    words.add_argument("--part", choices=("rivals", "levels"))
    said = words.parse_args()
    trials, seconds = BUDGETS[said.level]
    allowed = Budget(trials, seconds, time.thread_time)
    if said.trials:
        allowed = Budget(said.trials)
    if said.part != "levels":
        main(said.deals, said.seed, allowed, said.rival, said.game, said.every)
    if said.part != "rivals":
        levels.report(said.deals, said.seed, said.trials or BUDGETS[HARD][0], said.game)
