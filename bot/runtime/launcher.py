"""How tables come to be: as a lobby that waits for people, or begun with those they are for."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass, replace
from math import ceil
from typing import TYPE_CHECKING, Any

from bot.i18n.names import clean
from bot.ports.errors import PlatformError
from bot.runtime.engagements import Wish
from bot.support.errors import Refused
from bot.table import houses
from bot.table.commands import Close
from bot.table.effects import stored_by
from bot.table.machine import TableMachine
from bot.table.new_table import NewTable
from bot.table.options import CLOCK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.access.bars import Bars
    from bot.ports.incoming import Incoming
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.runtime.letters import Letters
    from bot.runtime.places import Places
    from bot.runtime.subscriptions import Subscriptions
    from bot.runtime.table_runner import TableRunner
    from bot.runtime.tables import Tables
    from bot.store.rows import Row
    from bot.table.commands import Start
    from bot.table.state import TableState
    from engine.core import Game

log = logging.getLogger(__name__)

TABLES, SECONDS_EACH = 30, 30.0
"""Tables that one person may open at once, and seconds until another one may follow."""

PEOPLE = 10_000
"""Of how many people is remembered when they opened tables."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What queues and tournaments play with: tables, what opens them, and places for them."""

    tables: Tables
    launcher: Launcher
    places: Places


class Launcher:
    """Opens tables, one at a time."""

    def __init__(
        self,
        context: Context,
        tables: Tables,
        bars: Bars,
        subscriptions: Subscriptions,
        letters: Letters,
    ) -> None:
        self._context = context
        self._tables = tables
        self._bars = bars
        self._subscriptions = subscriptions
        self._letters = letters
        self._one_at_a_time = asyncio.Lock()
        self._opened: OrderedDict[str, float] = OrderedDict()

    async def open(
        self,
        incoming: Incoming,
        game: Game[Any, Any],
        again: TableState | None = None,
        *,
        options: Mapping[str, int | str] | None = None,
        rules: str = "",
    ) -> TableRunner | None:
        """A new table at a place, or an old one ``again``; None where another one is still on.

        ``options``: of the game, where they are not the defaults; ``rules``: the house rules that
        they are.
        """
        context, chat, user = self._context, incoming.chat, incoming.user
        context.engagements.check(user, Wish.SEAT)
        if self._taken(incoming):
            return None
        self._count(user, context.clock.steady())
        if context.reachability.closed(user):
            await context.reachability.clear(user)
        if chat is not None:
            await context.preferences.opened(chat, user)
        # Asked before it is this one's turn: a platform that is slow to say holds up no other chat.
        lacking = await missing_rights(context.platforms, chat)
        kept = await context.store.houses.chat(chat.key) if chat is not None else []
        async with context.engagements.free(user, Wish.SEAT), self._one_at_a_time:
            if self._taken(incoming):
                return None
            now, number = context.clock.now(), context.standstills.number
            title = incoming.chat_title or (chat.id if chat is not None else "")
            new = NewTable(
                context.ids.id(), chat, title, game.info.id, user,
                clean(incoming.display_name), CLOCK if chat is not None else 0,
                self._without_held(again),
            )  # fmt: skip
            table = TableMachine.open(new, game, now)
            table.change(standstills=number)
            if options:
                table.change(options=tuple({**table.options, **options}.items()), rules=rules)
            houses.learn(table, houses.playable(game.info, kept))
            await _make_room(self._there(incoming))
            self._tables.dress(table)
            table.lacking = lacking
            effects = table.birth(now)
            if again is not None:
                await self._bars.carry(again.id, table.state.id)
            letters = await self._subscriptions.letters(table.state)
            await context.store.commit([table.saved(now), *(told.row(now) for told in letters)])
            runner = self._tables.run(table)
            runner.show(effects)
            if chat is not None and letters:
                self._letters.deliver(chat, letters)
            for told in self._tables.listeners.opened:
                told(table.state)
            return runner

    def _count(self, user: UserRef, now: float) -> None:
        """Count a table that a person opens; ``now`` in seconds of a clock that nobody sets.

        Raises:
            Refused: there were so many lately.
        """
        even = max(self._opened.get(user.key, now), now)  # all that were opened are made up for
        if even + SECONDS_EACH > now + TABLES * SECONDS_EACH:
            raise Refused("newgame-too-many", seconds=ceil(SECONDS_EACH))
        self._opened[user.key] = even + SECONDS_EACH
        self._opened.move_to_end(user.key)
        if len(self._opened) > PEOPLE:
            self._opened.popitem(last=False)

    def _without_held(self, old: TableState | None) -> TableState | None:
        """An old table without those of its queue who are engaged elsewhere by now."""
        if old is None:
            return None
        engagements = self._context.engagements

        def may(user: UserRef) -> bool:
            return engagements.hindrance(user, Wish.SEAT, old.id) is None

        queue = (s for s in old.queue if s.user is None or may(s.user))
        return replace(old, queue=tuple(queue))

    def _there(self, incoming: Incoming) -> TableRunner | None:
        """The table whose place a new one would take."""
        chat = incoming.chat
        return self._tables.at(chat) if chat is not None else self._tables.alone(incoming.user)

    def _taken(self, incoming: Incoming) -> bool:
        there = self._there(incoming)
        return there is not None and not there.table.gives_way(there.now)

    async def launch(
        self, table: TableMachine, start: Start, also: Sequence[Row] = ()
    ) -> TableRunner | None:
        """Open a table whose people are seated, and begin at once: with ``also`` in one commit.

        None where another table is on at its place.

        Raises:
            RuleError: it cannot begin.
            StoreError: nothing was stored.
        """
        async with self._one_at_a_time:
            context, tables = self._context, self._tables
            old = tables.at(table.state.place)
            if old is not None and not old.table.gives_way(old.now):
                return None
            await tables.know(table)
            tables.dress(table)
            now = context.clock.now()
            table.change(standstills=context.standstills.number)
            effects = table.handle(start, now)
            await _make_room(old)
            await context.store.commit([*stored_by(effects), *also])
            runner = tables.run(table)
            runner.show(effects)
            return runner


async def _make_room(old: TableRunner | None) -> None:
    if old is not None and not old.table.state.over:
        await old.ask(Close())


async def missing_rights(
    platforms: Mapping[str, Platform], chat: ChatRef | None
) -> tuple[str, ...]:
    """The rights missing in a chat, as keys of messages; none where its platform cannot say."""
    platform = platforms.get(chat.platform) if chat is not None else None
    if platform is None or chat is None:
        return ()
    try:
        return await platform.lacks(chat)
    except PlatformError as error:
        log.warning("rights not known reason=%s", type(error).__name__)
        return ()
