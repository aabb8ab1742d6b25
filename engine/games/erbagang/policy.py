"""The computer player of 二八杠: how much to bid and to bet.

Everybody's two tiles come from the same pack, so that the chances differ in one thing alone: 莊
wins what is still equal. Counted over all pairs of hands a 閒 loses 1.2 % of its bet (5.4 % where
equal points are 莊's, nothing where they are not paid). So it is good to be 莊, for as much as one
can bear to lose; a 閒 bets little, and more only to catch up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bots import Greedy
from engine.core import Action
from engine.kernels.banker.state import Phase

if TYPE_CHECKING:
    from engine.core import Prompt
    from engine.kernels.banker.state import Seen

BANK = 2
"""One part in so many of what one owns is bid."""

BEHIND, AHEAD = 12, 50
"""One part in so many of what one owns is bet by who owns less than the others, and by who more."""


def ranked(seen: Seen, prompt: Prompt) -> list[Action]:
    """Some bids or bets, best first."""
    public, seat = seen.public, seen.seat
    assert seat is not None and prompt.number is not None  # noqa: S101, PT018  (it is asked)
    phase, allowed = public.phase.value, prompt.number.allowed
    own = public.stacks[seat] // public.base
    lowest, highest = allowed[0], allowed[-1]
    if public.phase is Phase.BID:
        wanted = own // BANK
        usual = [lowest, highest]
    else:
        behind = public.stacks[seat] * public.seats < sum(public.stacks)
        wanted = own // (BEHIND if behind else AHEAD)
        usual = [highest, lowest]
    best = max((n for n in (wanted, lowest) if n in allowed and n <= highest), default=lowest)
    if wanted > highest:
        best = highest
    return [Action(phase, number=n) for n in dict.fromkeys((best, *usual))]


POLICY = Greedy()
"""The first of ``ranked``."""
