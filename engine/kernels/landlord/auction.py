"""Who becomes 地主: 叫/抢, and 叫分. Pure functions of the answers so far.

Sources: seed 002 with its program for 叫/抢; the seed's 四人斗地主 for 叫分.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.cards import Rank
from engine.frozen import quick
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from engine.core import Action, Seat

MOST = 3
"""The highest bid, which ends the auction."""


STRONG = 3
"""So many jokers, twos and bombs, of which a bomb is two, make a hand that may bid."""


def why(hand: Sequence[Card], action: Action) -> Msg | None:
    """What speaks for saying yes or no to 叫, 抢 or 加倍, or for a bid."""
    counts = Counter(card.rank for card in hand)
    high = sum(counts[rank] for rank in (Rank.TWO, Rank.SMALL_JOKER, Rank.BIG_JOKER))
    bombs = sum(held >= 4 for held in counts.values())
    wants, strong = action.verb == "yes" or bool(action.number), high + 2 * bombs >= STRONG
    if wants != strong:
        return None
    return msg("landlord-hint-strong" if strong else "landlord-hint-weak", high=high, bombs=bombs)


@quick
@dataclass(frozen=True, slots=True)
class Ask:
    """The seat to be asked next, and what: ``call``, ``grab`` or ``bid``."""

    seat: Seat
    what: str


@quick
@dataclass(frozen=True, slots=True)
class Won:
    """The auction is over: the 地主; None: nobody called."""

    seat: Seat | None


def called(first: Seat, seats: int, answers: Sequence[int]) -> Ask | Won:
    """叫/抢: each is asked once, and the caller once more where somebody has 抢.

    ``answers`` are 1 for yes and 0 for no, in the order asked.
    """
    order = [(first + step) % seats for step in range(seats)]
    said = [seat for seat, yes in zip(order, answers, strict=False) if yes]
    if len(answers) < seats:
        return Ask(order[len(answers)], "grab" if said else "call")
    if not said:
        return Won(None)
    if len(said) == 1:
        return Won(said[0])
    if len(answers) == seats:
        return Ask(said[0], "grab")
    return Won(said[0] if answers[seats] else said[-1])


def grabbers(first: Seat, seats: int, answers: tuple[int, ...]) -> tuple[Seat, ...]:
    """Who has 抢, in that order: whoever wanted it after the caller, and the caller asked again."""
    said = [(first + step) % seats for step in range(seats) if answers[step : step + 1] == (1,)]
    again = said[:1] if answers[seats : seats + 1] == (1,) else []
    return (*said[1:], *again)


def bid(first: Seat, seats: int, answers: Sequence[int]) -> Ask | Won:
    """叫分: each is asked once and must bid more than all before, or 0; 3 ends it."""
    order = [(first + step) % seats for step in range(seats)]
    highest = max(answers, default=0)
    if highest == MOST or len(answers) == seats:
        if not highest:
            return Won(None)
        return Won(order[list(answers).index(highest)])
    return Ask(order[len(answers)], "bid")


def open_bids(answers: Sequence[int]) -> tuple[int, ...]:
    """What may be bid now, beside 0."""
    return tuple(range(max(answers, default=0) + 1, MOST + 1))
