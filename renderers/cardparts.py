"""Cards on a sheet: rows and piles, tricks and boards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.msg import Msg, msg
from renderers.faces import is_suited, word
from renderers.sheet import (
    Measure,
    Panel,
    Part,
    Tile,
    below,
    beside,
    flow,
    paragraph,
    words,
)
from renderers.theme import Ground, Scale, Tone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.view import Cards, Grid, Play, Trick
    from renderers.speech import Voice

BACK = "back"
STACKED = 2
"""Cards that peep out below a pile."""
PEEP = 4
"""Pixels by which each of them does."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What every layout needs: words, sizes, and the width of a text."""

    voice: Voice
    scale: Scale
    measure: Measure

    def say(self, key: str, n: int) -> str:
        """One of our own messages about a number."""
        return self.voice(msg(key, n=n))


def tile(code: str, width: int, desk: Desk, *, chosen: bool = False, stack: int = 0) -> Tile:
    """One card (or back, or empty place) at the origin."""
    called = "" if code in ("", BACK) or is_suited(code) else word(code, desk.voice)
    return Tile(0, 0, width, round(width * 1.41), code, called, stack, chosen)


def _placed(one: Tile, x: int, y: int, seen: int) -> Tile:
    return Tile(x, y, one.w, one.h, one.face, one.word, one.stack, one.chosen, seen)


