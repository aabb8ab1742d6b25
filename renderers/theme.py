"""Colours and sizes of the pictures: few, each with one meaning.

Text on its ground has a contrast of at least 4.5 to 1 (tests/renderers/test_contrast.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

LONGEST_SIDE = 1280
"""Pixels: Telegram reduces what is longer."""

PAGE = 1000
"""Width of every picture in pixels."""

PHONE = 360
"""Pixels a telephone shows of the width, at the least."""

SMALLEST_TEXT = 25
"""Pixels: 9 on such a telephone; smaller words cannot be read there."""

SIZES = (60, 52, 44, 36, 32, 28, SMALLEST_TEXT)
"""The sizes of text there are: each keeps a font in memory."""


ELLIPSIS = "…"
"""Stands where words were cut off."""


class Tone(StrEnum):
    """What a text means; its colour follows."""

    STRONG = "strong"
    LABEL = "label"
    GOLD = "gold"
    DIM = "dim"
    INK = "ink"


class Ground(StrEnum):
    """What lies below texts and cards; its colours follow."""

    FELT = "felt"
    PANEL = "panel"
    SEAT = "seat"
    ASKED = "asked"
    WON = "won"
    PLACE = "place"
    PLACE_GOLD = "place-gold"
    PLACE_RED = "place-red"
    PLACE_BLACK = "place-black"
    PLACE_BLUE = "place-blue"
    PLACE_GREEN = "place-green"
    PLACE_VIOLET = "place-violet"
    FRAME = "frame"
    FACE = "face"
    FACE_GOLD = "face-gold"
    CHIP = "chip"
    CHIP_GOLD = "chip-gold"
    CHIP_RED = "chip-red"
    CHIP_BLACK = "chip-black"
    CHIP_BLUE = "chip-blue"
    CHIP_GREEN = "chip-green"
    CHIP_VIOLET = "chip-violet"
    LAMP = "lamp"
    LAMP_LIT = "lamp-lit"
    ROW = "row"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by their meaning."""

    felt: Colour = (23, 84, 69)
    felt_edge: Colour = (13, 56, 47)
    panel: Colour = (11, 47, 40)
    deep: Colour = (5, 22, 19)
    line: Colour = (62, 122, 103)
    chip: Colour = (28, 88, 72)
    strong: Colour = (250, 250, 245)
    label: Colour = (190, 220, 206)
    dim: Colour = (158, 196, 180)
    gold: Colour = (240, 197, 106)
    bronze: Colour = (158, 112, 38)
    cream: Colour = (253, 251, 245)
    cream_edge: Colour = (190, 184, 168)
    field: Colour = (248, 238, 216)
    ink: Colour = (22, 29, 36)
    red: Colour = (196, 30, 42)
    green: Colour = (0, 112, 62)
    blue: Colour = (22, 88, 178)
    red_on_felt: Colour = (255, 172, 162)
    green_on_felt: Colour = (140, 232, 160)
    blue_on_felt: Colour = (150, 205, 255)
    navy: Colour = (30, 58, 112)
    navy_line: Colour = (98, 136, 196)
    skin: Colour = (250, 218, 184)
    hair: Colour = (104, 66, 38)
    place_gold: Colour = (138, 98, 22)
    place_red: Colour = (150, 34, 44)
    place_black: Colour = (26, 32, 38)
    place_blue: Colour = (48, 82, 140)
    place_green: Colour = (24, 110, 66)
    place_violet: Colour = (98, 62, 138)


FELT = Theme()

TONES = {
    Tone.STRONG: FELT.strong,
    Tone.LABEL: FELT.label,
    Tone.GOLD: FELT.gold,
    Tone.DIM: FELT.dim,
    Tone.INK: FELT.ink,
}

SUITS = {"H": (FELT.red, FELT.red_on_felt), "D": (FELT.red, FELT.red_on_felt)}
"""Colours of suits that are not those of the words around: on light ground and on dark."""

SUITS_FOUR = {
    "H": (FELT.red, FELT.red_on_felt),
    "D": (FELT.blue, FELT.blue_on_felt),
    "C": (FELT.green, FELT.green_on_felt),
}
"""The same where every suit has a colour of its own."""


LINES = (
    FELT.gold,
    FELT.blue_on_felt,
    FELT.red_on_felt,
    FELT.green_on_felt,
    FELT.strong,
    FELT.navy_line,
)
"""Colours of lines on a panel; each has its name at its end, so that no colour must be known."""

