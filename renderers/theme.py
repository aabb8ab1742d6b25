"""Colours and sizes of the pictures: few, each with one meaning.

Text on its ground has a contrast of at least 4.5 to 1 (tests/renderers/test_theme.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Colour: TypeAlias = tuple[int, int, int]

LONGEST_SIDE = 1280
"""Pixels: Telegram reduces what is longer."""

SMALLEST_TEXT = 22
"""Pixels: smaller words cannot be read on a telephone."""


class Tone(StrEnum):
    """What a text means; its colour follows."""

    STRONG = "strong"
    LABEL = "label"
    GOLD = "gold"
    DIM = "dim"
    INK = "ink"


class Ground(StrEnum):
    """What lies below texts and cards; its colours follow."""

    PANEL = "panel"
    SEAT = "seat"
    ASKED = "asked"
    PLACE = "place"
    CHIP = "chip"
    CHIP_GOLD = "chip-gold"
    CHIP_DARK = "chip-dark"
    CHIP_BLUE = "chip-blue"
    RULE = "rule"


@dataclass(frozen=True, slots=True)
class Theme:
    """Colours by their meaning."""

    felt: Colour = (23, 84, 69)
    felt_edge: Colour = (13, 56, 47)
    panel: Colour = (11, 47, 40)
    line: Colour = (62, 122, 103)
    chip: Colour = (28, 88, 72)
    strong: Colour = (250, 250, 245)
    label: Colour = (190, 220, 206)
    dim: Colour = (158, 196, 180)
    gold: Colour = (240, 197, 106)
    cream: Colour = (253, 251, 245)
    cream_edge: Colour = (206, 200, 184)
    field: Colour = (248, 240, 222)
    ink: Colour = (22, 29, 36)
    red: Colour = (196, 30, 42)
    red_on_felt: Colour = (255, 172, 162)
    back: Colour = (33, 66, 122)
    back_line: Colour = (92, 130, 190)

    def tone(self, tone: Tone) -> Colour:
        """The colour of words."""
        return {
            Tone.STRONG: self.strong,
            Tone.LABEL: self.label,
            Tone.GOLD: self.gold,
            Tone.DIM: self.dim,
            Tone.INK: self.ink,
        }[tone]


FELT = Theme()


@dataclass(frozen=True, slots=True)
class Scale:
    """Sizes in pixels. A full screen is laid out on a smaller scale.

    Attributes:
        page: width of the picture.
        margin: around everything.
        between: between blocks.
        gap: between cards, and between words and what they name.
        pad: inside a panel.
        card: width of a card; its height is 1.41 times that.
        text: lines and names.
        small: labels.
        title: the title.
        number: the one number that matters.
    """

    page: int
    margin: int
    between: int
    gap: int
    pad: int
    card: int
    text: int
    small: int
    title: int
    number: int

    @property
    def card_height(self) -> int:
        """Height of a card."""
        return round(self.card * 1.41)

    @property
    def strip(self) -> int:
        """How much of a covered card must be seen: its index."""
        return round(self.card * 0.44)


SCALES = (
    Scale(1000, 32, 28, 12, 20, card=112, text=28, small=26, title=36, number=60),
    Scale(1000, 28, 20, 10, 16, card=98, text=26, small=24, title=32, number=52),
    Scale(1000, 24, 16, 8, 14, card=84, text=24, small=22, title=28, number=44),
    Scale(1280, 24, 12, 8, 12, card=72, text=22, small=22, title=26, number=36),
)
"""Tried in this order until the screen is short enough."""

SIZES = (60, 52, 44, 36, 32, 28, 26, 24, 22)
"""The sizes of text there are: each keeps a font in memory."""
