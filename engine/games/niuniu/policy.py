"""The computer player of 搶莊牛牛: how much to risk before any card is seen.

Bids and bets are made before the deal, and 莊 and 閒 have the same chances: no two hands are equal,
and what either may lose is limited alike. Every bet is fair, so that only the risk can be chosen.
Who is behind takes more of it, who is ahead less; and nobody bets what he could not pay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.bots import Greedy
from engine.core import Action

if TYPE_CHECKING:
    from engine.bots import Budget
    from engine.core import Game, Prompt
    from engine.kernels.banker.state import Seen
    from engine.rng import Rng

LIKELY = 2
"""What the winning hand multiplies by, taken with some caution: its mean is below 1.7."""

MIXED = (11, 8, 4)
"""How often the best bid is made, and the next ones."""

DARING = 4
"""One in so many times all bids that can be borne are as likely as each other."""


class Manner(NamedTuple):
    """How much a level risks.

    Attributes:
        share: one part in so many of what it owns may be lost in a deal that goes badly, usually;
        at_most: and the most that may be lost, where it does something else for once;
        daring: and where it takes whatever comes to its mind.
    """

    share: int
    at_most: int
    daring: int


EXPERT, USUAL, NEWCOMER = Manner(24, 10, 4), Manner(4, 2, 2), Manner(1, 1, 1)


def risk(seen: Seen) -> int:
    """What may be lost for each multiple that is bid or bet."""
    public, seat = seen.public, seen.seat
    unit = public.base * LIKELY * max(1, public.multiple)
    if public.banker is None:
        unit *= sum(other != seat for other in public.playing)
    return unit


def ranked(seen: Seen, prompt: Prompt, manner: Manner = EXPERT) -> list[Action]:
    """All bids or bets, best first."""
    public, seat = seen.public, seen.seat
    assert seat is not None and prompt.number is not None  # noqa: S101, PT018  (it is asked)
    phase, allowed = public.phase.value, prompt.number.allowed
    own = public.stacks[seat]
    others = [public.stacks[s] for s in public.playing if s != seat]
    ahead = own > max(others)
    unit = risk(seen)
    wanted = 0 if ahead else own // manner.share // unit
    near = sorted(allowed, key=lambda n: (n > max(wanted, allowed[0]), abs(n - wanted), n))
    return [Action(phase, number=n) for n in near]


class Banker(Greedy):
    """Bids and bets mostly what is best, else what lies near, or anything now and then.

    A hand it arranges the best way.

    As every bet is fair nothing is lost by that, and nobody can tell a bid before it is made.
    """

    def __init__(self, manner: Manner = EXPERT) -> None:
        self.manner = manner

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """An action."""
        if prompt.number is None:
            return super().choose(game, seen, prompt, rng)
        best, *others = ranked(seen, prompt, self.manner)
        unit, own = risk(seen), seen.public.stacks[seen.seat or 0]
        most = own // self.manner.daring
        borne = [a for a in (best, *others) if (a.number or 0) * unit <= most]
        if borne and not rng.below(DARING):
            return rng.choice(borne)
        most = own // self.manner.at_most
        bearable = [a for a in others if (a.number or 0) * unit <= most]
        ways = [best, *bearable[: len(MIXED) - 1]]
        drawn = rng.below(sum(MIXED[: len(ways)]))
        for action, part in zip(ways, MIXED, strict=False):
            drawn -= part
            if drawn < 0:
                return action
        return best


class Newcomer(Banker):
    """The player of 入门: it wants to be 莊 and to win much, whether it is ahead or behind.

    It names the most that it could pay if it lost, and now and then a little less; a hand it
    arranges as well as anybody.
    """

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """An action."""
        if prompt.number is None:
            return super().choose(game, seen, prompt, rng)
        unit, own = risk(seen), seen.public.stacks[seen.seat or 0]
        named = [n for n in prompt.number.allowed if n * unit <= own] or prompt.number.allowed[:1]
        bold = named[-1] if len(named) == 1 or rng.below(BOLD) else named[-2]
        return Action(seen.public.phase.value, number=bold)


BOLD = 4
"""One in so many times a beginner names a little less than the most."""

ENOUGH = 40
"""With fewer trials it is 普通 that plays; nothing is tried here."""

POLICY, BEGINNER = Banker(), Newcomer(NEWCOMER)


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player of a level, by what it may spend."""
    return POLICY if budget.trials >= ENOUGH else Banker(USUAL)
