"""The computer player of 搶莊牛牛: how much to risk before any card is seen.

Bids and bets are made before the deal, and 莊 and 閒 have the same chances: no two hands are equal,
and what either may lose is limited alike. Every bet is fair, so that only the risk can be chosen.
Who is behind takes more of it, who is ahead less; and nobody bets what he could not pay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.bots import Greedy
from engine.core import Action

if TYPE_CHECKING:
    from engine.core import Prompt
    from engine.kernels.banker.state import Seen

LIKELY = 2
"""What the winning hand multiplies by, taken with some caution: its mean is below 1.7."""

SHARE = 4
"""One part in so many of what one owns may be lost in a deal that goes badly."""


def ranked(seen: Seen, prompt: Prompt) -> list[Action]:
    """All bids or bets, best first."""
    public, seat = seen.public, seen.seat
    assert seat is not None and prompt.number is not None  # noqa: S101, PT018  (it is asked)
    phase, allowed = public.phase.value, prompt.number.allowed
    own = public.stacks[seat]
    others = [public.stacks[s] for s in public.playing if s != seat]
    ahead = own > max(others)
    unit = public.base * LIKELY * max(1, public.multiple)
    if public.banker is None:
        unit *= len(others)
    wanted = 0 if ahead else own // SHARE // unit
    near = sorted(allowed, key=lambda n: (n > max(wanted, allowed[0]), abs(n - wanted), n))
    return [Action(phase, number=n) for n in near]


POLICY = Greedy()
"""The first of ``ranked``; the best arrangement of a hand."""
