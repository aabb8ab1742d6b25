"""四人斗地主: four players, two packs, 叫分, and bombs of four to eight cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import pack
from engine.core import GameInfo, Option
from engine.games.doudizhu4.shapes import TWO_PACKS
from engine.kernels.climb.flow import WORDS as PLAY_WORDS
from engine.kernels.climb.reader import Reader
from engine.kernels.landlord.flow import WORDS, LandlordGame

if TYPE_CHECKING:
    from engine.core import Options
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.state import Hand

PACK = pack(2)
BOTTOM = 8
READER = Reader(TWO_PACKS)

DOUBLES, TRIPLES = (6, 7), 8
"""Cards of a bomb that doubles the stake, and of one that triples it. Source: seed 002."""


class Doudizhu4(LandlordGame):
    """The rules of 四人斗地主, numbered in rules.zh.md."""

    shapes_paragraph = 5

    info = GameInfo(
        id="doudizhu4",
        seats=range(4, 5),
        options=(Option("counter", ("off", "on"), between=True),),
        rounds=4,
        names=("四人斗地主", "doudizhu4", "ddz4", "四人鬥地主", "landlords4p"),
        words=(*WORDS, *PLAY_WORDS),
    )

    def reader(self, options: Options) -> Reader:
        return READER

    def pack(self, options: Options) -> Hand:
        return PACK

    def bottom_size(self, options: Options) -> int:
        return BOTTOM

    def by_score(self, options: Options) -> bool:
        return True

    def times(self, reading: Reading, options: Options, *, empty: bool) -> tuple[str, int]:
        """Bombs of six and seven ×2, of eight and 天王炸弹 ×3; smaller ones leave it."""
        if not reading.tier:
            return "", 1
        if reading.shape == "rocket4":
            return "rocket4", 3
        if reading.size >= TRIPLES:
            return f"bomb{reading.size}", 3
        return f"bomb{reading.size}", 2 if reading.size in DOUBLES else 1
