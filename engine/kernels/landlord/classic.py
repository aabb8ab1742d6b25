"""斗地主 for three with one pack: what the standard game and 拓展版 share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import pack
from engine.core import GameInfo, Option
from engine.kernels.climb.flow import WORDS as PLAY_WORDS
from engine.kernels.landlord.flow import WORDS, LandlordGame
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from engine.core import Options
    from engine.kernels.climb.rules import Reading
    from engine.kernels.climb.state import Hand

PACK = pack()
BOTTOM = 3

OPTIONS = (
    Option("auction", ("call", "score")),
    Option("no_call", ("force", "redeal")),
    Option("redouble", ("false", "true")),
    Option("empty_bomb_factor", (2, 1)),
    Option("counter", ("off", "on"), between=True),
)


def info(game_id: str, names: tuple[str, ...], more: tuple[Option, ...] = ()) -> GameInfo:
    """What the lobby shows of a game of this kind."""
    return GameInfo(
        id=game_id,
        seats=range(3, 4),
        options=(*OPTIONS, *more),
        rounds=4,
        names=names,
        words=(*WORDS, *PLAY_WORDS),
    )


class Classic(LandlordGame):
    """A pack of 54, 17 each, three 底牌."""

    def check(self, seats: int, options: Options) -> Msg | None:
        if options["redouble"] == "true" and options["auction"] != "score":
            return msg("landlord-redouble-needs-score")
        return None

    def pack(self, options: Options) -> Hand:
        return PACK

    def bottom_size(self, options: Options) -> int:
        return BOTTOM

    def by_score(self, options: Options) -> bool:
        return options["auction"] == "score"

    def redeals(self, options: Options) -> bool:
        return self.by_score(options) or options["no_call"] == "redeal"

    def doubling(self, options: Options) -> bool:
        return options["redouble"] == "true"

    def times(self, reading: Reading, options: Options, *, empty: bool) -> tuple[str, int]:
        """Bombs and rockets double; 空炸, led or put on one's own hand, by the option."""
        if not reading.tier:
            return "", 1
        return reading.shape, int(options["empty_bomb_factor"]) if empty else 2
