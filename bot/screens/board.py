"""What people see of a table: views, words and controls, as frozen values.

A ``Screen`` is made at once after a command was stored, so that painting it later can never show
anything that was not stored; ``Painter`` turns it into a message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.catalogue import LANGUAGES
from bot.i18n.keys import game_name
from bot.i18n.times import clock_time
from bot.ports.messages import Button, Outgoing, Style
from bot.screens import coins as coinview
from bot.screens import hand as private
from bot.screens.controls import Controls, control
from bot.screens.final import course, with_final
from bot.screens.front import front_lines, front_rows
from bot.screens.more import next_row
from bot.screens.screen import Screen, lines, one_gold
from bot.screens.unreached import mark
from bot.table import rank, tokens, waiting
from bot.table.commands import EASY, HARD
from bot.table.options import settings_of
from bot.table.state import Phase
from bot.table.table import unit
from bot.table.votes import VOTE
from bot.users.preferences import Taste
from engine.frozen import changed
from engine.match import planned
from engine.msg import Msg, SeatArg, chained, msg
from engine.view import Fact, Facts, SeatRow, Seats, View

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.i18n.catalogue import Catalogue
    from bot.screens.plays import Hint
    from bot.table.setting import Setting
    from bot.table.state import Question, Vote
    from bot.table.table import Table
    from engine.core import Seat
    from engine.msg import Param
    from engine.view import Block

    Say = Callable[[Msg], str]

PLACES = 4
"""Empty places that a lobby shows at most: where many may play, it is no wall of them."""


class Screens:
    """Makes screens for readers of one taste; ``of`` gives those for others."""

    def __init__(self, catalogue: Catalogue, taste: Taste | None = None) -> None:
        self.catalogue = catalogue
        self.taste = taste or Taste(catalogue.language)
        self.controls = Controls(catalogue)
        self._all = {self.taste: self}

    def of(self, taste: Taste) -> Screens:
        """The screens for readers of another taste."""
        found = self._all.get(taste)
        if found is None:
            found = Screens(self.catalogue.to(taste.language, taste.zone, taste.commands), taste)
            self._all[taste] = found
            found._all = self._all
        return found

    def everywhere(self, message: Msg) -> set[str]:
        """What something is called in any language: people type what they know."""
        return {self.of(Taste(language)).catalogue.say(message) for language in LANGUAGES}

    def screen(self, view: View | None, names: Sequence[str], text: str = "") -> Screen:
        """A screen for these readers."""
        return Screen(view, tuple(names), Outgoing(text), taste=self.taste)

    def say(self, key: str, table: Table | None = None, **params: Param) -> str:
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
                message = Outgoing(self.closed(table), rows=(next_row(self, table),))
                screen = Screen(None, table.names, message)
            case _:
                screen = self._playing(table)
        message = changed(one_gold(screen.message), on=not table.state.over)
        return changed(screen, message=message, public=table.state.public, taste=self.taste)

    def closed(self, table: Table) -> str:
        return self.say("board-closed", game=game_name(table.state.game))

    def _lobby(self, table: Table) -> Screen:
        state, info = table.state, table.game.info
        rows = tuple(
            SeatRow(s, marks=self._marks(table, s, host=player.user == state.host))
            for s, player in enumerate(state.sitters)
        )
        title = msg("lobby-title", game=game_name(state.game))
        least, most, here = info.seats[0], info.seats[-1], state.here
        vacant = min(most - len(state.sitters), PLACES)
        view = View(title, (Seats(rows, free=vacant), Facts(self._terms(table))))
        text = (
            self.say("lobby-text-exact", count=least, here=here)
            if least == most
            else self.say("lobby-text", least=least, most=most, here=here)
        )
        missing = self._missing(table)
        queue = chained("render-list", (player.name for player in state.queue))
        queued = self.say("lobby-queue", names=queue) if state.queue else ""
        buttons, more = self._lobby_rows(table)
        rights = chained("render-list", map(msg, table.lacking))
        lacking = self.say("lobby-lacking", rights=rights) if table.lacking else ""
        told = lines(text, missing, *front_lines(self, table), queued, lacking)
        message = Outgoing(told, rows=(buttons, more, *front_rows(self, table)))
        return Screen(view, table.names, message)

    def _missing(self, table: Table) -> str:
        """What a lobby waits for: players, those asked again, or whoever is to press 开始."""
        state, info = table.state, table.game.info
        if asked := self._asked_again(table):
            return asked
        if state.here < info.seats[0]:
            key = "lobby-missing-coins" if state.money == "coins" else "lobby-missing"
            return self.say(key, count=info.seats[0] - state.here)
        host = table.seat_of(state.host)
        if state.here not in info.seats or state.least or host is None:
            return ""
        key = "lobby-ready" if len(table.present()) > 1 else "lobby-ready-alone"
        return self.say(key, table, host=SeatArg(host))

    def _lobby_rows(self, table: Table) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
        """Two rows of what will not be refused, with what most people want next in gold.

        Alone nobody can join; computer players have no purse; 金币场 is neither set nor started.
        """
        state, seats = table.state, table.game.info.seats
        coins, ready = state.money == "coins", state.here in seats and not state.least
        first = ["join"] if state.place is not None else []
        if not coins and len(state.sitters) < seats[-1]:
            first.append("bot")
        if any(not player.person for player in state.sitters):
            first.append("unbot")
        second = ["start", "set", "rules", "more"]
        second = second[not ready :] if not state.least else ["rules"]
        wanted = "start" if ready else first[0] if first else ""

        def row(names: list[str]) -> tuple[Button, ...]:
            return tuple(
                control(
                    table,
                    name,
                    self.say(f"button-{name}"),
                    Style.PRIMARY if name == wanted else Style.PLAIN,
                )
                for name in names
            )

        return row([*first, "leave"]), row(second)

    def _asked_again(self, table: Table) -> str:
        """Who is asked to play once more, and until when; empty where nobody is."""
        state = table.state
        if state.next_at is None or state.here == len(state.sitters):
            return ""
        names = (n for n, player in zip(table.names, state.sitters, strict=True) if player.left)
        until = clock_time(state.next_at, state.since)
        return self.say("again-title", names=chained("render-list", names), until=until)

    def _terms(self, table: Table) -> tuple[Fact, ...]:
        """What will be played: the plan, the clock and everything that is not as usual."""
        return (
            *(
                Fact(one.name, self.worded(one, one.value(table)), good=not one.always)
                for one in settings_of(table.game.info)
                if one.told(table)
            ),
            *coinview.terms(table.state, table.game.info),
        )

    def worded(self, setting: Setting, value: int | str) -> Msg | int:
        """What a value of a setting is called, or the number itself."""
        word = setting.word(value)
        return value if isinstance(value, int) and not self.catalogue.has(word.key) else word

    def value(self, setting: Setting, value: int | str) -> str:
        """The same in words."""
        word = self.worded(setting, value)
        return self.catalogue.say(word) if isinstance(word, Msg) else str(word)

    def _marks(self, table: Table, seat: Seat, *, host: bool = False) -> tuple[Msg, ...]:
        player = table.state.sitters[seat]
        marks = [msg("mark-host")] if host else []
        if not player.person:
            level = f"-{player.level}" if player.level in (EASY, HARD) else ""
            marks.append(msg(f"mark-computer{level}"))
        elif player.left:
            lobby = table.state.phase is Phase.LOBBY
            marks.append(msg("again-mark" if lobby else "mark-left"))
        elif player.autopilot:
            marks.append(msg("mark-autopilot"))
        return (*marks, *mark(table, seat))

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
        return changed(
            view,
            title=coinview.titled(table.state, title),
            blocks=tuple(self._dress(block, table) for block in view.blocks),
        )

    def _dress(self, block: Block, table: Table) -> Block:
        if not isinstance(block, Seats) or table.match is None:
            return block
        sums = coinview.won(table)
        over = table.state.phase is Phase.FINISHED
        rows = tuple(
            changed(
                row,
                score=coinview.score(table, row, sums),
                won=sums[row.seat] == max(sums) if over else row.won,
                marks=(*row.marks, *self._marks(table, row.seat)),
            )
            for row in block.rows
        )
        return changed(block, rows=rows)

    def public_view(self, table: Table) -> View:
        """The group's picture."""
        view = self.dress(table.position.view(None), table)
        return with_final(table, view) if table.state.phase is Phase.FINISHED else view

    def private_view(self, table: Table, seat: Seat) -> View:
        """One seat's picture."""
        return self.dress(table.position.view(seat), table)

    def _playing(self, table: Table) -> Screen:
        view = self.public_view(table)
        speak = self.catalogue.speaker(table.names)
        news = [speak(item) for item in table.news]
        text = lines(*news, *map(speak, self._ranks(table)), *self.standing(table))
        message = Outgoing(
            text, rows=self._board_rows(table, view),
            until=waiting.deadline(waiting.open_questions(table)), thinking=self.thinking(table),
        )  # fmt: skip
        turns = tuple(self.turns(table))
        return Screen(
            view, table.names, message, drawn=tuple(news), turns=turns, course=course(table)
        )

    def _ranks(self, table: Table) -> tuple[Msg, ...]:
        """What settlement and final board say of rounds that have no rank."""
        match, phase = table.match, table.state.phase
        if match is None or phase not in (Phase.BETWEEN, Phase.FINISHED):
            return ()
        final = rank.match_lines(table, match) if phase is Phase.FINISHED else ()
        return final or rank.round_lines(table)

    def standing(self, table: Table) -> list[str]:
        """Who or what the table waits for, for its text."""
        state = table.state
        if state.suspended_at is not None:
            return [self.say("standing-suspended")]
        found = []
        if state.vote is not None:
            about = "" if state.vote.about == "stop" else f"-{state.vote.about}"
            opened = state.vote.until - table.patience(VOTE)
            until = clock_time(state.vote.until, opened)
            yes = len(state.vote.yes)
            found.append(self.say(f"standing-vote{about}", yes=yes, until=until))
        if state.phase is Phase.BETWEEN:
            found.append(self.say("standing-between", ready=len(state.ready)))
        return [*found, *self.turns(table)]

    def turns(self, table: Table) -> list[str]:
        """Whose answer the table waits for, for its text."""
        open_ = waiting.open_questions(table) if table.state.suspended_at is None else []
        if len(open_) == 1:
            return [self._turn(table, open_[0])]
        return [self.say("standing-several", count=len(open_))] if open_ else []

    def thinking(self, table: Table) -> str:
        """Which computer player is waited for; empty if none is."""
        seats = waiting.computers(table)
        if len(seats) == 1:
            who = msg("seat-name", seat=SeatArg(seats[0]))
            return self.say("standing-thinking", table, who=who)
        return self.say("standing-thinking-several", count=len(seats)) if seats else ""

    def _turn(self, table: Table, question: Question) -> str:
        who = msg("seat-name", seat=SeatArg(question.seat))
        if question.deadline is None:
            return self.say("standing-turn", table, who=who)
        until = clock_time(question.deadline, question.since)
        return self.say("standing-turn-until", table, who=who, until=until)

    def _board_rows(self, table: Table, view: View) -> tuple[tuple[Button, ...], ...]:
        state = table.state
        rows: list[tuple[Button, ...]] = []
        if state.suspended_at is not None and not state.over:
            rows.append((control(table, "resume", self.say("button-resume"), Style.PRIMARY),))
        if state.vote is not None:
            rows.append(self.vote_row(table, state.vote))
        if state.phase is Phase.PLAYING and state.suspended_at is None:
            rows += self._public_answers(table)
        if state.phase is Phase.BETWEEN:
            next_ = control(table, "next", self.say("button-next"), Style.PRIMARY)
            set_ = control(table, "set", self.say("button-set"))
            rows.append((next_,) if state.cup or state.least else (next_, set_))
        if state.phase is Phase.FINISHED:
            rows.append(next_row(self, table))
        rows.append(self._reading_row(table, view))
        return tuple(rows)

    def _reading_row(self, table: Table, view: View) -> tuple[Button, ...]:
        over = table.state.over
        names = ["scores", "rules"] if over else ["hand", "why", "scores"]
        names += ["look"] if view.details else []
        names += [] if over else ["more"]
        return tuple(control(table, name, self.say(f"button-{name}")) for name in names)

    def vote_row(self, table: Table, vote: Vote) -> tuple[Button, ...]:
        """The answers to a vote."""
        about = "" if vote.about == "stop" else f"-{vote.about}"
        looks = (("yes", Style.DANGER if not about else Style.PRIMARY), ("no", Style.PLAIN))
        return tuple(
            Button(
                tokens.button(table.state.id, vote.number, item),
                self.say(f"button-{item}{about}"),
                style,
            )
            for item, style in looks
        )

    def _public_answers(self, table: Table) -> list[tuple[Button, ...]]:
        """Buttons of a question that is no secret, if just one seat is asked."""
        if len(table.state.questions) != 1:
            return []
        question = table.state.questions[0]
        prompt = table.prompt(question.seat)
        human = table.state.sitters[question.seat].person
        return [] if prompt.private or not human else self.controls.answers(table, question, prompt)

    # Private screens.

    def hand(
        self,
        table: Table,
        seat: Seat,
        *,
        notify: bool = False,
        hint: Hint | None = None,
        panes: bool = False,
        passing: bool | None = None,
    ) -> Screen:
        """What one person sees; ``panes``: on a platform where the board is in sight beside it.

        ``passing``: whether 自动过牌 is on, where there is to be a switch for it.
        """
        screen = private.hand(self, table, seat, hint, panes=panes, passing=passing)
        message = changed(screen.message, notify=notify)
        return changed(screen, message=message, taste=self.taste)

    # Answers to one person.

    def details(self, table: Table, seat: Seat | None) -> Screen:
        """What a view has to show on request: the faces of a pile, boards there is no room for."""
        view = self.public_view(table) if seat is None else self.private_view(table, seat)
        if not view.details:
            view = self.public_view(table)
        return self.screen(changed(view, blocks=view.details, details=()), table.names)
