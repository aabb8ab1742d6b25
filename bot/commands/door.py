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
    from bot.runtime.table_runner import Runner

SEATS = frozenset({"join", "again"})
"""What leads to a seat at a table that is there."""

MOST = 8
"""So many may wait for a host's word at a table; more are not asked about."""


class Door:
    """Asks hosts about people who are new."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._asking: dict[str, dict[UserRef, str]] = {}

    async def check(self, act: str, runner: Runner | None, request: Request) -> None:
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
        if await request.context.store.person_totals(user.key, state.chat.key):
            return
        if await self._bars.let_in(state.id, state.chat, user):
            return
        await self._ask(request, runner)
        seat = runner.table.seat_of(state.host)
        host = runner.table.names[seat] if seat is not None else "?"
        raise Refused("let-ask", private=True, host=host)

    async def _ask(self, request: Request, runner: Runner) -> None:
        """Once a person: whoever presses again does not ask again."""
        running, context = request.tables.running, request.context
        user, name = request.user, clean(request.incoming.display_name)
        self._asking = {table: held for table, held in self._asking.items() if table in running}
        state = runner.table.state
        asking = self._asking.setdefault(state.id, {})
        if user in asking or len(asking) >= MOST:
            return
        asking[user] = name
        screens = context.screens.of(context.prefs.person(state.host, state.place))
        label = screens.say("let-button")
        button = control(runner.table, f"let-{user.id}", label, Style.PRIMARY)
        message = Outgoing(screens.say("let-asked", name=name), rows=((button,),), notify=True)
        with suppress(PlatformError):
            await context.gateway.whisper(state.host, message)

    def asked(self, table: str, user: UserRef) -> bool:
        """Whether a person waits for a host's word."""
        return user in self._asking.get(table, {})

    def take(self, table: str, user: UserRef) -> str:
        """They wait no longer; how they are called."""
        return self._asking[table].pop(user)
