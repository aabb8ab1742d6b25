"""Views as pictures: what the bot calls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from renderers import lettering, text
from renderers import paint as painting
from renderers.layout import lay_out
from renderers.speech import Voice

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.msg import Msg
    from engine.view import View
    from renderers.sheet import Sheet


def sheet(view: View, say: Callable[[Msg], str]) -> Sheet:
    """What stands where in the picture of a view."""
    return lay_out(view, Voice(say, lettering.legible), lettering.width)


def paint(view: View, say: Callable[[Msg], str]) -> bytes:
    """The picture of a view as a PNG; equal views and names make equal bytes."""
    return painting.png(sheet(view, say))


def alt(view: View, say: Callable[[Msg], str]) -> str:
    """The picture in words."""
    return text.render(view, say)
