"""What every part of a sheet is made with, and the small parts all of them use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.msg import Msg, msg
from engine.view import Tint
from renderers.sheet import Crown, Panel, Part, words
from renderers.theme import SMALLEST_TEXT, Ground, Tone

if TYPE_CHECKING:
    from renderers.sheet import Measure
    from renderers.speech import Voice
    from renderers.theme import Scale

ASIDE = 0.8
"""How large the table's cards are beside a hand: the hand is the largest thing on its screen."""


@dataclass(frozen=True, slots=True)
class Context:
    """What every block is laid out with: words, sizes, and the width of a text.

    ``private``: a hand is on the screen.
    """

    voice: Voice
    scale: Scale
    measure: Measure
    private: bool = False

    @property
    def card(self) -> int:
        """The width of a card on the table."""
        return round(self.scale.card * ASIDE) if self.private else self.scale.card

    def say(self, key: str, n: int) -> str:
        """One of our own messages about a number."""
        return self.voice(msg(key, n=n))

    def text(self, said: str, width: int, tone: Tone = Tone.STRONG) -> Part:
        """A line in the size of names and sentences."""
        return words(said, self.scale.text, width, self.measure, tone)

    def label(self, said: str, width: int, tone: Tone = Tone.LABEL) -> Part:
        """A line in the size of labels."""
        return words(said, self.scale.small, width, self.measure, tone)


def place_of(tint: Tint) -> Ground:
    """The ground of a place."""
    return Ground(f"place-{tint}") if tint else Ground.PLACE


def chip_of(tint: Tint) -> Ground:
    """The ground of a mark."""
    return Ground(f"chip-{tint}") if tint else Ground.CHIP


def on(text: Part, ground: Ground, pad: int = 10) -> Part:
    """Words on a small ground of their own; nothing for no words."""
    if not text.h:
        return text
    w = text.w + 2 * pad
    return Part(w, text.h, (Panel(0, 0, w, text.h, ground), *text.at(pad, 0)))


def chip(said: str, ground: Ground, width: int, context: Context, *, large: bool = False) -> Part:
    """A mark: a short word on its ground."""
    size = context.scale.text if large else context.scale.small
    tone = Tone.INK if ground is Ground.CHIP_GOLD else Tone.STRONG
    pad = 16 if large else 10
    return on(words(said, size, width - 2 * pad, context.measure, tone), ground, pad)


def face(name: str, side: int, ground: Ground, context: Context) -> Part:
    """A round ground with the first character of a name."""
    disc = Panel(0, 0, side, side, ground)
    tone = Tone.INK if ground is Ground.FACE_GOLD else Tone.STRONG
    size = context.scale.text
    letter = words(first_letter(name), size, side - 8, context.measure, tone)
    if not letter.h:
        return Part(side, side, (disc,))
    # The middle of a Chinese character is 0.38 of its size above the base line.
    y = (side - size) // 2 - round(size * 0.12)
    y = max(0, min(y, side - letter.h))
    return Part(side, side, (disc, *letter.at((side - letter.w) // 2, y)))


def crowned(head: Part) -> Part:
    """A face with a crown on."""
    w = round(head.w * 0.6)
    h = round(w * 0.7)
    lower = round(h * 0.62)
    return Part(head.w, head.h + lower, (*head.at(0, lower), Crown((head.w - w) // 2, 0, w, h)))


def first_letter(name: str) -> str:
    """The first character of a name that is more than a blank or a sign."""
    return next((c for c in name if c.isalnum()), name.strip()[:1]).upper()[:1]


def vacant(width: int, height: int, context: Context, key: str = "render-nothing") -> Part:
    """An empty place with the word for it in the middle, if that fits."""
    said = context.voice(Msg(key))
    word = context.label(said, width - 16, Tone.DIM)
    panel = Panel(0, 0, width, height, Ground.PLACE)
    if word.h > height or context.measure(said, SMALLEST_TEXT, False) > width - 16:
        return Part(width, height, (panel,))
    return Part(width, height, (panel, *word.at((width - word.w) // 2, (height - word.h) // 2)))
