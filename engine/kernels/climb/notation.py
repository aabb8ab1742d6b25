"""A play as it is written down: ``444333+5+5``. Source: seed 002, its own way to write plays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import BIG_JOKER, codes, pack
from engine.msg import CardsArg, Param, chained, msg

if TYPE_CHECKING:
    from engine.kernels.climb.rules import ClimbRules
    from engine.kernels.climb.state import Hand

_FACES = {c: c.code[1:] for c in pack(jokers=False)}


def written(parts: tuple[Hand, ...], rules: ClimbRules) -> Param:
    """The body, then each group of wings behind a plus sign; with suits only where they count."""
    if rules.suits:
        return chained("climb-plus", (CardsArg(codes(part)) for part in parts))
    try:
        return "+".join(["".join([_FACES[c] for c in part]) for part in parts])
    except KeyError:  # a joker, which has a name in every language
        return chained("climb-plus", map(_with_jokers, parts))


def _with_jokers(part: Hand) -> Param:
    found: list[Param] = []
    for c in part:
        if c.is_joker:
            found.append(msg("card-bj" if c == BIG_JOKER else "card-lj"))
        else:
            found.append(_FACES[c])
    return chained("climb-beside", found)