def fan(tiles: Sequence[Tile], width: int, desk: Desk) -> Part:
    """Cards side by side in ``width`` pixels; many overlap to their index, in several rows."""
    if not tiles:
        return Part(0, 0)
    w, gap = tiles[0].w, max(6, desk.scale.gap * tiles[0].w // desk.scale.card)
    strip = round(w * 0.44)
    most = 1 + max(0, (width - w) // strip)
    rows = -(-len(tiles) // most)
    each = -(-len(tiles) // rows)
    step = w + gap if each == 1 else min(w + gap, (width - w) // (each - 1))
    lines = []
    for start in range(0, len(tiles), each):
        line = tiles[start : start + each]
        rise = round(line[0].h * 0.09) if any(one.chosen for one in line) else 0
        last = len(line) - 1
        placed = tuple(
            _placed(one, i * step, 0 if one.chosen else rise, w if i == last else min(w, step))
            for i, one in enumerate(line)
        )
        lines.append(Part(last * step + w, line[0].h + rise, placed))
    return below(lines, gap)


def natural(count: int, card: int, scale: Scale) -> int:
    """The width of some cards side by side, none covered."""
    gap = max(6, scale.gap * card // scale.card)
    return max(0, count * (card + gap) - gap)


def shown(block: Cards, card: int, desk: Desk) -> list[Tile]:
    """The faces, the hidden cards as one pile, and the empty places of a block, in that order."""
    tiles = [tile(code, card, desk, chosen=i in block.chosen) for i, code in enumerate(block.codes)]
    if block.hidden:
        tiles.append(tile(BACK, card, desk))
    free = max(0, block.places - len(block.codes) - block.hidden)
    return tiles + [tile("", card, desk)] * free


def is_pile(block: Cards) -> bool:
    """Whether one card stands for all: as the game says, or because all lie face down."""
    return block.pile or (block.hidden > 0 and not block.codes and not block.places)


def counted(block: Cards, desk: Desk) -> str:
    """How many cards lie there, where the eye does not see it."""
    held = len(block.codes) + block.hidden
    if is_pile(block):
        return desk.say("render-count" if block.codes or not held else "render-left", held)
    if block.hidden:
        return desk.say("render-hidden" if block.codes else "render-left", block.hidden)
    return ""


def wish(block: Cards, desk: Desk) -> int:
    """The width a block of cards would like to have, with its title as far as that is short."""
    card = desk.scale.card
    said = (desk.voice(block.title), counted(block, desk))
    longest = max(desk.measure(text, desk.scale.small, False) for text in said)
    named = min(2 * card, round(longest) + 1)
    if is_pile(block):
        return max(card + STACKED * PEEP, named)
    held = len(block.codes) + (block.hidden > 0)
    count = max(1, held, block.places - max(0, block.hidden - 1))
    return max(natural(count, card, desk.scale), named)


def cards(block: Cards, width: int, desk: Desk) -> Part:
    """A title, the cards and what is said below them."""
    scale, measure = desk.scale, desk.measure
    title = words(desk.voice(block.title), scale.small, width, measure, Tone.LABEL)
    if is_pile(block):
        stack = min(STACKED, max(0, len(block.codes) + block.hidden - 1))
        top = block.codes[-1] if block.codes else BACK if block.hidden else ""
        one = tile(top, scale.card, desk, stack=stack)
        lift = STACKED * PEEP
        laid = Part(one.w + lift, one.h + lift, (_placed(one, lift, 0, one.w),))
    else:
        tiles = shown(block, scale.card, desk)
        if not tiles and not block.mine:
            tiles = [tile("", scale.card, desk)]
        laid = fan(tiles, width, desk)
        if not laid.h:
            laid = words(desk.voice(Msg("render-nothing")), scale.text, width, measure, Tone.DIM)
    notes = [counted(block, desk), "" if block.note is None else desk.voice(block.note)]
    below_it = [paragraph(note, scale.small, width, measure, most=2) for note in notes if note]
    return below([title, laid, *below_it], max(6, scale.gap - 2))


def trick(block: Trick, width: int, desk: Desk) -> Part:
    """The plays side by side, each below the name of its player."""
    title = words(desk.voice(block.title), desk.scale.small, width, desk.measure, Tone.LABEL)
    plays = [_play(play, width, desk) for play in block.plays]
    return below(
        [title, flow(plays, width, desk.scale.between + 8, desk.scale.gap)], desk.scale.gap
    )


def _play(play: Play, width: int, desk: Desk) -> Part:
    scale, measure = desk.scale, desk.measure
    card = max(64, round(scale.card * 0.72))
    tiles = [tile(code, card, desk) for code in play.codes]
    room = min(width, natural(5, card, scale))
    laid = fan(tiles, room, desk)
    wide = min(width, max(laid.w, card * 2))
    label = "" if play.label is None else desk.voice(play.label)
    if tiles:
        said = paragraph(label, scale.small, wide, measure, Tone.LABEL, most=2)
    else:
        said = chip(label, Ground.CHIP, room, desk, large=True)
    name = words(desk.voice.name(play.seat), scale.text, max(wide, said.w), measure)
    return below([name, laid, said], 6)


def grid(block: Grid, width: int, desk: Desk) -> Part:
    """A board of cards and places; its cells get smaller until it is narrow enough."""
    columns = max(1, block.columns)
    gap = max(6, desk.scale.gap - 2)
    card = max(24, min(desk.scale.card, (width + gap) // columns - gap))
    title = words(desk.voice(block.title), desk.scale.small, width, desk.measure, Tone.LABEL)
    cells = [
        _cell(code, block.marks[i] if i < len(block.marks) else "", card, desk)
        for i, code in enumerate(block.cells)
    ]
    lines = [beside(cells[i : i + columns], gap) for i in range(0, len(cells), columns)]
    return below([title, below(lines, gap)], desk.scale.gap)


def _cell(code: str, mark: str, card: int, desk: Desk) -> Part:
    one = tile(code, card, desk)
    room = card - 22
    text = words(desk.voice.show(mark), desk.scale.small, room, desk.measure, Tone.STRONG)
    if not text.h or room < 20:
        return Part(one.w, one.h, (one,))
    if not code:
        x, y = (one.w - text.w) // 2, (one.h - text.h) // 2
        return Part(one.w, one.h, (one, *text.at(x, y)))
    chip = chip_of(text, Ground.CHIP_BLUE, 6)
    return Part(one.w, one.h, (one, *chip.at(one.w - chip.w - 5, one.h - chip.h - 5)))


def chip_of(text: Part, ground: Ground, pad: int = 10) -> Part:
    """Words on a small ground of their own."""
    w = text.w + 2 * pad
    return Part(w, text.h, (Panel(0, 0, w, text.h, ground), *text.at(pad, 0)))


def chip(text: str, ground: Ground, width: int, desk: Desk, *, large: bool = False) -> Part:
    """A mark: one short word on its ground; nothing for no word."""
    size = desk.scale.text if large else min(desk.scale.small, 24)
    tone = Tone.INK if ground is Ground.CHIP_GOLD else Tone.STRONG
    pad = 16 if large else 10
    inside = words(text, size, width - 2 * pad, desk.measure, tone)
    return chip_of(inside, ground, pad) if inside.h else inside
