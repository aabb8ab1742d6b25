"""斗地主拓展版: looser wings than 斗地主, and so plays that can be read in several ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.core import Option
from engine.frozen import changed
from engine.kernels.climb.reader import Reader
from engine.kernels.climb.rules import Shape, Wings
from engine.kernels.landlord.classic import Classic, info
from engine.kernels.landlord.shapes import EXTENDED

if TYPE_CHECKING:
    from engine.core import Options

QUAD = Shape("triple1", 3, wings=Wings((1,), loose=True))

WITH_QUAD = changed(
    EXTENDED, shapes=tuple(QUAD if s.id == "triple1" else s for s in EXTENDED.shapes)
)
"""Four equal cards may be 三带一 as well, offered after the bomb. Source: seed 002's program."""

READER, WITH_QUAD_READER = Reader(EXTENDED), Reader(WITH_QUAD)


class DoudizhuExt(Classic):
    """The rules of 斗地主拓展版, numbered in rules.zh.md."""

    shapes_paragraph = 1

    info = info(
        "doudizhu_ext",
        ("斗地主拓展版", "doudizhu_ext", "ddzx", "鬥地主拓展版", "landlordsx"),
        (Option("quad_as_3_1", ("false", "true")),),
    )

    def reader(self, options: Options) -> Reader:
        return WITH_QUAD_READER if options["quad_as_3_1"] == "true" else READER
