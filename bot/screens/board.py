"""The group's board: what everybody sees of a table.

A ``Screen`` is made at once after a command was stored, so that painting it later can never show
anything that was not stored; ``Painter`` turns it into a message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.ports.messages import Button, Outgoing, Style
from bot.screens.controls import control
from bot.screens.lobby import lobby
from bot.screens.more import next_row
from bot.screens.screen import Screen, lines, one_gold
from bot.screens.situation import Situation
from bot.screens.table_view import private_view, public_view
from bot.table import rank, tokens
from bot.table.state import Phase
from engine.frozen import changed

if TYPE_CHECKING:
    from bot.screens.reader import Reader
    from bot.screens.situation import Told
    from bot.table.state import Vote
    from bot.table.table import Table
    from engine.core import Seat
    from engine.msg import Msg
    from engine.view import View


def board(
    reader: Reader, table: Table, now: Situation | None = None, *, apart: bool = False
) -> Screen:
    """The board of a table, whatever its phase.

    ``now``: how the table stands, where other screens of it are made too. ``apart``: whoever is
    asked has a screen of their own beside it, so that it offers nobody what another is asked.
    """
    match table.state.phase:
        case Phase.LOBBY:
            screen = lobby(reader, table)
        case Phase.CLOSED:
            message = Outgoing(closed(reader, table), rows=(next_row(reader, table),))
            screen = Screen(None, table.names, message)
        case _:
            screen = _playing(reader, now or Situation(table), apart=apart)
    over = table.state.over
    shown = "" if over else table.state.id
    message = changed(one_gold(screen.message), on=not over, table=shown)
    return changed(screen, message=message, public=table.state.public, taste=reader.taste)


def closed(reader: Reader, table: Table) -> str:
    """What is said of a table that is no more."""
    return reader.say("board-closed", game=game_name(table.state.game))


def _playing(reader: Reader, now: Situation, *, apart: bool) -> Screen:
    table, told = now.table, now.told(reader)
    view = now.facts.public_view()
    news = tuple(map(told.speak, table.news))
    text = lines(*news, *map(told.speak, _ranks(table)), *told.standing())
    rows = _board_rows(reader, now, told, view, apart=apart)
    message = Outgoing(text, rows=rows, until=now.until, thinking=told.thinking)
    return Screen(view, now.names, message, drawn=news, turns=told.turns, course=now.facts.course)


def _ranks(table: Table) -> tuple[Msg, ...]:
    """What settlement and final board say of rounds that have no rank."""
    match, phase = table.match, table.state.phase
    if match is None or phase not in (Phase.BETWEEN, Phase.FINISHED):
        return ()
    final = rank.match_lines(table, match) if phase is Phase.FINISHED else ()
    return final or rank.round_lines(table)


def _board_rows(
    reader: Reader, now: Situation, told: Told, view: View, *, apart: bool
) -> tuple[tuple[Button, ...], ...]:
    table, state = now.table, now.table.state
    rows: list[tuple[Button, ...]] = []
    if state.suspended_at is not None and not now.over:
        rows.append((control(table, "resume", reader.say("button-resume"), Style.PRIMARY),))
    if state.vote is not None:
        rows.append(vote_row(reader, table, state.vote))
    if state.phase is Phase.PLAYING and state.suspended_at is None and not apart:
        rows += _public_answers(reader, now, told)
    if state.phase is Phase.BETWEEN:
        next_ = control(table, "next", reader.say("button-next"), Style.PRIMARY)
        set_ = control(table, "set", reader.say("button-set"))
        rows.append((next_,) if state.tournament or state.least else (next_, set_))
    if state.phase is Phase.FINISHED:
        rows.append(next_row(reader, table))
    names = ["scores", "rules"] if now.over else ["hand", "why", "scores"]
    names += ["look"] if view.details else []
    names += [] if now.over else ["more"]
    rows.append(told.reading(*names))
    return tuple(rows)


def vote_row(reader: Reader, table: Table, vote: Vote) -> tuple[Button, ...]:
    """The answers to a vote."""
    about = "" if vote.about == "stop" else f"-{vote.about}"
    looks = (("yes", Style.DANGER if not about else Style.PRIMARY), ("no", Style.PLAIN))
    return tuple(
        Button(
            tokens.button(table.state.id, vote.number, item),
            reader.say(f"button-{item}{about}"),
            style,
        )
        for item, style in looks
    )


def _public_answers(reader: Reader, now: Situation, told: Told) -> list[tuple[Button, ...]]:
    """Buttons of a question that is no secret, if just one seat is asked."""
    table = now.table
    if len(table.state.questions) != 1:
        return []
    question = table.state.questions[0]
    prompt, human = now.prompts[question.seat], table.state.players[question.seat].person
    if prompt.private or not human:
        return []
    return reader.controls.answers(table, question, prompt, told.speak)


def details(reader: Reader, table: Table, seat: Seat | None) -> Screen:
    """What a view has to show on request: the faces of a pile, boards there is no room for."""
    view = public_view(table) if seat is None else private_view(table, seat)
    if not view.details:
        view = public_view(table)
    return reader.screen(changed(view, blocks=view.details, details=()), table.names)
