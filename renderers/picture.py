"""Views as pictures: what the bot calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers import paint as painting
from renderers import text
from renderers.ink import lettering
from renderers.layout import lay_out
from renderers.speech import Voice

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.msg import Msg
    from engine.view import View
    from renderers.sheet import Sheet

ALT = 1000
"""Characters of an alt text: Discord takes 1024."""


def sheet(view: View, say: Callable[[Msg], str]) -> Sheet:
    """What stands where in the picture of a view."""
    return lay_out(view, Voice(say, lettering.legible), lettering.width)


def paint(view: View, say: Callable[[Msg], str], *, four: bool = False) -> bytes:
    """The picture of a view as a PNG; equal views and names make equal bytes.

    ``four``: every suit has a colour of its own.
    """
    return painting.png(sheet(view, say), four=four)


def alt(view: View, say: Callable[[Msg], str]) -> str:
    """The picture in words, in at most ``ALT`` characters, cut after a line."""
    said = text.render(view, say)
    if len(said) <= ALT:
        return said
    kept, _, _ = said[: ALT - 1].rpartition("\n")
    return f"{(kept or said[: ALT - 2]).rstrip()}\n…"
