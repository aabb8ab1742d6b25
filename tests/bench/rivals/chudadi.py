"""The computer player of 锄大地 as it was at commit 3359daf: an opponent that stays as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core import Action
from engine.games.chudadi import groups
from engine.games.chudadi.groups import FIVE, TOP, divided
from tests.bench.rivals.chudadi_trial import SEATS, Top, Trial, by_size

if TYPE_CHECKING:
    from engine.core import Prompt
    from engine.games.chudadi.game import Chudadi
    from engine.games.chudadi.groups import Cards, Group
    from engine.games.chudadi.state import ChudadiSeen
    from engine.rng import Rng
    from tests.bench.rivals.chudadi_trial import Sorted

PLAYS = 7
"""So many plays are tried."""

ROUNDS = ((8, 4), (10, 2), (16, 1))
"""In so many deals, and how many are tried on."""

FIRST = 30
"""What being out first is worth beside the points."""

COST = 12.0
"""What a turn more costs in points, beside what the trials say."""


class Try(NamedTuple):
    """A play that is tried, None for a pass, and what the hand is then: see ``divided``."""

    cost: float
    group: Group | None
    rest: Sorted


class BigTwo:
    """The computer player."""

    def choose(self, game: Chudadi, seen: ChudadiSeen, prompt: Prompt, rng: Rng) -> Action:
        """The best action, by what the seat sees."""
        chosen = _Turn(game, seen, rng).best()
        if chosen is None:
            return Action("pass")
        return Action("play", cards=tuple(sorted(map(groups.card, chosen))))


POLICY: Any = BigTwo()


class _Turn:
    """One decision: to lead, to beat, or to pass."""

    def __init__(self, game: Chudadi, seen: ChudadiSeen, rng: Rng) -> None:
        public = seen.public
        self.public, self.rng = public, rng
        self.me = seen.seat or 0
        self.straights = str(seen.options["straights"])
        self.lock = game.locks(seen.options)
        self.hand = tuple(map(groups.number, seen.hand))
        gone = {groups.number(card) for what in public.played for card in what.cards}
        gone.update(self.hand)
        self.unseen = tuple(n for n in range(TOP + 1) if n not in gone)
        self.size, self.key, self.owner = 0, -1, self.me
        top = public.circle.top
        if top is not None and top.reading is not None:
            self.size, self.key = top.reading.size, groups.key(top.reading)
            self.owner = top.seat

    def best(self) -> Cards | None:
        """The cards to play, or None to pass."""
        tried: list[Try] = []
        for group in self._options():
            if len(group[1]) == len(self.hand):
                return group[1]
            cost, rest = divided(set(self.hand).difference(group[1]), self.straights)
            tried.append(Try(cost, group, by_size(rest)))
        tried = sorted(tried, key=lambda found: found.cost)[:PLAYS]
        if self.size and tried:
            cost, rest = divided(self.hand, self.straights)
            tried.append(Try(cost, None, by_size(rest)))
        if not tried:
            return None
        best = self._tried(tried) if len(tried) > 1 else tried[0]
        return None if best.group is None else best.group[1]

    def _options(self) -> list[Group]:
        """Every play worth a thought."""
        found = [] if self.size == FIVE else groups.small(self.hand)
        if self.size in (0, FIVE):
            found += groups.fives(self.hand, self.straights)
        if self.size:
            found = [g for g in found if len(g[1]) == self.size and g[0] > self.key]
        must = self.public.must
        if must is not None and not self.public.played:
            needed = groups.number(must)
            found = [group for group in found if needed in group[1]]
        return found

    def _tried(self, tried: list[Try]) -> Try:
        """The best of some plays; those that do badly are dropped early."""
        totals = dict.fromkeys(range(len(tried)), 0.0)
        done = 0
        for deals, kept in ROUNDS:
            for _ in range(deals):
                hands = self._imagined()
                for at in totals:
                    totals[at] += self._outcome(hands, tried[at])
            done += deals
            best = sorted(totals, key=lambda at: COST * tried[at].cost - totals[at] / done)
            totals = {at: totals[at] for at in best[:kept]}
        return tried[next(iter(totals))]

    def _imagined(self) -> list[Sorted]:
        """Hands of the others as they may be, divided."""
        pool = self.rng.shuffled(self.unseen)
        found: list[Sorted] = []
        for seat, count in enumerate(self.public.counts):
            mine = seat == self.me
            found.append([] if mine else by_size(divided(pool[:count], self.straights)[1]))
            pool = pool if mine else pool[count:]
        return found

    def _outcome(self, hands: list[Sorted], what: Try) -> float:
        """What a play leads to, if the others hold these hands."""
        counts, locked = list(self.public.counts), set(self.public.circle.locked)
        copied = [[list(plays) for plays in hand] for hand in hands]
        copied[self.me] = [list(plays) for plays in what.rest]
        size, key, owner = self.size, self.key, self.owner
        if what.group is not None:
            key, cards = what.group
            size, owner = len(cards), self.me
            counts[self.me] -= size
        elif self.lock:
            locked.add(self.me)
        trial = Trial(copied, counts, lock=self.lock)
        first = trial.play((self.me + 1) % SEATS, Top(size, key, owner), locked)
        return trial.score(self.me) + FIRST * (first == self.me)
