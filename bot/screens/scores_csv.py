"""A book as a file that spreadsheets open: one line for each seat of each round."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.screens.scores import reasons_of
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from bot.store.rows import ScoredRound, SeatRow

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""How a cell begins that a spreadsheet would work out, or break at."""

COLUMNS = (
    "time", "match", "game", "round", "seat", "player", "points", "scored", "corrections", "why",
)  # fmt: skip


def quoted(text: str) -> str:
    """Words as a cell that stays words: a name such as ``=1+1`` is shown, not worked out."""
    return f"'{text}" if text.startswith(FORMULA) else text


def as_csv(
    rounds: Sequence[ScoredRound],
    say: Callable[..., str],
    names: Callable[[Iterable[SeatRow]], tuple[str, ...]],
) -> bytes:
    """The file; it begins with a mark by which spreadsheets know that it is UTF-8.

    Args:
        rounds: in order.
        say: puts a message into words, with names by seat.
        names: what the people of a table are called.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([say(msg(f"csv-{column}")) for column in COLUMNS])
    for scored in rounds:
        called = names(scored.seats)
        reasons = [say(reason, called) for reason in reasons_of(scored)]
        reasons += [] if scored.ranked else [say(msg("csv-unranked"))]
        why = "; ".join(reasons)
        for seat, points in enumerate(scored.scores):
            writer.writerow(
                [
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
                ]
            )
    return out.getvalue().encode("utf-8-sig")
