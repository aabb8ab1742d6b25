"""Plays of a hand card by card, for games in which suits count (锄大地, 五瓜皮, 七鬼)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import combinations, product
from typing import TYPE_CHECKING

from engine.cards import Suit
from engine.kernels.climb.rules import beats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.cards import Card, Rank
    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.runs import Move


def plays(
    reader: Reader, cards: tuple[Card, ...], over: Reading | None = None
) -> Iterator[tuple[tuple[Card, ...], Reading]]:
    """Every set of cards that may be put down, each once, with its best reading."""
    # Any suit is higher than -1, so equal heads come along and are judged card by card below.
    loose = None if over is None else replace(over, suit=-1)
    seen: set[tuple[Card, ...]] = set()
    for picked in (*_by_rank(reader, cards, loose), *_flushes(reader, cards)):
        laid = tuple(sorted(picked))
        if laid in seen:
            continue
        seen.add(laid)
        for reading in reader.readings(laid, last=len(laid) == len(cards)):
            if over is None or beats(reading, over):
                yield laid, reading
                break


def _by_rank(
    reader: Reader, cards: tuple[Card, ...], over: Reading | None
) -> Iterator[tuple[Card, ...]]:
    held: dict[Rank, list[Card]] = defaultdict(list)
    for c in cards:
        held[c.rank].append(c)
    for move in reader.moves(cards, over):
        yield from _chosen(move, held)


def _chosen(move: Move, held: dict[Rank, list[Card]]) -> Iterator[tuple[Card, ...]]:
    ranks = move.ranks
    ways = [combinations(held[rank], ranks.count(rank)) for rank in dict.fromkeys(ranks)]
    for choice in product(*ways):
        yield tuple(c for group in choice for c in group)


def _flushes(reader: Reader, cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    widths = {shape.width for shape in reader.rules.shapes if shape.any_rank}
    for suit in Suit:
        mine = [c for c in cards if c.suit is suit and suit is not Suit.NONE]
        for width in widths:
            yield from combinations(mine, width)
