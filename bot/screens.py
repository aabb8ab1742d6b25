"""What people see of a table: views, words and controls, as frozen values.

A ``Screen`` is made at once after a command was stored, so that painting it later can never show
anything that was not stored; ``Painter`` turns it into a message.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot import tokens
from bot.controls import Controls, control, game_name, prefix
from bot.ports import Button, Picker, Style
from bot.state import Phase
from bot.tablecore import unit
from engine.match import order_of, places, planned, totals
from engine.msg import Msg, SeatArg, msg
from engine.view import Lines, SeatRow, Seats, View
from engine.view import Table as TableBlock

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from bot.i18n import Catalogue
    from bot.state import Question, Sitter
    from bot.table import Table
    from engine.core import GameInfo, Seat
    from engine.view import Block

    Say = Callable[[Msg], str]


@dataclass(frozen=True, slots=True)
class Screen:
    """One message before it is painted.

    Attributes:
        view: the picture; None for words alone.
        names: players' names by seat, for the view.
        text: words beside the picture.
        title: whose private screen it is.
        public: the table's counter of public changes, for the board.
    """

    view: View | None
    names: tuple[str, ...]
    text: str = ""
    rows: tuple[tuple[Button, ...], ...] = ()
    pickers: tuple[Picker, ...] = ()
    title: str = ""
    public: int = 0
    notify: bool = False

    @property
    def digest(self) -> str:
        """Equal for equal content: what need not be sent again."""
        content = replace(self, public=0, notify=False)
        return hashlib.sha256(repr(content).encode()).hexdigest()[:16]


def clock_time(time: datetime) -> str:
    """An absolute time as the server's clock shows it."""
    return f"{time.astimezone():%H:%M:%S}"


