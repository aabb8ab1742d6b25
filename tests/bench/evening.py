"""What is left of the money after an evening: the measure of levels where chips are played for.

Everybody brings as much, chips go on from deal to deal, and who is broke sits out or ends it. One
of a level sits among those of the level below, in every seat of the same deals. In 炸金花 what it
has in the end counts, as a multiple of what it brought. In 搶莊牛牛 and 二八杠 a bet is fair, or
within 1.2 %: on average nobody can win, and what differs is how much is risked. There it counts
what is *kept*: the end as a part of what was brought, winnings left out; beside a table of the
level below alone, in the same deals.
"""

from __future__ import annotations

from statistics import fmean
from typing import Any

from engine.core import Carry, defaults
from engine.registry import games
from engine.rng import Rng

SEATS = 4
DEALS = 20
"""An evening has so many deals."""

KEPT = ("niuniu", "erbagang")
"""Games in which every bet is as good as fair."""


def evening(name: str, players: list[Any], luck: bytes) -> list[float]:
    """By seat, what is left as a multiple of what was brought."""
    game = games()[name]
    carry = Carry()
    stacks: tuple[int, ...] = (1,) * SEATS
    for number in range(DEALS):
        state = game.setup(SEATS, defaults(game.info), carry, Rng(luck, "deal", number)).state
        rng = Rng(luck, "play", number)
        step = 0
        while (outcome := game.outcome(state)) is None:
            (seat,) = game.asked(state)[:1]
            seen = game.observe(state, seat)
            action = players[seat].choose(game, seen, game.prompt(seen), rng)
            step += 1
            state = game.apply(state, seat, action, Rng(luck, "apply", number, step)).state
        carry = outcome.carry
        stacks = carry.stacks
        if outcome.broke:
            break
    brought = game.info.stack or 1
    return [stack / brought for stack in stacks]


def money(
    name: str, ours: Any, theirs: Any, evenings: int, seed: str, *, kept: bool | None = None
) -> list[float]:
    """By evening the factor by which one of ours does better than one of theirs.

    ``kept``: whether winnings are left out; None: as the game is measured.
    """
    found = []
    kept = name in KEPT if kept is None else kept
    usual = []
    for number in range(evenings):
        luck = f"{seed}:{number}".encode()
        got = []
        for seat in range(SEATS):
            players = [ours if at == seat else theirs for at in range(SEATS)]
            got.append(evening(name, players, luck)[seat])
        found.append(fmean(min(1.0, part) if kept else part for part in got))
        if kept:
            usual.append(fmean(min(1.0, p) for p in evening(name, [theirs] * SEATS, luck)))
    return ratios(found, usual) if kept else found


def ratios(mine: list[float], others: list[float]) -> list[float]:
    """By deal a multiple, whose mean is that of the means.

    Both ends of a ratio of means differ from deal to deal: what is spread is its residue.
    """
    whole = fmean(others)
    ratio = fmean(mine) / whole
    return [ratio + (a - ratio * b) / whole for a, b in zip(mine, others, strict=True)]
