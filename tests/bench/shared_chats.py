"""Chats in which two people play by buttons, whatever their platform (``tests.bench.shared``)."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import TYPE_CHECKING, Any

from bot.table import tokens
from bot.table.state import Phase
from tests.bench.fleet import Account, Waited
from tests.bench.shared_rooms import table_at
from tests.kit.actors import chance, legal, press_of, waited_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.store.store import Store
    from bot.table.machine import TableMachine
    from tests.bench.fleet import Fleet

LOOK = 0.1
"""Seconds between two looks whether something has come about."""

AGAIN = 5.0
"""Seconds after which something is said again of which nothing has come."""

PATIENCE = 60.0
"""Seconds after which a person gives a press up."""


class Chat(Account):
    """A chat in which two people play until it is over, and once more.

    Attributes:
        place: of its table, as it is stored.
    """

    place: str

    def __init__(self, store: Store, fleet: Fleet, game: str, seed: str, apart: float) -> None:
        super().__init__()
        self.store, self.fleet = store, fleet
        self.chance = Random(f"chat {seed}")  # noqa: S311
        self.moves = chance(seed)
        self.game, self.apart = game, apart
        self.people: list[Any] = []
        self.story: list[str] = []
        """What came of each try of the press that is under way."""

    def _tell(self, what: str) -> None:
        self.story.append(f"{self.fleet.now:.1f} {what}")

    # What a platform says.

    def _ident(self, person: Any) -> str:
        """Their id, as it is stored."""
        raise NotImplementedError

    async def _say(self, person: Any, name: str, *values: str) -> None:
        """A command."""
        raise NotImplementedError

    async def _answered(self, person: Any, token: str) -> tuple[str, str]:
        """Press a button until it is answered: its source, and the words of the answer."""
        raise NotImplementedError

    # What they do.

    async def _has(self, fits: Callable[[TableMachine], bool]) -> bool:
        table = await table_at(self.store, self.place)
        return table is not None and fits(table)

    async def _said(
        self, fits: Callable[[TableMachine], bool], person: Any, *commands: tuple[str, ...]
    ) -> None:
        """Say it until it has come about: nobody hears it while a shard is on its way."""
        async with asyncio.timeout(4 * PATIENCE):
            while True:
                for command in commands:
                    await self._say(person, *command)
                for _ in range(int(AGAIN / LOOK)):
                    if await self._has(fits):
                        return
                    await asyncio.sleep(LOOK)

    async def open(self) -> None:
        """Sit down and begin."""
        host, guest = self.people
        await self._said(lambda table: True, host, ("newgame", self.game))
        await self._said(lambda table: len(table.state.players) > 1, guest, ("join",))
        await self._say(host, "settings", "clock", "0")
        await self._say(host, "addbot")
        await self._said(lambda table: bool(table.state.match), host, ("addbot",), ("start",))

    async def play(self, over: asyncio.Event) -> None:
        """Press what is legal, until it is over."""
        while not over.is_set():
            await asyncio.sleep(self.apart * self.chance.uniform(0.5, 1.5))
            table = await table_at(self.store, self.place)
            if table is None:
                if not await self.store.matches.live_at([self.place]):
                    await self._say(self.people[0], "newgame")
                    await asyncio.sleep(1)
                continue
            if table.state.phase is Phase.LOBBY:
                await self._say(self.people[0], "start")
                await asyncio.sleep(1)
                continue
            asked = [
                (seat, person)
                for seat, ident in waited_for(table)
                for person in self.people
                if self._ident(person) == ident
            ]
            if asked:
                await self._press(table, *self.chance.choice(asked))

    async def _press(self, table: TableMachine, seat: int, person: Any) -> None:
        action = legal(table, seat, self.moves)
        token, values = press_of(table, seat, action)
        if values:
            number, item = (
                table.question_of(seat).number,
                tokens.item_of(action, table.prompt(seat)),
            )
            token = tokens.button(table.state.id, number, item)
        self.story.clear()
        began, at = time.perf_counter(), self.fleet.now
        try:
            async with asyncio.timeout(PATIENCE):
                source, words = await self._answered(person, token)
        except TimeoutError:
            source, words = "", "given up"
        where = f"{self.place} {self.game}"
        wait = Waited(
            at, time.perf_counter() - began, where, tuple(self.story), self.place,
            f"{token} by {self._ident(person)}",
        )  # fmt: skip
        self.waited(wait)
        if words:
            self.refused.append(f"{where} at {self.fleet.now:.1f}: {words} to {token}")
        else:
            self.told[source] = wait
            self.keys[source] = token
