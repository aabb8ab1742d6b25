"""The computer player of the games with a pile against the basic one, in mirrored deals.

``python -m tests.bench.draw_policy [DEALS [SEATS]]``: each deal is played twice, the second time
with the players exchanged, so the luck of the deal is shared. The bar is half of all points.
"""

from __future__ import annotations

import sys
import time
from statistics import mean, stdev

from engine.bots import Greedy
from engine.core import Carry, defaults
from engine.games import qigui521, qigui523, wuguapi
from engine.kernels.climb.state import OVER
from engine.registry import policy
from engine.rng import Rng

GAMES = (qigui523.GAME, qigui521.GAME, wuguapi.GAME)


def play(game, number: int, seats: int, ours: set[int], took: list[float] | None = None) -> int:
    """The points that the seats of ours win in one deal, of 100; times of its choices: ``took``."""
    state = game.setup(seats, defaults(game.info), Carry(), Rng(bytes(4), "deal", number)).state
    rng = Rng(b"bench", "play", number)
    own, basic = policy(game.info.id), Greedy()
    while state.public.phase != OVER:
        seat = game.asked(state)[0]
        seen = game.observe(state, seat)
        player = own if seat in ours else basic
        started = time.process_time()
        action = player.choose(game, seen, game.prompt(seen), rng)
        if took is not None and player is own:
            took.append(1000 * (time.process_time() - started))
        state = game.apply(state, seat, action, rng).state
    return sum(game.outcome(state).scores[seat] for seat in ours)


def share(game, deals: int, seats: int, took: list[float] | None = None) -> list[float]:
    """For each deal the share of points that ours win over both sides of it."""
    even = set(range(0, seats, 2))
    odd = set(range(seats)) - even
    sides = (even, odd)
    return [sum(play(game, n, seats, side, took) for side in sides) / 200 for n in range(deals)]


def main(deals: int = 100, seats: int = 2) -> None:
    """Print the shares, with their standard error."""
    for game in GAMES:
        took: list[float] = []
        found = share(game, deals, seats, took)
        error = stdev(found) / len(found) ** 0.5
        print(
            f"{game.info.id} seats={seats} deals={deals} share={mean(found):.3f} ±{error:.3f} "
            f"(bar 0.500), {sum(took) / len(took):.1f} ms a choice, slowest {max(took):.0f} ms"
        )


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
