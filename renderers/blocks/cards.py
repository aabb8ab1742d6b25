"""Cards on a sheet: rows and piles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.msg import Msg
from renderers.blocks.parts import Context, vacant
from renderers.faces import is_suited, word
from renderers.sheet import Panel, Part, Tile, below, paragraph
from renderers.theme import STRIP, UPRIGHT, Ground, Tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import Cards
    from renderers.sheet import Item
    from renderers.theme import Scale

BACK = "back"
STACKED = 2
"""Cards that peep out below a pile."""
PEEP = 4
"""Pixels by which each of them does."""


def height(width: int) -> int:
    """The height of a card."""
    return round(width * UPRIGHT)


def tile(
    code: str,
    width: int,
    context: Context,
    *,
    chosen: bool = False,
    dim: bool = False,
    stack: int = 0,
) -> Tile:
    """One card, or its back, at the origin."""
    called = "" if code == BACK or is_suited(code) else word(code, context.voice)
    return Tile(0, 0, width, height(width), code, called, stack, chosen, dim)


def gap_of(card: int, scale: Scale) -> int:
    """Pixels between cards side by side."""
    return max(6, scale.gap * card // scale.card)


def natural(count: int, card: int, scale: Scale) -> int:
    """The width of some cards side by side, none covered."""
    gap = gap_of(card, scale)
    return max(0, count * (card + gap) - gap)


def fan(tiles: Sequence[Tile | None], width: int, context: Context, *, card: int = 0) -> Part:
    """Cards side by side in ``width`` pixels; many overlap to their index, in several rows.

    None is an empty place, ``card`` pixels wide where all are empty.
    """
    if not tiles:
        return Part(0, 0)
    w = next((one.w for one in tiles if one), card or context.card)
    h, gap = height(w), gap_of(w, context.scale)
    strip = round(w * STRIP)
    most = 1 + max(0, (width - w) // strip)
    rows = -(-len(tiles) // most)
    each = -(-len(tiles) // rows)
    step = w + gap if each == 1 else min(w + gap, (width - w) // (each - 1))
    lines = []
    for start in range(0, len(tiles), each):
        line = tiles[start : start + each]
        rise = round(h * 0.09) if any(one and one.chosen for one in line) else 0
        last = len(line) - 1
        items: list[Item] = []
        for i, one in enumerate(line):
            x = i * step
            if one is None:
                items.append(Panel(x, rise, w, h, Ground.PLACE))
                continue
            seen = w if i == last else min(w, step)
            y = 0 if one.chosen else rise
            items.append(one._replace(x=x, y=y, seen=seen, laps=i > 0 and step < w))
        lines.append(Part(last * step + w, h + rise, tuple(items)))
    return below(lines, gap)


def shown(block: Cards, card: int, context: Context) -> list[Tile | None]:
    """The faces, the hidden cards as one pile, and the empty places of a block, in that order."""
    tiles: list[Tile | None] = [
        tile(code, card, context, chosen=i in block.chosen) for i, code in enumerate(block.codes)
    ]
    if block.hidden:
        # A hand that its owner has not looked at lies side by side, what else is hidden is a pile.
        tiles += [tile(BACK, card, context)] * (block.hidden if block.mine else 1)
    unfilled = max(0, block.places - len(block.codes) - block.hidden)
    return tiles + [None] * unfilled


def is_pile(block: Cards) -> bool:
    """Whether one card stands for all: as the game says, or because all lie face down."""
    hides = block.hidden > 0 and not block.codes and not block.places
    return block.pile or (hides and not block.mine)


def counted(block: Cards, context: Context) -> str:
    """How many cards lie there, where the eye does not see it."""
    held = len(block.codes) + block.hidden
    if is_pile(block):
        return context.say("render-count" if block.codes else "render-left", held) if held else ""
    if block.hidden and not block.mine:
        return context.say("render-hidden" if block.codes else "render-left", block.hidden)
    return ""


def wish(block: Cards, context: Context) -> int:
    """The width a block of cards would like to have, with its title as far as that is short."""
    card = context.scale.hand if block.mine else context.card
    said = (context.voice(block.title), counted(block, context))
    longest = max(context.measure(text, context.scale.small, False) for text in said)
    named = min(2 * card, round(longest) + 1)
    if is_pile(block):
        return max(card + STACKED * PEEP, named)
    held = len(block.codes) + (block.hidden > 0)
    count = max(1, held, block.places - max(0, block.hidden - 1))
    return max(natural(count, card, context.scale), named)


def _hand(count: int, width: int, context: Context) -> int:
    """The width of a hand's cards: a little smaller where that saves a third row."""
    two_rows = int(width / (1 + (STRIP + 0.005) * max(0, -(-count // 2) - 1)))
    large = context.scale.hand
    return two_rows if large > two_rows >= large * 3 // 4 else large


def _apart(block: Cards, card: int, width: int, context: Context) -> int:
    """The width of cards among empty places: these never overlap, and get smaller instead."""
    count = max(block.places, len(block.codes) + (block.hidden > 0))
    if block.places <= len(block.codes) + block.hidden:
        return card
    while card > 24 and natural(count, card, context.scale) > width:
        card -= 4
    return card


def cards(block: Cards, width: int, context: Context, *, card: int = 0) -> Part:
    """A title, the cards (``card`` pixels wide, if given) and what is said below them."""
    scale, measure = context.scale, context.measure
    card = card or (_hand(len(block.codes), width, context) if block.mine else context.card)
    title = context.label(context.voice(block.title), width)
    if is_pile(block):
        laid = _pile(block, card, context)
    else:
        card = _apart(block, card, width, context)
        tiles = shown(block, card, context)
        if not tiles and not block.mine:
            laid = vacant(card, height(card), context)
        else:
            laid = fan(tiles, width, context, card=card)
        if not laid.h:
            laid = context.text(context.voice(Msg("render-nothing")), width, Tone.DIM)
    notes = [counted(block, context), "" if block.note is None else context.voice(block.note)]
    below_it = [paragraph(note, scale.small, width, measure, most=2) for note in notes if note]
    return below([title, laid, *below_it], max(6, scale.gap - 2))


def _pile(block: Cards, card: int, context: Context) -> Part:
    lift = STACKED * PEEP
    held = len(block.codes) + block.hidden
    if not held:
        return vacant(card, height(card), context)
    top = block.codes[-1] if block.codes else BACK
    one = tile(top, card, context, stack=min(STACKED, held - 1))
    return Part(one.w + lift, one.h + lift, (one._replace(x=lift, seen=one.w),))
