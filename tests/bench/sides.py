"""How well the computer players play where sides are not three of 斗地主; see ``players``.

A deal of 打炸 that is played is played twice, each team once ours; one of 四人斗地主 twice too,
ours once the 地主 and once the three 农民; one of the games with a pile from every seat, ours
against three of the rival.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core import Action, Carry, defaults
from engine.games.dazha import settle
from engine.kernels.climb.state import OVER, PLAY
from engine.registry import games, policy, thinker
from engine.rng import Rng
from tests.bench.races import finished, mean
from tests.bench.rivals import dazha, doudizhu4, draw

if TYPE_CHECKING:
    from engine.bots import Budget

MODES = ("base", "twelve")
DAZHA_BAR, FOUR_BAR = 0.65, 0.60
PILES = {"qigui523": 32.0, "qigui521": 32.0, "wuguapi": 32.0}
"""What 高手 must reach, of 100 points at a table of four. Source: the step that asked for it."""


def partners(
    ours: Any, theirs: Any, deals: int, seed: str, mode: str
) -> tuple[list[float], list[float], list[float]]:
    """By deal of 打炸 how often our two win, what they score, and the CPU seconds of our moves."""
    game = games()["dazha"]
    options = {**defaults(game.info), "mode": mode}
    won, points = [], []
    spent: dict[Any, list[float]] = {}
    number = 0
    while len(won) < deals:
        luck = f"{seed}:{number}".encode()
        number += 1
        state = game.setup(4, options, Carry(), Rng(luck, "deal")).state
        if state.public.phase == OVER:
            continue
        wins = scores = 0.0
        for team in (1, 2):
            side = state.public.extra.side(team)
            players = [ours if seat in side else theirs for seat in range(4)]
            end = finished(game, state, players, Rng(luck, "play"), spent)
            wins += (settle.result(end.public, end.hands).team == team) / 2
            paid = game.outcome(end).scores
            scores += sum(paid[seat] for seat in side) / 2
        won.append(wins)
        points.append(scores)
    return won, points, spent[ours]


def roles(
    ours: Any, theirs: Any, deals: int, seed: str
) -> tuple[list[float], list[float], list[float]]:
    """By deal of 四人斗地主, won as 地主 and as 农民, and the CPU seconds of our moves.

    The 地主 is who the rule player's bids make it, else the last who is asked.
    """
    game = games()["doudizhu4"]
    as_landlord, as_farmers = [], []
    spent: dict[Any, list[float]] = {}
    number = 0
    while len(as_landlord) < deals:
        luck = f"{seed}:{number}".encode()
        number += 1
        rng = Rng(luck, "play")
        state = game.setup(4, defaults(game.info), Carry(), Rng(luck, "deal")).state
        while state.public.phase not in (PLAY, OVER):
            (seat,) = game.asked(state)
            seen = game.observe(state, seat)
            action = policy("doudizhu4").choose(game, seen, game.prompt(seen), rng)
            state = game.apply(state, seat, action, rng).state
        if state.public.phase == OVER:
            continue
        landlord = state.public.extra.landlord
        for role, found in ((True, as_landlord), (False, as_farmers)):
            players = [ours if (seat == landlord) == role else theirs for seat in range(4)]
            end = finished(game, state, players, Rng(luck, "play"), spent)
            found.append(float((end.public.counts[landlord] == 0) == role))
    return as_landlord, as_farmers, spent[ours]


def thirds(
    name: str, ours: Any, theirs: Any, deals: int, seed: str
) -> tuple[list[float], list[float]]:
    """By deal of 斗地主, won as 地主 and as both 农民; who is asked first is the 地主."""
    game = games()[name]
    found: tuple[list[float], list[float]] = [], []
    for number in range(deals):
        luck = f"{seed}:{number}".encode()
        state = game.setup(3, defaults(game.info), Carry(), Rng(luck, "deal")).state
        while state.public.phase != PLAY:
            verb = "no" if any(state.public.extra.answers) else "yes"
            state = game.apply(state, game.asked(state)[0], Action(verb), Rng(luck)).state
        landlord = state.public.extra.landlord
        for role, won in zip((True, False), found, strict=True):
            players = [ours if (seat == landlord) == role else theirs for seat in range(3)]
            end = finished(game, state, players, Rng(luck, "play"), {})
            won.append(float((end.public.counts[landlord] == 0) == role))
    return found


def shares(name: str, ours: Any, theirs: Any, deals: int, seed: str, every: int = 0) -> list[float]:
    """By deal with a pile at a table of four, the points of one of ours against three.

    How it stands is told after ``every`` so many deals, if any.
    """
    game = games()[name]
    found = []
    for number in range(deals):
        luck = f"{seed}:{number}".encode()
        state = game.setup(4, defaults(game.info), Carry(), Rng(luck, "deal")).state
        total = 0
        for seat in range(4):
            players = [ours if s == seat else theirs for s in range(4)]
            total += game.outcome(finished(game, state, players, Rng(luck, "play"), {})).scores[
                seat
            ]
        found.append(total / 4)
        if every and not len(found) % every:
            print(f"  after {len(found)} deals {mean(found)}", flush=True)
    return found


def cpu(spent: list[float]) -> str:
    """The CPU time of moves."""
    spent = sorted(spent)
    whole = 1e3 * sum(spent) / len(spent)
    return f"CPU a move {whole:.0f} ms, p99 {spent[int(len(spent) * 0.99)] * 1e3:.0f} ms"


def report(
    deals: int, seed: str, budget: Budget, rivals: list[str], wanted: list[str], every: int = 0
) -> None:
    """Print every figure beside its bar."""
    if rivals and "3359daf" not in rivals:
        return
    if not wanted or "dazha" in wanted:
        for mode in MODES:
            ours = thinker("dazha", budget)
            won, points, spent = partners(ours, dazha.POLICY, deals, seed, mode)
            print(
                f"dazha, {mode}, two against two of 3359daf: {mean(won)} (bar {DAZHA_BAR}), "
                f"points of both {mean(points)}; {cpu(spent)}; {deals} deals",
                flush=True,
            )
    if not wanted or "doudizhu4" in wanted:
        ours = thinker("doudizhu4", budget) or policy("doudizhu4")
        one, two, spent = roles(ours, doudizhu4.POLICY, deals, seed)
        both = [(a + b) / 2 for a, b in zip(one, two, strict=True)]
        print(
            f"doudizhu4 against 3359daf: {mean(both)} (bar {FOUR_BAR}); 地主 {mean(one)}, "
            f"农民 {mean(two)}; {cpu(spent)}; {deals} deals",
            flush=True,
        )
    for name, bar in PILES.items():
        if not wanted or name in wanted:
            ours = thinker(name, budget) or policy(name)
            found = shares(name, ours, draw.POLICY, deals, seed, every)
            print(
                f"{name}, one against three of 3359daf: {mean(found)} of 100 (bar {bar}); "
                f"{deals} deals",
                flush=True,
            )
