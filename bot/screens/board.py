"""The group's board: what everybody sees of a table.

A ``Screen`` is made at once after a command was stored, so that painting it later can never show
anything that was not stored; ``Painter`` turns it into a message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.i18n.times import clock_time
from bot.ports.messages import Button, Outgoing, Style
from bot.screens.controls import control
from bot.screens.lobby import lobby
from bot.screens.more import next_row
from bot.screens.screen import Screen, lines, one_gold
from bot.screens.table_view import course, private_view, public_view
from bot.table import rank, tokens, waiting
from bot.table.state import Phase
from bot.table.votes import VOTE
from engine.frozen import changed
from engine.msg import Msg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.screens.reader import Reader
    from bot.table.state import Question, Vote
    from bot.table.table import Table
    from engine.core import Seat
    from engine.view import View


def board(reader: Reader, table: Table) -> Screen:
    """The board of a table, whatever its phase."""
    match table.state.phase:
        case Phase.LOBBY:
            screen = lobby(reader, table)
        case Phase.CLOSED:
            message = Outgoing(closed(reader, table), rows=(next_row(reader, table),))
            screen = Screen(None, table.names, message)
        case _:
            screen = _playing(reader, table)
    message = changed(one_gold(screen.message), on=not table.state.over)
    return changed(screen, message=message, public=table.state.public, taste=reader.taste)


def closed(reader: Reader, table: Table) -> str:
    """What is said of a table that is no more."""
    return reader.say("board-closed", game=game_name(table.state.game))


def _playing(reader: Reader, table: Table) -> Screen:
    view = public_view(table)
    speak = reader.catalogue.speaker(table.names)
    news = [speak(item) for item in table.news]
    asked = waiting.open_questions(table)
    whose = turns(reader, table, asked)
    text = lines(*news, *map(speak, _ranks(table)), *standing(reader, table, whose))
    message = Outgoing(
        text, rows=_board_rows(reader, table, view),
        until=waiting.deadline(asked), thinking=thinking(reader, table, asked),
    )  # fmt: skip
    return Screen(
        view, table.names, message,
        drawn=tuple(news), turns=tuple(whose), course=course(table),
    )  # fmt: skip


def _ranks(table: Table) -> tuple[Msg, ...]:
    """What settlement and final board say of rounds that have no rank."""
    match, phase = table.match, table.state.phase
    if match is None or phase not in (Phase.BETWEEN, Phase.FINISHED):
        return ()
    final = rank.match_lines(table, match) if phase is Phase.FINISHED else ()
    return final or rank.round_lines(table)


def standing(reader: Reader, table: Table, whose: Sequence[str]) -> list[str]:
    """Who or what the table waits for, for its text; ``whose``: the lines of ``turns``."""
    state = table.state
    if state.suspended_at is not None:
        return [reader.say("standing-suspended")]
    found = []
    if state.vote is not None:
        about = "" if state.vote.about == "stop" else f"-{state.vote.about}"
        opened = state.vote.until - table.patience(VOTE)
        until = clock_time(state.vote.until, opened)
        yes = len(state.vote.yes)
        found.append(reader.say(f"standing-vote{about}", yes=yes, until=until))
    if state.phase is Phase.BETWEEN:
        ready, people = len(state.ready), len(table.present())
        how = "-alone" if people < 2 else "" if ready else "-none"
        found.append(reader.say(f"standing-between{how}", ready=ready, people=people))
    return [*found, *whose]


def turns(reader: Reader, table: Table, asked: Sequence[Question]) -> list[str]:
    """Whose answer the table waits for, for its text; ``asked``: its open questions."""
    if len(asked) == 1:
        return [_turn(reader, table, asked[0])]
    return [reader.say("standing-several", count=len(asked))] if asked else []


def thinking(reader: Reader, table: Table, asked: Sequence[Question]) -> str:
    """Which computer player is waited for among the open questions; empty if none is."""
    seats = waiting.computers(table, asked)
    if len(seats) == 1:
        who = msg("seat-name", seat=SeatArg(seats[0]))
        return reader.say("standing-thinking", table, who=who)
    return reader.say("standing-thinking-several", count=len(seats)) if seats else ""


def _turn(reader: Reader, table: Table, question: Question) -> str:
    who = msg("seat-name", seat=SeatArg(question.seat))
    if question.deadline is None:
        return reader.say("standing-turn", table, who=who)
    until = clock_time(question.deadline, question.since)
    return reader.say("standing-turn-until", table, who=who, until=until)


def _board_rows(reader: Reader, table: Table, view: View) -> tuple[tuple[Button, ...], ...]:
    state = table.state
    rows: list[tuple[Button, ...]] = []
    if state.suspended_at is not None and not state.over:
        rows.append((control(table, "resume", reader.say("button-resume"), Style.PRIMARY),))
    if state.vote is not None:
        rows.append(vote_row(reader, table, state.vote))
    if state.phase is Phase.PLAYING and state.suspended_at is None:
        rows += _public_answers(reader, table)
    if state.phase is Phase.BETWEEN:
        next_ = control(table, "next", reader.say("button-next"), Style.PRIMARY)
        set_ = control(table, "set", reader.say("button-set"))
        rows.append((next_,) if state.tournament or state.least else (next_, set_))
    if state.phase is Phase.FINISHED:
        rows.append(next_row(reader, table))
    rows.append(_reading_row(reader, table, view))
    return tuple(rows)


def _reading_row(reader: Reader, table: Table, view: View) -> tuple[Button, ...]:
    over = table.state.over
    names = ["scores", "rules"] if over else ["hand", "why", "scores"]
    names += ["look"] if view.details else []
    names += [] if over else ["more"]
    return tuple(control(table, name, reader.say(f"button-{name}")) for name in names)


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


def _public_answers(reader: Reader, table: Table) -> list[tuple[Button, ...]]:
    """Buttons of a question that is no secret, if just one seat is asked."""
    if len(table.state.questions) != 1:
        return []
    question = table.state.questions[0]
    prompt = table.prompt(question.seat)
    human = table.state.sitters[question.seat].person
    return [] if prompt.private or not human else reader.controls.answers(table, question, prompt)


def details(reader: Reader, table: Table, seat: Seat | None) -> Screen:
    """What a view has to show on request: the faces of a pile, boards there is no room for."""
    view = public_view(table) if seat is None else private_view(table, seat)
    if not view.details:
        view = public_view(table)
    return reader.screen(changed(view, blocks=view.details, details=()), table.names)
