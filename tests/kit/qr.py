"""A code on the page as a camera reads it: by another library than the one that made it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import zxingcpp
from PIL import Image

if TYPE_CHECKING:
    from playwright.async_api import Locator


async def read(place: Locator) -> str:
    """The words of the one code that is to be seen in a place of the page."""
    seen = Image.open(io.BytesIO(await place.screenshot()))
    (found,) = zxingcpp.read_barcodes(seen)
    return found.text
