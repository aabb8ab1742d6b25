"""A match again from its log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.match import act, deal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.core import Action, Options, Seat
    from engine.match import Match


@dataclass(frozen=True, slots=True)
class RoundLog:
    """What was played in one round, under which options, and whether with somebody new."""

    options: Options
    actions: tuple[tuple[Seat, Action], ...] = ()
    anew: bool = False


def replay(fresh: Match, log: Iterable[RoundLog]) -> Match:
    """Deal and play the logged rounds from a match that has not begun.

    Raises:
        RuleError, ValueError: the log is not of this match, or its rules have changed.
    """
    match = fresh
    for round_ in log:
        match, _ = deal(match, round_.options, anew=round_.anew)
        for seat, action in round_.actions:
            match, _ = act(match, seat, action)
    return match
