"""Coins at a table: what is put down, what a round moves, and what goes back.

Play money: whole numbers that can be neither bought nor sold. Everything here is a pure function;
what it makes are entries of the ledger (``bot.store.purse``).
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.store.purse import BANK, HOUSE, Posted, Purse, lock_of, purse_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

FIRST = 1000
"""Coins in a first purse, once for ever in each chat; being forgotten brings no second."""

DAILY = 200
"""Coins a day for whoever has fewer than so many, what is locked counted."""

FEE_BACK = "fee-back"
"""The kind of an entry that gives a fee back."""

DAYS_BEGIN = timedelta(hours=8)
"""A day begins at midnight in China."""


def granted(chat: str, person: str, now: datetime) -> Posted:
    """The first purse of a person in a chat; only for one whose ``Purse.granted`` is false."""
    lines = ((BANK, -FIRST), (purse_of(person), FIRST))
    return Posted(f"grant:{chat}:{person}", chat, "grant", lines, now)


def daily(chat: str, person: str, now: datetime) -> Posted:
    """What a person gets today; written a second time it fails with ``StepTaken``."""
    day = (now + DAYS_BEGIN).date().isoformat()
    lines = ((BANK, -DAILY), (purse_of(person), DAILY))
    return Posted(f"daily:{chat}:{person}:{day}", chat, "daily", lines, now)


def needy(purse: Purse) -> bool:
    """Whether a purse is so small that the day's coins are due."""
    return purse.whole < DAILY


def bought_in(chat: str, match: str, stakes: Mapping[str, int], now: datetime) -> Posted:
    """People put coins down at the start of a match, by their keys."""
    lines = [
        line
        for person, amount in stakes.items()
        for line in ((purse_of(person), -amount), (lock_of(match, person), amount))
    ]
    return Posted(f"buyin:{match}", chat, "buyin", tuple(lines), now, match)


def charged(  # a fee is named by its 局, so that it is taken once
    chat: str, match: str, number: int, people: Sequence[str], fee: int, now: datetime
) -> Posted:
    """Everybody pays the fee of the ``number``-th 局 of a match out of their purse."""
    lines = [(purse_of(person), -fee) for person in people]
    total = fee * len(people)
    return Posted(f"fee:{match}:{number}", chat, "fee", (*lines, (HOUSE, total)), now, match)


def fee_back(chat: str, match: str, paid: Mapping[str, int], now: datetime) -> Posted | None:
    """Everybody gets the fee back of a 局 of which no deal was finished; None without one."""
    lines = tuple((purse_of(person), fee) for person, fee in paid.items() if fee)
    if not lines:
        return None
    whole = (*lines, (HOUSE, -sum(paid.values())))
    return Posted(f"{FEE_BACK}:{match}", chat, FEE_BACK, whole, now, match)


def moved(
    chat: str, match: str, number: int, moves: Mapping[str, int], now: datetime
) -> Posted | None:
    """A round moves coins between locks, by people's keys; None where it moves nothing."""
    lines = tuple((lock_of(match, person), amount) for person, amount in moves.items() if amount)
    if not lines:
        return None
    return Posted(f"round:{match}:{number}", chat, "round", lines, now, match, number)


def returned(chat: str, match: str, held: Mapping[str, int], now: datetime) -> Posted | None:
    """What everybody still has at the table goes back; None where there is nothing."""
    lines = [
        line
        for person, amount in held.items()
        if amount
        for line in ((lock_of(match, person), -amount), (purse_of(person), amount))
    ]
    if not lines:
        return None
    return Posted(f"return:{match}", chat, "return", tuple(lines), now, match)


def corrected(
    chat: str, match: str, number: int, proposal: str, moves: Mapping[str, int], now: datetime
) -> Posted | None:
    """An agreed correction of a round moves coins between purses; None where it moves nothing.

    What lies on a table stays as it is, also where the match is still being played.
    """
    lines = tuple((purse_of(person), amount) for person, amount in moves.items() if amount)
    if not lines:
        return None
    return Posted(f"correction:{proposal}", chat, "correction", lines, now, match, number)


def owed(
    entries: Sequence[tuple[str, int, str, int]],
    number: int,
    people: Sequence[str],
    points: Sequence[int],
) -> dict[str, int]:
    """What a correction of a round moves, by people's keys: the difference to what it has moved.

    The round is settled again with the right points and what everybody had in front of them then.

    Args:
        entries: all of the match as ``Store.by_round`` gives them; without any, chips were played.
        number: the round.
        people: their keys by seat.
        points: the right points of the round by seat.

    Raises:
        ValueError: the points do not sum to zero.
    """
    if not entries:
        return {}
    held, was = dict.fromkeys(people, 0), dict.fromkeys(people, 0)
    for kind, round_, person, amount in entries:
        if kind == "buyin" or (kind == "round" and round_ < number):
            held[person] = held.get(person, 0) + amount
        elif round_ == number:
            was[person] = was.get(person, 0) + amount
    right = settle(points, [held[person] for person in people])
    return {person: by - was[person] for person, by in zip(people, right, strict=True)}


def settle(scores: Sequence[int], held: Sequence[int]) -> tuple[int, ...]:
    """What a round scored in points moves, where nobody pays more than he has.

    The scores are netted by seat already. If the losers cannot cover what is due, the winners are
    paid in proportion, rounded down, and the rest goes to the largest winner (rulebook, decision
    10), of several to the one who sits first.

    Args:
        scores: the round's points by seat; they sum to zero.
        held: coins by seat, 0 or more.

    Returns:
        By how much each seat's coins change; they sum to zero, and nobody falls below zero.

    Raises:
        ValueError: the scores do not sum to zero: such a round is not won from each other.

    >>> settle((30, 10, -25, -15), (0, 0, 5, 15))
    (15, 5, -5, -15)
    """
    if sum(scores):
        raise ValueError("the points of a round that moves coins sum to zero")
    paid = [
        min(-score, coins) if score < 0 else 0 for score, coins in zip(scores, held, strict=True)
    ]
    pot, due = sum(paid), sum(score for score in scores if score > 0)
    won = [score * pot // due if score > 0 else 0 for score in scores]
    if due:
        won[max(range(len(scores)), key=lambda seat: (scores[seat], -seat))] += pot - sum(won)
    return tuple(gain - loss for gain, loss in zip(won, paid, strict=True))
