"""Views one after the other as one moving picture: an animated WebP of a bounded size."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image

from renderers import paint, picture
from renderers.ink.palette import cloth, values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.msg import Msg
    from engine.view import View

MOST_BYTES = 2**20
LONGEST = 20_000
"""Milliseconds."""

MOST = 48
"""Pictures of it; of a longer round some are left out, evenly."""

EACH, LAST = 900, 2_400
"""Milliseconds for which one is shown at most, and the last one."""

SCALE = 0.6
"""Of a picture of a table: a megabyte each while it is made."""

TRIES = ((1.0, 50), (0.8, 40), (0.6, 30), (0.5, 20))
"""Of that, and quality: the first with which it is small enough."""


class TooLarge(ValueError):
    """It cannot be made small enough."""


def film(views: Sequence[View], say: Callable[[Msg], str], *, four: bool = False) -> bytes:
    """The views as a file of at most ``MOST_BYTES``, shown for at most ``LONGEST``.

    Raises:
        TooLarge: no way of making it is small enough.
    """
    shown = [_painted(view, say, four=four) for view in some(views)]
    size = max(one.width for one in shown), max(one.height for one in shown)
    while True:
        for scale, quality in TRIES:
            data = _file([_fitted(one, size, scale) for one in shown], quality)
            if len(data) <= MOST_BYTES:
                return data
        if len(shown) == 1:
            raise TooLarge("no film of that size")
        shown = shown[1 - len(shown) % 2 :: 2]  # half of them, and always the last


def some(views: Sequence[View]) -> list[View]:
    """At most ``MOST`` of them, evenly, with the first and the last.

    >>> len(some(range(500))), some(range(500))[0], some(range(500))[-1]
    (48, 0, 499)
    """
    if len(views) <= MOST:
        return list(views)
    last = len(views) - 1
    return [views[at * last // (MOST - 1)] for at in range(MOST)]


def durations(count: int) -> list[int]:
    """Milliseconds for which each is shown: ``LONGEST`` in all at most."""
    each = min(EACH, (LONGEST - LAST) // max(1, count - 1))
    return [*(each for _ in range(count - 1)), LAST]


def _painted(view: View, say: Callable[[Msg], str], *, four: bool) -> Image.Image:
    whole = paint.image(picture.sheet(view, say), four=four).convert("RGB")
    size = (round(whole.width * SCALE), round(whole.height * SCALE))
    return whole.resize(size, Image.Resampling.BOX)


def _fitted(shown: Image.Image, size: tuple[int, int], scale: float) -> Image.Image:
    """On a table of the size of the largest of them, then scaled."""
    if shown.size != size:
        ground = cloth(*size).copy()
        ground.putpalette(values())
        table = ground.convert("RGB")
        table.paste(shown, ((size[0] - shown.width) // 2, 0))
        shown = table
    if scale == 1.0:
        return shown
    smaller = (round(size[0] * scale), round(size[1] * scale))
    return shown.resize(smaller, Image.Resampling.BOX)


def _file(frames: Sequence[Image.Image], quality: int) -> bytes:
    buffer = BytesIO()
    first, *others = frames
    first.save(
        buffer, "WEBP", save_all=True, append_images=others, duration=durations(len(frames)),
        loop=0, quality=quality, method=2,
    )  # fmt: skip
    return buffer.getvalue()
