"""A tournament as its handlers see it: the state, and what they say is to be stored and shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.i18n.keys import game_name
from bot.store.purse import Posted
from bot.store.tournament_rows import EntrySaved, TournamentSaved
from bot.support.errors import Refused
from bot.table.effects import ShowBoard
from bot.tournament.commands import Tell
from bot.tournament.state import dumps
from engine.msg import msg

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from bot.ports.refs import UserRef
    from bot.store.rows import Row
    from bot.tournament.commands import Shown
    from bot.tournament.state import Entrant, EntryStatus, Status, TournamentState
    from engine.msg import Msg


class Contest:
    """What a command changes: ``state`` is all that is kept of it."""

    def __init__(self, state: TournamentState) -> None:
        self.state = state
        self._out: list[Shown] = []
        self._rows: list[Row] = []

    def saved(self, now: datetime) -> TournamentSaved:
        """The row that holds it as it is."""
        state = self.state
        return TournamentSaved(state.id, state.chat.key, state.live, dumps(state), now)

    def change(self, **fields: Any) -> None:
        """Replace fields of the state."""
        self.state = replace(self.state, **fields)

    def touch(self) -> None:
        """Have the board shown anew."""
        self.change(public=self.state.public + 1)
        if ShowBoard() not in self._out:
            self._out.append(ShowBoard())

    def react(self, *effects: Shown) -> None:
        """Add to what is shown afterwards."""
        self._out.extend(effects)

    def tell(self, entrants: Iterable[Entrant], what: Msg) -> None:
        """Tell those of the entrants who are people, and of which tournament it is."""
        users = tuple(e.user for e in entrants if e.user is not None)
        if users:
            self.react(Tell(users, msg("cup-tell", where=self.about, what=what)))

    def store(self, *rows: Row) -> None:
        """Store more in the same transaction."""
        self._rows.extend(rows)

    def entry(self, entrant: Entrant, fate: EntryStatus) -> None:
        """Store what has become of an entry."""
        person = entrant.user.key if entrant.user is not None else ""
        who = (person, entrant.name, entrant.level)
        self.store(EntrySaved(self.state.id, entrant.number, *who, fate.value))

    def post(self, what: str, lines: Iterable[tuple[str, int]], now: datetime) -> None:
        """Move coins in the same transaction."""
        state = self.state
        entry = f"tournament:{state.id}:{what}"
        self.store(Posted(entry, state.chat.key, f"cup-{what}", tuple(lines), now))

    @property
    def about(self) -> Msg:
        """Which tournament a private message is about."""
        return msg("cup-where", chat=self.state.chat_title, game=game_name(self.state.game))

    def need(self, status: Status) -> None:
        """Refuse a command that makes no sense in another status."""
        if self.state.status is not status:
            raise Refused(f"cup-not-in-{self.state.status.value}")

    def need_host(self, user: UserRef, *, admin: bool) -> None:
        """Refuse what only the organiser and administrators may do."""
        if user != self.state.host and not admin:
            raise Refused("cup-host-only", host=self.state.host_name)
