"""斗地主 beside programs that nobody here wrote: random games a second, leads a second.

``python -m tests.bench.doudizhu``. Games go through the public contract: observe, prompt, apply.
"""

from __future__ import annotations

import gc
import random
import time
import warnings

from engine.cards import pack
from engine.core import Action, Carry, defaults
from engine.games.doudizhu import GAME
from engine.games.doudizhu.game import READER
from engine.kernels.climb.hints import cards_of
from engine.kernels.climb.state import OVER, PLAY
from engine.rng import Rng
from tests.kit.oracles import douzero_numbers, move_generator

GAMES, HANDS, ROUNDS = 200, 300, 5

WARM = 50
"""Games before the clock runs: what either side keeps for the next game is there."""


def our_game(number: int, luck: random.Random) -> int:
    """One random game; its actions."""
    rng = Rng(number.to_bytes(4, "big"), "bench")
    state = GAME.setup(3, defaults(GAME.info), Carry(), rng).state
    actions = 0
    while state.public.phase != OVER:
        seat = GAME.asked(state)[0]
        seen = GAME.observe(state, seat)
        if state.public.phase == PLAY:
            top = seen.public.circle.top
            over = top.reading if top is not None else None
            moves = READER.moves(seen.hand, over)
            pick = luck.randrange(len(moves) + (over is not None))
            if pick == len(moves):
                action = Action("pass")
            else:
                action = Action("play", cards=cards_of(moves[pick], seen.hand))
        else:
            action = luck.choice(GAME.prompt(seen).choices).action
        state = GAME.apply(state, seat, action, rng).state
        actions += 1
    return actions


def their_game(game: object, luck: random.Random) -> int:
    """One random game of rlcard's object; its actions."""
    state, _ = game.init_game()
    actions = 0
    while not game.is_over():
        state, _ = game.step(luck.choice(state["actions"]))
        actions += 1
    return actions


def rates() -> tuple[float, float]:
    """Games a second, ours and rlcard's, taken in turns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from rlcard.games.doudizhu import Game

        peer = Game(allow_step_back=False)
        gc.freeze()  # else the tables rlcard reads at its import are walked again in our time
        ours = theirs = 0.0
        for number in range(-WARM, GAMES):
            luck = random.Random(number)  # noqa: S311  (no secret)
            started = time.process_time()
            our_game(number + WARM, luck)
            between = time.process_time()
            their_game(peer, luck)
            if number < 0:
                continue
            ours += between - started
            theirs += time.process_time() - between
    return GAMES / ours, GAMES / theirs


def leads(size: int) -> tuple[float, float]:
    """Hands of a size a second whose leads are listed, ours and douzero's; the best of some."""
    luck = random.Random(size)  # noqa: S311  (no secret)
    hands = [tuple(luck.sample(pack(), size)) for _ in range(HANDS)]
    numbers = [douzero_numbers(hand) for hand in hands]
    generator = move_generator()
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        started = time.process_time()
        for hand in hands:
            READER.moves(hand)
        between = time.process_time()
        for held in numbers:
            generator(held).gen_moves()
        best = [min(best[0], between - started), min(best[1], time.process_time() - between)]
    return HANDS / best[0], HANDS / best[1]


def main() -> None:
    """Print both beside their peers."""
    ours, theirs = rates()
    print(
        f"斗地主 random games/s: {ours:.0f}, rlcard {theirs:.0f}: {ours / theirs:.1f} x (bar 2.9)"
    )
    for size in (17, 20):
        ours, theirs = leads(size)
        ratio = ours / theirs
        print(f"leads of {size} cards/s: {ours:.0f}, douzero {theirs:.0f}: {ratio:.2f} x (bar 1)")


if __name__ == "__main__":
    main()
