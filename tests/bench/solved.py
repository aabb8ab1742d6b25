"""How many random positions are solved in time: ``python -m tests.bench.solved 50 18``.

So many positions of 斗地主, of so many cards in all: the 地主 leads, every hand holds its share of
them, give or take two. Each is solved as ``/analyse`` does it, in the time and the memory of that,
with nothing known from another one. What is told is in seconds of the processor.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from bot.players.exact import SECONDS, ready, solve
from engine.core import defaults
from engine.puzzles import GAME, position
from engine.registry import games
from engine.rng import Rng

if TYPE_CHECKING:
    from engine.kernels.landlord.deal import LandlordState

SEATS = 3


def drawn(number: int, cards: int) -> LandlordState:
    """A random position."""
    game, rng = games()[GAME], Rng(number.to_bytes(32, "big"), "solved")
    pack = list(rng.shuffled(game.pack(defaults(game.info))))
    sizes = [cards // SEATS] * SEATS
    sizes[0] += cards % SEATS
    for _ in range(2):
        fewer, more = rng.shuffled(range(SEATS))[:2]
        sizes[fewer] -= 1
        sizes[more] += 1
    hands = []
    for size in sizes:
        hands.append(tuple(pack[:size]))
        del pack[:size]
    state: LandlordState = position(game, tuple(hands))
    return state


def main(count: int, cards: int) -> None:
    """Solve them and say how many it were, and how long they took."""
    ready()
    took, solved = [], 0
    for number in range(count):
        state = drawn(number, cards)
        began = time.process_time()
        found = solve(GAME, state, SECONDS)
        took.append(time.process_time() - began)
        solved += found is not None and found.solved
        print(f"{number}: {took[-1]:.1f} s, {solved} of {number + 1}", flush=True)
    took.sort()
    print(
        f"{solved} of {count} positions of {cards} cards solved within {SECONDS:g} s; "
        f"half of them in {took[count // 2]:.2f} s, nine in ten in {took[count * 9 // 10]:.2f} s"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
