"""What no player from 普通 on may do: ``python -m tests.bench.blunders``.

``[--positions N] [--deals N] [--seed TEXT] [--trials N] [--game ID] [--part wins|bombs]``

Certain wins: positions of deals that are played partly by chance, in which a seat can play out its
hand whatever the others hold; each level is asked, and every win that it lets go is printed. Bombs:
deals among players of a level, and in how many of them a bomb fell on an ordinary play that an
ordinary answer would have beaten, tearing nothing; each is printed with what speaks for it. With
the same seed and trials the numbers are the same. The judges are written apart from the searches.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bot.table.commands import HARD, NORMAL
from engine.bots import Random
from engine.core import Carry, defaults
from engine.errors import RuleError
from engine.games.dazha.pay import played as paid
from engine.games.dazha.plays import playable
from engine.kernels.climb.hints import options_of
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY
from engine.registry import games, policy
from engine.rng import Rng
from tests.bench.levels import NAMES, player
from tests.bench.sure import as_good, certain, named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Action

GAMES = ("doudizhu", "doudizhu_ext", "doudizhu4", "chudadi", "sanliangyi", "dazha")
BOMBED = ("doudizhu", "doudizhu_ext", "doudizhu4", "dazha")
"""Those with bombs; in 锄大地 and 三两一 nothing beats a play of another kind."""

LEVELS = (NORMAL, HARD)
MOST = 0.03
"""In so many deals a bomb may fall where an ordinary answer would do, whatever speaks for it."""

FEW = 2
"""Who holds so few cards may be out with the next play."""

LUCK = 6
"""One play in so many is drawn by lot, so that positions come about which no good player allows."""

SEATS = {"doudizhu": 3, "doudizhu_ext": 3}


def codes(cards: Any) -> str:
    """Cards as a reader of a list sees them."""
    return " ".join(card.code for card in cards)


def written(seen: Any, action: Action) -> str:
    """A decision in one line."""
    top = seen.public.circle.top
    on = codes(top.cards) if top else "lead"
    counts = " ".join(map(str, seen.public.counts))
    return f"{codes(seen.hand)} on {on} ({counts}): {codes(action.cards) or 'pass'}"


def dealt(name: str, seed: str, number: int) -> Any:
    """A deal after its auction."""
    game = games()[name]
    rng = Rng(f"{seed}:{number}".encode(), "deal")
    state = game.setup(SEATS.get(name, 4), defaults(game.info), Carry(), rng).state
    while state.public.phase not in (PLAY, OVER):
        (seat,) = game.asked(state)[:1]
        seen = game.observe(state, seat)
        action = policy(name).choose(game, seen, game.prompt(seen), rng)
        state = game.apply(state, seat, action, rng).state
    return state


def positions(
    name: str, wanted: int, seed: str
) -> Iterator[tuple[Any, Any, frozenset[tuple[int, ...]]]]:
    """Positions that have a certain win: what its seat sees, the prompt, and the plays that win."""
    game, usual, odd = games()[name], policy(name), Random()
    found, number = 0, 0
    while found < wanted:
        state = dealt(name, seed, number)
        rng = Rng(f"{seed}:{number}".encode(), "play")
        number += 1
        while state.public.phase != OVER and found < wanted:
            (seat,) = game.asked(state)
            seen = game.observe(state, seat)
            prompt = game.prompt(seen)
            sure = certain(game, seen)
            if sure:
                found += 1
                yield seen, prompt, sure
            chosen = odd if not rng.below(LUCK) else usual
            try:
                action = chosen.choose(game, seen, prompt, rng)
                state = game.apply(state, seat, action, rng).state
            except RuleError:
                action = usual.choose(game, seen, prompt, rng)
                state = game.apply(state, seat, action, rng).state


def missed(name: str, ours: Any, wanted: int, seed: str) -> list[str]:
    """The certain wins that a player lets go, in writing."""
    game = games()[name]
    found = []
    for at, (seen, prompt, sure) in enumerate(positions(name, wanted, seed)):
        action = ours.choose(game, seen, prompt, Rng(seed.encode(), "answer", at))
        right = named(game, seen, action.cards) in sure
        if not right and not as_good(game, seen, action.cards):
            found.append(written(seen, action))
    return found


def ranks(cards: Any) -> tuple[int, ...]:
    """Cards without their suits."""
    return tuple(sorted(card.rank for card in cards))


@dataclass(frozen=True, slots=True)
class Bomb:
    """A bomb on an ordinary play that an ordinary answer would have beaten.

    Attributes:
        deal: its number.
        line: the decision in writing.
        reason: what speaks for it.
    """

    deal: int
    line: str
    reason: str


def thrown(game: Any, seen: Any, action: Action) -> bool:
    """Whether an action is such a bomb; the last cards of a hand never are.

    五十K is none: it is beaten by every bomb, and brings home the 25 points that it has itself.
    """
    top = seen.public.circle.top
    if action.verb != "play" or top is None or top.reading is None or top.reading.tier:
        return False
    reader, over = game.reader(seen.options), top.reading
    found = [r for r in reader.readings(action.cards) if beats(r, over)]
    if not found or not found[0].tier or len(action.cards) == len(seen.hand):
        return False
    if found[0].shape.startswith("wsk"):
        return False
    held = ranks(seen.hand)
    whole = [bomb for bomb in reader.rules.bombs if set(bomb) <= set(held)]
    kept = game.info.id == "dazha"  # where a joker makes a bomb larger

    def tears(cards: Any) -> bool:
        used = ranks(cards)
        lone = kept and any(card.is_joker for card in cards)
        return (
            lone
            or any(used.count(c.rank) < held.count(c.rank) for c in cards)
            or any(set(used) & set(bomb) for bomb in whole)
        )

    ways = playable(seen, reader) if game.info.id == "dazha" else options_of(seen, reader, over)
    return any(not reading.tier and not tears(cards) for cards, reading in ways)


def reason(game: Any, seen: Any, action: Action) -> str:
    """What speaks for such a bomb, if anything does."""
    if named(game, seen, action.cards) in certain(game, seen):
        return "a certain win follows"
    if game.info.id == "dazha":
        read = game.reader(seen.options).readings(action.cards)[0]
        won = paid(0, read, action.cards, seen.options)
        if won is not None:
            return f"each other pays {won.unit}"
    counts = seen.public.counts
    others = [n for s, n in enumerate(counts) if s != seen.seat and s not in game.friends(seen)]
    least = min(n for n in others if n)
    if least <= FEW:
        return f"a foe holds {least}"
    return "none but the trials"


def bombs(name: str, ours: Any, deals: int, seed: str) -> list[Bomb]:
    """Such bombs in deals of a player among its like."""
    game = games()[name]
    found = []
    for number in range(deals):
        state = dealt(name, seed, number)
        rng = Rng(f"{seed}:{number}".encode(), "bombs")
        while state.public.phase != OVER:
            (seat,) = game.asked(state)
            seen = game.observe(state, seat)
            action = ours.choose(game, seen, game.prompt(seen), rng)
            if thrown(game, seen, action):
                found.append(Bomb(number, written(seen, action), reason(game, seen, action)))
            state = game.apply(state, seat, action, rng).state
    return found


def main(words: list[str] | None = None) -> int:
    """Print both counts of every game and level; 1 if one misses its bar."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", default="blunders")
    parser.add_argument("--trials", type=int, default=60)
    parser.add_argument("--game", action="append", default=[], choices=GAMES)
    parser.add_argument("--part", choices=("wins", "bombs"))
    said = parser.parse_args(words)
    bad = 0
    for name in said.game or GAMES:
        for level in LEVELS:
            ours = player(name, level, said.trials)
            if said.part != "bombs":
                lost = missed(name, ours, said.positions, said.seed)
                told = f"{len(lost)} of {said.positions} certain wins missed"
                print(f"{name}, {NAMES[level]}: {told}", flush=True)
                for line in lost:
                    print("  ", line)
                bad += bool(lost)
            if said.part != "wins" and name in BOMBED:
                found = bombs(name, ours, said.deals, said.seed)
                spoilt = len({bomb.deal for bomb in found if bomb.reason.startswith("none")})
                touched = len({bomb.deal for bomb in found})
                print(
                    f"{name}, {NAMES[level]}: bombs where an ordinary answer would do in {touched} "
                    f"of {said.deals} deals, without a reason in {spoilt} (bar {MOST:.0%})",
                    flush=True,
                )
                for bomb in found:
                    print(f"   {bomb.line}: {bomb.reason}")
                bad += touched > MOST * said.deals
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
