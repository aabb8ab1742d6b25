"""Shows a tournament: its board and lines in the chat, and to each person what concerns them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.runtime.letters import Letter
from bot.screens.screen import for_each
from bot.screens.tournament import board
from bot.table.commands import Delivered
from bot.table.effects import Say, ShowBoard
from bot.tournament.commands import Tell
from bot.tournament.stages import drawn
from bot.tournament.state import Status
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.runtime.tables import Tables
    from bot.table.commands import Command
    from bot.tournament.commands import Shown
    from bot.tournament.state import StageTable, TournamentState
    from engine.msg import Msg


class TournamentPresenter:
    """What people see of one tournament; ``tell`` tells it what was delivered."""

    def __init__(
        self,
        context: Context,
        tables: Tables,
        state: TournamentState,
        tell: Callable[[Delivered], None],
    ) -> None:
        self._context = context
        self._tables = tables
        self._tell = tell
        self._chat = state.chat
        self._ident = f"cup {state.id}"
        self.outbox = context.outboxes.open(self._ident, state.chat)
        self.outbox.resumes(state.board, state.shown, self._told)

    def show(self, state: TournamentState, shown: Sequence[Shown]) -> None:
        """The board."""
        if state.chat != self._chat:
            self._chat = state.chat
            self.outbox.move(state.chat)
        reader = self._context.reader.of(self._context.preferences.chat(state.chat))
        for effect in shown:
            match effect:
                case ShowBoard(repost):
                    platform = self._context.platforms.get(state.chat.platform)
                    private = platform.link("") if platform is not None else ""
                    links = self._links(state)
                    made = partial(board, state=state, links=links, private=private)
                    screen = for_each(reader, self.outbox.languages(), made)
                    self.outbox.board(screen, frozenset(), repost=repost)
                case _:
                    pass

    def letters(self, state: TournamentState, shown: Sequence[Shown]) -> list[Letter]:
        """What of it must be told: lines for the chat, and what people are told in private."""
        found: list[tuple[UserRef | None, tuple[Msg, ...]]] = []
        for effect in shown:
            match effect:
                case Say(msgs):
                    found.append((None, msgs))
                case Tell(users, message):
                    found += [(user, (message,)) for user in users]
                case _:
                    pass
        about = f"{self._ident} {state.public}"
        return [
            Letter(f"{about} {number}", state.chat, user, msgs)
            for number, (user, msgs) in enumerate(found)
        ]

    def seated(
        self, state: TournamentState, made: StageTable, place: ChatRef | None
    ) -> list[Letter]:
        """What its people are told when a table begins: where it is."""
        numbers = {"stage": made.stage + 1, "table": made.index + 1}
        link = self._link(place)
        if state.duplicate:
            what = msg("duplicate-tell-here", **numbers, deals=state.deals)
        elif place is None:
            what = msg("cup-tell-here", **numbers)
        elif link.startswith("http"):
            what = msg("cup-tell-there", **numbers, link=link)
        else:
            what = msg("cup-tell-place", **numbers)
        users = [e.user for e in made.entrants if e.user is not None]
        return [
            Letter(f"{made.table} {number}", state.chat, user, (what,))
            for number, user in enumerate(users)
        ]

    def close(self) -> None:
        """Close the outbox; nothing more is sent."""
        self._context.outboxes.close(self.outbox)

    def _links(self, state: TournamentState) -> dict[int, str]:
        """Where the tables of this stage are played that are on."""
        if state.status is not Status.PLAYING:
            return {}
        found = {}
        for made in drawn(state):
            runner = self._tables.running.get(made.table)
            if runner is not None and not runner.table.state.over:
                found[made.index] = self._link(runner.table.state.place)
        return found

    def _link(self, place: ChatRef | None) -> str:
        platform = self._context.platforms.get(place.platform) if place is not None else None
        return platform.place_link(place) if platform is not None and place is not None else ""

    def _told(self, command: Command) -> None:
        if isinstance(command, Delivered):
            self._tell(command)
