"""Whether whoever has watched a computer player can read it: ``python -m tests.bench.reading``.

炸金花, three at a table: a reader has seen 2,000 deals of the player with all cards, and knows from
them how often it does what, by the class of its hand and by where the deal stands. From what it
does in a deal the reader reckons what it holds, how likely it gives up, and does what pays most.
搶莊牛牛: nothing can be won by reading a bid that is made before the cards, but nobody should be
able to tell it beforehand: the reader guesses the bid that is most usual where the table stands so.
"""

from __future__ import annotations

import argparse
from bisect import bisect
from collections import Counter, defaultdict
from math import prod, sqrt
from statistics import fmean, pstdev
from typing import TYPE_CHECKING, Any

from engine.core import Action, Carry, defaults
from engine.games.zhajinhua.policy import place
from engine.kernels.banker.state import Phase
from engine.registry import games, policy
from engine.rng import Rng
from tests.bench import evening, races
from tests.bench.rivals import chips

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.bots import Policy

GAME: Any = games()["zhajinhua"]
WATCHED, TRIED, PLAYED = 2000, 450, 6000
SEATS = 3
CLASSES = 10
BOUNDS = [(at + 1) / CLASSES for at in range(CLASSES - 1)]
STEPS = (1, 2, 4, 7)
"""Stakes, in antes, from which on it is another situation."""

DOUBT = 1.0
"""So many times everything is taken to have been seen once more than it was."""

VERBS = ("look", "call", "raise", "compare", "fold", "allin")


def class_of(state, seat):
    """The class of a hand, from 0, the tenth that beats fewest others."""
    low = state.public.rules.low
    return bisect(BOUNDS, place(state.hands[seat], low=low))


def situation(public, seat):
    """Where a seat stands that is asked."""
    return _where(public, seat, public.round, public.unit)


