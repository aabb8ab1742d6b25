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
    from engine.bots import Budget
    from engine.core import Game, Prompt, Seat
    from engine.games.zhajinhua.scoring import Kind
    from engine.games.zhajinhua.state import Hand, Public, Seen
    from engine.rng import Rng

AVERAGE = 0.5

GOOD, RISE, BEST = 0.25, 0.08, 0.92
"""Who has looked is taken to hold one of the best hands: all but this part of them at first, more
with each 底注 the stake has risen by, but never all but more than ``BEST``."""

SURE = 0.6
"""Raise where all others are beaten so often."""

LOW, HIGH = 0.3, 0.8
"""Nobody is told that a hand which beats fewer others is worth paying for, or to fold a better."""

BLUFFS = 8
"""One hopeless hand in so many is raised once, early, instead of thrown away."""

PEEPS, STAYS, SLOW, THIN = 8, 3, 4, 7
"""One in so many times it looks in the first round, stays blind in the next two, only calls with
what it would raise, and raises with what it would call or compare: else every one of these tells
its cards. Measured by ``tests.bench.reading``."""

SIZES = 3
"""A raise is one of the so many lowest, whatever it is made with."""

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


def chance(seen: Seen, seat: Seat, other: Seat, *, reads: bool = True) -> float:
    """How likely ``seat`` beats one other, from what it knows.

    ``reads``: whether it makes anything of the other's going on.
    """
    public = seen.public
    own = place(seen.hand, low=public.rules.low) if seen.hand else AVERAGE
    if not public.looked[other] or not reads:
        return own
    risen = public.unit // public.rules.base - 1
    worse = min(BEST, GOOD + RISE * risen)
    if not seen.hand:
        return (1 - worse) / 2
    return max(0.01, (own - worse) / (1 - worse))


def ranked(seen: Seen, prompt: Prompt) -> list[Action]:
    """What may be done, best first."""
    first = best(seen)
    others = [choice.action for choice in prompt.choices]
    number = prompt.number
    others += [] if number is None else [Action("raise", number=n) for n in number.allowed[:2]]
    return [first, *(action for action in others if action != first)]


def best(seen: Seen, *, reads: bool = True) -> Action:
    """What pays most, by what is likely; ``reads``: see ``chance``."""
    public, seat = seen.public, seen.public.turn
    others = public.others(seat)
    chances = {other: chance(seen, seat, other, reads=reads) for other in others}
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
    if not public.duels:
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
    """Mostly the best of ``ranked``; mixed so that what it does tells little of what it holds."""

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """An action."""
        public, action = seen.public, best(seen)
        if public.short(public.turn):
            return action
        if not seen.hand:
            return _blind(public, action, rng)
        raises = public.raises(public.turn)
        if not raises:
            return action
        match action.verb:
            case "raise" if not rng.below(SLOW):
                return Action("call")
            case "raise":
                return _some(raises, rng)
            case "fold" if _may_bluff(public) and not rng.below(BLUFFS):
                return _some(raises, rng)
            case "call" | "compare" if not rng.below(THIN):
                return Action("raise", number=raises[0])
            case _:
                return action


def _blind(public: Public, action: Action, rng: Rng) -> Action:
    """What is done before the hand is seen: when it is looked at tells nothing, but is no habit.

    Nobody stays blind at a stake that is dear.
    """
    if public.unit > HEEDED * public.rules.base:
        return Action("look")
    if action.verb == "call" and not rng.below(PEEPS):
        return Action("look")
    if action.verb == "look" and public.round <= EARLY and not rng.below(STAYS):
        return Action("call")
    return action


def _some(raises: tuple[int, ...], rng: Rng) -> Action:
    return Action("raise", number=rng.choice(raises[:SIZES]))


def _may_bluff(public: Public) -> bool:
    """Only early, and only where all others know what they would throw away."""
    others = public.others(public.turn)
    return (
        public.round <= EARLY
        and not public.short(public.turn)
        and all(public.looked[other] for other in others)
    )


class Plain:
    """The player of 普通: it knows how good its cards are, and makes little of what others do.

    It looks in the first round now and then, raises with what is good and never bluffs.
    """

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """An action."""
        public = seen.public
        risen = public.unit // public.rules.base
        action = best(seen, reads=risen > HEEDED)
        if not seen.hand and not public.short(public.turn):
            return _blind(public, action, rng)
        return action


class Newcomer:
    """The player of 入门: it wants to see its cards, and then pays to see everybody else's.

    It looks at once, calls with anything that is not hopeless and for a while even with that,
    raises with a pair or better, the more the better it is, so that everybody knows, and never
    bluffs. It folds no 金花 or better, and what is hopeless once it has become dear.
    """

    def choose(self, game: Game[Any, Any], seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """An action."""
        public, seat = seen.public, seen.public.turn
        if public.short(seat):
            return best(seen)
        if not seen.hand:
            return Action("look")
        part = place(seen.hand, low=public.rules.low)
        raises = public.raises(seat)
        risen = public.unit // public.rules.base
        if part >= PAIRS and raises and not rng.below(PROUD):
            return Action("raise", number=raises[min(len(raises) - 1, int(10 * (part - PAIRS)))])
        dear = risen > (CHEAP if part < LOW else DEAR) and part < PAIRS
        if dear:
            return Action("fold")
        if public.round > PATIENT and rng.below(2):
            return Action("compare", target=public.others(seat)[0])
        return Action("call")


HEEDED = 5
"""From a stake of so many antes on 普通 takes those who go on to have something."""

PAIRS = 0.74
"""The part of all hands that the lowest pair beats."""

CHEAP, DEAR, PATIENT, PROUD = 2, 5, 4, 2
"""A beginner pays so many antes with what is hopeless, and with what is not quite; it wants to see
another's cards after so many rounds; and raises one good hand in so many times."""

ENOUGH = 40
"""With fewer trials it is 普通 that plays; nothing is tried here."""

POLICY, BEGINNER = Gambler(), Newcomer()


def THINKER(budget: Budget) -> Any:  # noqa: N802  (as the registry calls it)
    """The player of a level, by what it may spend."""
    return POLICY if budget.trials >= ENOUGH else Plain()
