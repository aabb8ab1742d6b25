"""How well the computer players play, beside players that nobody here wrote and their own past.

``python -m tests.bench.players [--deals N] [--seed TEXT] [--level normal|hard] [--trials N]
[--game ID] [--rival NAME] [--part rivals|levels]``

Deals are mirrored: each is played twice with the sides changed, so the luck of the deal is shared.
With ``--trials`` the clock is left out, and the same seed gives the same numbers.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from bot.players.computer import BUDGETS
from bot.table.commands import HARD
from engine.bots import Budget, Greedy
from engine.core import Action, Carry, defaults
from engine.kernels.climb.hints import options_of
from engine.kernels.climb.rules import beats
from engine.kernels.climb.state import OVER, PLAY
from engine.registry import games, thinker
from engine.rng import Rng
from tests.bench import levels, races, sides
from tests.bench.doudizhu_policy import RuleAgent
from tests.bench.rivals import landlord

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.core import Game
    from engine.kernels.landlord.deal import LandlordSeen, LandlordState

GAMES = ("doudizhu", "doudizhu_ext")
RIVALS: dict[str, Callable[[], Any]] = {
    "rlcard": RuleAgent,
    "3359daf": lambda: landlord.POLICY,
    "first": Greedy,
}
BARS = {
    ("doudizhu", "rlcard"): 0.90,
    ("doudizhu", "3359daf"): 0.62,
    ("doudizhu_ext", "3359daf"): 0.6,
}
"""What 高手 must reach. Source: the step that asked for it."""

MOST_SURE = 10
"""Hands up to so many cards are searched for a certain win."""


@dataclass(slots=True)
class Watched:
    """A player whose answers are timed and judged."""

    player: Any
    spent: list[float] = field(default_factory=list)
    sure: int = 0
    missed: list[str] = field(default_factory=list)
    answers: int = 0
    bombs: list[str] = field(default_factory=list)

    def choose(self, game: Any, seen: LandlordSeen, prompt: Any, rng: Rng) -> Action:
        """What the player answers."""
        began = time.process_time()
        action: Action = self.player.choose(game, seen, prompt, rng)
        self.spent.append(time.process_time() - began)
        self._judge(game, seen, action)
        return action

    def _judge(self, game: Any, seen: LandlordSeen, action: Action) -> None:
        written = f"{codes(seen.hand)} on {codes(tops(seen))}: {codes(action.cards) or 'pass'}"
        if len(seen.hand) <= MOST_SURE:
            sure = certain(game, seen)
            if sure:
                self.sure += 1
                if action.verb == "pass" or ranks(action.cards) not in sure:
                    self.missed.append(written)
        self.answers += 1
        if thrown(game, seen, action):
            self.bombs.append(written)


def codes(cards: Any) -> str:
    """Cards as a reader of a list sees them."""
    return " ".join(card.code for card in cards)


def ranks(cards: Any) -> tuple[int, ...]:
    """Cards without their suits."""
    return tuple(sorted(card.rank for card in cards))


def tops(seen: LandlordSeen) -> Any:
    """What lies on the table."""
    return seen.public.circle.top.cards if seen.public.circle.top else ()


def certain(game: Any, seen: LandlordSeen) -> set[tuple[int, ...]]:
    """The plays after which nobody can stop the hand: all but the last beaten by no unseen cards.

    Written apart from the player's own search for such wins, card by card through the reader.
    """
    reader, public = game.reader(seen.options), seen.public
    laid = [card for what in public.played for card in what.cards]
    unseen = list(game.pack(seen.options))
    for card in (*laid, *seen.hand):
        unseen.remove(card)
    deal = public.extra
    foes = deal.farmers if seen.seat == deal.landlord else (deal.landlord,)
    most = max(public.counts[foe] for foe in foes)
    held = Counter(card.rank for card in unseen)
    known: dict[Any, bool] = {}

    def safe(reading: Any) -> bool:
        return not any(
            run.reading.size <= most and all(held[r] >= run.reading.width for r in run.reading.body)
            for run in above(reader, reading)
        )

    def wins(hand: tuple[Any, ...]) -> bool:
        if not hand or reader.readings(hand, last=True):
            return True
        key = ranks(hand)
        if key not in known:
            known[key] = any(wins(rest) for _, rest in safe_leads(hand))
        return known[key]

    def safe_leads(hand: tuple[Any, ...], over: Any = None) -> Iterator[Any]:
        for move in reader.moves(hand, over):
            rest = list(hand)
            for rank in move.ranks:
                rest.remove(next(card for card in rest if card.rank is rank))
            if not rest or safe(move.reading):
                yield move, tuple(rest)

    top = public.circle.top
    over = top.reading if top else None
    return {tuple(sorted(m.ranks)) for m, rest in safe_leads(seen.hand, over) if wins(rest)}


@cache
def above(reader: Any, reading: Any) -> list[Any]:
    """The bodies that beat a play."""
    return [run for run in reader.runs if beats(run.reading, reading)]


def thrown(game: Any, seen: LandlordSeen, action: Action) -> bool:
    """Whether a bomb fell on an ordinary play that an ordinary one would beat, tearing nothing."""
    top = seen.public.circle.top
    if action.verb == "pass" or top is None or top.reading is None or top.reading.tier:
        return False
    reader, over = game.reader(seen.options), top.reading
    found = [r for r in reader.readings(action.cards) if beats(r, over)]
    if not found or not found[0].tier or len(action.cards) == len(seen.hand):
        return False
    held = ranks(seen.hand)
    whole = [bomb for bomb in reader.rules.bombs if set(bomb) <= set(held)]

    def tears(cards: Any) -> bool:
        used = ranks(cards)
        return any(used.count(c.rank) < held.count(c.rank) for c in cards) or any(
            set(used) & set(bomb) for bomb in whole
        )

    return any(
        not reading.tier and not tears(cards) for cards, reading in options_of(seen, reader, over)
    )


def begun(game: Game[Any, Any], seed: str, number: int) -> LandlordState:
    """A deal whose first asked seat is the landlord."""
    rng = Rng(f"{seed}:{number}".encode(), "deal")
    state = game.setup(3, defaults(game.info), Carry(), rng).state
    while state.public.phase != PLAY:
        verb = "no" if any(state.public.extra.answers) else "yes"
        state = game.apply(state, game.asked(state)[0], Action(verb), rng).state
    return state


def played(game: Game[Any, Any], state: LandlordState, players: list[Any], rng: Rng) -> bool:
    """Whether the landlord wins."""
    while state.public.phase != OVER:
        (seat,) = game.asked(state)
        seen = game.observe(state, seat)
        action = players[seat].choose(game, seen, game.prompt(seen), rng)
        state = game.apply(state, seat, action, rng).state
    return state.public.counts[state.public.extra.landlord] == 0


def mirrored(
    game: Game[Any, Any], ours: Any, theirs: Any, deals: int, seed: str
) -> tuple[list[int], list[int]]:
    """By deal, whether ``ours`` won as 地主, and as both 农民."""
    as_landlord, as_farmers = [], []
    for number in range(deals):
        state = begun(game, seed, number)
        seat = state.public.extra.landlord
        sides = [[ours if (s == seat) == us else theirs for s in range(3)] for us in (True, False)]
        rng = Rng(f"{seed}:{number}".encode(), "play")
        as_landlord.append(int(played(game, state, sides[0], rng)))
        as_farmers.append(int(not played(game, state, sides[1], rng)))
    return as_landlord, as_farmers


def interval(one: list[int], two: list[int]) -> tuple[float, float]:
    """The mean of both sides, and half the width of its interval of 95 %."""
    both = [(a + b) / 2 for a, b in zip(one, two, strict=True)]
    return fmean(both), 1.96 * pstdev(both) / sqrt(len(both))


def main(deals: int, seed: str, budget: Budget, wanted: list[str], only: list[str]) -> None:
    """Print every figure of every game beside its bar."""
    races.report(deals, seed, budget, wanted, only)
    sides.report(deals, seed, budget, wanted, only)
    for name in GAMES:
        if only and name not in only:
            continue
        game = games()[name]
        for rival, made in RIVALS.items():
            if (wanted and rival not in wanted) or (rival == "rlcard" and name != "doudizhu"):
                continue
            ours = Watched(thinker(name, budget))
            one, two = mirrored(game, ours, made(), deals, seed)
            mean, half = interval(one, two)
            spent = sorted(ours.spent)
            bar = BARS.get((name, rival))
            print(
                f"{name} against {rival}: {mean:.3f} ± {half:.3f}"
                f"{f' (bar {bar})' if bar else ''}; 地主 {fmean(one):.3f}, 农民 {fmean(two):.3f}; "
                f"CPU a move {fmean(spent) * 1e3:.0f} ms, "
                f"p99 {spent[int(len(spent) * 0.99)] * 1e3:.0f} ms; certain wins missed "
                f"{len(ours.missed)} of {ours.sure}; bombs where an ordinary answer would do "
                f"{len(ours.bombs)} in {2 * deals} games",
                flush=True,
            )
            for line in (*ours.missed, *ours.bombs):
                print("  ", line)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--deals", type=int, default=500)
    words.add_argument("--seed", default="players")
    words.add_argument("--level", choices=sorted(BUDGETS), default="hard")
    words.add_argument("--trials", type=int)
    words.add_argument("--rival", action="append", default=[], choices=sorted(RIVALS))
    words.add_argument("--game", action="append", default=[])
    words.add_argument("--part", choices=("rivals", "levels"))
    said = words.parse_args()
    trials, seconds = BUDGETS[said.level]
    allowed = Budget(trials, seconds, time.thread_time)
    if said.trials:
        allowed = Budget(said.trials)
    if said.part != "levels":
        main(said.deals, said.seed, allowed, said.rival, said.game)
    if said.part != "rivals":
        levels.report(said.deals, said.seed, said.trials or BUDGETS[HARD][0], said.game)
