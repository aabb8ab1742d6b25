"""How far the levels of players lie apart: ``python -m tests.bench.players --part levels``.

One seat of a level plays against the level below in all other seats, in mirrored deals: from every
seat, or as each side. What it gets is printed as a multiple of its fair share where a share is
meant: deals won, deals left first, points of a hundred. In 蹲麻子 it is what a round brings beside
what it brings each of the others; where chips are played for, what is left of them after an evening
(``evening``); 扑克矩阵 is played alone, and what counts is the points of a board.
"""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, Any

from bot.players.computer import BUDGETS
from bot.table.commands import EASY, HARD, LEVELS, NORMAL
from engine.bots import Budget, Greedy
from engine.core import Carry, defaults
from engine.registry import beginner, games, policy, thinker
from engine.rng import Rng
from tests.bench import evening, races, sides

if TYPE_CHECKING:
    from collections.abc import Callable

FACTOR = 1.12
"""A level gets so much more than its fair share from the level below, at least."""

SEATS = 4

MEASURES = {
    "chudadi": "first out", "sanliangyi": "first out",
    **dict.fromkeys(sides.PILES, "points of a hundred"),
    "zhajinhua": "money after an evening", **dict.fromkeys(evening.KEPT, "money kept"),
    "dunmazi": "points of a round beside the others'", "matrix": "points of a board",
}  # fmt: skip

PAIRS = ((NORMAL, EASY), (HARD, NORMAL))
NAMES = {EASY: "入门", NORMAL: "普通", HARD: "高手"}


def player(name: str, level: str, trials: int) -> Any:
    """The computer player of a level; 高手 with so many trials."""
    if level == EASY:
        return beginner(name)
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


def rounds(ours: Any, theirs: Any, deals: int, seed: str) -> list[float]:
    """By deal of 蹲麻子, the points of one of ours beside the mean of the others' in all deals."""
    game = games()["dunmazi"]
    mine, others = [], []
    for number in range(deals):
        luck = f"{seed}:{number}".encode()
        got = rest = 0
        for seat in range(SEATS):
            players = [ours if s == seat else theirs for s in range(SEATS)]
            state = game.setup(SEATS, defaults(game.info), Carry(), Rng(luck, "deal")).state
            scores = played_out(game, state, players, Rng(luck, "play")).scores
            got += scores[seat]
            rest += sum(scores) - scores[seat]
        mine.append(got / SEATS)
        others.append(rest / SEATS / (SEATS - 1))
    return evening.ratios(mine, others)


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


def shares(name: str, ours: Any, theirs: Any, deals: int, seed: str) -> list[float]:
    """By deal, multiples of a fair share, or of what the others have: see ``MEASURES``."""
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
    for chips in ("zhajinhua", *evening.KEPT):
        how[chips] = lambda: evening.money(name, ours, theirs, deals, seed)
    how["dunmazi"] = lambda: rounds(ours, theirs, deals, seed)
    return how[name]()


def report(deals: int, seed: str, trials: int, wanted: list[str]) -> None:
    """Print every game's figures."""
    for name in games():
        if wanted and name not in wanted:
            continue
        about = f"levels of {name}, {MEASURES.get(name, 'deals won')}"
        if name == "matrix":
            points = {at: boards(player(name, at, trials), deals, seed) for at in LEVELS}
            told = "; ".join(f"{NAMES[at]} {races.mean(points[at])}" for at in LEVELS)
            steps = " and ".join(
                f"{fmean(points[one]) / fmean(points[two]):.2f} ×" for one, two in PAIRS
            )
            print(f"{about}: {told}: {steps} (bar {FACTOR})", flush=True)
            continue
        for upper, lower in PAIRS:
            ours, theirs = player(name, upper, trials), player(name, lower, trials)
            found = races.mean(shares(name, ours, theirs, deals, seed))
            print(
                f"{about}, {NAMES[upper]} beside {NAMES[lower]}: {found} × (bar {FACTOR}); "
                f"{deals} of each",
                flush=True,
            )
