"""The computer player of 炸金花: how often its cards win, and what that is worth.

How often a hand beats another one is exact: all 22,100 hands are counted. What others hold who
have looked and go on paying is taken to be better than average, the more so the higher the stake.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any

from engine.core import Action
from engine.games.zhajinhua.scoring import strength
from engine.games.zhajinhua.state import PACK
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from engine.core import Game, Prompt, Seat
    from engine.games.zhajinhua.scoring import Kind
    from engine.games.zhajinhua.state import Hand, Public, Seen
    from engine.rng import Rng

AVERAGE = 0.5

GOOD, RISE, BEST = 0.25, 0.04, 0.7
"""Who has looked is taken to hold one of the best hands: all but this part of them at first, more
with each 底注 the stake has risen by, but never all but more than ``BEST``."""

SURE = 0.6
"""Raise where all others are beaten so often."""

LOW, HIGH = 0.3, 0.8
"""Nobody is told that a hand which beats fewer others is worth paying for, or to fold a better."""

BLUFFS = 12
"""One hopeless hand in so many is raised once, early, instead of thrown away."""

EARLY = 3
"""Rounds in which that is tried."""


@cache
def _below(*, low: bool) -> dict[tuple[Kind, tuple[int, ...]], float]:
    """For each kind and its ranks, the part of all hands that it beats; equal ones count half."""
    found = Counter(strength(hand, low=low)[:2] for hand in combinations(PACK, 3))
    total, seen = found.total(), 0
    table = {}
    for worth in sorted(found):
        table[worth] = (seen + found[worth] / 2) / total
        seen += found[worth]
    return table


def place(hand: Hand, *, low: bool) -> float:
    """The part of all hands that a hand beats, from 0 to 1."""
    return _below(low=low)[strength(hand, low=low)[:2]]


def chance(seen: Seen, seat: Seat, other: Seat) -> float:
    """How likely ``seat`` beats one other, from what it knows."""
    public = seen.public
    own = place(seen.hand, low=public.rules.low) if seen.hand else AVERAGE
    if not public.looked[other]:
        return own
    risen = public.unit // public.rules.base - 1
    worse = min(BEST, GOOD + RISE * risen)
    if not seen.hand:
        return (1 - worse) / 2
    return max(0.01, (own - worse) / (1 - worse))


def ranked(seen: Seen, prompt: Prompt) -> list[Action]:
    """What may be done, best first."""
    best = _best(seen)
    others = [choice.action for choice in prompt.choices]
    number = prompt.number
    others += [] if number is None else [Action("raise", number=n) for n in number.allowed[:2]]
    return [best, *(action for action in others if action != best)]


def _best(seen: Seen) -> Action:
    public, seat = seen.public, seen.public.turn
    others = public.others(seat)
    chances = {other: chance(seen, seat, other) for other in others}
    win = prod(chances.values())
    if public.short(seat):
        return _short(seen, win)
    price = public.price(seat)
    if not public.looked[seat]:
        blind = public.round == 1 and public.unit == public.rules.base
        return Action("call") if blind else Action("look")
    theirs = sum(public.price(other) for other in others)
    raises = public.raises(seat)
    if win >= SURE and raises:
        return Action("raise", number=raises[min(1, len(raises) - 1)])
    if win * theirs > (1 - win) * price:
        return Action("call")
    worth = win * (public.pot + price) > price
    if public.round == 1:
        return Action("call") if worth else Action("fold")
    target = max(others, key=lambda other: (chances[other], -other))
    if worth or (len(others) > 1 and chances[target] > SURE and win * public.pot > price):
        return Action("compare", target=target)
    return Action("fold")


def _short(seen: Seen, win: float) -> Action:
    """孤注一擲 or 棄牌: what can be won is limited by what one has put in."""
    public, seat = seen.public, seen.public.turn
    own = public.stacks[seat]
    most = public.paid[seat] + own
    pot = sum(min(paid, most) for other, paid in enumerate(public.paid) if other != seat)
    pot += public.paid[seat]
    if win * (pot + own) > own or own == 0:
        return Action("allin")
    return Action("fold")


def why(seen: Seen, action: Action) -> Msg | None:
    """What speaks for an action, from what the seat has seen of its own hand."""
    if not seen.hand:
        key = {"call": "blind", "look": "look", "compare": "compare-blind", "allin": "allin-blind"}
        return msg(f"zhajinhua-hint-{key[action.verb]}") if action.verb in key else None
    part = place(seen.hand, low=seen.public.rules.low)
    if action.verb == "raise" and part < AVERAGE:
        return msg("zhajinhua-hint-bluff")
    if action.verb not in ("call", "raise", "compare", "allin", "fold"):
        return None
    if part > HIGH if action.verb == "fold" else part < LOW:
        return None
    return msg(f"zhajinhua-hint-{action.verb}", percent=round(100 * part))


class Gambler:
    """The best of ``ranked``, and now and then a raise with nothing in the hand."""

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """An action."""
        action = game.suggest(seen, 1)[0]
        if action.verb == "fold" and _may_bluff(seen.public) and not rng.below(BLUFFS):
            raises = seen.public.raises(seen.public.turn)
            return Action("raise", number=raises[0]) if raises else action
        return action


def _may_bluff(public: Public) -> bool:
    """Only early, and only where all others know what they would throw away."""
    others = public.others(public.turn)
    return (
        public.round <= EARLY
        and not public.short(public.turn)
        and all(public.looked[other] for other in others)
    )


POLICY = Gambler()
