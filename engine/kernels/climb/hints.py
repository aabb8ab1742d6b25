"""Plays to suggest to a person or a simple computer player, from what its seat sees."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import islice
from typing import TYPE_CHECKING, Any

from engine.core import Action
from engine.kernels.climb.rules import beats
from engine.kernels.climb.suits import plays

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from engine.cards import Card, Rank
    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.runs import Move
    from engine.kernels.climb.state import Hand, Seen


def hints(seen: Seen[Any], reader: Reader, limit: int) -> tuple[Action, ...]:
    """At most ``limit`` plays, a good first; none if nothing may be put down.

    Of plays with one body the one with the best wings.
    """
    top = seen.public.circle.top
    over = top.reading if top is not None else None
    options = options_of(seen, reader, over)
    ranked: dict[tuple[str, int, int], tuple[Hand, Reading]] = {}
    held = Counter([c.rank for c in seen.hand])
    for cards, reading in sorted(options, key=lambda o: _cost(o, held, lead=over is None)):
        ranked.setdefault((reading.shape, reading.head, reading.suit), (cards, reading))
    count = len(seen.hand)
    return tuple(
        action_of(cards, reading, reader, over, last=len(cards) == count)
        for cards, reading in islice(ranked.values(), limit)
    )


def able(seen: Seen[Any], reader: Reader) -> bool:
    """Whether there is a play that beats what lies on the table."""
    top = seen.public.circle.top
    over = top.reading if top is not None else None
    if reader.rules.suits:
        return any(True for _ in plays(reader, seen.hand, over))
    return bool(reader.moves(seen.hand, over))


def options_of(seen: Seen[Any], reader: Reader, over: Reading | None) -> list[tuple[Hand, Reading]]:
    """Every play that differs in more than the suits of equal cards."""
    hand = seen.hand
    if reader.rules.suits:
        found = list(plays(reader, hand, over))
    else:
        held = by_rank(hand)
        found = [(lowest(move, held), move.reading) for move in reader.moves(hand, over)]
    must = seen.public.must
    if must is not None and not seen.public.played:
        found = [(cards, reading) for cards, reading in found if must in cards]
    return found


def cards_of(move: Move, hand: Iterable[Card]) -> Hand:
    """Cards of a hand for a move, the lowest suits of each rank."""
    reading = move.reading
    if move.wings or len(reading.body) > 1:
        wanted = {*reading.body, *move.wings}
        return lowest(move, by_rank([c for c in hand if c.rank in wanted]))
    (rank,) = reading.body
    found = [c for c in hand if c.rank is rank]
    found.sort()
    return tuple(found[: reading.width])


def by_rank(hand: Iterable[Card]) -> Mapping[Rank, Sequence[Card]]:
    """The cards of a hand by rank, the lowest suits first."""
    held: dict[Rank, list[Card]] = defaultdict(list)
    for c in sorted(hand):
        held[c.rank].append(c)
    return held


def lowest(move: Move, held: Mapping[Rank, Sequence[Card]]) -> Hand:
    """Cards for a move, the lowest suits of each rank; ``held`` is by rank."""
    reading = move.reading
    taken: list[Card] = []
    for rank in reading.body:
        taken += held[rank][: reading.width]
    for at, rank in enumerate(move.wings):
        before = move.wings[:at].count(rank)
        taken.append(held[rank][before + (reading.width if rank in reading.body else 0)])
    return tuple(taken)


def action_of(
    cards: Hand, reading: Reading, reader: Reader, over: Reading | None, *, last: bool
) -> Action:
    """The play, with its reading where the cards alone would be ambiguous."""
    found = [r for r in reader.readings(cards, last=last) if over is None or beats(r, over)]
    return Action("play", cards=cards, reading=reading.key if len(found) > 1 else "")


def _cost(
    option: tuple[Hand, Reading], held: Counter[Rank], *, lead: bool
) -> tuple[int, int, int, int, int, int]:
    """Small is good: no bombs, few sets torn apart, a weak head, and when leading many cards."""
    cards, reading = option
    ranks = [c.rank for c in cards]
    torn = sum([ranks.count(rank) < held[rank] for rank in set(ranks)])
    size, grade = (-reading.size, 0) if lead else (0, reading.grade)
    return (reading.tier, torn, grade, reading.head + 3 * size, size, reading.suit)
