"""七鬼: equal cards only, and a 7 above the jokers; 五二三 and 五二一 differ in their ranks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.cards import Rank
from engine.core import Option
from engine.kernels.climb.reader import Reader
from engine.kernels.climb.rules import ClimbRules, Shape
from engine.kernels.draw.flow import DrawGame
from engine.msg import Msg, msg

if TYPE_CHECKING:
    from engine.core import Options

MOST = 7
"""So many can play: seven hands of seven are 49 of 54 cards."""

OPTIONS = (
    Option("hand", (7, 5)),
    Option("bombs", ("false", "true")),
    Option("end", ("one_left", "qiaodi")),
)

MIDDLE = (
    Rank.SIX, Rank.EIGHT, Rank.NINE, Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE,
)  # fmt: skip
JOKERS = (Rank.SMALL_JOKER, Rank.BIG_JOKER)
TOP = (Rank.FIVE, *JOKERS, Rank.SEVEN)


def plain(order: tuple[Rank, ...]) -> ClimbRules:
    """One to four equal cards; both jokers are a pair. Source: the program of seed 002."""
    return ClimbRules(
        order=order,
        chain=(),
        suits=True,
        shapes=(
            Shape("single"),
            Shape("pair", 2),
            Shape("pair", exact=JOKERS),
            Shape("trips", 3),
            Shape("quad", 4),
        ),
    )


def with_bombs(rules: ClimbRules) -> ClimbRules:
    """Three and four equal cards beat everything that is neither."""
    shapes = tuple(replace(s, tier=1) if s.width > 2 else s for s in rules.shapes)
    return replace(rules, shapes=shapes)


class Qigui(DrawGame):
    """What 七鬼五二三 and 七鬼五二一 do alike; a game gives its ranks, weakest first."""

    order: tuple[Rank, ...]

    def __init__(self) -> None:
        rules = plain(self.order)
        self._plain, self._bombs = Reader(rules), Reader(with_bombs(rules))

    def check(self, seats: int, options: Options) -> Msg | None:
        if options["end"] == "qiaodi" and options["leftover"] == "none":
            return msg("draw-closing-takes-all")
        return None

    def reader(self, options: Options) -> Reader:
        return self._bombs if options["bombs"] == "true" else self._plain

    def size(self, options: Options) -> int:
        return int(options["hand"])

    def closes(self, options: Options) -> bool:
        return options["end"] == "qiaodi"
