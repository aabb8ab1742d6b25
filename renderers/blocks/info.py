"""What is neither cards nor players on a sheet: the title, facts, sentences, lamps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers.sheet import Panel, Part, Words, below, beside, broken, paragraph, words
from renderers.text import signed, value, whose_turn
from renderers.theme import SIZES, Ground, Tone

if TYPE_CHECKING:
    from engine.view import Fact, Facts, Lamps, Lines, View
    from renderers.blocks.parts import Context

DOT = " · "
"""Stands between the parts of a title, in every language."""


def heading(view: View, width: int, context: Context, *, note: str = "") -> Part:
    """The title, and whose turn it is in gold."""
    title = _title(context.voice(view.title), width, context)
    turn = context.text(whose_turn(view, context.voice), width, Tone.GOLD)
    return below([title, turn, context.label(note, width, Tone.DIM)], 2)


def _title(said: str, width: int, context: Context) -> Part:
    """The title in one line; where that would be too small, broken before one of its dots."""
    sizes = [s for s in SIZES if context.scale.text <= s <= context.scale.title]
    fitting = (s for s in sizes if context.measure(said, s, False) <= width)
    size = next(fitting, sizes[-1])
    end = len(said)
    while end > 0 and context.measure(said[:end], size, False) > width:
        end = said.rfind(DOT, 0, end)
    if end in (len(said), 0, -1):
        return paragraph(said, size, width, context.measure, most=2)
    rest = said[end + len(DOT) :]
    return below([context.text(said[:end], width), context.text(rest, width)], 2)


def facts(block: Facts, width: int, context: Context) -> Part:
    """Labels with the number that matters below each of them; words stand on its base line."""
    found = [_fact(fact, width, context) for fact in block.facts]
    gap = context.scale.between + 16
    rows = []
    for row in broken(found, width, gap):
        base = max(map(_base_line, row))
        rows.append(beside([_lowered(part, base) for part in row], gap))
    return below(rows, context.scale.gap)


def _fact(fact: Fact, width: int, context: Context) -> Part:
    label = context.label(context.voice(fact.label), width)
    tone = Tone.GOLD if fact.good else Tone.STRONG
    if isinstance(fact.value, int):
        size = context.scale.number
        said = words(signed(fact.value), size, width, context.measure, tone, bold=True)
    else:
        said = paragraph(
            context.voice(fact.value), context.scale.text, width, context.measure, tone, most=4
        )
    return below([label, said], 2)


def _base_line(part: Part) -> int:
    """Pixels from a fact's upper edge to the base line of its value; 0 for one in several lines."""
    _, *values = part.items or (None,)
    match values:
        case [Words() as value]:
            return value.y + value.size
        case _:
            return 0


def _lowered(part: Part, base: int) -> Part:
    """A fact with its value on a base line; one in several lines stays as it is."""
    own = _base_line(part)
    if own in (0, base):
        return part
    label, *value = part.items
    moved = Part(0, 0, tuple(value)).at(0, base - own)
    return Part(part.w, part.h + base - own, (label, *moved))


def lines(block: Lines, width: int, context: Context) -> Part:
    """Sentences."""
    said = [
        paragraph(context.voice(message), context.scale.text, width, context.measure)
        for message in block.msgs
    ]
    return below(said, max(4, context.scale.gap - 4))


def lamps(block: Lamps, width: int, context: Context) -> Part:
    """A row of lamps under their labels, those that are on in gold."""
    title = context.label(context.voice(block.title), width)
    count = len(block.labels)
    if not count:
        return title
    gap = 8
    labels = [value(label, context.voice) for label in block.labels]
    longest = max(context.measure(label, context.scale.small, False) for label in labels)
    rows = 1
    while rows < min(4, count) and (width + gap) // -(-count // rows) - gap < longest:
        rows += 1
    each = -(-count // rows)
    wide = min(120, (width + gap) // each - gap)
    if wide < 12:
        return title
    columns = []
    for i, label in enumerate(labels):
        lit = i < block.lit
        said = context.label(label, wide, Tone.GOLD if lit else Tone.DIM)
        lamp = Panel(0, 0, wide, 18, Ground.LAMP_LIT if lit else Ground.LAMP)
        name = said.at((wide - said.w) // 2, 22)
        columns.append(Part(wide, 22 + said.h if said.h else 18, (lamp, *name)))
    lines = [beside(columns[i : i + each], gap) for i in range(0, count, each)]
    return below([title, *lines], 6)
