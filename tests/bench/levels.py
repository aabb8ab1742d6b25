"""How far the levels of players lie apart: ``python -m tests.bench.players --part levels``.

One seat of a level plays against the level below in all other seats, in mirrored deals: from every
seat, or as each side. What it gets is printed as a multiple of its fair share where a share is
meant: deals won, deals left first, points of a hundred. Where nothing is shared out (蹲麻子,
炸金花, 牛牛, 二八杠) it is what a deal brings beside the level below; 扑克矩阵 is played alone, and
what counts is the points of a board.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.players.computer import BUDGETS
from bot.table.commands import EASY, HARD, LEVELS, NORMAL
from engine.bots import Budget, Greedy
from engine.core import Carry, defaults
from engine.registry import games, policy, thinker
from engine.rng import Rng
from tests.bench import races, sides

if TYPE_CHECKING:
    from collections.abc import Callable

FACTOR = 1.12
"""A level gets so much more than its fair share from the level below, at least."""

SEATS = {"dunmazi": 4, "zhajinhua": 4, "niuniu": 4, "erbagang": 4}
"""Games in which nothing is shared out, and the seats they are measured with."""

PAIRS = ((NORMAL, EASY), (HARD, NORMAL))
NAMES = {EASY: "入门", NORMAL: "普通", HARD: "高手"}


def player(name: str, level: str, trials: int) -> Any:
    """The computer player of a level; 高手 with so many trials."""
    if level == EASY:
        return Greedy()
    budget = Budget(trials if level == HARD else BUDGETS[level][0])
    return thinker(name, budget) or policy(name) or Greedy()


def played_out(game: Any, state: Any, players: list[Any], rng: Rng) -> Any:
    """The end of a deal of any game."""
    while (outcome := game.outcome(state)) is None:
        for seat in game.asked(state)[:1]:
            seen = game.observe(state, seat)
            action = players[seat].choose(game, seen, game.prompt(seen), rng)
            state = game.apply(state, seat, action, rng).state
    return outcome


def gains(name: str, ours: Any, theirs: Any, deals: int, seed: str) -> list[float]:
    """By deal, what one of ours brings against all others of theirs."""
    game, seats = games()[name], SEATS[name]
    found = []
    for number in range(deals):
        luck = f"{seed}:{number}".encode()
        total = 0
        for seat in range(seats):
            players = [ours if s == seat else theirs for s in range(seats)]
            state = game.setup(seats, defaults(game.info), Carry(), Rng(luck, "deal")).state
            total += played_out(game, state, players, Rng(luck, "play")).scores[seat]
        found.append(total / seats)
    return found


def boards(ours: Any, deals: int, seed: str) -> list[float]:
    """The points of boards of 扑克矩阵 that a player fills alone."""
    game = games()["matrix"]
    found = []
    for number in range(deals):
        luck = f"{seed}:{number}".encode()
        state = game.setup(1, defaults(game.info), Carry(), Rng(luck, "deal")).state
        found.append(float(played_out(game, state, [ours], Rng(luck, "play")).scores[0]))
    return found


def both(one: list[float], two: list[float]) -> list[float]:
    """By deal, the mean of both sides."""
    return [(a + b) / 2 for a, b in zip(one, two, strict=True)]


def shares(name: str, ours: Any, theirs: Any, deals: int, seed: str) -> list[float] | None:
    """By deal, multiples of a fair share; None: nothing is shared out in this game."""
    how: dict[str, Callable[[], list[float]]] = {
        "dazha": lambda: [2 * won for won in sides.partners(ours, theirs, deals, seed, "base")[0]],
        "doudizhu4": lambda: [2 * w for w in both(*sides.roles(ours, theirs, deals, seed)[:2])],
    }
    for race in races.RACES:
        how[race] = lambda: [4 * f for f in races.firsts(name, ours, theirs, deals, seed)[0]]
    for pile in sides.PILES:
        how[pile] = lambda: [p / 25 for p in sides.shares(name, ours, theirs, deals, seed)]
    for three in ("doudizhu", "doudizhu_ext"):
        how[three] = lambda: [2 * w for w in both(*sides.thirds(name, ours, theirs, deals, seed))]
    return how[name]() if name in how else None


def report(deals: int, seed: str, trials: int, wanted: list[str]) -> None:
    """Print every game's figures."""
    for name in games():
        if wanted and name not in wanted:
            continue
        if name == "matrix":
            found = [
                f"{NAMES[level]} {races.mean(boards(player(name, level, trials), deals, seed))}"
                for level in LEVELS
            ]
            print(f"levels of matrix, points of a board: {'; '.join(found)}", flush=True)
            continue
        for upper, lower in PAIRS:
            ours, theirs = player(name, upper, trials), player(name, lower, trials)
            said = f"levels of {name}, {NAMES[upper]} beside {NAMES[lower]}"
            if type(ours) is type(theirs) and vars(ours) == vars(theirs):
                print(f"{said}: one and the same player", flush=True)
                continue
            found = shares(name, ours, theirs, deals, seed)
            if found is None:
                gained = gains(name, ours, theirs, deals, seed)
                print(f"{said}: points a deal {races.mean(gained)}; {deals} deals", flush=True)
            else:
                print(f"{said}: {races.mean(found)} × (bar {FACTOR}); {deals} deals", flush=True)
