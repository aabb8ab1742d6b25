"""Who settles with whom, in as few payments as there can be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

EXACT = 14
"""People up to whom the fewest payments are found; beyond, the largest sums meet first."""


@dataclass(frozen=True, slots=True)
class Payment:
    """``by`` gives ``points`` to ``to``; they are points, never money."""

    by: str
    to: str
    points: int


def payments(balances: Mapping[str, int]) -> tuple[Payment, ...]:
    """The payments after which everybody is even.

    People whose sums cancel out settle among themselves with one payment fewer than they are, so
    the fewest payments are those of the most such groups.

    Args:
        balances: points by person, above 0 for whoever is owed.

    Returns:
        Payments, the largest first; the same for the same balances.

    Raises:
        ValueError: they do not add up to 0.

    >>> [(p.by, p.to, p.points) for p in payments({"A": 5, "B": -3, "C": -2})]
    [('B', 'A', 3), ('C', 'A', 2)]
    """
    if sum(balances.values()):
        raise ValueError("what is owed is not what is due")
    people = sorted(person for person, points in balances.items() if points)
    groups = _groups(people, balances) if len(people) <= EXACT else [people]
    found = [payment for group in groups for payment in _within(group, balances)]
    return tuple(sorted(found, key=lambda p: (-p.points, p.by, p.to)))


def _groups(people: Sequence[str], balances: Mapping[str, int]) -> list[list[str]]:
    """People split into as many groups as cancel out.

    ``most[mask]`` is how often a sum of 0 is met when the people of ``mask`` come one by one in
    the best order: every time, a group is complete.
    """
    everybody = (1 << len(people)) - 1
    sums, most, last = [0] * (everybody + 1), [0] * (everybody + 1), [0] * (everybody + 1)
    for mask in range(1, everybody + 1):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + balances[people[low.bit_length() - 1]]
        best = max(
            (at for at in range(len(people)) if mask >> at & 1),
            key=lambda at: most[mask ^ (1 << at)],
        )
        most[mask], last[mask] = most[mask ^ (1 << best)] + (sums[mask] == 0), best
    groups: list[list[str]] = []
    mask = everybody
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(people[last[mask]])
        mask ^= 1 << last[mask]
    return groups


def _within(group: Sequence[str], balances: Mapping[str, int]) -> list[Payment]:
    """The largest debt meets the largest claim; each payment makes somebody even."""
    left = {person: balances[person] for person in group}
    found = []
    while any(left.values()):
        by = min(left, key=lambda person: (left[person], person))
        to = max(left, key=lambda person: (left[person], person))
        points = min(-left[by], left[to])
        found.append(Payment(by, to, points))
        left[by] += points
        left[to] -= points
    return found
