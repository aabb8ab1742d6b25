"""四人斗地主's computer player against the plain one, as 地主 and as 农民.

``python -m tests.bench.doudizhu4_policy [DEALS]``: each deal is played with every mix of sides from
the same cards and the same 地主, so the luck of the deal is shared.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from typing import TYPE_CHECKING

from engine.bots import Greedy
from engine.core import Action, Carry, defaults
from engine.games.doudizhu4 import GAME
from engine.games.doudizhu4.policy import POLICY
from engine.kernels.climb.state import OVER, PLAY
from engine.rng import Rng

if TYPE_CHECKING:
    from engine.bots import Policy
    from engine.kernels.landlord.deal import LandlordState

SEATS = 4


def begun(number: int) -> LandlordState:
    """A deal whose 地主 our player has bid for; the last one asked takes what nobody wants."""
    rng = Rng(number.to_bytes(4, "big"), "deal")
    state = GAME.setup(SEATS, defaults(GAME.info), Carry(), rng).state
    while state.public.phase != PLAY:
        seen = GAME.observe(state, state.public.turn)
        action = POLICY.choose(GAME, seen, GAME.prompt(seen), rng)
        if len(state.public.extra.answers) == SEATS - 1 and not any(state.public.extra.answers):
            action = Action("bid", number=1)
        state = GAME.apply(state, state.public.turn, action, rng).state
    return state


def play(state: LandlordState, landlord: Policy, farmers: Policy, took: list[float]) -> int:
    """What the 地主 scores in units of the bid; times of our player's choices go into ``took``."""
    rng = Rng(b"bench", "play")
    deal = state.public.extra
    while state.public.phase != OVER:
        seat = GAME.asked(state)[0]
        seen = GAME.observe(state, seat)
        player = landlord if seat == deal.landlord else farmers
        started = time.process_time()
        action = player.choose(GAME, seen, GAME.prompt(seen), rng)
        if player is POLICY:
            took.append(1000 * (time.process_time() - started))
        state = GAME.apply(state, seat, action, rng).state
    return GAME.outcome(state).scores[deal.landlord] // (3 * deal.stake.base)


def main(deals: int = 60) -> None:
    """Print what a 地主 wins a deal, by who plays which side."""
    plain, took = Greedy(), []
    sides = {"ours/ours": (POLICY, POLICY), "ours/plain": (POLICY, plain),
             "plain/ours": (plain, POLICY), "plain/plain": (plain, plain)}  # fmt: skip
    bids: dict[int, list[int]] = defaultdict(list)
    results: dict[str, list[int]] = {name: [] for name in sides}
    for number in range(deals):
        state = begun(number)
        for name, (landlord, farmers) in sides.items():
            results[name].append(play(state, landlord, farmers, took))
        bids[state.public.extra.stake.base].append(results["ours/ours"][-1])
    for name, units in results.items():
        won = sum(unit > 0 for unit in units) / deals
        print(f"landlord/farmers {name}: landlord wins {won:.2f}, units {sum(units) / deals:+.2f}")
    for bid, units in sorted(bids.items()):
        print(f"bid {bid}: {len(units)} deals, units {sum(units) / len(units):+.2f}")
    print(f"{len(took)} choices, {sum(took) / len(took):.1f} ms each, slowest {max(took):.0f} ms")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
