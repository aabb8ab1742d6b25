"""The program itself, as a user starts it: a process of its own with a database of its own."""

import asyncio
import os
import re
import signal
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent

HELD = """
import asyncio, os
from bot.store.store import Store
commit = Store.commit
async def held(store, rows):
    while os.path.exists("hold"):
        await asyncio.sleep(0.02)
    await commit(store, rows)
Store.commit = held
"""
"""Planted: nothing is stored while there is a file ``hold`` in its folder."""


class Program:
    """``python -m bot`` on a port that stays the same over restarts.

    ``plant``: Python that is run before it, for a fault. ``port``: where; 0 for a free one.
    """

    def __init__(self, folder, *, plant="", port=0, **settings):
        self._folder = folder
        self._run = f"{plant}\nimport runpy\nrunpy.run_module('bot', run_name='__main__')"
        self._port = port
        self._settings = settings
        self.process = None
        self.address = ""
        self.log = []
        self._reading = None

    async def __aenter__(self):
        await self.start()
        return self

    async def __aexit__(self, *_):
        if self.process.returncode is None:
            await self.kill()

    async def start(self):
        """Start it and wait until it has printed its address."""
        env = {
            **os.environ,
            "DATABASE_URL": f"sqlite:///{self._folder}/table.db",
            "WEB_PORT": str(self._port),
            "PYTHONPATH": str(ROOT),
            **self._settings,
        }
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", self._run, cwd=self._folder, env=env,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        async with asyncio.timeout(120):
            while not (found := re.search(r"http://[\d.]+:(\d+)/", await self._line())):
                pass
        self.address, self._port = found[0], int(found[1])
        self._reading = asyncio.create_task(self._read())

    async def _line(self):
        line = (await self.process.stdout.readline()).decode(errors="replace")
        assert line, "it ended: " + "".join(self.log)
        self.log.append(line)
        return line

    async def _read(self):
        async for line in self.process.stdout:
            self.log.append(line.decode(errors="replace"))

    def stand_still(self):
        """Do nothing from now on, as where others have all of the machine."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self):
        """Do what there is to do."""
        self.process.send_signal(signal.SIGCONT)

    async def kill(self):
        """kill -9."""
        self.process.kill()
        await self.process.wait()
        await self._reading

    async def stop(self):
        """SIGTERM; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(20):
            code = await self.process.wait()
        await self._reading
        return code
