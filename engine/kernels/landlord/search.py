"""A computer player that tries its ideas: one decision of 斗地主, by what the seat sees.

What is certain is played. Else the best plays by rule of thumb are tried in deals as they may lie,
drawn from what was seen: played to the end in a simple way, or solved where few cards are left.
Those that do badly are dropped early.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core import Action
from engine.kernels.climb.compact import PASS, Compact, Plays
from engine.kernels.climb.hints import action_of, cards_of
from engine.kernels.climb.ideas import sift
from engine.kernels.climb.ranks import STRENGTH, counted, strengths
from engine.kernels.climb.runs import Move
from engine.kernels.climb.state import PLAY
from engine.kernels.landlord.divided import ROCKET_HEAD, divided
from engine.kernels.landlord.manner import skilled
from engine.kernels.landlord.novice import Novice
from engine.kernels.landlord.policy import Landlord
from engine.kernels.landlord.solve import Solver
from engine.kernels.landlord.sure import Sure
from engine.kernels.landlord.trial import Top, Trial
from engine.kernels.landlord.vetoes import may_pass, sensible
from engine.kernels.landlord.worlds import Worlds, weighed

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.bots import Budget
    from engine.core import Prompt
    from engine.kernels.landlord.deal import LandlordSeen
    from engine.kernels.landlord.divided import Divided
    from engine.kernels.landlord.flow import LandlordGame
    from engine.kernels.landlord.policy import Turn
    from engine.rng import Rng

IDEAS = 9
"""So many plays are tried, and passing."""

SOLVED = 24
"""With so few cards left in all hands deals are solved."""

LOOKS = 1500
"""So many positions are looked at to solve one idea in one deal; after that nothing is solved."""

TOLD = 20
"""After so many trials the part of them that was won is worth telling."""

RATED = 0.004
"""What a point of the rule of thumb is worth in parts of a win."""


@dataclass(slots=True)
class Idea:
    """A play that is tried.

    Attributes:
        number: its number, ``PASS`` for passing.
        rate: what the rule of thumb makes of it, less the best's.
        rest: the hand that is left, divided; and its weight.
        won: trials won.
        tried: trials played.
    """

    number: int
    rate: float
    rest: Divided
    weight: int
    won: float = 0.0
    tried: int = 0

    @property
    def value(self) -> float:
        """How good it looks."""
        return self.won / max(1, self.tried) + RATED * self.rate


class Search:
    """One decision: to lead, to beat, or to pass."""

    def __init__(self, game: LandlordGame, seen: LandlordSeen, turn: Turn) -> None:
        public = seen.public
        self.game, self.seen, self.turn = game, seen, turn
        self.plays = Plays(turn.reader)
        self.me = seen.seat or 0
        self.landlord = public.extra.landlord or 0
        self.hand = counted(strengths(seen.hand))
        self.weight = weighed(self.hand)
        self.count = len(seen.hand)
        self.over = turn.over
        self.share: float | None = None
        self.top = PASS
        self.owner = self.me
        if turn.top is not None and turn.over is not None:
            self.top = self.plays.number(Move(turn.over))
            self.owner = turn.top.seat

    def best(self, rng: Rng, budget: Budget) -> Action:
        """The action that wins most often."""
        return self._action(self._best(rng, budget))

    def _best(self, rng: Rng, budget: Budget) -> int:
        used = budget.begin()
        options = self.plays.of(self.weight, self.top)
        if len(options) == 1:
            return options[0]
        pack = self.game.pack(self.seen.options)
        worlds = Worlds(self.seen, pack, self.game.gone(self.seen.public), rng)
        counts = self.seen.public.counts
        foes = tuple(counts[foe or 0] for foe in self.turn.foes)
        sure = Sure(self.plays, weighed(counted(worlds.unseen)), foes)
        certain = sure.play(self.weight, self.count, self.top, self._spoilt)
        if certain:
            return certain
        ideas = self._ideas()
        if len(ideas) == 1:
            return ideas[0].number
        sift(ideas, budget.trials, used, self._deal(worlds))
        best = max(ideas, key=lambda idea: (idea.tried, idea.value))
        self.share = best.won / best.tried if best.tried >= TOLD else None
        return best.number

    def _spoilt(self, number: int) -> int:
        """Whether a play takes a bomb apart, or uses one up on an ordinary play."""
        move = self.plays.move(number)
        if move.reading.tier:
            return int(self.over is not None)
        return 2 * self.turn.tears(move)

    def _ideas(self) -> list[Idea]:
        """The plays worth a trial, by rule of thumb."""
        turn = self.turn
        moves = sensible(turn, turn.moves())
        rated: dict[tuple[str, int, int], list[tuple[float, int]]] = {}
        for move in moves:
            reading = move.reading
            key = (reading.shape, reading.size, reading.head)
            rated.setdefault(key, []).append((turn.rate(move), self.plays.number(move)))
        found = []
        for same in rated.values():
            same.sort(reverse=True)
            found += same[:2]
        found.sort(reverse=True)
        found = found[:IDEAS]
        if may_pass(turn, moves):
            found.append((turn.passing(), PASS))
        best = max(rate for rate, _ in found)
        return [self._idea(number, max(rate - best, -60.0)) for rate, number in found]

    def _idea(self, number: int, rate: float) -> Idea:
        hand = self.hand
        if number:
            left = list(hand)
            for rank in self.plays.move(number).ranks:
                left[STRENGTH[rank]] -= 1
            hand = tuple(left)
        return Idea(number, rate, divided(hand), weighed(hand))

    def _deal(self, worlds: Worlds) -> Callable[[], Callable[[Idea], float]]:
        """Deals to try ideas in: solved where few cards are left, else played.

        In every other one the foes who have not shown more are novices: who wins against one manner
        of playing alone does not know what another one makes of it.
        """
        solver: Solver | None = None
        novices = False
        foes = {foe for foe in self.turn.foes if foe is not None}
        green = foes - skilled(self.seen.public)
        if sum(self.seen.public.counts) <= SOLVED:
            solver = Solver(self.plays, self.landlord)

        def draw() -> Callable[[Idea], float]:
            nonlocal novices
            hands = worlds.draw()
            others: list[Divided | None] = [divided(hand) for hand in hands]
            others[self.me] = None
            for foe in green if novices else ():
                others[foe] = Novice(hands[foe])
            novices = not novices
            weights = [weighed(hand) for hand in hands] if solver else []

            def outcome(idea: Idea) -> float:
                nonlocal solver
                won = None
                if solver:
                    won = self._solved(idea, weights, solver)
                    solver = solver if won is not None else None
                return self._played(idea, others) if won is None else won

            return outcome

        return draw

    def _played(self, idea: Idea, others: list[Divided | None]) -> bool:
        """Whether an idea wins, if the others hold these hands."""
        hands = [(idea.rest if hand is None else hand).copy() for hand in others]
        number = idea.number or self.top
        owner = self.me if idea.number else self.owner
        trial = Trial(hands, self.landlord)
        first = trial.play((self.me + 1) % len(hands), _top_of(self.plays.move(number), owner))
        return (first == self.landlord) == (self.me == self.landlord)

    def _solved(self, idea: Idea, weights: list[int], solver: Solver) -> bool | None:
        deal = Compact(self.plays, weights, self.seen.public.counts, self.me, self.top, self.owner)
        deal.do(idea.number)
        won = solver.wins(deal, LOOKS)
        return None if won is None else won == (self.me == self.landlord)

    def _action(self, number: int) -> Action:
        if number == PASS:
            return Action("pass")
        move = self.plays.move(number)
        cards = cards_of(move, self.seen.hand)
        last = len(cards) == len(self.seen.hand)
        return action_of(cards, move.reading, self.turn.reader, self.over, last=last)


def _top_of(move: Move, owner: int) -> Top:
    """A play as trial games know it."""
    reading = move.reading
    wing = max(reading.groups, default=0)
    head = reading.head
    if reading.tier:
        return Top(4, 1, ROCKET_HEAD if reading.tier > 1 else head, 0, owner)
    return Top(reading.width, len(reading.body), head, wing, owner)


class Searcher(Landlord):
    """The computer player that searches; the auction is answered by rule of thumb.

    Attributes:
        share: the part of its trials that its last answer won, where that is worth telling.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.share: float | None = None

    def choose(self, game: LandlordGame, seen: LandlordSeen, prompt: Prompt, rng: Rng) -> Action:
        """The best action, by what the seat sees."""
        if seen.public.phase != PLAY:
            return super().choose(game, seen, prompt, rng)
        search = Search(game, seen, self.turn(game, seen))
        action = search.best(rng, self.budget)
        self.share = search.share
        return action