def _where(public, seat, number, unit):
    others = public.others(seat)
    looked = sum(public.looked[other] for other in others)
    stake = bisect(STEPS, unit // public.rules.base)
    return min(number, 4), stake, public.looked[seat], looked, len(others)


def played(players: Sequence[Policy], seed: int, name: str = "") -> Iterator[tuple[Any, int, Any]]:
    """A deal: each state, who was asked, and what was done; the last with nobody."""
    luck = Rng(f"reading {name}".encode(), seed)
    state = GAME.setup(SEATS, defaults(GAME.info), Carry(), Rng(b"deal", seed)).state
    step = 0
    while asked := GAME.asked(state):
        seat = asked[0]
        seen = GAME.observe(state, seat)
        action = players[seat].choose(GAME, seen, GAME.prompt(seen), luck)
        yield state, seat, action
        step += 1
        state = GAME.apply(state, seat, action, Rng(b"apply", seed, step)).state
    yield state, -1, None


class Tables:
    """How often a player did what, by its class and situation."""

    def __init__(self) -> None:
        self.seen: dict[Any, Counter[str]] = defaultdict(Counter)
        self.all: dict[Any, Counter[str]] = defaultdict(Counter)

    def watch(self, state, seat, action):
        """Note what was done; whoever has not looked does not know its class."""
        where = situation(state.public, seat)
        self.seen[where, class_of(state, seat)][action.verb] += 1
        self.all[where][action.verb] += 1

    def chance(self, where, strength, verb):
        """How likely a player does something: where little was seen, as in all classes."""
        usual = self.all.get(where, Counter())
        prior = (usual[verb] + 1) / (usual.total() + len(VERBS))
        found = self.seen.get((where, strength), Counter())
        return (found[verb] + DOUBT * prior) / (found.total() + DOUBT)


WAYS = [(sure, more, steals) for sure in (0.5, 0.6, 0.75) for more in (1, 9) for steals in (0, 1.5)]
"""From how likely a win on it raises, by how much, and how sure of a fold it raises without."""


class Reader:
    """Plays against somebody it has watched, in one of a few ways."""

    def __init__(self, tables: Tables, seat: int, how=(0.6, 1, 1.5)) -> None:
        self.tables, self.seat = tables, seat
        self.sure, self.more, self.steals = how
        self.beliefs = [[1 / CLASSES] * CLASSES for _ in range(SEATS)]

    def watch(self, state, seat, action):
        """What another has done tells of its hand."""
        where = situation(state.public, seat)
        chances = [self.tables.chance(where, c, action.verb) for c in range(CLASSES)]
        found = [b * c for b, c in zip(self.beliefs[seat], chances, strict=True)]
        self.beliefs[seat] = [one / sum(found) for one in found]

    def choose(self, game, seen, prompt, rng):
        """What pays, by what the others are likely to hold and to do."""
        public, seat = seen.public, self.seat
        own = place(seen.hand, low=public.rules.low) if seen.hand else 0.5
        others = public.others(seat)
        wins = {other: self._win(own, self.beliefs[other]) for other in others}
        win, price = prod(wins.values()), public.price(seat)
        if public.short(seat):
            pay = win * public.pot > (1 - win) * public.stacks[seat]
            return Action("allin" if pay else "fold")
        if not public.looked[seat] and (public.round > 1 or public.unit > public.rules.base):
            return Action("look")
        raises = public.raises(seat)
        if win >= self.sure and raises:
            return Action("raise", number=raises[min(self.more, len(raises) - 1)])
        for cost in raises[:: max(1, len(raises) // 3)] if self.steals and seen.hand else ():
            gone = self._all_fold(public, cost // public.factor(seat))
            if gone * public.pot > (1 - gone) * cost * (1 - win) * self.steals:
                return Action("raise", number=cost)
        theirs = sum(public.price(other) for other in others)
        if not public.looked[seat] or win * theirs > (1 - win) * price:
            return Action("call")
        worth = win * (public.pot + price) > price
        if public.round == 1:
            return Action("call" if worth else "fold")
        if worth:
            return Action("compare", target=max(wins, key=wins.__getitem__))
        return Action("fold")

    def _win(self, own, belief):
        at = own * CLASSES
        return sum(b * min(1.0, max(0.0, at - c)) for c, b in enumerate(belief))

    def _all_fold(self, public, unit):
        """How likely nobody stays in where a raise has set the stake."""
        found = 1.0
        for other in public.others(self.seat):
            where = _where(public, other, public.round + 1, unit)
            belief = self.beliefs[other]
            found *= sum(b * self.tables.chance(where, c, "fold") for c, b in enumerate(belief))
        return found


def watched(player: Policy, deals: int = WATCHED) -> Tables:
    """What can be seen in so many deals of a player against itself."""
    tables = Tables()
    for seed in range(deals):
        for state, seat, action in played((player,) * SEATS, seed, "watch"):
            if action is not None:
                tables.watch(state, seat, action)
    return tables


def best_way(player: Policy, tables: Tables, deals: int = TRIED) -> Any:
    """The way that does best against a player in some deals."""
    return max(WAYS, key=lambda how: fmean(gained(player, tables, deals, how, 3_000_000)))


def gained(
    player: Policy, tables: Tables, deals: int, how: Any, base: int = 1_000_000
) -> list[float]:
    """By deal what the reader wins, in antes, in each seat in turn."""
    found = []
    for number in range(deals // SEATS):
        total = 0
        for seat in range(SEATS):
            reader = Reader(tables, seat, how)
            players: list[Any] = [player] * SEATS
            players[seat] = reader
            for state, asked, action in played(players, base + number, str(seat)):
                if action is None:
                    total += GAME.outcome(state).scores[seat]
                elif asked != seat:
                    reader.watch(state, asked, action)
        found.append(total / SEATS / state.public.rules.base)
    return found


def beside(player: Policy, other: Policy, deals: int, base: int = 2_000_000) -> list[float]:
    """By deal what a player wins against another one, in antes, all sides of each deal."""
    found = []
    for number in range(deals // SEATS):
        total = 0
        for seat in range(SEATS):
            players = [other] * SEATS
            players[seat] = player
            *_, (state, _, _) = played(players, base + number, str(seat))
            total += GAME.outcome(state).scores[seat]
        found.append(total / SEATS / state.public.rules.base)
    return found


def guessed(player: Policy, deals: int, told: int = WATCHED) -> float:
    """How often a bid of 搶莊牛牛 is what it was most often before where the table stood so."""
    game: Any = games()["niuniu"]
    seen: dict[Any, Counter[int]] = defaultdict(Counter)
    right = total = 0
    for deal in range(told + deals):
        rng = Rng(b"guessing", deal)
        stacks = tuple(rng.below(1500) + 100 for _ in range(4))
        state = game.setup(4, defaults(game.info), Carry(stacks=stacks), rng).state
        while state.public.phase in (Phase.BID, Phase.STAKE):
            seat = game.asked(state)[0]
            look = game.observe(state, seat)
            public = look.public
            own = stacks[seat]
            rank = sum(other > own for other in stacks)
            where = public.phase, rank, own // 100, public.multiple, public.banker == seat
            action = player.choose(game, look, game.prompt(look), rng)
            if deal >= told:
                total += 1
                right += seen[where].most_common(1)[:1] == [
                    (action.number, seen[where][action.number])
                ]
            else:
                seen[where][action.number] += 1
            state = game.apply(state, seat, action, rng).state
    return right / total


def line(found: Sequence[float]) -> str:
    """A mean and half of its interval of 95 %."""
    return f"{fmean(found):+.3f} ± {1.96 * pstdev(found) / sqrt(len(found)):.3f} antes a deal"


def main(deals: int) -> None:
    """Print what is gained, and guessed, today and before."""
    players = {"3359daf": chips.GAMBLER, "today": policy("zhajinhua")}
    for name, player in players.items():
        tables = watched(player)
        how = best_way(player, tables)
        given = line(gained(player, tables, deals, how))
        print(f"炸金花: {name} gives its reader {given} ({how})", flush=True)
    won = beside(players["today"], players["3359daf"], deals)
    print(f"炸金花: today wins {line(won)} beside 3359daf", flush=True)
    for name, player in {"3359daf": chips.BANKER, "today": policy("niuniu")}.items():
        print(f"搶莊牛牛: a bid of {name} is guessed {100 * guessed(player, deals // 4):.0f} %")
    for what, kept in (("has in the end", False), ("keeps", True)):
        against = policy("niuniu"), chips.BANKER
        found = evening.money("niuniu", *against, deals // 60, "reading", kept=kept)
        print(f"搶莊牛牛: today {what} {races.mean(found)} × what 3359daf does", flush=True)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    words.add_argument("--deals", type=int, default=PLAYED)
    main(words.parse_args().deals)
