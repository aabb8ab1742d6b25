"""三两一's computer player against the basic one, in mirrored deals.

``python -m tests.bench.sanliangyi_policy [DEALS]``: each deal is played twice, two seats each, the
second time with the players exchanged. The bar is 0 points and half of the deals.
"""

from __future__ import annotations

import sys
import time
from statistics import mean, stdev

from engine.bots import Greedy
from engine.core import Carry, defaults
from engine.games.sanliangyi import GAME
from engine.games.sanliangyi.policy import POLICY
from engine.kernels.climb.state import OVER
from engine.rng import Rng


def play(number: int, ours: set[int]) -> tuple[int, bool]:
    """The points of two seats of ours in one deal, and whether one of them was out first."""
    rng = Rng(bytes(4), "deal", number)
    state = GAME.setup(4, defaults(GAME.info), Carry(), rng).state
    basic = Greedy()
    while state.public.phase != OVER:
        seat = GAME.asked(state)[0]
        seen = GAME.observe(state, seat)
        player = POLICY if seat in ours else basic
        state = GAME.apply(
            state, seat, player.choose(GAME, seen, GAME.prompt(seen), rng), rng
        ).state
    scores = GAME.outcome(state).scores
    return sum(scores[seat] for seat in ours), state.public.out[0] in ours


def main(deals: int = 200) -> None:
    """Print points a deal and how often ours win, with the standard error."""
    started = time.process_time()
    found = [(play(n, {0, 2}), play(n, {1, 3})) for n in range(deals)]
    points = [(a[0] + b[0]) / 2 for a, b in found]
    won = mean((a[1] + b[1]) / 2 for a, b in found)
    error = stdev(points) / len(points) ** 0.5
    spent = time.process_time() - started
    print(
        f"sanliangyi deals={deals} points={mean(points):+.2f} ±{error:.2f} (bar 0) "
        f"won={won:.3f} (bar 0.500) {spent:.0f} s"
    )


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
