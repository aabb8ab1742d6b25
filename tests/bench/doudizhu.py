"""斗地主 beside programs that nobody here wrote: random games a second, leads a second.

``python -m tests.bench.doudizhu``. Games go through the public contract: observe, prompt, apply;
those of the compact core are dealt and played in it. OpenSpiel, which is C++, is asked as it is
from Python: its legal actions, one of them by chance, that one done; the cards are its first
actions. It is compared where it is there (``pip install --no-deps open_spiel``).
"""

from __future__ import annotations

import gc
import random
import time
import warnings
from functools import partial
from itertools import pairwise
from statistics import median
from typing import TYPE_CHECKING, Any

from engine.cards import pack
from engine.core import Action, Carry, defaults
from engine.games.doudizhu import GAME
from engine.games.doudizhu.game import READER
from engine.kernels.climb import compact
from engine.kernels.climb.compact import Compact, Plays
from engine.kernels.climb.hints import cards_of
from engine.kernels.climb.ranks import weigh
from engine.kernels.climb.state import OVER, PLAY
from engine.rng import Rng
from tests.kit.oracles import douzero_numbers, move_generator

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES, HANDS, ROUNDS = 200, 300, 5

BLOCKS, BLOCK, HEATED = 60, 25, 3000
"""Blocks of random games, taken in turns; games of one; games before the clock runs."""

LEADER, OTHER = 20, 17
"""Cards of the 地主, and of each 农民."""

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


def core_game(plays: Plays, cards: Sequence[int], luck: random.Random) -> None:
    """One random game in the compact core; who leads is the 地主, and there is no auction."""
    draw = luck.random
    dealt = sorted(cards, key=lambda _: draw())
    ends = (0, LEADER, LEADER + OTHER, LEADER + 2 * OTHER)
    hands = [sum(dealt[start:end]) for start, end in pairwise(ends)]
    Compact(plays, hands, (LEADER, OTHER, OTHER), 0).play_out(draw)


def spiel_game(game: Any, luck: random.Random) -> None:
    """One random game of OpenSpiel's, as it is asked from Python."""
    state, choose = game.new_initial_state(), luck.choice
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))


def core_rates() -> tuple[float, float] | None:
    """Random games a second of the compact core and of OpenSpiel, by the medians of blocks."""
    try:
        import pyspiel  # type: ignore[import-not-found]
    except ImportError:
        return None
    peer = pyspiel.load_game("dou_dizhu")
    plays, luck = Plays(READER), random.Random(0)  # noqa: S311  (no secret)
    cards = [weigh([one]) for one in pack()]
    for _ in range(HEATED):
        core_game(plays, cards, luck)
    gc.collect()
    gc.freeze()
    spent: tuple[list[float], list[float]] = [], []
    for _ in range(BLOCKS):
        for side, play in enumerate(
            (partial(core_game, plays, cards, luck), partial(spiel_game, peer, luck))
        ):
            started = time.process_time()
            for _ in range(BLOCK):
                play()
            spent[side].append(time.process_time() - started)
    ours, theirs = (BLOCK / median(times) for times in spent)
    return ours, theirs


def tell_core() -> None:
    """Print the compact core beside OpenSpiel."""
    found = core_rates()
    if found is None:
        print("compact core beside OpenSpiel: not measured, as OpenSpiel is not installed")
        return
    ours, theirs = found
    plain = compact.__file__.endswith(".py")
    how, bar = ("plain", 1) if plain else ("compiled", 2)
    print(
        f"斗地主 random games/s of the compact core, {how}: {ours:.0f}, OpenSpiel {theirs:.0f}: "
        f"{ours / theirs:.2f} x (bar {bar})"
    )


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
    tell_core()
    for size in (17, 20):
        ours, theirs = leads(size)
        ratio = ours / theirs
        print(f"leads of {size} cards/s: {ours:.0f}, douzero {theirs:.0f}: {ratio:.2f} x (bar 1)")


if __name__ == "__main__":
    main()
