"""Who has a voice about a proposal, and how many have to agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.store.forgetting import ANONYMOUS
from bot.store.scorebook import SEASON

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.store.rows import ScoredRound


def known(people: Sequence[str]) -> tuple[str, ...]:
    """Those of some persons who are not forgotten."""
    return tuple(person for person in people if not person.startswith(ANONYMOUS))


def seated(scored: ScoredRound) -> tuple[str, ...]:
    """The persons of a round, once each; computers and those who are forgotten have no voice."""
    return known(tuple(dict.fromkeys(seat.user for seat in scored.seats if seat.user)))


def needed(kind: str, voters: Sequence[str]) -> int:
    """How many have to agree: all of those who played; for a season more than half."""
    return len(voters) // 2 + 1 if kind == SEASON else len(voters)
