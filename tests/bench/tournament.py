"""A tournament of 1,024 computer players: ``python -m tests.bench.tournament [players] [deals]``.

It is played twice at the same time on the real store, in a process each: once without a break, once
killed twice on the way and started again. Both must have the same bracket to the last score.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bot.ports.refs import ChatRef
from bot.tournament.commands import Seat
from bot.tournament.state import DEALS, Status
from engine.tournament import SEATS, dumps
from tests.bench.many import closed, opened
from tests.kit.house import Counted
from tests.kit.ids import ROOM_ID
from tests.kit.platform import MemoryPlatform, People

GAME, PLAYERS = "dazha", 1024
SECONDS, MEGABYTES = 600, 1024
"""How long it may take from the first registration to the winner, and what a process may hold."""

KILLED_AT = (0.3, 0.7)
"""Parts of all tables after whose end the process is killed."""

LEVEL = "easy"
ROOM = ChatRef("memory", ROOM_ID)


async def _called(service, players, deals):
    """A tournament for which everybody has registered, and which has begun."""
    organiser = People().say("organiser", "")
    game = service.context.games[GAME]
    tournament = await service.running.tournaments.create(organiser, game, fee=0, deals=deals)
    for number in range(players):
        await tournament.do(Seat(f"c{number}", LEVEL))
    await service.running.tournaments.start_now(organiser, tournament)
    return tournament


async def play(path, players, deals):
    """Call it, or go on with it where the process was killed; its winner and bracket."""
    service = await opened(path, MemoryPlatform(), pace=0, ids=Counted())
    tournament = service.running.tournaments.at(ROOM) or await _called(service, players, deals)
    while tournament.state.status is not Status.OVER:
        await service.context.clock.sleep(0.2)
    found = {"winner": tournament.state.winner.name, "bracket": dumps(tournament.state.bracket)}
    await closed(service)
    return found


def _ended(path):
    """How many tables of a database are over."""
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database,
    ):
        query = "SELECT count(*) FROM match WHERE status <> 'playing'"
        return database.execute(query).fetchone()[0]
    return 0


def _child(path, players, deals):
    words = [sys.executable, "-m", "tests.bench.tournament", "--play", path, players, deals]
    return subprocess.Popen(list(map(str, words)), stdout=subprocess.PIPE, text=True)  # noqa: S603  (ourselves)


class Run:
    """One tournament, killed as often as there are marks: tables that must be over before."""

    def __init__(self, folder, players, deals, marks):
        self.path, self._how = folder / "cup.db", (players, deals)
        folder.mkdir()
        self._marks = list(marks)
        self._began = time.monotonic()
        self._child = _child(self.path, *self._how)
        self.seconds, self.worked, self.held = 0.0, 0.0, 0.0
        self.kills, self.found = [], None

    def step(self):
        """Kill it if it is time; whether it has come to its end."""
        if self.found is None and self._gone(os.WNOHANG):
            self.seconds = time.monotonic() - self._began
            self.found = json.loads(self._child.stdout.read() or "{}")
        elif self.found is None and self._marks and (over := _ended(self.path)) >= self._marks[0]:
            os.kill(self._child.pid, signal.SIGKILL)
            self._gone(0)
            self._child.stdout.close()
            if self._child.returncode == -signal.SIGKILL:  # it had not come to its end by itself
                self.kills.append(over)
            del self._marks[0]
            self._child = _child(self.path, *self._how)
        return self.found is not None

    def _gone(self, how):
        """Whether the process has ended; what it took is added up."""
        ident, status, used = os.wait4(self._child.pid, how)
        if ident:
            self._child.returncode = os.waitstatus_to_exitcode(status)
            self.worked += used.ru_utime + used.ru_stime
            self.held = max(self.held, used.ru_maxrss / 1024)
        return bool(ident)

    @property
    def told(self):
        """Its figures in a line."""
        size = sum(file.stat().st_size for file in self.path.parent.iterdir()) / 2**20
        killed = ", ".join(map(str, self.kills)) or "never"
        return (
            f"winner {self.found.get('winner')}: {self.seconds:.0f} s, {self.worked:.0f} s of CPU, "
            f"{self.held:.0f} MB of memory, database {size:.1f} MB, killed after tables: {killed}"
        )


def main(players=PLAYERS, deals=DEALS):
    """Measure; whether it held."""
    tables = (players - 1) // (SEATS - 1)
    print(f"{players} computer players ({LEVEL}), {GAME}, {tables} tables of {deals} deals")
    marks = [max(1, int(tables * part)) for part in KILLED_AT]
    with tempfile.TemporaryDirectory(prefix="bench-tournament-") as folder:
        runs = [
            Run(Path(folder) / name, players, deals, at)
            for name, at in (("whole", ()), ("killed", marks))
        ]
        while sum(run.step() for run in runs) < len(runs):
            time.sleep(0.1)
        for run in runs:
            print(run.told)
        return report(*runs, deals)


def report(whole, killed, deals):
    """Print whether both came to the same end within the bars; whether they did."""
    slow, big = max(whole.seconds, killed.seconds), max(whole.held, killed.held)
    same = whole.found.get("bracket") == killed.found.get("bracket") is not None
    quick, small = slow <= SECONDS, big <= MEGABYTES
    print("same bracket" if same else "DIFFERENT BRACKETS")
    print(f"time {slow:.0f} s of {SECONDS}: {'ok' if quick else 'MISSED'}")
    if not quick:
        print(f"in time with {max(1, int(deals * SECONDS / slow))} deals a stage")
    print(f"memory {big:.0f} MB of {MEGABYTES}: {'ok' if small else 'MISSED'}")
    twice = len(killed.kills) == len(KILLED_AT)
    print("killed twice on the way" if twice else "NOT KILLED")
    return same and quick and small and twice


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        where, *how = sys.argv[2:]
        print(json.dumps(asyncio.run(play(Path(where), *map(int, how)))))
        os._exit(0)
    sys.exit(0 if main(*map(int, sys.argv[1:])) else 1)
