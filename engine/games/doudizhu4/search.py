"""A computer player of 四人斗地主 that tries its ideas, by what its seat sees.

What is certain is played. Else the best plays by rule of thumb are tried in deals as they may lie,
drawn from what was seen, and played to the end in a simple way; those that do badly are dropped.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.games.doudizhu4.divided import FORCE, ROCKET, divided
from engine.games.doudizhu4.trial import BOMB, LEAD, SEATS, Top, Trial
from engine.games.doudizhu4.turn import BIDS, TORN_BOMB, FourTurn, power
from engine.kernels.climb.ideas import sift
from engine.kernels.climb.ranks import STRENGTH, counted, strengths
from engine.kernels.climb.state import PLAY
from engine.kernels.landlord.policy import FEW, NEVER, Landlord
from engine.kernels.landlord.vetoes import may_pass
from engine.kernels.landlord.worlds import Worlds

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.bots import Budget
    from engine.core import Action, Prompt
    from engine.games.doudizhu4.divided import Divided
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.runs import Move
    from engine.kernels.landlord.deal import LandlordSeen
    from engine.kernels.landlord.flow import LandlordGame
    from engine.rng import Rng

TOLD = 20
"""After so many trials the part of them that was won is worth telling."""

IDEAS = 9
"""So many plays are tried, and passing."""

RATED = 0.004
"""What a point of the rule of thumb is worth in parts of a win."""


@dataclass(slots=True)
class Idea:
    """A play that is tried.

    Attributes:
        move: None for passing.
        rate: what the rule of thumb makes of it, less the best's.
        rest: the hand that is left.
        won: trials won.
        tried: trials played.
    """

    move: Move | None
    rate: float
    rest: Divided
    won: float = 0.0
    tried: int = 0

    @property
    def value(self) -> float:
        """How good it looks."""
        return self.won / max(1, self.tried) + RATED * self.rate


def top_of(reading: Reading) -> Top:
    """A play as trial games know it."""
    if reading.tier > 1:
        return BOMB, 1, ROCKET, 0
    if reading.tier:
        return BOMB, 1, reading.size * FORCE + reading.head, 0
    return reading.width, len(reading.body), reading.head, int(bool(reading.groups))


class Search:
    """One decision: to lead, to beat, or to pass."""

    def __init__(self, game: LandlordGame, seen: LandlordSeen) -> None:
        self.game, self.seen = game, seen
        self.share: float | None = None
        self.turn = FourTurn(game, seen)
        self.me = seen.seat or 0
        self.landlord = seen.public.extra.landlord or 0
        self.hand = counted(strengths(seen.hand))
        top = self.turn.top
        self.top, self.owner = LEAD, self.me
        if top is not None and top.reading is not None:
            self.top, self.owner = top_of(top.reading), top.seat

    def best(self, rng: Rng, budget: Budget) -> Action:
        """The action that wins most often."""
        used = budget.begin()
        sure = self.turn.certain()
        if sure is not None:
            return self.turn.action(sure)
        ideas = self.ideas()
        if len(ideas) > 1:
            gone = self.game.gone(self.seen.public)
            worlds = Worlds(self.seen, self.game.pack(self.seen.options), gone, rng)
            sift(ideas, budget.trials, used, lambda: self._deal(worlds))
        chosen = max(ideas, key=lambda idea: (idea.tried, idea.value))
        self.share = chosen.won / chosen.tried if chosen.tried >= TOLD else None
        return self.turn.action(chosen.move)

    def ideas(self) -> list[Idea]:
        """The plays worth a trial, by rule of thumb."""
        turn = self.turn
        moves = turn.moves()
        passing = may_pass(turn, moves)
        found = sorted(((turn.rate(move), -at) for at, move in enumerate(moves)), reverse=True)
        sane = [one for one in found if one[0] > NEVER // 2]
        whole = [moves[-at].reading.head for _, at in sane if not turn.torn(moves[-at].ranks)]
        if turn.over is not None and whole and turn.danger > FEW:
            # Nothing is taken apart where something weaker beats that is not, and a bomb never.
            sane = [
                one for one in sane
                if not (torn := turn.torn(moves[-one[1]].ranks))
                or (torn < TORN_BOMB and moves[-one[1]].reading.head < min(whole))
            ]  # fmt: skip
        found = sane[:IDEAS] if sane or passing else found[:1]
        best = max([rate for rate, _ in found], default=turn.passing())
        ideas = [self._idea(moves[-at], max(rate - best, -60.0)) for rate, at in found]
        if passing:
            ideas.append(self._idea(None, max(min(turn.passing() - best, 0), -60.0)))
        return ideas

    def _idea(self, move: Move | None, rate: float) -> Idea:
        left = list(self.hand)
        for rank in move.ranks if move else ():
            left[STRENGTH[rank]] -= 1
        return Idea(move, rate, divided(tuple(left)))

    def _deal(self, worlds: Worlds) -> Callable[[Idea], float]:
        """A deal to try ideas in."""
        others = [None if s == self.me else divided(hand) for s, hand in enumerate(worlds.draw())]
        return lambda idea: self._won(idea, others)

    def _won(self, idea: Idea, others: list[Divided | None]) -> bool:
        """Whether an idea wins, if the others hold these hands."""
        if not idea.rest.count:
            return True
        hands = [(idea.rest if hand is None else hand).copy() for hand in others]
        top, owner = self.top, self.owner
        if idea.move is not None:
            top, owner = top_of(idea.move.reading), self.me
        first = Trial(hands, self.landlord).play((self.me + 1) % SEATS, top, owner)
        return (first == self.landlord) == (self.me == self.landlord)


class Searcher(Landlord):
    """The computer player that searches; the auction is answered by rule of thumb.

    Attributes:
        share: the part of its trials that its last answer won, where that is worth telling.
    """

    turn = FourTurn
    power = staticmethod(power)
    bids = BIDS

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.share: float | None = None

    def choose(self, game: LandlordGame, seen: LandlordSeen, prompt: Prompt, rng: Rng) -> Action:
        """The best action, by what the seat sees."""
        if seen.public.phase != PLAY:
            return super().choose(game, seen, prompt, rng)
        search = Search(game, seen)
        action = search.best(rng, self.budget)
        self.share = search.share
        return action
