"""How a table stands between two commands: what all its screens have in common, found once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.keys import game_name
from bot.i18n.times import clock_time
from bot.screens.controls import control
from bot.screens.table_view import TableFacts
from bot.table import waiting
from bot.table.state import Phase
from bot.table.votes import VOTE
from engine.msg import SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.ports.messages import Button
    from bot.screens.reader import Reader
    from bot.table.state import Question
    from bot.table.table import Table
    from engine.core import Prompt, Seat
    from engine.msg import Msg


class Situation:
    """A table between two commands. It is made anew for every step that is shown.

    Attributes:
        table: it must not change while this is used.
        names: players' names by seat.
        over: nothing more is played.
        facts: what is added to the game's views; once there is a match to show.
        questions: the open ones, by seat.
        prompts: what those seats may answer, unless the table is suspended.
        asked: the questions that the table waits for now.
        until: when the clock answers the first of them.
        computers: the seats of computer players among them.
    """

    def __init__(self, table: Table) -> None:
        state = table.state
        self.table, self.names, self.over = table, table.names, state.over
        if state.phase in (Phase.PLAYING, Phase.BETWEEN, Phase.FINISHED):
            self.facts = TableFacts(table)
        self.questions: dict[Seat, Question] = {q.seat: q for q in state.questions}
        self.prompts: dict[Seat, Prompt] = {}
        self.asked: list[Question] = []
        if state.questions and state.suspended_at is None:
            prompt = table.position.prompt
            self.prompts = {seat: prompt(seat) for seat in self.questions}
            self.asked = waiting.open_of(state, self.prompts)
        self.until = waiting.deadline(self.asked)
        self.computers = waiting.computers(table, self.asked)
        self._told: dict[Reader, Told] = {}

    def told(self, reader: Reader) -> Told:
        """What is said to readers of one taste."""
        found = self._told.get(reader)
        if found is None:
            found = self._told[reader] = Told(reader, self)
        return found


class Told:
    """What every screen of a situation says in the words of one reader.

    Attributes:
        reader: whose words they are.
        speak: makes a sentence of a message; seats are called by their names.
        turns: whose answer the table waits for, for its text.
        thinking: which computer player is waited for among them; empty if none is.
    """

    def __init__(self, reader: Reader, situation: Situation) -> None:
        self.reader = reader
        self._situation = situation
        self.speak: Callable[[Msg], str] = reader.catalogue.speaker(situation.names)
        self.turns = self._turns(situation.asked)
        self.thinking = self._thinking(situation.computers)
        self._reading: dict[str, Button] = {}
        state = situation.table.state
        self._chat = state.chat_title if state.chat is not None else None
        self._game = game_name(state.game)

    def _turns(self, asked: Sequence[Question]) -> tuple[str, ...]:
        if not asked:
            return ()
        if len(asked) > 1:
            return (self.speak(msg("standing-several", count=len(asked))),)
        (question,) = asked
        who = msg("seat-name", seat=SeatArg(question.seat))
        if question.deadline is None:
            return (self.speak(msg("standing-turn", who=who)),)
        until = clock_time(question.deadline, question.since)
        return (self.speak(msg("standing-turn-until", who=who, until=until)),)

    def _thinking(self, seats: Sequence[Seat]) -> str:
        if len(seats) == 1:
            who = msg("seat-name", seat=SeatArg(seats[0]))
            return self.speak(msg("standing-thinking", who=who))
        return self.speak(msg("standing-thinking-several", count=len(seats))) if seats else ""

    def title(self, name: str) -> str:
        """What stands above somebody's own screen."""
        if self._chat is None:
            return self.speak(msg("hand-title-alone", game=self._game, name=name))
        return self.speak(msg("hand-title", chat=self._chat, game=self._game, name=name))

    def standing(self) -> list[str]:
        """Who or what the table waits for, for its text."""
        table, say = self._situation.table, self.reader.say
        state = table.state
        if state.suspended_at is not None:
            return [say("standing-suspended")]
        found = []
        if state.vote is not None:
            about = "" if state.vote.about == "stop" else f"-{state.vote.about}"
            opened = state.vote.until - table.patience(VOTE)
            until = clock_time(state.vote.until, opened)
            found.append(say(f"standing-vote{about}", yes=len(state.vote.yes), until=until))
        if state.phase is Phase.BETWEEN:
            ready, people = len(state.ready), len(table.present())
            how = "-alone" if people < 2 else "" if ready else "-none"
            found.append(say(f"standing-between{how}", ready=ready, people=people))
        return [*found, *self.turns]

    def reading(self, *names: str) -> tuple[Button, ...]:
        """Buttons that only show something, as ``look`` or ``more``."""
        made, table = self._reading, self._situation.table
        for name in names:
            if name not in made:
                made[name] = control(table, name, self.speak(msg(f"button-{name}")))
        return tuple(made[name] for name in names)
