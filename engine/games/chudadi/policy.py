"""The computer player: it tries its best plays in deals as they may lie, and takes the best.

Plays are chosen by what they leave behind; each is tried in the same deals, made up from what the
seat sees, and played to the end in a simple way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.bots import Budget
from engine.core import Action
from engine.games.chudadi import groups
from engine.games.chudadi.book import bits, plain, planned, play
from engine.games.chudadi.groups import FIVE, SUITS, divided
from engine.games.chudadi.scoring import TWOS, times
from engine.kernels.climb.beginner import BEGINNER
from engine.kernels.race.core import LEAD
from engine.kernels.race.search import Idea, Table, best
from engine.kernels.race.worlds import Worlds

__all__ = ["BEGINNER", "POLICY", "THINKER"]

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.core import Prompt, Seat
    from engine.games.chudadi.game import Chudadi
    from engine.games.chudadi.groups import Group
    from engine.games.chudadi.state import ChudadiSeen
    from engine.kernels.race.core import Book, Race
    from engine.rng import Rng

COST = 0.05
"""What a turn more costs in parts of a win, beside what the trials say."""

PLANNED = 2
"""In one of so many draws the others keep to a plan."""

POINT = 0.006
"""What a point is worth in parts of a win."""

TWO = groups.TOP + 1 - SUITS
"""The number of ♦2."""

TWO_BITS = tuple((1 << TWO + at, TWOS[suit]) for at, suit in enumerate(sorted(TWOS)))


class BigTwo:
    """The computer player.

    Attributes:
        share: the part of its trials that its last answer won, where that is worth telling.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.share: float | None = None

    def choose(self, game: Chudadi, seen: ChudadiSeen, prompt: Prompt, rng: Rng) -> Action:
        """The best action, by what the seat sees."""
        turn = _Turn(game, seen, rng)
        chosen = turn.best(self.budget)
        self.share = turn.share
        if chosen is None:
            return Action("pass")
        return Action("play", cards=tuple(sorted(map(groups.card, chosen[1]))))


ENOUGH, HASTY = 40, Budget(2)
"""With fewer trials it hardly tries anything: that is how far the levels lie apart."""


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player of a level, by what it may spend."""
    return BigTwo(budget if budget.trials >= ENOUGH else HASTY)


POLICY: Any = BigTwo(Budget(12))


class _Turn:
    """One decision: to lead, to beat, or to pass."""

    def __init__(self, game: Chudadi, seen: ChudadiSeen, rng: Rng) -> None:
        public = seen.public
        self.public = public
        self.drawn = 0
        self.share: float | None = None
        self.me = seen.seat or 0
        self.straights = str(seen.options["straights"])
        self.hand = tuple(map(groups.number, seen.hand))
        self.worlds = Worlds(
            public, (self.me, seen.hand), game.pack(seen.options), groups.number, int, rng
        )
        top, lock = public.circle.top, game.locks(seen.options)
        self.table = Table(self.me, public.counts, lock)
        if top is not None and top.reading is not None:
            self.table = Table(
                self.me, public.counts, lock, top.reading.size, groups.key(top.reading), top.seat,
                bits(public.circle.locked),
            )  # fmt: skip

    def best(self, budget: Budget) -> Group | None:
        """The play to make, or None to pass."""
        found = []
        for group in self._options():
            if len(group[1]) == len(self.hand):
                return group
            cost, rest = divided(set(self.hand).difference(group[1]), self.straights)
            found.append((cost, group, rest))
        if not found:
            return None
        found.sort(key=lambda one: one[0])
        ways: dict[object, Group | None] = {}
        ideas = []
        for cost, group, rest in found:
            ideas.append(Idea(play(group), -COST * cost, planned(rest)))
            ways[ideas[-1].play] = group
        if self.table.kind != LEAD:
            cost, rest = divided(self.hand, self.straights)
            ideas.append(Idea(None, -COST * cost, planned(rest)))
        unseen = plain(self.worlds.unseen, self.straights)
        chosen = best(self.table, ideas, unseen, self._draw, outcome, budget)
        self.share = chosen.share
        return ways.get(chosen.play)

    def _options(self) -> list[Group]:
        """Every play worth a thought."""
        size, key = self.table.kind, self.table.key
        found = [] if size == FIVE else groups.small(self.hand)
        if size in (LEAD, FIVE):
            found += groups.fives(self.hand, self.straights)
        if size:
            found = [g for g in found if len(g[1]) == size and g[0] > key]
        must = self.public.must
        if must is not None and not self.public.played:
            needed = groups.number(must)
            found = [group for group in found if needed in group[1]]
        return found

    def _draw(self) -> list[Book]:
        """The others' hands; now they play what fits, now they keep to a plan."""
        self.drawn += 1
        plan = self.drawn % PLANNED == 0
        return [self._book(hand, plan=plan) for hand in self.worlds.draw()]

    def _book(self, hand: Sequence[int], *, plan: bool) -> Book:
        if plan:
            return planned(divided(hand, self.straights)[1])
        return plain(hand, self.straights)


def outcome(race: Race, seat: Seat) -> float:
    """What the end of a race is worth: being out first, and the points."""
    total = own = 0
    for other, count in enumerate(race.counts):
        cost = count * times(count) if count else 0
        if race.hands[other] >> TWO:
            cost += sum(worth for bit, worth in TWO_BITS if race.hands[other] & bit)
        total += cost
        if other == seat:
            own = cost
    return (race.counts[seat] == 0) + POINT * (total - len(race.counts) * own)
