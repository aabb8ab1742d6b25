"""七鬼五二一: 7, jokers, 5, 2 and the ace (1) on top."""

from __future__ import annotations

from engine.cards import Rank
from engine.kernels.draw.flow import info
from engine.kernels.draw.qigui import MIDDLE, MOST, OPTIONS, TOP, Qigui

ORDER = (Rank.THREE, Rank.FOUR, *MIDDLE, Rank.TWO, *TOP)


class Qigui521(Qigui):
    """The rules of 七鬼五二一, numbered in rules.zh.md."""

    shapes_paragraph = 4

    info = info(
        "qigui521", ("七鬼五二一", "7鬼521", "七鬼521", "qigui521", "qiguiwueryi"), MOST, OPTIONS
    )
    order = ORDER
