"""The computer player of 搶莊牛牛: how much to risk before any card is seen.

Bids and bets are made before the deal, and 莊 and 閒 have the same chances: no two hands are equal,
and what either may lose is limited alike. Every bet is fair, so that only the risk can be chosen.
Who is behind takes more of it, who is ahead less; and nobody bets what he could not pay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.bots import Greedy
from engine.core import Action

if TYPE_CHECKING:
    from engine.core import Game, Prompt
    from engine.kernels.banker.state import Seen
    from engine.rng import Rng

LIKELY = 2
"""What the winning hand multiplies by, taken with some caution: its mean is below 1.7."""

SHARE = 4
"""One part in so many of what one owns may be lost in a deal that goes badly."""


AT_MOST = 2
"""One part in so many of what one owns is the most that may be lost in a deal that goes badly."""

MIXED = (9, 6, 5)
"""How often the best bid is made, and the next ones."""


def risk(seen: Seen) -> int:
    """What may be lost for each multiple that is bid or bet."""
    public, seat = seen.public, seen.seat
    unit = public.base * LIKELY * max(1, public.multiple)
    if public.banker is None:
        unit *= sum(other != seat for other in public.playing)
    return unit


def ranked(seen: Seen, prompt: Prompt) -> list[Action]:
    """All bids or bets, best first."""
    public, seat = seen.public, seen.seat
    assert seat is not None and prompt.number is not None  # noqa: S101, PT018  (it is asked)
    phase, allowed = public.phase.value, prompt.number.allowed
    own = public.stacks[seat]
    others = [public.stacks[s] for s in public.playing if s != seat]
    ahead = own > max(others)
    unit = risk(seen)
    wanted = 0 if ahead else own // SHARE // unit
    near = sorted(allowed, key=lambda n: (n > max(wanted, allowed[0]), abs(n - wanted), n))
    return [Action(phase, number=n) for n in near]


class Banker(Greedy):
    """Bids and bets mostly what is best, else what lies near; arranges a hand the best way.

    As every bet is fair nothing is lost by that, and nobody can tell a bid before it is made.
    """

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """An action."""
        if prompt.number is None:
            return super().choose(game, seen, prompt, rng)
        best, *others = ranked(seen, prompt)
        unit, own = risk(seen), seen.public.stacks[seen.seat or 0]
        bearable = [a for a in others if (a.number or 0) * unit <= own // AT_MOST]
        ways = [best, *bearable[: len(MIXED) - 1]]
        drawn = rng.below(sum(MIXED[: len(ways)]))
        for action, part in zip(ways, MIXED, strict=False):
            drawn -= part
            if drawn < 0:
                return action
        return best


POLICY = Banker()
