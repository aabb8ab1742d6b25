"""The computer players of 炸金花 and 搶莊牛牛 as they were at commit 3359daf."""

from math import prod

from engine.bots import Greedy
from engine.core import Action
from engine.games.niuniu.policy import ranked
from engine.games.zhajinhua.policy import place

AVERAGE = 0.5

GOOD, RISE, BEST = 0.25, 0.04, 0.7
"""Who has looked is taken to hold one of the best hands: all but this part of them at first, more
with each 底注 the stake has risen by, but never all but more than ``BEST``."""

SURE = 0.6
"""Raise where all others are beaten so often."""

BLUFFS = 12
"""One hopeless hand in so many is raised once, early, instead of thrown away."""

EARLY = 3
"""Rounds in which that is tried."""


def _chance(seen, seat, other):
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


def _best(seen):
    public, seat = seen.public, seen.public.turn
    others = public.others(seat)
    chances = {other: _chance(seen, seat, other) for other in others}
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


def _short(seen, win):
    """孤注一擲 or 棄牌: what can be won is limited by what one has put in."""
    public, seat = seen.public, seen.public.turn
    own = public.stacks[seat]
    most = public.paid[seat] + own
    pot = sum(min(paid, most) for other, paid in enumerate(public.paid) if other != seat)
    pot += public.paid[seat]
    if win * (pot + own) > own or own == 0:
        return Action("allin")
    return Action("fold")


class _Gambler:
    """The best of ``ranked``, and now and then a raise with nothing in the hand."""

    def choose(self, game, seen, prompt, rng):
        """An action."""
        action = _best(seen)
        if action.verb == "fold" and _may_bluff(seen.public) and not rng.below(BLUFFS):
            raises = seen.public.raises(seen.public.turn)
            return Action("raise", number=raises[0]) if raises else action
        return action


def _may_bluff(public):
    """Only early, and only where all others know what they would throw away."""
    others = public.others(public.turn)
    return (
        public.round <= EARLY
        and not public.short(public.turn)
        and all(public.looked[other] for other in others)
    )


GAMBLER = _Gambler()


class _Banker(Greedy):
    """The first of ``ranked``."""

    def choose(self, game, seen, prompt, rng):
        """The bid or bet nearest to what it wants; the best arrangement."""
        return ranked(seen, prompt)[0] if prompt.number else super().choose(game, seen, prompt, rng)


BANKER = _Banker()
