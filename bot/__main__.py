"""``python -m bot``: every platform that has a token, and the browser table.

``python -m bot backup FILE`` copies the database while it runs, ``python -m bot check`` looks at
what is set.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from bot.app.check import findings
from bot.app.serve import serve
from bot.app.settings import Settings
from bot.delivery.painter import SWITCH
from bot.store.copy import NotCopied, backup
from bot.store.db import shown
from bot.store.lock import AlreadyRunning
from bot.store.migrate import DatabaseNewer

if TYPE_CHECKING:
    from collections.abc import Sequence


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        try:
            loop.add_signal_handler(number, stop.set)
        except NotImplementedError:  # Windows has none; Ctrl-C raises there
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
    await serve(settings, stop)


def _serve(settings: Settings) -> int:
    sys.setswitchinterval(SWITCH)
    try:
        asyncio.run(_run(settings))
    except (AlreadyRunning, DatabaseNewer, ValueError) as error:
        return _wrong(str(error))
    except ModuleNotFoundError as error:
        return _wrong(f"this database needs the package {error.name}: install it")
    except OSError as error:
        where = f"{settings.web_host}:{settings.web_port}"
        _wrong(f"{where} / {shown(settings.database_url)}: {error.strerror}")
        return 1
    return 0


def _backup(settings: Settings, target: Path) -> int:
    try:
        size = backup(settings.database_url, target)
    except (NotCopied, ValueError) as error:
        return _wrong(str(error))
    _say(f"{target}: {size // 1024} KB")
    return 0


async def _check(settings: Settings) -> int:
    worst = 0
    async for well, what, how in findings(settings):
        _say(f"{'ok  ' if well else 'FAIL'} {what}: {how}")
        worst |= not well
    return worst


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def _wrong(line: str) -> int:
    print(line, file=sys.stderr)  # noqa: T201
    return 2


def _asked(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    tasks = parser.add_subparsers(dest="task", metavar="TASK")
    tasks.add_parser("check", help="look at the database, the fonts, the tokens and the rights")
    copied = tasks.add_parser("backup", help="copy the database to a new file, also while it runs")
    copied.add_argument("file", type=Path, metavar="FILE")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """The program; its exit code.

    Args:
        arguments: without the program's name; None takes those it was started with.
    """
    asked = _asked(arguments)
    try:
        settings = Settings()
    except ValidationError as error:
        for problem in error.errors(include_input=False, include_url=False):
            name = str(problem["loc"][0]).upper() if problem["loc"] else "settings"
            _wrong(f"{name}: {problem['msg']}")
        return 2
    logging.basicConfig(
        level=settings.log_level,
        format="%(asctime)s %(levelname)s %(name)s %(message)s",
        datefmt="%Y-%m-%dT%H:%M:%S%z",
    )
    for noisy in ("aiohttp.access", "alembic", "PIL"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    if asked.task == "backup":
        return _backup(settings, asked.file)
    if asked.task == "check":
        try:
            return asyncio.run(_check(settings))
        except ValueError as error:
            return _wrong(str(error))
    return _serve(settings)


if __name__ == "__main__":
    sys.exit(main())
