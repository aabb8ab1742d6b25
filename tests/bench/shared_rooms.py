"""Rooms of the page in which two people play at whatever port is open (``tests.bench.shared``)."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from bot.runtime.loading import Unreadable, load
from engine.registry import games
from tests.bench.fleet import Account, Waited
from tests.kit.actors import chance, legal, press_of, waited_for
from tests.kit.cluster import Person, new_room

if TYPE_CHECKING:
    import aiohttp

    from bot.store.store import Store
    from bot.table.machine import TableMachine
    from tests.bench.fleet import Fleet


async def table_at(store: Store, place: str) -> TableMachine | None:
    """The table that is stored for a place; None where there is none, or it has just gone on."""
    found = await store.matches.live_at([place])
    with suppress(Unreadable):
        return await load(found[0], store, games()) if found else None
    return None


class Roamer(Person):
    """Somebody who opens the page wherever it is open, and remembers what came of each try."""

    def __init__(self, http: aiohttp.ClientSession, room: str, name: str, fleet: Fleet) -> None:
        super().__init__(http, room, name)
        self.fleet = fleet
        self.story: list[str] = []

    async def _came(self, address: str) -> bool:
        address = self.fleet.open_port() or address
        found: bool = await super()._came(address)
        port = address.rpartition(":")[2].rstrip("/")
        self.story.append(f"{self.fleet.now:.1f} came to {port}: {found}")
        return found

    async def _asked(self, frame: str) -> Any:
        found = await super()._asked(frame)
        self.story.append(f"{self.fleet.now:.1f} {'answered' if found else 'cut off'}")
        return found


class Room(Account):
    """A room in which two people play until it is over, and once more."""

    def __init__(
        self, store: Store, fleet: Fleet, http: aiohttp.ClientSession, game: str, seed: str,
        apart: float,
    ) -> None:  # fmt: skip
        super().__init__()
        self.store, self.fleet, self.http = store, fleet, http
        self.chance = Random(f"room {seed}")  # noqa: S311
        self.moves = chance(seed)
        self.game, self.apart = game, apart
        self.people: list[Roamer] = []
        self.room = ""

    async def open(self) -> None:
        """Sit down and begin."""
        self.room = await new_room(self.http, self.fleet.open_port())
        self.people = [Roamer(self.http, self.room, name, self.fleet) for name in "甲乙"]
        for person in self.people:
            await person.come("")
        host, guest = self.people
        await host.do(say=f"/newgame {self.game}")
        await guest.do(say="/join")
        await host.do(say="/settings clock 0")
        for _ in range(2):
            await host.do(say="/addbot")
        await host.do(say="/start")

    async def play(self, over: asyncio.Event) -> None:
        """Press what is legal, until it is over."""
        while not over.is_set():
            await asyncio.sleep(self.apart * self.chance.uniform(0.5, 1.5))
            table = await table_at(self.store, f"web:{self.room}:")
            if table is None:
                if not await self.store.matches.live_at([f"web:{self.room}:"]):
                    await self._timed(say="/newgame")
                continue
            asked = [
                (seat, person)
                for seat, ident in waited_for(table)
                for person in self.people
                if person.ident == ident
            ]
            if not asked:
                continue
            seat, person = self.chance.choice(asked)
            token, values = press_of(table, seat, legal(table, seat, self.moves))
            answer, wait = await self._timed(person, press=token, values=list(values))
            if {"toast", "note", "error"} & answer.keys():
                at = f"{self.game} {self.room[:4]} at {self.fleet.now:.1f}"
                self.refused.append(f"{at}: {answer} to {token}; {person.story[-6:]}")
            else:
                self.told[f"{person.ident}.{person.session}.{answer['ack']}"] = wait

    async def _timed(
        self, person: Roamer | None = None, **frame: Any
    ) -> tuple[dict[str, Any], Waited]:
        person = person or self.people[0]
        person.story.clear()
        began, at = time.perf_counter(), self.fleet.now
        try:
            answer: dict[str, Any] = await person.do(**frame)
        except TimeoutError:
            answer = {"error": "given up"}
            person.story.append(f"{self.fleet.now:.1f} given up")
        seconds = time.perf_counter() - began
        wait = Waited(
            at, seconds, f"{self.game} {self.room[:4]}", tuple(person.story), f"web:{self.room}:",
            f"{frame} by {person.ident}",
        )  # fmt: skip
        self.waited(wait)
        return answer, wait
