"""A sheet as a PNG: the thin last step."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from renderers import sprites
from renderers.lettering import write
from renderers.palette import felt, reduced
from renderers.sheet import Panel, Tile, Words
from renderers.theme import FELT, Ground, Tone

if TYPE_CHECKING:
    from renderers.sheet import Sheet

_PEEP = 4


def image(sheet: Sheet) -> Image.Image:
    """The picture itself."""
    canvas = felt(sheet.width, sheet.height).copy()
    draw = ImageDraw.Draw(canvas)
    for item in sheet.items:
        match item:
            case Panel():
                sprites.lay_ground(canvas, item.ground, (item.x, item.y), (item.w, item.h))
            case Tile():
                _card(canvas, item)
            case Words():
                base = item.y + item.size
                red = FELT.red if item.tone is Tone.INK else FELT.red_on_felt
                colour = FELT.tone(item.tone)
                write(draw, (item.x, base), item.text, item.size, colour, red, bold=item.bold)
    return canvas


def png(sheet: Sheet) -> bytes:
    """The picture as a file; equal sheets make equal bytes."""
    buffer = BytesIO()
    reduced(image(sheet)).save(buffer, "PNG", compress_level=6)
    return buffer.getvalue()


def _paste(canvas: Image.Image, sprite: Image.Image, x: int, y: int) -> None:
    canvas.paste(sprite, (x, y), sprite)


def _card(canvas: Image.Image, tile: Tile) -> None:
    if not tile.face:
        sprites.lay_ground(canvas, Ground.PLACE, (tile.x, tile.y), (tile.w, tile.h))
        return
    margin = sprites.SHADOW
    for below in range(tile.stack, 0, -1):
        lower = sprites.card("back", "", tile.w, tile.h)
        shift = below * _PEEP - margin
        _paste(canvas, lower, tile.x - below * _PEEP - margin, tile.y + shift)
    sprite = sprites.card(tile.face, tile.word, tile.w, tile.h, chosen=tile.chosen)
    _paste(canvas, sprite, tile.x - margin, tile.y - margin)
