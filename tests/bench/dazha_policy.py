"""上饶打炸's computer players against two greedy partners.

``python -m tests.bench.dazha_policy [DEALS [FIRST [MODE]]]``: each deal that is played is played
twice, once with the sides changed, so the luck of the deal is shared. A side wins by its cards (the
team's result); beside that its points, bombs and fines included, and how many of the 200.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

from engine.bots import Greedy
from engine.core import Carry, defaults
from engine.games.dazha import GAME, settle
from engine.games.dazha.policy import POLICY
from engine.kernels.climb.state import OVER
from engine.rng import Rng

if TYPE_CHECKING:
    from engine.games.dazha.deal import DazhaState


def play(state: DazhaState, ours: tuple[int, ...]) -> tuple[int, int, int]:
    """One deal: whether our side won, its points, and those of its cards."""
    rng = Rng(b"bench", "play")
    players: list[Any] = [POLICY if s in ours else Greedy() for s in range(4)]
    while state.public.phase != OVER:
        seat = GAME.asked(state)[0]
        seen = GAME.observe(state, seat)
        action = players[seat].choose(GAME, seen, None, rng)
        state = GAME.apply(state, seat, action, rng).state
    found = settle.result(state.public, state.hands)
    scores = settle.settled(state.public, state.hands).scores
    team = state.public.extra.teams[ours[0]]
    return int(found.team == team), sum(scores[s] for s in ours), found.sums[team - 1]


def main(deals: str = "100", first: str = "0", mode: str = "base") -> None:
    """Print how often our side wins."""
    started = time.process_time()
    rows: list[tuple[int, int, int]] = []
    number = int(first)
    while len(rows) < 2 * int(deals):
        rng = Rng(number.to_bytes(4, "big"), "deal")
        number += 1
        state = GAME.setup(4, {**defaults(GAME.info), "mode": mode}, Carry(), rng).state
        if state.public.phase != OVER:
            rows += [play(state, state.public.extra.side(team)) for team in (1, 2)]
    won, points, cards = (sum(column) / len(rows) for column in zip(*rows, strict=True))
    spent = time.process_time() - started
    print(
        f"{mode} deals={len(rows) // 2} from {first} to {number} won={won:.3f} (bar 0.60) "
        f"points a deal={points:+.2f} of 200: {cards:.0f} {spent:.0f} s"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
