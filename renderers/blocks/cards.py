"""Cards on a sheet: rows and piles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.msg import Msg
from renderers.blocks.parts import Desk, vacant
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
    code: str, width: int, desk: Desk, *, chosen: bool = False, dim: bool = False, stack: int = 0
) -> Tile:
    """One card, or its back, at the origin."""
    called = "" if code == BACK or is_suited(code) else word(code, desk.voice)
    return Tile(0, 0, width, height(width), code, called, stack, chosen, dim)


def gap_of(card: int, scale: Scale) -> int:
    """Pixels between cards side by side."""
    return max(6, scale.gap * card // scale.card)


def natural(count: int, card: int, scale: Scale) -> int:
    """The width of some cards side by side, none covered."""
    gap = gap_of(card, scale)
    return max(0, count * (card + gap) - gap)


def fan(tiles: Sequence[Tile | None], width: int, desk: Desk, *, card: int = 0) -> Part:
    """Cards side by side in ``width`` pixels; many overlap to their index, in several rows.

    None is an empty place, ``card`` pixels wide where all are empty.
    """
    if not tiles:
        return Part(0, 0)
    w = next((one.w for one in tiles if one), card or desk.card)
    h, gap = height(w), gap_of(w, desk.scale)
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


def shown(block: Cards, card: int, desk: Desk) -> list[Tile | None]:
    """The faces, the hidden cards as one pile, and the empty places of a block, in that order."""
    tiles: list[Tile | None] = [
        tile(code, card, desk, chosen=i in block.chosen) for i, code in enumerate(block.codes)
    ]
    if block.hidden:
        # A hand that its owner has not looked at lies side by side, what else is hidden is a pile.
        tiles += [tile(BACK, card, desk)] * (block.hidden if block.mine else 1)
    unfilled = max(0, block.places - len(block.codes) - block.hidden)
    return tiles + [None] * unfilled


def is_pile(block: Cards) -> bool:
    """Whether one card stands for all: as the game says, or because all lie face down."""
    hides = block.hidden > 0 and not block.codes and not block.places
    return block.pile or (hides and not block.mine)


def counted(block: Cards, desk: Desk) -> str:
    """How many cards lie there, where the eye does not see it."""
    held = len(block.codes) + block.hidden
    if is_pile(block):
        return desk.say("render-count" if block.codes else "render-left", held) if held else ""
    if block.hidden and not block.mine:
        return desk.say("render-hidden" if block.codes else "render-left", block.hidden)
    return ""


def wish(block: Cards, desk: Desk) -> int:
    """The width a block of cards would like to have, with its title as far as that is short."""
    card = desk.scale.hand if block.mine else desk.card
    said = (desk.voice(block.title), counted(block, desk))
    longest = max(desk.measure(text, desk.scale.small, False) for text in said)
    named = min(2 * card, round(longest) + 1)
    if is_pile(block):
        return max(card + STACKED * PEEP, named)
    held = len(block.codes) + (block.hidden > 0)
    count = max(1, held, block.places - max(0, block.hidden - 1))
    return max(natural(count, card, desk.scale), named)


def _hand(count: int, width: int, desk: Desk) -> int:
    """The width of a hand's cards: a little smaller where that saves a third row."""
    two_rows = int(width / (1 + (STRIP + 0.005) * max(0, -(-count // 2) - 1)))
    large = desk.scale.hand
    return two_rows if large > two_rows >= large * 3 // 4 else large


def _apart(block: Cards, card: int, width: int, desk: Desk) -> int:
    """The width of cards among empty places: these never overlap, and get smaller instead."""
    count = max(block.places, len(block.codes) + (block.hidden > 0))
    if block.places <= len(block.codes) + block.hidden:
        return card
    while card > 24 and natural(count, card, desk.scale) > width:
        card -= 4
    return card


def cards(block: Cards, width: int, desk: Desk, *, card: int = 0) -> Part:
    """A title, the cards (``card`` pixels wide, if given) and what is said below them."""
    scale, measure = desk.scale, desk.measure
    card = card or (_hand(len(block.codes), width, desk) if block.mine else desk.card)
    title = desk.label(desk.voice(block.title), width)
    if is_pile(block):
        laid = _pile(block, card, desk)
    else:
        card = _apart(block, card, width, desk)
        tiles = shown(block, card, desk)
        if not tiles and not block.mine:
            laid = vacant(card, height(card), desk)
        else:
            laid = fan(tiles, width, desk, card=card)
        if not laid.h:
            laid = desk.text(desk.voice(Msg("render-nothing")), width, Tone.DIM)
    notes = [counted(block, desk), "" if block.note is None else desk.voice(block.note)]
    below_it = [paragraph(note, scale.small, width, measure, most=2) for note in notes if note]
    return below([title, laid, *below_it], max(6, scale.gap - 2))


def _pile(block: Cards, card: int, desk: Desk) -> Part:
    lift = STACKED * PEEP
    held = len(block.codes) + block.hidden
    if not held:
        return vacant(card, height(card), desk)
    top = block.codes[-1] if block.codes else BACK
    one = tile(top, card, desk, stack=min(STACKED, held - 1))
    return Part(one.w + lift, one.h + lift, (one._replace(x=lift, seen=one.w),))
