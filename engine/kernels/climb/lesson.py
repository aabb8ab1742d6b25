"""Why cards are no play: the shape they come nearest to, and what breaks it.

All of it is read off the game's shapes, so it says nothing that the reader does not hold to.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.cards import Rank
from engine.kernels.climb.reader import BOMB
from engine.msg import Msg, Param, chained, msg

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from engine.cards import Card
    from engine.kernels.climb.reader import Reader
    from engine.kernels.climb.rules import ClimbRules, Shape

LINE = (Rank.ACE, *(rank for rank in Rank if Rank.TWO <= rank <= Rank.ACE))
"""The ranks as they are printed, an ace at both ends."""

FEW = 3
"""Ranks in a row from which on a gap is worth naming."""


def why(cards: Sequence[Card], reader: Reader) -> Msg:
    """What breaks the nearest shape; else the longest play that the cards hold."""
    rules = reader.rules
    counts = Counter(card.rank for card in cards)
    for lesson in (_of_exact, _of_row, _of_wings):
        found = lesson(counts, rules)
        if found is not None:
            return found
    return _longest(cards, reader)


def _faces(ranks: Iterable[Rank]) -> Param:
    """Ranks as they are written, without suits."""
    return chained("climb-beside", (msg(f"climb-rank-{int(rank)}") for rank in ranks))


def _name(shape: Shape) -> Msg:
    return msg(f"climb-shape-{shape.id}")


# Shapes of certain ranks.


def _of_exact(counts: Counter[Rank], rules: ClimbRules) -> Msg | None:
    """Part of a shape of certain ranks: two of four jokers."""
    for shape in rules.shapes:
        wanted = Counter(shape.exact)
        if shape.exact and counts.total() > 1 and set(counts) == set(wanted) and counts < wanted:
            return msg("climb-why-exact", shape=_name(shape), count=len(shape.exact))
    return None


# Rows.


def _of_row(counts: Counter[Rank], rules: ClimbRules) -> Msg | None:
    """Ranks that are equally often held, and nearly a row."""
    width = max(counts.values())
    if min(counts.values()) < width or len(counts) < 2:
        return None
    shapes = [s for s in rules.shapes if _is_row(s) and s.width == width]
    if not shapes:
        return None
    shape, length = shapes[0], len(counts)
    least, most = min(s.run.start for s in shapes), max(s.run.stop - 1 for s in shapes)
    inside = [rank for rank in counts if rank in rules.chain]
    outside = [rank for rank in counts if rank not in rules.chain]
    if _in_line(counts, rules.chain):
        if length < least:
            return msg("climb-why-short", shape=_name(shape), least=least, width=width)
        if length > most:
            return msg("climb-why-long", shape=_name(shape), most=most, width=width)
    whole = _in_line(counts, LINE) or _around(counts)
    if outside and len(inside) > 1 and (whole or _in_line(inside, rules.chain)):
        return msg(
            "climb-why-outside", shape=_name(shape), first=_faces((rules.chain[0],)),
            last=_faces((rules.chain[-1],)), cards=_faces(outside),
        )  # fmt: skip
    if not outside and _around(counts):
        last = rules.chain[-1]
        following = LINE[LINE.index(last) + 1] if last is not Rank.ACE else Rank.TWO
        return msg(
            "climb-why-around", shape=_name(shape), last=_faces((last,)), next=_faces((following,))
        )
    gap = _gap(counts, rules.chain) if length >= FEW else ()
    if not outside and gap:
        return msg("climb-why-gap", shape=_name(shape), cards=_faces(gap))
    return None


def _is_row(shape: Shape) -> bool:
    bare = shape.wings is None and not shape.any_rank and not shape.exact
    return bare and not shape.suited and shape.run.stop - 1 > 1


def _in_line(ranks: Iterable[Rank], line: Sequence[Rank]) -> bool:
    """Whether ranks stand side by side somewhere on a line."""
    return _gap(ranks, line, most=0) is not None


def _around(ranks: Iterable[Rank]) -> bool:
    """Whether ranks stand side by side if the line is bent to a circle."""
    wanted = set(ranks)
    circle = (*LINE[:-1], *LINE[:-1])
    return _in_line(wanted, circle) and not any(rank not in circle for rank in wanted)


def _gap(ranks: Iterable[Rank], line: Sequence[Rank], *, most: int = 1) -> tuple[Rank, ...] | None:
    """The ranks, at most so many, that lack between others on a line; None: it is no gap."""
    wanted = set(ranks)
    length = len(wanted)
    for missing in range(most + 1):
        for at in range(len(line) - length - missing + 1):
            window = line[at : at + length + missing]
            if wanted <= set(window) and {window[0], window[-1]} <= wanted:
                return tuple(rank for rank in window if rank not in wanted)
    return None


# Wings.


def _of_wings(counts: Counter[Rank], rules: ClimbRules) -> Msg | None:
    """Equal cards, alone or in a row, with too many, too few or forbidden cards beside them."""
    body = _body(counts, rules)
    if body is None or any(counts[rank] for rank in rules.wild):
        return None
    width, ranks = body
    size, run = counts.total(), len(ranks)
    shapes = [s for s in rules.shapes if _bears(s, width, run)]
    sizes = sorted({s.size(run) for s in shapes})
    if not shapes:
        return None
    fits = [s for s in shapes if s.size(run) == size and s.wings is not None]
    held = _faces(rank for rank in ranks for _ in range(width))
    if not fits:
        names = {s.id: s for s in shapes}.values()
        listed = chained(
            "climb-or",
            (msg("climb-why-size", shape=_name(s), count=s.size(run)) for s in names),
        )
        return msg("climb-why-sizes", cards=held, shapes=listed) if size not in sizes else None
    left = counts.copy()
    left.subtract(dict.fromkeys(ranks, width))
    return _forbidden(fits[0], left, run, rules, held)


def _body(counts: Counter[Rank], rules: ClimbRules) -> tuple[int, tuple[Rank, ...]] | None:
    """The largest body that the cards hold, its width and its ranks; rather one whose size fits."""
    best: tuple[bool, int, int, int, tuple[Rank, ...]] | None = None
    for width in range(2, max(counts.values()) + 1):
        held = [rank for rank in rules.order if counts[rank] >= width]
        rows: list[tuple[Rank, ...]] = [(rank,) for rank in held]
        line = rules.chain
        for at in range(len(line)):
            for end in range(at + 2, len(line) + 1):
                window = line[at:end]
                if set(window) <= set(held) and len(set(window)) == len(window):
                    rows.append(window)
        for row in rows:
            shapes = [s for s in rules.shapes if _bears(s, width, len(row))]
            if any(s.wings for s in shapes):
                fits = counts.total() in [s.size(len(row)) for s in shapes]
                pairs = sum((n - width * (rank in row)) // 2 for rank, n in counts.items())
                found = (fits, width * len(row), pairs, width, row)
                best = max(best or found, found)
    return None if best is None else best[3:]


def _bears(shape: Shape, width: int, run: int) -> bool:
    if shape.exact or shape.any_rank or shape.suited or shape.last:
        return False
    return shape.width == width and run in shape.run


def _forbidden(
    shape: Shape, left: Counter[Rank], run: int, rules: ClimbRules, held: Param
) -> Msg | None:
    """What is wrong with wings of the right number."""
    name = _name(shape)
    pairs = shape.wings.groups(run).count(2) if shape.wings else 0
    if sum(n // 2 for n in left.values()) < pairs:
        return msg("climb-why-pairs", shape=name, cards=held, count=pairs)
    for bomb in rules.bombs:
        if all(left[rank] >= bomb.count(rank) for rank in bomb):
            return msg("climb-why-jokers", shape=name)
    if max(left.values()) >= BOMB:
        return msg("climb-why-bomb", shape=name)
    return msg("climb-why-same", shape=name)


# Anything else.


def _longest(cards: Sequence[Card], reader: Reader) -> Msg:
    """The longest play among the cards."""
    moves = [m for m in reader.moves(cards) if len(m.ranks) < len(cards)]
    best = max(moves, key=lambda m: (m.reading.size, m.reading.head), default=None)
    if best is None or best.reading.size == 1:
        return msg("climb-why-nothing")
    return msg(
        "climb-why-longest",
        cards=_faces(best.ranks),
        shape=msg(f"climb-shape-{best.reading.shape}"),
    )
