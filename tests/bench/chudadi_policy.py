"""锄大地's computer player against the plain one.

``python -m tests.bench.chudadi_policy [DEALS]``: each deal is played four times, ours in every seat
once against three plain ones, so the luck of the deal is shared; the plain one scores 0 so.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from engine.bots import Greedy
from engine.core import Carry, defaults
from engine.games.chudadi import GAME
from engine.games.chudadi.policy import POLICY
from engine.kernels.climb.state import OVER
from engine.rng import Rng

if TYPE_CHECKING:
    from engine.bots import Policy
    from engine.games.chudadi.state import ChudadiState

SEATS = 4


def begun(number: int) -> ChudadiState:
    """A deal before the first lead."""
    rng = Rng(number.to_bytes(4, "big"), "deal")
    return GAME.setup(SEATS, defaults(GAME.info), Carry(), rng).state


def play(state: ChudadiState, players: list[Policy], took: list[float]) -> tuple[int, ...]:
    """The scores of one deal; times of our player's choices go into ``took``."""
    rng = Rng(b"bench", "play")
    while state.public.phase != OVER:
        seat = state.public.turn
        seen = GAME.observe(state, seat)
        started = time.process_time()
        action = players[seat].choose(GAME, seen, GAME.prompt(seen), rng)
        if players[seat] is POLICY:
            took.append(1000 * (time.process_time() - started))
        state = GAME.apply(state, seat, action, rng).state
    return GAME.outcome(state).scores


def main(deals: int = 60) -> None:
    """Print what ours scores a deal and how often it is out first (0.25: no better)."""
    plain, took, points, first = Greedy(), [], [], 0
    for number in range(deals):
        state = begun(number)
        for seat in range(SEATS):
            players = [POLICY if s == seat else plain for s in range(SEATS)]
            found = play(state, players, took)
            points.append(found[seat])
            first += found[seat] == max(found)
    count = deals * SEATS
    mean = sum(points) / count
    error = (sum((p - mean) ** 2 for p in points) / count / count) ** 0.5
    print(f"{deals} deals: {mean:+.1f} ± {error:.1f} a deal, out first {first / count:.2f}")
    print(f"{len(took)} choices, {sum(took) / len(took):.1f} ms each, slowest {max(took):.0f} ms")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