class Screens:
    """Makes screens in the words of one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.controls = Controls(catalogue)

    def say(self, key: str, table: Table | None = None, **params: str | int | Msg) -> str:
        """A sentence; seats are called by the table's names."""
        names = table.names if table is not None else ()
        return self.catalogue.say(Msg(key, tuple(params.items())), names)

    # The group's board.

    def board(self, table: Table) -> Screen:
        """What the group sees."""
        match table.state.phase:
            case Phase.LOBBY:
                screen = self._lobby(table)
            case Phase.CLOSED:
                screen = Screen(None, table.names, self._closed(table))
            case _:
                screen = self._playing(table)
        return replace(screen, public=table.state.public)

    def _closed(self, table: Table) -> str:
        return self.say("board-closed", game=game_name(table.state.game))

    def _lobby(self, table: Table) -> Screen:
        state, info = table.state, table.game.info
        rows = tuple(
            SeatRow(s, marks=self._marks(sitter, host=sitter.user == state.host))
            for s, sitter in enumerate(state.sitters)
        )
        title = msg("lobby-title", game=game_name(state.game))
        view = View(title, (Seats(rows), Lines(self._terms(table))))
        least, most, here = info.seats[0], info.seats[-1], len(state.sitters)
        text = self.say("lobby-text", least=least, most=most, here=here)
        missing = self.say("lobby-missing", count=least - here) if here < least else ""
        buttons = (
            control(table, "join", self.say("button-join"), Style.PRIMARY),
            control(table, "bot", self.say("button-bot")),
            control(table, "unbot", self.say("button-unbot")),
            control(table, "leave", self.say("button-leave")),
        )
        more = (
            control(table, "start", self.say("button-start"), Style.PRIMARY),
            control(table, "set", self.say("button-set")),
            control(table, "rules", self.say("button-rules")),
        )
        return Screen(view, table.names, _lines(text, missing), (buttons, more))

    def _terms(self, table: Table) -> tuple[Msg, ...]:
        """What will be played: the plan, the clock and every option that is not its default."""
        state, info = table.state, table.game.info
        terms = [msg("terms-quan", quan=state.quan)]
        terms.append(msg("terms-clock", seconds=state.clock))
        terms += [
            msg("terms-option", name=option_name(info, key), value=self.value(table, key))
            for key in table.options
            if table.options[key] != _default(info, key)
        ]
        return tuple(terms)

    def value(self, table: Table, key: str) -> str:
        """The value of an option in words."""
        return self.value_word(table.game.info, key, table.options[key])

    def value_word(self, info: GameInfo, key: str, value: int | str) -> str:
        """A value in words, or the number itself."""
        name = f"{prefix(info.id)}-value-{key}-{value}".replace("_", "-")
        return self.catalogue.say(Msg(name)) if self.catalogue.has(name) else str(value)

    def _marks(self, sitter: Sitter, *, host: bool = False) -> tuple[Msg, ...]:
        marks = [msg("mark-host")] if host else []
        if not sitter.person:
            marks.append(msg("mark-computer"))
        elif sitter.left:
            marks.append(msg("mark-left"))
        elif sitter.autopilot:
            marks.append(msg("mark-autopilot"))
        return tuple(marks)

    def dress(self, view: View, table: Table) -> View:
        """A game's view with what the table knows: the round, totals, who is a computer."""
        match = table.match
        if match is None:
            return view
        count = planned(match)
        title = (
            msg("board-title", title=view.title, round=match.round, rounds=count, unit=unit(match))
            if count is not None
            else msg("board-title-open", title=view.title, round=match.round, unit=unit(match))
        )
        return replace(
            view, title=title, blocks=tuple(self._dress(block, table) for block in view.blocks)
        )

    def _dress(self, block: Block, table: Table) -> Block:
        if not isinstance(block, Seats) or table.match is None:
            return block
        sums = totals(table.match)
        rows = tuple(
            replace(
                row,
                score=sums[row.seat] if row.score is None else row.score,
                marks=(*row.marks, *self._marks(table.state.sitters[row.seat])),
            )
            for row in block.rows
        )
        return replace(block, rows=rows)

    def public_view(self, table: Table) -> View:
        """The group's picture."""
        view = self.dress(table.game.present(table.seen(None)), table)
        if table.state.phase is Phase.FINISHED and table.match is not None:
            return replace(view, blocks=(*view.blocks, final_sheet(table)))
        return view

    def private_view(self, table: Table, seat: Seat) -> View:
        """One seat's picture."""
        return self.dress(table.game.present(table.seen(seat)), table)

    def _playing(self, table: Table) -> Screen:
        view = self.public_view(table)
        speak = self.catalogue.speaker(table.names)
        news = [speak(item) for item in table.news]
        text = _lines(*news, *self.standing(table))
        return Screen(view, table.names, text, self._board_rows(table, view))

    def standing(self, table: Table) -> list[str]:
        """Who or what the table waits for, for its text."""
        state = table.state
        if state.suspended_at is not None:
            return [self.say("standing-suspended")]
        lines = []
        if state.vote is not None:
            lines.append(self.say("standing-vote", until=clock_time(state.vote.until)))
        if state.phase is Phase.BETWEEN:
            lines.append(self.say("standing-between", ready=len(state.ready)))
        open_ = [q for q in state.questions if not table.prompt(q.seat).answered]
        if len(open_) == 1:
            lines.append(self._turn(table, open_[0]))
        elif open_:
            lines.append(self.say("standing-several", count=len(open_)))
        return lines

    def _turn(self, table: Table, question: Question) -> str:
        who = msg("seat-name", seat=SeatArg(question.seat))
        if question.deadline is None:
            return self.say("standing-turn", table, who=who)
        until = clock_time(question.deadline)
        return self.say("standing-turn-until", table, who=who, until=until)

    def _board_rows(self, table: Table, view: View) -> tuple[tuple[Button, ...], ...]:
        state = table.state
        rows: list[tuple[Button, ...]] = []
        if state.suspended_at is not None and not state.over:
            rows.append((control(table, "resume", self.say("button-resume"), Style.PRIMARY),))
        if state.vote is not None:
            number = state.vote.number
            rows.append(
                (
                    self._numbered(table, number, "yes", Style.DANGER),
                    self._numbered(table, number, "no", Style.PLAIN),
                )
            )
        if state.phase is Phase.PLAYING and state.suspended_at is None:
            rows += self._public_answers(table)
        if state.phase is Phase.BETWEEN:
            next_ = control(table, "next", self.say("button-next"), Style.PRIMARY)
            rows.append((next_, control(table, "set", self.say("button-set"))))
        if state.phase is Phase.FINISHED:
            token = tokens.menu("newgame", state.game)
            rows.append((Button(token, self.say("button-again"), Style.PRIMARY),))
        rows.append(self._reading_row(table, view))
        return tuple(rows)

    def _reading_row(self, table: Table, view: View) -> tuple[Button, ...]:
        names = ["scores", "rules"]
        if not table.state.over:
            names = ["hand", "why", *names]
        if view.details:
            names.append("look")
        return tuple(control(table, name, self.say(f"button-{name}")) for name in names)

    def _numbered(self, table: Table, number: int, item: str, style: Style) -> Button:
        label = self.say(f"button-{item}")
        return Button(tokens.button(table.state.id, number, item), label, style)

    def _public_answers(self, table: Table) -> list[tuple[Button, ...]]:
        """Buttons of a question that is no secret, if just one seat is asked."""
        if len(table.state.questions) != 1:
            return []
        question = table.state.questions[0]
        prompt = table.prompt(question.seat)
        human = table.state.sitters[question.seat].person
        return [] if prompt.private or not human else self.controls.answers(table, question, prompt)

    # Private screens.

    def hand(self, table: Table, seat: Seat, *, notify: bool = False) -> Screen:
        """What one person sees."""
        state = table.state
        title = self.say(
            "hand-title",
            chat=state.chat_title,
            game=game_name(state.game),
            name=table.names[seat],
        )
        if table.match is None or state.phase is Phase.CLOSED:
            return Screen(None, table.names, self._closed(table), title=title)
        view = self.private_view(table, seat)
        question = table.question_of(seat)
        rows: list[tuple[Button, ...]] = []
        pickers: tuple[Picker, ...] = ()
        lines: list[str] = []
        if state.sitters[seat].autopilot:
            lines.append(self.say("hand-autopilot"))
            rows.append((control(table, "back", self.say("button-back"), Style.PRIMARY),))
        if question is not None and state.suspended_at is None:
            prompt = table.prompt(seat)
            lines.append(self.catalogue.say(prompt.ask, table.names))
            rows += self.controls.answers(table, question, prompt)
            pickers = self.controls.pickers(table, question, prompt)
        else:
            lines += self.standing(table)
        if state.phase is Phase.BETWEEN and seat not in state.ready:
            rows.append((control(table, "next", self.say("button-next"), Style.PRIMARY),))
        elif state.phase is Phase.BETWEEN:
            lines.append(self.say("hand-ready"))
        if view.details:
            rows.append((control(table, "look", self.say("button-look")),))
        return Screen(view, table.names, _lines(*lines), tuple(rows), pickers, title, notify=notify)

    # Answers to one person.

    def details(self, table: Table, seat: Seat | None) -> Screen:
        """What a view has to show on request (the faces of a pile)."""
        view = self.public_view(table) if seat is None else self.private_view(table, seat)
        return Screen(replace(view, blocks=view.details, details=()), table.names)

    def settings(self, table: Table) -> Screen:
        """The options, each with the button for its next value."""
        lines: list[str] = []
        rows: list[Button] = []
        for key, name, value, note, item in self._settings(table):
            lines.append(self.say("settings-line", name=name, value=value, id=key))
            if note:
                lines.append(f"  {note}")
            label = self.say("settings-button", name=name, value=value)
            rows.append(control(table, item, label))
        pairs = tuple(tuple(rows[at : at + 2]) for at in range(0, len(rows), 2))
        return Screen(None, table.names, _lines(self.say("settings-title"), *lines), pairs)

    def _settings(self, table: Table) -> list[tuple[str, str, str, str, str]]:
        info, state = table.game.info, table.state
        found = []
        if state.phase is Phase.LOBBY:
            quan = self.say("settings-quan-value", quan=state.quan)
            found.append(("quan", self.say("settings-quan"), quan, "", "opt-quan"))
        clock = self.say("settings-clock-value", seconds=state.clock)
        found.append(("clock", self.say("settings-clock"), clock, "", "opt-clock"))
        for index, option in enumerate(info.options):
            if state.phase is not Phase.LOBBY and not option.between:
                continue
            note = f"{prefix(info.id)}-note-{option.key}".replace("_", "-")
            found.append(
                (
                    option.key,
                    self.catalogue.say(option_name(info, option.key)),
                    self.value(table, option.key),
                    self.catalogue.say(Msg(note)) if self.catalogue.has(note) else "",
                    f"opt-{index}",
                )
            )
        return found


def option_name(info: GameInfo, key: str) -> Msg:
    """What an option is called."""
    return Msg(f"{prefix(info.id)}-option-{key}".replace("_", "-"))


def _default(info: GameInfo, key: str) -> int | str:
    return next(option.values[0] for option in info.options if option.key == key)


def _lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def final_sheet(table: Table) -> TableBlock:
    """Places and points at the end of a match."""
    match = table.match
    if match is None:
        raise ValueError("no match")
    sums = totals(match)
    place = places(sums)
    rows = tuple((place[s], msg("seat-name", seat=SeatArg(s)), sums[s]) for s in order_of(match))
    header = (msg("sheet-place"), msg("sheet-player"), msg("sheet-total"))
    return TableBlock(msg("sheet-final"), header, rows)
