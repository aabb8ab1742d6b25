"""The computer player of 二八杠: how much to bid and to bet.

Everybody's two tiles come from the same pack, so that the chances differ in one thing alone: 莊
wins what is still equal. Counted over all pairs of hands a 閒 loses 1.2 % of its bet (5.4 % where
equal points are 莊's, nothing where they are not paid). So it is good to be 莊, for as much as one
can bear to lose; a 閒 bets little, and more only to catch up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core import Action
from engine.kernels.banker.state import Phase

if TYPE_CHECKING:
    from engine.bots import Budget
    from engine.core import Game, Prompt
    from engine.kernels.banker.state import Seen
    from engine.rng import Rng

BANK = 16
"""One part in so many of what one owns is bid."""

BEHIND, AHEAD = 40, 100
"""One part in so many of what one owns is bet by who owns less than the others, and by who more."""


class Manner(NamedTuple):
    """How much a level risks: see ``BANK``, ``BEHIND`` and ``AHEAD``."""

    bank: int = BANK
    behind: int = BEHIND
    ahead: int = AHEAD


EXPERT, USUAL, NEWCOMER = Manner(), Manner(2, 6, 10), Manner(1, 2, 3)


def ranked(seen: Seen, prompt: Prompt, manner: Manner = EXPERT) -> list[Action]:
    """Some bids or bets, best first."""
    public, seat = seen.public, seen.seat
    assert seat is not None and prompt.number is not None  # noqa: S101, PT018  (it is asked)
    phase, allowed = public.phase.value, prompt.number.allowed
    own = public.stacks[seat] // public.base
    lowest, highest = allowed[0], allowed[-1]
    if public.phase is Phase.BID:
        wanted = own // manner.bank
        usual = [lowest, highest]
    else:
        behind = public.stacks[seat] * public.seats < sum(public.stacks)
        wanted = own // (manner.behind if behind else manner.ahead)
        usual = [highest, lowest]
    best = max((n for n in (wanted, lowest) if n in allowed and n <= highest), default=lowest)
    if wanted > highest:
        best = highest
    return [Action(phase, number=n) for n in dict.fromkeys((best, *usual))]


class Tiles:
    """The first of ``ranked``."""

    def __init__(self, manner: Manner = EXPERT) -> None:
        self.manner = manner

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """A bid or a bet."""
        return ranked(seen, prompt, self.manner)[0]


class Newcomer(Tiles):
    """The player of 入门: it bids all that it has, and bets a third of it and more.

    Now and then it has had enough and plays as 普通 does.
    """

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """A bid or a bet."""
        calm = not rng.below(CALM)
        return ranked(seen, prompt, USUAL if calm else self.manner)[0]


CALM = 4
"""One in so many times a beginner risks no more than others do."""

ENOUGH = 40
"""With fewer trials it is 普通 that plays; nothing is tried here."""

POLICY, BEGINNER = Tiles(), Newcomer(NEWCOMER)


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player of a level, by what it may spend."""
    return POLICY if budget.trials >= ENOUGH else Tiles(USUAL)
