"""What outlives the program, so that tests can start it again and again."""

import asyncio
import sqlite3
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from tests.kit.clock import ManualClock
from tests.kit.house import Counted, service
from tests.kit.platform import MemoryPlatform

DOWN = 600.0
"""Seconds between a kill and the next start."""


class World:
    """What outlives the program: the file, the messenger with its messages, and time."""

    def __init__(self, path):
        self.path = path
        self.clock = ManualClock()
        self.platform = MemoryPlatform()
        self.ids = Counted()
        self.count = 0

    @asynccontextmanager
    async def house(self, *, down=0.0, **made):
        """The program, started ``down`` seconds after it was last there."""
        self.clock.forward(down)
        parts = {"platform": self.platform, "clock": self.clock, "ids": self.ids, **made}
        async with service(self.path, **parts) as house:
            house.people._count = self.count  # sources are the messenger's, and never repeat
            yield house
            self.count = house.people._count

    def stood_still(self, down):
        """How long the only table will have stood still if the next start is in ``down`` s.

        The program was there for the last time when it last stored the table or a heartbeat.
        """
        ((beat,),) = self.sql("select at from heartbeat")
        ((saved,),) = self.sql("select at from table_state where live")
        there = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=max(beat, saved))
        return self.clock.now() + timedelta(seconds=down) - there

    def sql(self, statement, *values):
        """One statement on the file while the program is down."""
        connection = sqlite3.connect(self.path)
        with connection:
            found = connection.execute(statement, values).fetchall()
        connection.close()
        return found


async def until(true):
    """Wait for what a task or a thread is about to do."""
    for _ in range(20_000):
        if true():
            return
        await asyncio.sleep(0.0005)
    raise AssertionError("it never happened")
