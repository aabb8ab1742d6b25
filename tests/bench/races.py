"""How well the computer players play where everybody plays for themselves; see ``players``.

A deal of 锄大地 or 三两一 is played once from every seat against three of the rival, so the luck of
the deal is shared, and 0.25 is a fair share. A deal of 七鬼 or 五瓜皮 between two is played by the
computer player until the pile is used up, and from there against exact play, and by exact play.
"""

from __future__ import annotations

import time
from math import sqrt
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from engine.bots import Greedy
from engine.core import Action, Carry, defaults
from engine.kernels.climb.hints import action_of
from engine.kernels.climb.state import OVER
from engine.kernels.draw.solve import solved
from engine.registry import games, policy, thinker
from engine.rng import Rng
from tests.bench.rivals import chudadi, sanliangyi

if TYPE_CHECKING:
    from engine.bots import Budget

RACES: dict[str, dict[str, Any]] = {
    "chudadi": {"first": Greedy(), "3359daf": chudadi.POLICY},
    "sanliangyi": {"first": Greedy(), "3359daf": sanliangyi.POLICY},
}
BARS = {("chudadi", "first"): 0.50, ("sanliangyi", "first"): 0.40}
"""What 高手 must reach. Source: the step that asked for it."""

PILES = ("qigui523", "qigui521", "wuguapi")
LOST = 1.0
"""So many points of 100 a deal may be lost between two, against exact play."""

LOOKS = 5_000_000
"""Enough to solve every end there is."""


class Exact:
    """Plays the end of a deal with a pile exactly; a rule player plays what comes before."""

    def choose(self, game: Any, seen: Any, prompt: Any, rng: Rng) -> Action:
        """The best action."""
        found = solved(game, seen, LOOKS, rng)
        if found is None:
            return Action("pass")
        top = seen.public.circle.top
        over = top.reading if top else None
        last = len(found[0]) == len(seen.hand)
        return action_of(*found, game.reader(seen.options), over, last=last)


def finished(
    game: Any, state: Any, players: list[Any], rng: Rng, spent: dict[Any, list[float]]
) -> Any:
    """The end of a deal; CPU seconds of each choice go to its player."""
    while state.public.phase != OVER:
        (seat,) = game.asked(state)
        seen = game.observe(state, seat)
        began = time.process_time()
        action = players[seat].choose(game, seen, None, rng)
        spent.setdefault(players[seat], []).append(time.process_time() - began)
        state = game.apply(state, seat, action, rng).state
    return state


def firsts(
    name: str, ours: Any, theirs: Any, deals: int, seed: str
) -> tuple[list[float], list[float], list[float]]:
    """By deal how often ours is out first and what it scores, and the CPU seconds of its moves."""
    game = games()[name]
    spent: dict[Any, list[float]] = {}
    first, points = [], []
    for number in range(deals):
        luck = f"{seed}:{number}".encode()
        state = game.setup(4, defaults(game.info), Carry(), Rng(luck, "deal")).state
        found = []
        for seat in range(4):
            players = [ours if s == seat else theirs for s in range(4)]
            end = finished(game, state, players, Rng(luck, "play"), spent)
            scores = game.outcome(end).scores
            found.append((end.public.counts[seat] == 0, scores[seat]))
        first.append(fmean(won for won, _ in found))
        points.append(fmean(score for _, score in found))
    return first, points, spent[ours]


def lost(name: str, deals: int, seed: str) -> list[float]:
    """By deal the points that the computer player loses between two once the pile is used up."""
    game, ours, exact = games()[name], policy(name), Exact()
    found = []
    for number in range(deals):
        luck = f"{seed}:{number}".encode()
        rng = Rng(luck, "play")
        state = game.setup(2, defaults(game.info), Carry(), Rng(luck, "deal")).state
        while state.public.phase != OVER and state.public.deck:
            (seat,) = game.asked(state)
            action = ours.choose(game, game.observe(state, seat), None, rng)
            state = game.apply(state, seat, action, rng).state
        if state.public.phase == OVER:
            continue
        best = game.outcome(finished(game, state, [exact, exact], rng, {})).scores
        for seat in (0, 1):
            players = [ours if s == seat else exact for s in (0, 1)]
            got = game.outcome(finished(game, state, players, rng, {})).scores
            found.append(float(best[seat] - got[seat]))
    return found


def mean(values: list[float]) -> str:
    """The mean and half the width of its interval of 95 %."""
    return f"{fmean(values):.3f} ± {1.96 * pstdev(values) / sqrt(len(values)):.3f}"


def report(deals: int, seed: str, budget: Budget, rivals: list[str], wanted: list[str]) -> None:
    """Print every figure beside its bar."""
    for name, others in RACES.items():
        for rival, theirs in others.items():
            if (wanted and name not in wanted) or (rivals and rival not in rivals):
                continue
            first, points, spent = firsts(name, thinker(name, budget), theirs, deals, seed)
            bar = BARS.get((name, rival), 0.25)
            spent.sort()
            print(
                f"{name}, one against three of {rival}: out first {mean(first)} (bar {bar}), "
                f"points {mean(points)}; CPU a move {fmean(spent) * 1e3:.0f} ms, "
                f"p99 {spent[int(len(spent) * 0.99)] * 1e3:.0f} ms; {deals} deals",
                flush=True,
            )
    for name in PILES:
        if not wanted or name in wanted:
            print(
                f"{name} between two, points lost to exact play once the pile is used up: "
                f"{mean(lost(name, deals, seed))} (bar {LOST}); {deals} deals",
                flush=True,
            )
