"""Everything that runs, made once and from the leaves up: tables, queues, tournaments, and what
they share.

The service makes it, starts it and closes it. Nothing in it is handed the whole: each part gets the
neighbours that it works with.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from bot.runtime.coinrooms import CoinRooms
from bot.runtime.daily import DailyPuzzles
from bot.runtime.engagements import Kind, seated
from bot.runtime.launcher import Launcher, Parts
from bot.runtime.letters import Letters
from bot.runtime.menus import Menus
from bot.runtime.places import Places
from bot.runtime.subscriptions import Subscriptions
from bot.runtime.table_notices import TableNotices
from bot.runtime.tables import Tables
from bot.runtime.tournaments import Tournaments

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.access.bars import Bars
    from bot.ports.refs import ChatRef
    from bot.runtime.context import Context


class Running:
    """All parts that run.

    Attributes:
        tables: those that are on.
        launcher: opens them.
        places: made for them where a platform can.
        coinrooms: the queues.
        tournaments: those that are announced or on.
        letters: what is told once, for certain.
        subscriptions: who is told that a table opens.
        daily: the problem of the day in chats that want it.
        menus: the lists of commands in groups.
        notes: what tables are told of people and chats.
    """

    def __init__(self, context: Context, bars: Bars, pace: float) -> None:
        self.letters = Letters(context)
        self.tables = Tables(context, self.letters, pace)
        self.places = Places(context, self.occupied)
        self.subscriptions = Subscriptions(context)
        self.daily = DailyPuzzles(context, self.letters)
        self.menus = Menus(context.gateway, context.tasks.begin)
        self.launcher = Launcher(context, self.tables, bars, self.subscriptions, self.letters)
        parts = Parts(self.tables, self.launcher, self.places)
        self.coinrooms = CoinRooms(context, parts, self.letters)
        self.tournaments = Tournaments(context, parts, self.letters)
        self.notes = TableNotices(context, self.tables, self.letters)
        context.engagements.add(Kind.TABLE, partial(seated, self.tables.running))
        self.tables.listeners.shown.append(self.places.shown)
        self.tables.listeners.opened.append(self.menus.opened)

    def occupied(self, place: ChatRef) -> bool:
        """Whether there is a table at a place, or a queue."""
        return self.tables.at(place) is not None or self.coinrooms.at(place) is not None

    @property
    def busy(self) -> bool:
        """Whether something is being done that nobody waits for."""
        return not self.coinrooms.resting or self.tournaments.busy or self.letters.busy

    async def start(self, here: Callable[[str], bool] = lambda place: True) -> None:
        """Go on with everything that is stored; of tables with those at places that are here."""
        await self.tables.sleeping.start(here)
        await self.places.load()
        await self.coinrooms.start()
        await self.tournaments.start()
        await self.letters.start(here)
        self.places.sweep(self.tournaments.needs)
        self.daily.start(house=True)

    def catch_up(self) -> None:
        """Do at once what is due since the clock was set."""
        self.tables.catch_up()
        self.coinrooms.catch_up()
        self.tournaments.catch_up()

    async def stop(self) -> None:
        """Begin nothing more; tables still take what is on its way to them."""
        await self.daily.close()
        await self.coinrooms.close()
        self.places.stop()
        await self.tournaments.close()
        await self.letters.close()
