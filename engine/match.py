"""A match: rounds of one game until its plan is fulfilled.

A match is its seed, its first carry, its options and its action log. Everything here is a pure
function; ``Match`` is what they have led to so far.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from engine.core import Carry, seats, waiting
from engine.frozen import changed
from engine.rng import Rng

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.chance import Source
    from engine.core import Action, Event, Game, GameInfo, Options, Outcome, Seat

PLAYOFFS = 4
"""How many rounds a play-off may add to a counted plan; where points decide, a tie is shared."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """``n`` 圈: n spans of deals."""

    n: int


@dataclass(frozen=True, slots=True)
class Circles:
    """``n`` laps: as many spans as there are seats, n times (option ``quan=lap``)."""

    n: int


@dataclass(frozen=True, slots=True)
class FirstTo:
    """Until somebody has ``points`` in all."""

    points: int


Plan: TypeAlias = Rounds | Circles | FirstTo


@dataclass(frozen=True, slots=True)
class Match:
    """A match so far.

    Attributes:
        seed: 32 secret bytes; never shown before the match is over.
        options: those of the current round, a value for each option of the game.
        round: 0 before the first deal, then from 1.
        step: actions played in this round.
        state: the game's own; None before the first deal.
        played: the finished rounds.
        extra: rounds added by a play-off.
        source: where its randomness comes from: the seed, or a deal in writing.
    """

    game: Game[Any, Any]
    seats: int
    seed: bytes = field(repr=False)
    options: Options
    plan: Plan
    carry: Carry = field(default_factory=Carry)
    round: int = 0
    step: int = 0
    state: Any = field(default=None, repr=False)
    played: tuple[Outcome, ...] = ()
    extra: int = 0
    source: Source = field(default=Rng, repr=False, compare=False)

    @property
    def outcome(self) -> Outcome | None:
        """The result of the current round, once it is over."""
        return self.played[self.round - 1] if len(self.played) == self.round > 0 else None

    @property
    def over(self) -> bool:
        """Whether no further round will be dealt."""
        return bool(self.played) and self.outcome is not None and _finished(self)


def planned(match: Match) -> int | None:
    """How many rounds the match has, play-offs so far included; None where points decide."""
    span = match.game.info.span
    match match.plan:
        case Rounds(n):
            return n * span + match.extra
        case Circles(n):
            return n * span * match.seats + match.extra
        case FirstTo():
            return None
        case _:
            assert_never(match.plan)


def _finished(match: Match) -> bool:
    if match.played[-1].broke:
        return True
    count = planned(match)
    if count is not None:
        return len(match.played) >= count
    assert isinstance(match.plan, FirstTo)  # noqa: S101  (planned() says so; for the type checker)
    return max(totals(match)) >= match.plan.points


def plan_of(options: Options, quan: int) -> Plan:
    """The plan for ``quan`` 圈 under the options of a game (``quan=lap``)."""
    return Circles(quan) if options.get("quan") == "lap" else Rounds(quan)


def totals(match: Match) -> tuple[int, ...]:
    """Points of the finished rounds by seat."""
    return tuple(sum(o.scores[s] for o in match.played) for s in seats(match.seats))


def places(points: Sequence[int]) -> tuple[int, ...]:
    """The place of each, from 1; equal points share a place.

    >>> places([48, 27, 10, 27])
    (1, 2, 4, 2)
    """
    return tuple(1 + sum(other > own for other in points) for own in points)


def deal(
    match: Match, options: Options | None = None, *, anew: bool = False
) -> tuple[Match, tuple[Event, ...]]:
    """Begin the next round, with other options if they are given.

    ``anew``: somebody sits in a seat that was another's in the round before. Games of which it is
    so (``GameInfo.anew``) then begin as with a first round.

    Raises:
        ValueError: the current round is not over, or the match is.
    """
    if match.over or match.round != len(match.played):
        raise ValueError("no round can begin now")
    carry = carried(match, anew=anew)
    chosen = match.options if options is None else options
    number = match.round + 1
    step = match.game.setup(match.seats, chosen, carry, match.source(match.seed, "deal", number))
    dealt = replace(match, options=chosen, carry=carry, round=number, step=0, state=step.state)
    return _settle(dealt), step.events


def carried(match: Match, *, anew: bool = False) -> Carry:
    """What the next round is dealt with; ``anew`` as in ``deal``."""
    if not match.played:
        return match.carry
    last = match.played[-1]
    best = tuple(map(max, match.carry.best or last.scores, last.scores))
    base = Carry() if anew and match.game.info.anew else last.carry
    return replace(base, totals=totals(match), last=last.scores, best=best)


def act(match: Match, seat: Seat, action: Action) -> tuple[Match, tuple[Event, ...]]:
    """Play one action.

    Raises:
        RuleError: it was refused.
        ValueError: the seat is not asked anything.
    """
    open_ = match.round > 0 and match.outcome is None
    if not open_ or seat not in match.game.asked(match.state):
        raise ValueError(f"seat {seat} is not asked")
    rng = match.source(match.seed, "apply", match.round, match.step + 1)
    step = match.game.apply(match.state, seat, action, rng)
    return _settle(changed(match, step=match.step + 1, state=step.state)), step.events


def _settle(match: Match) -> Match:
    outcome = match.game.outcome(match.state)
    if outcome is None:
        return match
    done = replace(match, played=(*match.played, outcome))
    tied = sum(place == 1 for place in places(totals(done))) > 1
    wanted = match.options.get("final_tie") == "playoff"
    counted = planned(done) is not None
    if wanted and counted and tied and done.over and not outcome.broke and done.extra < PLAYOFFS:
        return replace(done, extra=done.extra + 1)
    return done


def pending(match: Match) -> tuple[Seat, ...]:
    """The seats that the match waits for now."""
    if match.round == 0 or match.outcome is not None:
        return ()
    return waiting(match.game, match.state)


def order_of(points: Sequence[int]) -> tuple[Seat, ...]:
    """Seats from first to last by points; equal ones in seat order."""
    return tuple(sorted(seats(len(points)), key=lambda s: (-points[s], s)))


def option_error(info: GameInfo, key: str, value: int | str) -> str | None:
    """Why an option cannot be set so: ``no-option``, ``no-value``, or None if it can."""
    for option in info.options:
        if option.key == key:
            return None if value in option.values else "no-value"
    return "no-option"
