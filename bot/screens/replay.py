"""回放: a moment of a played match as its reader saw it then, with buttons to the others."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.ports.messages import Button, Style
from bot.screens.analysis import ANALYSE
from bot.screens.screen import lines, with_message
from bot.screens.table_view import final_sheet
from bot.table import tokens
from engine.match import totals
from engine.msg import SeatArg, msg
from engine.view import Fact, Facts, Seats, View

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.ports.refs import UserRef
    from bot.records.frames import Frame
    from bot.screens.reader import Reader
    from bot.screens.screen import Screen
    from engine.match import Match

REPLAY, KEEP, DEAL = "replay", "keep", "deal"
"""What the buttons of a replay are: other moments, what is kept of it, a table from here."""

KEPT = {"text": "replay-text", "film": "replay-film", "card": "replay-card-button"}
"""What can be kept, and the words for it: the record in writing, a round in motion, the result."""

MARK = 8
"""Letters of the mark that says whose replay it is."""


def mark_of(user: UserRef, match: str) -> str:
    """Whose replay of a match a button belongs to. It gives no right: that is asked each time."""
    return hashlib.sha256(f"replay\0{match}\0{user.key}".encode()).hexdigest()[:MARK]


def replay(reader: Reader, match: str, names: Sequence[str], frame: Frame, user: UserRef) -> Screen:
    """The screen of a moment."""
    speak = reader.catalogue.speaker(names)
    told = [speak(line) for line in frame.told]
    made = reader.screen(dressed(frame), names, lines(*told, _where(reader, frame)))
    return with_message(made, rows=(_steps(match, frame, user), *_more(reader, match, frame)))


def dressed(frame: Frame) -> View:
    """The view with the round it is of, and what everybody had by then."""
    title = msg("replay-title", title=frame.view.title, round=frame.round, rounds=frame.rounds)
    blocks = tuple(
        replace(
            block,
            rows=tuple(replace(row, score=frame.sums[row.seat]) for row in block.rows),
        )
        if isinstance(block, Seats) and any(frame.sums)
        else block
        for block in frame.view.blocks
    )
    return replace(frame.view, title=title, blocks=blocks)


def card(match: Match) -> View:
    """How a match stands after its finished rounds: places, points, and the best round."""
    sums = totals(match)
    best = max(
        ((score, -number, seat) for number, played in enumerate(match.played, 1)
         for seat, score in enumerate(played.scores)),
    )  # fmt: skip
    facts = [Fact(msg("replay-card-rounds"), len(match.played))]
    if best[0] > 0:  # where nobody won a point, no deal was a good one
        told = msg("replay-card-best-of", seat=SeatArg(best[2]), round=-best[1], points=best[0])
        facts.append(Fact(msg("replay-card-best"), told, good=True))
    title = msg("replay-card", game=game_name(match.game.info.id))
    return View(title, (final_sheet(sums), Facts(tuple(facts))))


def _where(reader: Reader, frame: Frame) -> str:
    if not frame.play:
        return reader.say("replay-dealt", plays=frame.plays)
    return reader.say("replay-play", play=frame.play, plays=frame.plays)


def _steps(match: str, frame: Frame, user: UserRef) -> tuple[Button, ...]:
    """To the beginning of the round or the one before it, back, on, and to the end of it."""
    begin = frame.at - frame.play
    first = begin if frame.play else begin - 1
    end = begin + frame.plays
    last = end if frame.at < end else end + 1
    wanted = (
        ("|◀", first, "Home"), ("◀", frame.at - 1, "ArrowLeft"),
        ("▶", frame.at + 1, "ArrowRight"), ("▶|", last, "End"),
    )  # fmt: skip
    return tuple(
        Button(step(match, at, user), label, _style(label), key=key)
        if 0 <= at <= frame.last
        else Button("", label)
        for label, at, key in wanted
    )


def _style(label: str) -> Style:
    return Style.PRIMARY if label == "▶" else Style.PLAIN


def step(match: str, at: int, user: UserRef) -> str:
    """The token of a moment."""
    return tokens.menu(REPLAY, f"{match}.{at}.{mark_of(user, match)}")


def _more(reader: Reader, match: str, frame: Frame) -> tuple[tuple[Button, ...], ...]:
    kept = tuple(
        Button(tokens.menu(KEEP, f"{match}.{frame.round}.{what}"), reader.say(key))
        for what, key in KEPT.items()
    )
    token = tokens.menu(DEAL, f"{match}.{frame.round}.{frame.play}")
    solve = tokens.menu(ANALYSE, f"{match}.{frame.round}")
    row = (Button(token, reader.say("replay-deal")), Button(solve, reader.say("replay-solve")))
    return (row, kept)