FAINT = len(LINES)
"""In the place of a line: one of a crowd, without a name."""


@dataclass(frozen=True, slots=True)
class Coat:
    """How a ground looks: filled or not, its edge with a width, its corners with a radius."""

    fill: Colour | None
    line: Colour | None = None
    thick: int = 0
    radius: int = 8


_THIN, _THICK = 1, 5
_EDGE = 12

COATS = {
    Ground.PANEL: Coat(FELT.panel, FELT.line, _THIN, 18),
    Ground.SEAT: Coat(FELT.felt_edge, FELT.line, _THIN, 14),
    Ground.ASKED: Coat(FELT.panel, FELT.gold, _THICK, 14),
    Ground.WON: Coat(FELT.panel, FELT.gold, _THICK, 14),
    Ground.PLACE: Coat(FELT.felt_edge, FELT.line, 2, _EDGE),
    Ground.PLACE_GOLD: Coat(FELT.place_gold, FELT.gold, 2, _EDGE),
    Ground.PLACE_RED: Coat(FELT.place_red, FELT.gold, 2, _EDGE),
    Ground.PLACE_BLACK: Coat(FELT.place_black, FELT.gold, 2, _EDGE),
    Ground.PLACE_BLUE: Coat(FELT.place_blue, FELT.gold, 2, _EDGE),
    Ground.PLACE_GREEN: Coat(FELT.place_green, FELT.gold, 2, _EDGE),
    Ground.PLACE_VIOLET: Coat(FELT.place_violet, FELT.gold, 2, _EDGE),
    Ground.FRAME: Coat(None, FELT.gold, 4, 16),
    Ground.FACE: Coat(FELT.line, None, 0, 99),
    Ground.FACE_GOLD: Coat(FELT.gold, None, 0, 99),
    Ground.CHIP: Coat(FELT.chip),
    Ground.CHIP_GOLD: Coat(FELT.gold),
    Ground.CHIP_RED: Coat(FELT.place_red),
    Ground.CHIP_BLACK: Coat(FELT.place_black),
    Ground.CHIP_BLUE: Coat(FELT.place_blue),
    Ground.CHIP_GREEN: Coat(FELT.place_green),
    Ground.CHIP_VIOLET: Coat(FELT.place_violet),
    Ground.LAMP: Coat(FELT.felt_edge, FELT.line, 2, 99),
    Ground.LAMP_LIT: Coat(FELT.gold, None, 0, 99),
    Ground.ROW: Coat(FELT.felt_edge, FELT.gold, _THIN, 10),
    Ground.RULE: Coat(FELT.chip, None, 0, 0),
}
"""Every ground but the felt. A radius of 99 is as round as can be."""


TALL = 11
"""Rows from which on a table is long."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes in pixels. A full screen is laid out on a smaller scale.

    Attributes:
        margin: around everything.
        between: between blocks.
        gap: between cards, and between words and what they name.
        pad: inside a panel.
        card: width of a card; its height is 1.41 times that.
        hand: width of a card of the viewer's hand.
        text: lines and names.
        small: labels.
        title: the title.
        number: the one number that matters.
        tall: rows from which on a table has no lines between them, where cards are small.
    """

    margin: int
    between: int
    gap: int
    pad: int
    card: int
    hand: int
    text: int
    small: int
    title: int
    number: int
    page: int = PAGE
    tall: int = TALL


SCALES = (
    Scale(32, 26, 12, 20, card=112, hand=116, text=28, small=25, title=36, number=60),
    Scale(28, 20, 10, 16, card=96, hand=108, text=28, small=25, title=32, number=52),
    Scale(24, 16, 8, 14, card=84, hand=100, text=25, small=25, title=32, number=44),
    Scale(20, 12, 8, 12, card=72, hand=92, text=25, small=25, title=28, number=36),
    Scale(16, 8, 6, 10, card=60, hand=84, text=25, small=25, title=25, number=32),
    Scale(16, 8, 6, 10, card=60, hand=84, text=25, small=25, title=25, number=32, tall=2),
)
"""Tried in this order until the screen is short enough."""

UPRIGHT = 1.41
"""Height of a card by its width."""

STRIP = 0.44
"""How much of a covered card must be seen, of its width: its index."""
