"""A sheet as a PNG: the thin last step.

The canvas holds numbers of the palette. All it does is paste sprites, so that most of the time is
spent in Pillow, where other threads may run.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageDraw

from renderers.ink import sprites
from renderers.ink.cards import Look
from renderers.ink.lettering import SUIT_SIGNS, placed
from renderers.ink.palette import MIDDLE, cloth, shades, values
from renderers.sheet import Crown, Curve, Panel, Stroke, Tile, Words
from renderers.theme import COATS, FAINT, FELT, LINES, SUITS, SUITS_FOUR, TONES, Tone

if TYPE_CHECKING:
    from renderers.ink.sprites import Sprite
    from renderers.sheet import Item, Sheet
    from renderers.theme import Colour

PEEP = 4
"""Pixels by which each card below a pile shows."""

_LETTERS = {"♠": "S", "♥": "H", "♣": "C", "♦": "D"}


class Easel:
    """One picture while it is painted."""

    def __init__(self, sheet: Sheet, *, four: bool) -> None:
        self._cloth = cloth(sheet.width, sheet.height)
        self.canvas = self._cloth.copy()
        self._draw = ImageDraw.Draw(self.canvas)
        self._four = four
        self._suits = SUITS_FOUR if four else SUITS
        self._panels: list[Panel] = []

    def add(self, item: Item) -> None:
        """Paint one item over what is there."""
        match item:
            case Words():
                self._words(item)
            case Panel():
                self._panel(item)
            case Tile():
                self._tile(item)
            case Crown(x, y, w, h):
                self._paste(sprites.crown(w, h, self._below(x, y)), x, y)
            case Stroke(x, y, w, h, down):
                self._paste(sprites.stroke(w, h, down=down), x, y)
            case Curve(x, y, w, h, points, line, thick):
                tone = FELT.line if line == FAINT else LINES[line]
                self._paste(sprites.curve((w, h), points, tone, thick), x, y)

    def _below(self, x: int, y: int) -> Colour:
        """The colour that lies at a place: the topmost panel's there, or the cloth's."""
        for panel in reversed(self._panels):
            fill = COATS[panel.ground].fill
            inside = panel.x <= x < panel.x + panel.w and panel.y <= y < panel.y + panel.h
            if inside and fill is not None:
                return fill
        return shades()[MIDDLE]

    def _paste(self, sprite: Sprite, x: int, y: int) -> None:
        self.canvas.paste(sprite.image, (x + sprite.left, y + sprite.top), sprite.mask)

    def _words(self, item: Words) -> None:
        ground = self._below(item.x, item.y + item.h // 2)
        tone, light = TONES[item.tone], item.tone is Tone.INK
        base = item.y + item.size
        for x, run in placed(item.text, item.size, bold=item.bold):
            colour = tone
            if run.text in SUIT_SIGNS:
                pair = self._suits.get(_LETTERS[run.text])
                colour = tone if pair is None else pair[0 if light else 1]
            sprite = sprites.letters(run, item.size, colour, ground)
            if sprite is not None:
                self._paste(sprite, item.x + round(x), base)

    def _panel(self, item: Panel) -> None:
        x, y, w, h, ground = item
        coat = COATS[ground]
        radius = min(coat.radius, w // 2, h // 2)
        around = self._below(x, y)
        right, bottom = x + w - 1, y + h - 1
        if coat.fill is not None:
            self._fill((x + radius, y, right - radius, bottom), coat.fill)
            self._fill((x, y + radius, right, bottom - radius), coat.fill)
        if coat.line is not None:
            t = coat.thick - 1
            self._fill((x + radius, y, right - radius, y + t), coat.line)
            self._fill((x + radius, bottom - t, right - radius, bottom), coat.line)
            self._fill((x, y + radius, x + t, bottom - radius), coat.line)
            self._fill((right - t, y + radius, right, bottom - radius), coat.line)
        if radius:
            places = ((x, y), (right + 1 - radius, y), (x, bottom + 1 - radius),
                      (right + 1 - radius, bottom + 1 - radius))  # fmt: skip
            for sprite, place in zip(sprites.corners(ground, radius, around), places, strict=True):
                self._paste(sprite, *place)
        self._panels.append(item)

    def _fill(self, box: tuple[int, int, int, int], colour: Colour) -> None:
        if box[0] <= box[2] and box[1] <= box[3]:
            self._draw.rectangle(box, sprites.number(colour))

    def _tile(self, item: Tile) -> None:
        ground = self._below(item.x, item.y)
        for below in range(item.stack, 0, -1):
            lower = Look("back", "", item.w, item.h)
            x, y = item.x - below * PEEP, item.y + below * PEEP
            self._shadow(x, y, item.w, item.h, ground)
            self._paste(sprites.card(lower, ground), x, y)
        look = Look(item.face, item.word, item.w, item.h, item.chosen, item.dim, self._four)
        if item.h > item.w:
            self._shadow(item.x, item.y, item.w, item.h, ground)
        self._paste(sprites.card(look, ground, laps=item.laps), item.x, item.y)

    def _shadow(self, x: int, y: int, w: int, h: int, ground: Colour) -> None:
        """Darken the cloth around a card; a card that lies there keeps its light."""
        margin = sprites.SHADOW
        box = (x - margin, y - margin, x + w + margin, y + h + margin)
        panel = ground == FELT.panel
        shade = sprites.shadow(w, h, panel=panel)
        if not panel:
            shade = ImageChops.add(self._cloth.crop(box), shade)
        self.canvas.paste(ImageChops.lighter(self.canvas.crop(box), shade), box)


def image(sheet: Sheet, *, four: bool = False) -> Image.Image:
    """The picture itself; ``four``: every suit has a colour of its own."""
    easel = Easel(sheet, four=four)
    for item in sheet.items:
        easel.add(item)
    easel.canvas.putpalette(values())
    return easel.canvas


def png(sheet: Sheet, *, four: bool = False) -> bytes:
    """The picture as a file; equal sheets make equal bytes."""
    buffer = BytesIO()
    image(sheet, four=four).save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()
