"""Groups of a small Telegram in which two people play by buttons (``tests.bench.shared``).

One of the programs fetches what they send, by the lease of the house. Telegram waits for whoever
fetches; people see their press answered, or not yet.
"""

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

TOKEN = "123456789:AAE-token_of_the_bot_for_tests_0001"

LOOK = 0.1
"""Seconds between two looks whether something has come about."""

PATIENCE = 60.0
"""Seconds after which a person gives a press up."""


class Group(Account):
    """A group in which two people play until it is over, and once more."""

    def __init__(
        self, store: Store, fleet: Fleet, server: Any, game: str, seed: str, apart: float
    ) -> None:
        super().__init__()
        self.store, self.fleet, self.world = store, fleet, server.world
        self.chance = Random(f"group {seed}")  # noqa: S311
        self.moves = chance(seed)
        self.game, self.apart = game, apart
        self.people = [self.world.user(name) for name in "甲乙"]
        self.chat = self.world.group(f"牌友 {seed}", list(self.people))
        self.place = f"telegram:{self.chat.id}:"

    async def _until(self, fits: Callable[[TableMachine], bool]) -> None:
        async with asyncio.timeout(4 * PATIENCE):
            while not await self._fits(fits):  # noqa: ASYNC110
                await asyncio.sleep(LOOK)

    async def _fits(self, fits: Callable[[TableMachine], bool]) -> bool:
        table = await table_at(self.store, self.place)
        return table is not None and fits(table)

    async def open(self) -> None:
        """Sit down and begin."""
        host, guest = self.people
        self.world.say(host, self.chat, f"/newgame {self.game}")
        await self._until(lambda table: True)
        self.world.say(guest, self.chat, "/join")
        await self._until(lambda table: len(table.state.players) > 1)
        self.world.say(host, self.chat, "/settings clock 0")
        for _ in range(2):
            self.world.say(host, self.chat, "/addbot")
        self.world.say(host, self.chat, "/start")
        await self._until(lambda table: bool(table.state.match))

    async def play(self, over: asyncio.Event) -> None:
        """Press what is legal, until it is over."""
        while not over.is_set():
            await asyncio.sleep(self.apart * self.chance.uniform(0.5, 1.5))
            table = await table_at(self.store, self.place)
            if table is None:
                if not await self.store.matches.live_at([self.place]):
                    self.world.say(self.people[0], self.chat, "/newgame")
                    await asyncio.sleep(1)
                continue
            if table.state.phase is Phase.LOBBY:
                self.world.say(self.people[0], self.chat, "/start")
                await asyncio.sleep(1)
                continue
            asked = [
                (seat, person)
                for seat, ident in waited_for(table)
                for person in self.people
                if str(person.id) == ident
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
        shown = self.world.private(person).ours or self.chat.ours
        if not shown:
            return
        began, at = time.perf_counter(), self.fleet.now
        ident = self.world.press(person, shown[-1], "", data=token)
        until = began + PATIENCE
        while not self.world.presses[ident] and time.perf_counter() < until:  # noqa: ASYNC110
            await asyncio.sleep(LOOK / 5)
        where = f"Telegram {self.game} {self.chat.id}"
        self.waited(Waited(at, time.perf_counter() - began, where))
        answer = self.world.presses[ident]
        if answer is None or answer[0]:
            self.refused.append(f"{where} at {self.fleet.now:.1f}: {answer} to {token}")
        else:
            self.told.append(f"press:{ident}")
