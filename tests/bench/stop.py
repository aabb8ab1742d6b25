"""Stopping with thousands of tables: ``python -m tests.bench.stop [tables]``.

The stored tables of ``tests.bench.start``, as tables of the browser page, are served by the real
program, which is told to stop as soon as it is there.
"""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bot.adapters.web.signing import Signer
from tests.bench import start
from tests.kit.program import ROOT

KEY = b"a key for measuring, 32 bytes..."

ROOM = 32
"""Letters of a room."""

TABLES = (5_000, 10_000)

SECONDS = 5.0
"""From the signal to the end."""


KINDS = [kind for kind in start.KINDS if kind[0] != "比大小"]
"""Without the game that only tests know."""


def made(path, tables):
    """So many tables of the page, each in a room that its server has made."""
    signer = Signer(KEY)

    def other(word, kind, copy):
        return signer.new_room() if len(word) == ROOM else start._other(word, kind, copy)

    start.copied(path, asyncio.run(start.templates(path, KINDS)), tables, other)
    base = sqlite3.connect(path)
    base.execute("PRAGMA foreign_keys=OFF")
    for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall():
        found = base.execute(f'PRAGMA table_info("{name}")').fetchall()
        for column in (row[1] for row in found if row[2] != "BLOB"):
            base.execute(
                f'UPDATE "{name}" SET "{column}" = replace("{column}", \'memory\', \'web\')'  # noqa: S608
                f" WHERE \"{column}\" LIKE '%memory%'"
            )
    base.execute("INSERT INTO secret (name, value, made) VALUES ('web', ?, 0)", (KEY,))
    base.commit()
    base.close()


def rows(path):
    """How many tables are not over, and how many actions are stored."""
    base = sqlite3.connect(path)
    (live,) = base.execute("SELECT count(*) FROM table_state WHERE live").fetchone()
    (acted,) = base.execute('SELECT count(*) FROM "action"').fetchone()
    base.close()
    return live, acted


def work_of(process):
    """Seconds of CPU that a process has taken so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stopped(folder, path):
    """Seconds from the signal to the end, those of CPU, the code, and what it said."""
    env = {
        **os.environ, "PYTHONPATH": str(ROOT), "WEB_PORT": "0", "DISCORD_TOKEN": "",
        "TELEGRAM_TOKEN": "", "DATABASE_URL": f"sqlite:///{path}", "PYTHONUNBUFFERED": "1",
    }  # fmt: skip
    mine = resource.getrusage(resource.RUSAGE_CHILDREN)
    before = mine.ru_utime + mine.ru_stime
    with (folder / "log").open("w+") as log:
        program = subprocess.Popen(
            [sys.executable, "-m", "bot"], cwd=folder, env=env, stdout=log, stderr=log
        )
        while "http://" not in (folder / "log").read_text():
            if program.poll() is not None:
                break
            time.sleep(0.05)
        began, worked = time.monotonic(), work_of(program.pid)
        program.send_signal(signal.SIGTERM)
        code = program.wait(60)
        took = time.monotonic() - began
        mine = resource.getrusage(resource.RUSAGE_CHILDREN)
        work = mine.ru_utime + mine.ru_stime - before - worked
        log.seek(0)
        return took, work, code, log.read()


def main(*counts):
    """Measure; whether it is as quick as it has to be, and nothing is lost."""
    good = True
    for tables in counts or TABLES:
        with tempfile.TemporaryDirectory(prefix="bench-stop-") as within:
            folder = Path(within)
            path = folder / "many.db"
            made(path, tables)
            before = rows(path)
            took, work, code, said = stopped(folder, path)
            kept = rows(path) == before
        print(
            f"stopped with {before[0]} tables: {took:.1f} s, {work:.1f} s of CPU, exit {code}",
            end="; ",
        )
        print("nothing lost" if kept else f"LOST: {before}")
        trace = "Traceback" in said
        if trace or code or "http://" not in said:
            print(said[-3000:])
        told = [line.partition(" ")[2] for line in said.splitlines() if "WARNING" in line]
        print(f"{len(told)} warnings", *told[-1:], sep="; the last: ")
        good = good and kept and not trace and code == 0 and took <= SECONDS
    return good


if __name__ == "__main__":
    sys.exit(0 if main(*map(int, sys.argv[1:])) else 1)
