"""Who is let in where anybody can come as somebody new.

On such a platform a bar alone is none: whoever is kept out comes again under another name. So at a
table with a bar new persons sit down only when its host lets them.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from bot.i18n.names import clean
from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing, Style
from bot.screens.controls import control
from bot.support.errors import Refused

if TYPE_CHECKING:
    from bot.access.bars import Bars
    from bot.commands.request import Request
    from bot.ports.refs import UserRef
    from bot.runtime.table_runner import TableRunner

SEATS = frozenset({"join", "again"})
"""What leads to a seat at a table that is there."""

MOST = 8
"""So many may wait for a host's word at a table; more are not asked about."""


class Door:
    """Asks hosts about people who are new."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._names: dict[tuple[str, UserRef], str] = {}
        """How those who wait are called; after a restart that is not known any more."""

    async def check(self, act: str, runner: TableRunner | None, request: Request) -> None:
        """Ask the host about whoever is new at a table with a bar.

        Raises:
            Refused: the host has not let them sit down yet.
        """
        if runner is None or act not in SEATS or request.platform.limits.purses:
            return
        state, user = runner.table.state, request.user
        if state.chat is None or runner.table.seat_of(user) is not None:
            return
        if not self._bars.some(state.id, state.chat.key):
            return
        if await request.context.store.scores.person_totals(user.key, state.chat.key):
            return
        if await self._bars.let_in(state.id, state.chat, user):
            return
        await self._ask(request, runner)
        seat = runner.table.seat_of(state.host)
        host = runner.table.names[seat] if seat is not None else "?"
        raise Refused("let-ask", private=True, host=host)

    async def _ask(self, request: Request, runner: TableRunner) -> None:
        """Once a person: whoever presses again does not ask again."""
        state, bars, context = runner.table.state, self._bars, request.context
        user, name = request.user, clean(request.incoming.display_name)
        if state.chat is None or await bars.asked(state.id, state.chat, user):
            return
        if bars.asking(state.id) >= MOST:
            return
        await bars.ask(state.id, state.chat, user)
        running = request.tables.running
        self._names = {of: called for of, called in self._names.items() if of[0] in running}
        self._names[state.id, user] = name
        reader = context.reader.of(context.preferences.person(state.host, state.place))
        label = reader.say("let-button")
        button = control(runner.table, f"let-{user.id}", label, Style.PRIMARY)
        message = Outgoing(reader.say("let-asked", name=name), rows=((button,),), notify=True)
        with suppress(PlatformError):
            await context.gateway.whisper(state.host, message)

    async def answered(self, runner: TableRunner, user: UserRef) -> str | None:
        """A person waits no longer; how they are called, empty if that is forgotten.

        None where nobody waits.
        """
        state, bars = runner.table.state, self._bars
        if state.chat is None or not await bars.asked(state.id, state.chat, user):
            return None
        await bars.let(state.id, state.chat, user)
        await bars.answered(state.id, state.chat, user)
        return self._names.pop((state.id, user), "")
