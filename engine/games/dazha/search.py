"""A computer player of 上饶打炸 that tries its ideas, by what its seat sees.

The best plays by rule of thumb are tried in deals as they may lie, drawn from what was seen, and
played to the end in a simple way; those that do badly are dropped early.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core import Action
from engine.games.dazha import settle
from engine.games.dazha.divided import (
    BARE,
    BOMB,
    CARRIER,
    FIFTY_K,
    FORCE,
    ONE,
    PAIRS,
    STRAIGHT,
    TWO,
    TWO_OF,
    divided,
    house,
)
from engine.games.dazha.sure import Sure
from engine.games.dazha.trial import NOTHING, Trial
from engine.games.dazha.turn import UNPAID, Turn
from engine.games.dazha.worlds import Worlds, unseen
from engine.kernels.climb.ideas import sift
from engine.kernels.climb.ranks import STRENGTH, counted, strengths

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.bots import Budget
    from engine.core import Prompt
    from engine.games.dazha.deal import DazhaSeen
    from engine.games.dazha.divided import Divided, Top
    from engine.games.dazha.game import Dazha
    from engine.games.dazha.plays import Play
    from engine.kernels.climb.rules import Reading
    from engine.rng import Rng

IDEAS = 9
"""So many plays are tried, and passing."""

TOLD = 20
"""After so many trials the part of them that was won is worth telling."""

RATED = 0.002
"""What a point of the rule of thumb is worth in parts of a win."""

MARGIN = 0.3
"""What all the points of the cards are worth beside winning."""

POINTS = 10
"""So many points are taken by an ordinary play that tears nothing; more, by a 2 as well."""

PAID = 0.01
"""What it is worth that each other player pays 1."""

KINDS = {
    "single": ONE, "pair": TWO_OF, "triple": BARE, "three2": CARRIER, "planes2": CARRIER,
    "straight": STRAIGHT, "pairs": PAIRS, "wskmixed": FIFTY_K, "wsksuited": FIFTY_K,
}  # fmt: skip
"""The kind of an ordinary play in trial games; all others are bombs."""


@dataclass(slots=True)
class Idea:
    """A play that is tried.

    Attributes:
        play: None for passing.
        rate: what the rule of thumb makes of it, less the best's.
        rest: the hand that is left.
        unit: what each other player pays for it.
        won: what its trials have brought.
        tried: trials played.
        deals: of these the side won so many.
    """

    play: Play | None
    rate: float
    rest: Divided
    unit: int
    won: float = 0.0
    tried: int = 0
    deals: int = 0

    @property
    def value(self) -> float:
        """How good it looks."""
        return self.won / max(1, self.tried) + RATED * self.rate


def top_of(reading: Reading) -> Top:
    """A play as trial games know it."""
    kind = KINDS.get(reading.shape, BOMB)
    if kind == BOMB:
        force = reading.force
        if reading.shape in ("sixsmall", "sixbig"):
            force = 90 + (reading.shape == "sixbig")
        return BOMB, 1, force * FORCE + min(reading.head, FORCE - 1)
    if kind == FIFTY_K:
        return kind, 1, 0
    return kind, len(reading.body), reading.head


class Search:
    """One decision: to lead, to beat, or to pass."""

    def __init__(self, game: Dazha, seen: DazhaSeen) -> None:
        public = seen.public
        self.seen, self.reader = seen, game.reader(seen.options)
        self.share: float | None = None
        self.turn = Turn(game, seen)
        self.me = seen.seat or 0
        self.rules = house(seen.options)
        self.teams = tuple(team - 1 for team in public.extra.teams)
        collected = settle.collected(public)
        self.taken = [
            sum(collected[seat] for seat in range(public.seats) if self.teams[seat] == team)
            for team in (0, 1)
        ]
        self.pot = settle.in_circle(public.circle.plays)
        top = public.circle.top
        self.top, self.owner = NOTHING, self.me
        if top is not None and top.reading is not None:
            self.top, self.owner = top_of(top.reading), top.seat

    def best(self, rng: Rng, budget: Budget) -> Action:
        """The action that wins most often."""
        used = budget.begin()
        sure = Sure(self.seen, unseen(self.seen), self.reader).play(self.turn.moves)
        if sure is not None:
            return Action("play", cards=sure.cards)
        ideas = self.ideas()
        if len(ideas) > 1:
            worlds = Worlds(self.seen, rng)
            sift(ideas, budget.trials, used, lambda: self._deal(worlds))
        chosen = max(ideas, key=lambda idea: (idea.tried, idea.value))
        self.share = chosen.deals / chosen.tried if chosen.tried >= TOLD else None
        if chosen.play is None:
            return Action("pass")
        return Action("play", cards=chosen.play.cards)

    def ideas(self) -> list[Idea]:
        """The plays worth a trial, by rule of thumb."""
        turn = self.turn
        rated: dict[tuple[str, int, int], tuple[float, int]] = {}
        for at, play in enumerate(turn.moves):
            if turn.needless(play):
                continue
            rate = turn.rate(play)
            if len(play.cards) == len(self.seen.hand):
                return [self._idea(play, 0.0)]
            reading = play.reading
            key = (reading.shape, reading.size, reading.head)
            if key not in rated or rate > rated[key][0]:
                rated[key] = rate, at
        found = sorted(rated.values(), key=lambda one: (-one[0], one[1]))[:IDEAS]
        sane = [one for one in found if one[0] > -UNPAID]
        found = self._sensible(sane if sane or self.top is not NOTHING else found[:1])
        passing = turn.passing()
        best = max([rate for rate, _ in found], default=passing)
        ideas = [self._idea(turn.moves[at], max(rate - best, -60.0)) for rate, at in found]
        if self.top is not NOTHING and self._may_pass([turn.moves[at] for _, at in found]):
            ideas.append(self._idea(None, max(min(passing - best, 0.0), -60.0)))
        return ideas

    def _sensible(self, found: list[tuple[float, int]]) -> list[tuple[float, int]]:
        """Without low single cards in front of a foe with one, where a higher one is held."""
        counts, moves = self.seen.public.counts, self.turn.moves
        if all(counts[foe] != 1 for foe in self.turn.foes):
            return found
        singles = [one for one in found if moves[one[1]].reading.shape == "single"]
        if len(singles) == len(found) or self.top[0] == ONE:
            highest = max(singles, key=lambda one: moves[one[1]].reading.head, default=None)
            return [one for one in found if one not in singles or one is highest]
        return [one for one in found if one not in singles]

    def _may_pass(self, plays: list[Play]) -> bool:
        """Whether passing is worth a thought: points are not left to foes for nothing."""
        if not plays or not self.turn.theirs() or self.pot < POINTS:
            return True
        dear = TWO if self.pot <= POINTS else TWO + 1
        return not any(
            not play.reading.tier and not play.reading.groups and play.reading.head < dear
            and self.turn.whole(play)
            for play in plays
        )  # fmt: skip

    def _idea(self, play: Play | None, rate: float) -> Idea:
        left = list(counted(strengths(self.seen.hand)))
        unit = 0
        if play is not None:
            for card in play.cards:
                left[STRENGTH[card.rank]] -= 1
            unit = self.turn.unit(play)
        return Idea(play, rate, divided(tuple(left), self.rules), unit)

    def _deal(self, worlds: Worlds) -> Callable[[Idea], float]:
        """A deal to try ideas in."""
        me, rules = self.me, self.rules
        others = [
            None if seat == me else divided(hand, rules) for seat, hand in enumerate(worlds.draw())
        ]
        return lambda idea: self._worth(idea, others)

    def _worth(self, idea: Idea, others: list[Divided | None]) -> float:
        """What an idea brings, if the others hold these hands."""
        me, teams = self.me, self.teams
        hands = [(idea.rest if hand is None else hand).copy() for hand in others]
        out = list(self.seen.public.out)
        trial = Trial(hands, teams, self.rules, self.taken[:], self.pot, out)
        mine = teams[me]
        winner = trial.go_on(
            me, self.top, self.owner, None if idea.play is None else self._put(idea)
        )
        idea.deals += winner == mine
        mine_paid = trial.paid[mine] - trial.paid[1 - mine] + idea.unit
        margin = (trial.taken[mine] - trial.taken[1 - mine]) / 200
        return (winner == mine) + MARGIN * margin + PAID * mine_paid

    def _put(self, idea: Idea) -> tuple[Top, int]:
        play = idea.play
        assert play is not None  # noqa: S101  (passing puts nothing down)
        return top_of(play.reading), settle.points(play.cards)


class Searcher:
    """The computer player that searches.

    Attributes:
        share: the part of its trials that its last answer won, where that is worth telling.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.share: float | None = None

    def choose(self, game: Dazha, seen: DazhaSeen, prompt: Prompt, rng: Rng) -> Action:
        """The best action, by what the seat sees."""
        search = Search(game, seen)
        action = search.best(rng, self.budget)
        self.share = search.share
        return action
