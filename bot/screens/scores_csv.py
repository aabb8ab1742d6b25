"""A book as a file that spreadsheets open: one line for each seat of each round."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.screens.scores import reasons_of
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from bot.store.rows import ScoredRound, SeatRow

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a cell begins that a spreadsheet would work out, or break at."""

COLUMNS = (
    "time", "match", "game", "round", "seat", "player", "points", "scored", "corrections", "why",
)  # fmt: skip


def quoted(text: str) -> str:
    """Words as a cell that stays words: a name such as ``=1+1`` is shown, not worked out."""
    return f"'{text}" if text.startswith(FORMULA) else text


class ScoresFile:
    """The file, which grows piece by piece; it begins with a mark by which spreadsheets know UTF-8.

    Args:
        say: puts a message into words, with names by seat.
        names: what the people of a table are called.
    """

    def __init__(
        self, say: Callable[..., str], names: Callable[[Iterable[SeatRow]], tuple[str, ...]]
    ) -> None:
        self._say, self._names = say, names
        self._made = io.BytesIO()
        self._write("utf-8-sig", [[say(msg(f"csv-{column}")) for column in COLUMNS]])

    def add(self, rounds: Iterable[ScoredRound]) -> None:
        """Write the rounds that come next, in order."""
        self._write("utf-8", (line for scored in rounds for line in self._lines(scored)))

    def data(self) -> bytes:
        """The finished file."""
        return self._made.getvalue()

    def _write(self, encoding: str, lines: Iterable[Sequence[object]]) -> None:
        out = io.StringIO()
        csv.writer(out, lineterminator="\r\n").writerows(lines)
        self._made.write(out.getvalue().encode(encoding))

    def _lines(self, scored: ScoredRound) -> Iterator[Sequence[object]]:
        say = self._say
        called = self._names(scored.seats)
        reasons = [say(reason, called) for reason in reasons_of(scored)]
        reasons += [] if scored.ranked else [say(msg("csv-unranked"))]
        why = "; ".join(reasons)
        for seat, points in enumerate(scored.scores):
            yield (
                scored.at.isoformat(timespec="seconds"),
                quoted(scored.match),
                quoted(say(game_name(scored.game))),
                scored.round,
                seat + 1,
                quoted(called[seat]),
                points,
                scored.dealt[seat],
                len(scored.corrections),
                quoted(why),
            )
