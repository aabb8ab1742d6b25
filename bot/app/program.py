"""What ``python -m bot`` does: arguments, settings, and what comes of them as an exit code.

0: it ended as it was asked to. 1: something is not as it should be. 2: it cannot start, and one
line says what mends it.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sqlite3
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from bot.app import console
from bot.app.check import STARTS, findings
from bot.app.envfile import check_env_file, misspelt
from bot.app.serve import serve
from bot.app.settings import Settings
from bot.app.tables import moved, table_lines
from bot.delivery.painter import SWITCH
from bot.store.copy import NotCopied, backup
from bot.store.restore import restore
from bot.store.url import shown
from bot.support.errors import CannotStart, log_bug
from bot.support.oserrors import meaning
from bot.support.settings import problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.app.settings import Base

LONGEST = 4.6
"""Seconds that a stop takes at most, whatever is on."""

ABOUT = """The card tables: every platform that has a token, and the page in the browser."""

log = logging.getLogger(__name__)


def run(arguments: Sequence[str] | None) -> int:
    """Do what the arguments say; the exit code."""
    console.prepare()
    asked = _asked(arguments)
    try:
        check_env_file()
        settings = Settings()
    except CannotStart as error:
        return console.wrong(str(error))
    except ValidationError as error:
        # A value that fits none of two kinds is one problem.
        problems = {
            found["loc"][:1]: problem(Settings, found)
            for found in error.errors(include_input=False, include_url=False)
        }
        for line in problems.values():
            console.wrong(line)
        return 2
    except OSError as error:
        return console.wrong(f"the settings cannot be read: {meaning(error)}")
    _begin_to_log(settings)
    try:
        return _done(asked, settings)
    except (CannotStart, NotCopied, ValueError) as error:
        return console.wrong(str(error))
    except KeyboardInterrupt:  # before the loop listens to signals, or where it cannot
        return 0
    except ImportError as error:
        return console.wrong(f"the package {error.name} is missing: python -m pip install -e .")
    except (OSError, sqlite3.Error) as error:
        why = meaning(error) if isinstance(error, OSError) else str(error)
        return console.wrong(f"it cannot go on with {shown(settings.database_url)}: {why}")
    except Exception as error:  # noqa: BLE001  (whoever starts it is told no more than helps)
        if log.isEnabledFor(logging.DEBUG):
            log_bug(log, "ended", error)
        console.wrong(f"it ended by a fault of its own ({type(error).__name__}); LOG_LEVEL=DEBUG"
                      " shows where")  # fmt: skip
        return 1


def _done(asked: argparse.Namespace, settings: Base) -> int:
    match asked.task:
        case "backup":
            size = backup(settings.database_url, asked.file)
            console.say(f"{asked.file}: {size // 1024} KB")
            return 0
        case "restore":
            console.say(restore(settings.database_url, asked.file))
            return 0
        case "check":
            return asyncio.run(_check(settings))
        case "tables":
            for line in asyncio.run(table_lines(settings.database_url)):
                console.say(line)
            return 0
        case "move":
            console.say(asyncio.run(moved(settings)))
            return 0
        case _:
            return _served(settings)


def _served(settings: Base) -> int:
    for name, like in misspelt(Settings.model_fields):
        log.warning(".env has a name that nobody asks for: %s (%s?)", name, like)
    sys.setswitchinterval(SWITCH)
    alarm = threading.Timer(LONGEST, _give_up)
    alarm.daemon = True
    try:
        asyncio.run(_serve(settings, alarm))
    finally:
        alarm.cancel()
    return 0


async def _serve(settings: Base, alarm: threading.Timer) -> None:
    """Serve until a signal comes, which sets the alarm."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()

    def asked(*_: object) -> None:
        # Here and not in the loop, which may be busy with thousands of tables.
        with suppress(RuntimeError):  # asked a second time
            alarm.start()
        loop.call_soon_threadsafe(stop.set)

    before = {number: signal.signal(number, asked) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        await serve(settings, stop)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _give_up() -> None:
    """End now. What was acknowledged is on the disk; only screens may be behind."""
    log.warning("stopped before everything was put away; the next start does the rest")
    logging.shutdown()
    os._exit(0)


async def _check(settings: Base) -> int:
    worst = 0
    async for well, what, how in findings(settings):
        console.say(f"{'ok  ' if well else 'FAIL'} {what}: {how}")
        if not well:
            worst = max(worst, 2 if what in STARTS else 1)
    return worst


def _begin_to_log(settings: Base) -> None:
    logging.raiseExceptions = False  # a console that is gone is no reason to write traces to it
    logging.basicConfig(
        level=settings.log_level,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        datefmt="%Y-%m-%dT%H:%M:%S%z",
    )
    for noisy in ("aiohttp.access", "alembic", "PIL"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot", description=ABOUT)
    tasks = parser.add_subparsers(dest="task", metavar="TASK")
    tasks.add_parser("check", help="look at the database, the fonts, the tokens and the rights")
    copied = tasks.add_parser("backup", help="copy the database to a new file, also while it runs")
    copied.add_argument("file", type=Path, metavar="FILE")
    back = tasks.add_parser("restore", help="put a copy in the place of the database")
    back.add_argument("file", type=Path, metavar="FILE")
    tasks.add_parser("tables", help="who serves, and the tables that are on")
    tasks.add_parser("move", help="let another process on the same PostgreSQL serve")
    return parser.parse_args(arguments)
