"""A computer player of 七鬼 that tries its ideas in deals as they may lie."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.kernels.climb.ideas import sift
from engine.kernels.draw.deal import WORTH, on_table, points, taken
from engine.kernels.draw.menu import House, mask_of
from engine.kernels.draw.policy import POLICY, Drawing
from engine.kernels.draw.qigui import JOKERS
from engine.kernels.draw.trial import LEAD, Trial
from engine.kernels.draw.worlds import Worlds, numbers

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.bots import Budget
    from engine.core import Options, Seat
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.state import Hand
    from engine.kernels.draw.deal import DrawSeen
    from engine.kernels.draw.flow import DrawGame
    from engine.kernels.draw.menu import Play
    from engine.kernels.draw.policy import Option, Turn
    from engine.rng import Rng

IDEAS = 9
"""So many plays are tried, and passing."""

RATED = 0.5
"""What a point of the rule of thumb is worth in points of the trials."""


ENOUGH = 40
"""With fewer trials the rule of thumb plays no worse."""


@dataclass(slots=True)
class Idea:
    """A play that is tried.

    Attributes:
        option: None for passing.
        play: the same in the trials.
        rate: what the rule of thumb makes of it.
        won: what its trials have brought, in points.
        tried: trials played.
    """

    option: Option | None
    play: Play | None
    rate: float
    won: float = 0.0
    tried: int = 0

    @property
    def value(self) -> float:
        """How good it looks."""
        return self.won / max(1, self.tried) + RATED * self.rate


def house(game: DrawGame, options: Options) -> House:
    """The house of a table."""
    order = game.reader(options).rules.order
    return House(
        worth=tuple(WORTH.get(rank, 0) for rank in order),
        jokers=order.index(JOKERS[0]),
        size=game.size(options),
        bombs=options.get("bombs") == "true",
        closes=game.closes(options),
        left=options["leftover"] != "none",
    )


class Searcher(Drawing):
    """The computer player that searches where the end is not played exactly.

    Args:
        budget: what it may spend.
        core: what its trial deals are played by.
    """

    def __init__(self, budget: Budget, core: type[Trial] = Trial) -> None:
        self.budget, self.core = budget, core

    def decide(
        self, turn: Turn, game: DrawGame, seen: DrawSeen, over: Reading | None, rng: Rng
    ) -> Option | None:
        """The play that brings most points, or None to pass."""
        used = self.budget.begin()
        order = {rank: at for at, rank in enumerate(game.reader(seen.options).rules.order)}
        rated = sorted(((turn.worth(o), o.cards, o) for o in turn.options), reverse=True)[:IDEAS]
        rules, me = house(game, seen.options), seen.seat or 0
        menus = self.core.menus_of(rules)

        def play(cards: Hand) -> Play:
            laid = mask_of(numbers(cards, order))
            return menus.play(laid, laid)

        ideas = [Idea(option, play(cards), rate) for rate, cards, option in rated]
        if over is not None:
            ideas.append(Idea(None, None, turn.passing()))
        won = [points(cards) for cards in taken(seen.public)]
        pot = points(on_table(seen.public))
        circle = seen.public.circle.top
        lies = None if circle is None else play(circle.cards)
        owner = me if circle is None else circle.seat
        worlds = Worlds(seen, game.pack(seen.options), order, rng)

        def deal() -> Callable[[Idea], float]:
            hands, deck = worlds.draw()
            trial = self.core(hands, deck, rules, won, pot)
            return lambda idea: _brought(idea, trial.copy(), me, lies, owner)

        if len(ideas) > 1:
            sift(ideas, self.budget.trials, used, deal)
        return max(ideas, key=lambda idea: (idea.tried, idea.value)).option


def _brought(idea: Idea, trial: Trial, me: Seat, lies: Play | None, owner: Seat) -> float:
    """The points that an idea brings; ``lies``: what is to be beaten."""
    top = LEAD if lies is None else (lies.size, lies.strength)
    if idea.play is not None:
        top, owner = trial.put(me, idea.play), me
    return trial.play(me, top, owner)[me]


def thinker(budget: Budget, core: type[Trial] = Trial) -> Any:
    """The player that searches, where there are trials enough."""
    return Searcher(budget, core) if budget.trials >= ENOUGH else POLICY
