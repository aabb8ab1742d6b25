"""What is still out, as places side by side: what it is above, how many below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.sheet import Panel, Part, below, beside, words
from renderers.text import signed, value
from renderers.theme import Ground, Tone

if TYPE_CHECKING:
    from engine.view import Count, Tally
    from renderers.blocks.parts import Context

GAP = 5
"""Pixels between two places."""

ROOMY = 120
"""Pixels that a place has at most."""

LEAST = 44
"""Pixels that it has at least: two digits."""


def tally(block: Tally, width: int, context: Context) -> Part:
    """Places in as few rows as hold them; what is whole is in gold, what is gone is dim."""
    title = context.label(context.voice(block.title), width)
    count = len(block.counts)
    if not count:
        return title
    rows = 1
    while rows < count and (width + GAP) // -(-count // rows) - GAP < LEAST:
        rows += 1
    each = -(-count // rows)
    wide = min(ROOMY, (width + GAP) // each - GAP)
    places = [_place(one, wide, context) for one in block.counts]
    lines = [beside(places[at : at + each], GAP) for at in range(0, count, each)]
    return below([title, *lines], 6)


def _place(one: Count, wide: int, context: Context) -> Part:
    whole, gone = one.left == one.all > 1, one.left <= 0
    tone = Tone.DIM if gone else Tone.GOLD if whole else Tone.STRONG
    said = value(one.label, context.voice)
    scale, measure = context.scale, context.measure
    head = words(said, scale.small, wide - 4, measure, Tone.DIM if gone else Tone.LABEL)
    number = words(signed(one.left), scale.text, wide - 4, measure, tone, bold=not gone)
    both = [part.at((wide - part.w) // 2, 0) for part in (head, number)]
    high = below([Part(wide, head.h, both[0]), Part(wide, number.h, both[1])], 0)
    return Part(wide, high.h + 6, (Panel(0, 0, wide, high.h + 6, Ground.PLACE), *high.at(0, 3)))
