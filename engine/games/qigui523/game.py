"""七鬼五二三: 7, jokers, 5, 2, 3 on top."""

from __future__ import annotations

from engine.cards import Rank
from engine.kernels.draw.flow import info
from engine.kernels.draw.qigui import MIDDLE, MOST, OPTIONS, TOP, Qigui

ORDER = (Rank.FOUR, *MIDDLE, Rank.THREE, Rank.TWO, *TOP)


class Qigui523(Qigui):
    """The rules of 七鬼五二三, numbered in rules.zh.md."""

    shapes_paragraph = 5

    info = info(
        "qigui523", ("七鬼五二三", "7鬼523", "七鬼523", "qigui523", "qiguiwuersan"), MOST, OPTIONS
    )
    order = ORDER
