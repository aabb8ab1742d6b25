"""斗地主 for three: the standard shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernels.climb.reader import Reader
from engine.kernels.landlord.classic import Classic, info
from engine.kernels.landlord.shapes import STANDARD

if TYPE_CHECKING:
    from engine.core import Options

READER = Reader(STANDARD)


class Doudizhu(Classic):
    """The rules of 斗地主, numbered in rules.zh.md."""

    shapes_paragraph = 6

    info = info("doudizhu", ("斗地主", "doudizhu", "ddz", "鬥地主", "landlords"))

    def reader(self, options: Options) -> Reader:
        return READER
