"""Tables through windows: what one person may see of one now, asked of the gate at every look."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.gate import at_table
from bot.commands.request import asked, has_left
from bot.i18n.keys import game_name
from bot.i18n.names import told_apart
from bot.ports.incoming import Incoming
from bot.ports.windows import Seen
from bot.screens import board as public
from bot.screens import hand as private
from bot.support.errors import Refused
from bot.table.state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sized

    from bot.commands.gate import Gate
    from bot.commands.request import Request
    from bot.ports.messages import Outgoing
    from bot.ports.windows import Listener, Window
    from bot.runtime.context import Context
    from bot.runtime.table_runner import TableRunner
    from bot.runtime.tables import Tables
    from bot.screens.reader import Reader
    from bot.screens.screen import Screen

ASKED, OFFERED = 24, 12
"""Tables of a server of which it is asked whether somebody sees them, and that are offered."""


class TableWindows:
    """What is seen through windows (``bot.ports.windows.Windows``).

    ``request`` makes what the gate is asked with.
    """

    def __init__(
        self,
        context: Context,
        tables: Tables,
        gate: Gate,
        request: Callable[[Incoming], Request],
    ) -> None:
        self._context = context
        self._tables = tables
        self._gate = gate
        self._request = request

    def listen(self, listener: Listener) -> None:
        """Tell of every table that is shown otherwise from now on."""
        self._tables.listeners.changed.append(lambda state: listener(state.id))

    def watching(self, window: Window, page: str) -> None:
        """A page that shows it is in sight, as of now."""
        self._context.watched.heard(window.user, window.table, page)

    def away(self, window: Window, page: str) -> None:
        """That page is in sight no longer."""
        self._context.watched.away(window.user, window.table, page)

    async def look(self, window: Window) -> Seen:
        """What is to be seen now. Raises ``StoreError``."""
        user = window.user
        incoming = Incoming(
            "", user, None, display_name=window.name, language=window.language, window=True
        )
        await self._context.preferences.meet(incoming)
        runner = await self._tables.sleeping.awake(lambda: self._meant(window))
        request = replace(self._request(incoming), chosen=runner)
        if runner is None:
            return await self._nothing(window, request)
        reader = _with_pictures(request.reader)
        state = runner.table.state
        seen = Seen(
            replace(window, table=state.id, place=state.place), reader.taste.language,
            state.chat_title,
        )  # fmt: skip
        # The board first: the gate asks there whether this person is in the chat at all.
        why = ""
        board = hand = None
        if state.place is not None:
            try:
                await self._gate.check(at_table("look", runner), request)
                board = await self._painted(public.board(reader, runner.table), state.id)
            except Refused as error:
                why = _said(reader, error, runner)
        seat = runner.table.seat_of(user)
        if seat is not None and not has_left(runner.table, user) and state.phase != Phase.CLOSED:
            try:
                await self._gate.check(at_table("hand", runner), request)
                hand = await self._hand(reader, request, runner)
            except Refused as error:
                why = why or _said(reader, error, runner)
        if board is None and hand is None:
            # Not even what the chat is called: a table that is named may be anybody's.
            return Seen(
                window, seen.language, why=why or reader.say("window-none"),
                again=reader.say("window-again"),
            )  # fmt: skip
        return replace(seen, board=board, hand=hand)

    def _meant(self, window: Window) -> TableRunner | None:
        """The table of the place where they look, the one that they named, or their own."""
        found = self._tables.at(window.place) or self._tables.get(window.table)
        if found is not None:
            return found
        mine = self._own(window)
        asking = [runner for runner in mine if asked(runner.table, window.user)]
        if len(asking) == 1:
            return asking[0]
        return mine[0] if len(mine) == 1 else None

    def _own(self, window: Window) -> list[TableRunner]:
        """The tables where they sit, of the server alone where the page was opened in one."""
        found = self._tables.of(window.user)
        mine = [runner for runner in found if not has_left(runner.table, window.user)]
        return [one for one in mine if not window.near or _key(one) in window.near]

    async def _nothing(self, window: Window, request: Request) -> Seen:
        """No table: which of one's own or of the server is meant, or how there will be one."""
        reader = request.reader
        mine = self._own(window)
        offered = [*mine, *[one for one in await self._near(window, request) if one not in mine]]
        states = [one.table.state for one in offered]
        labels = told_apart(
            [reader.say("table-choice", chat=s.chat_title, game=game_name(s.game)) for s in states]
        )
        tables = tuple((s.id, label) for s, label in zip(states, labels, strict=True))
        opens = reader.say("window-open") if window.home is not None else ""
        return Seen(
            window, reader.taste.language, why=reader.say(_why(window, mine, offered)),
            tables=tables, opens=opens, again=reader.say("window-again"),
        )  # fmt: skip

    async def _near(self, window: Window, request: Request) -> list[TableRunner]:
        """Tables of the server where the page is open, as far as its looker may see them."""
        running = self._tables.running.values() if window.near else ()
        there = [one for one in running if _key(one) in window.near and not one.table.state.over]
        found: list[TableRunner] = []
        for runner in there[:ASKED]:
            with suppress(Refused):
                await self._gate.check(at_table("look", runner), replace(request, chosen=runner))
                found.append(runner)
        return found[:OFFERED]

    async def _hand(self, reader: Reader, request: Request, runner: TableRunner) -> Outgoing:
        seat = runner.table.need_seat(request.user)
        passing = self._context.preferences.chose(request.user, "autopass", "on")
        screen = private.hand(reader, runner.table, seat, panes=True, passing=passing)
        return await self._painted(screen, runner.table.state.id)

    async def _painted(self, screen: Screen, table: str) -> Outgoing:
        return await self._context.painter.message(screen, panes=True, scenes=True, table=table)


def _key(runner: TableRunner) -> str:
    """The chat of a table, by its key; empty: it has none."""
    place = runner.table.state.place
    return place.key if place is not None else ""


def _said(reader: Reader, error: Refused, runner: TableRunner) -> str:
    """Why a table is not shown; to a stranger with the way that leads there."""
    if error.msg.key == "access-stranger":
        return reader.say("window-stranger")
    return reader.catalogue.say(error.msg, runner.table.names)


def _why(window: Window, mine: Sized, offered: Sized) -> str:
    """The key of the words that say why no table is shown."""
    if window.home is None:
        return "window-which" if mine else "window-over" if window.table else "window-none"
    return "window-near" if offered else "window-empty"


def _with_pictures(reader: Reader) -> Reader:
    """The same reader: who has chosen words alone for a chat wants to see the page all the same."""
    return reader.of(replace(reader.taste, pictures=True))
