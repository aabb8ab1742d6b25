"""A table's task, kept alive."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.support.errors import log_bug

if TYPE_CHECKING:
    from bot.runtime.table_runner import Runner

log = logging.getLogger(__name__)

RESTARTS = 3


async def supervise(runner: Runner) -> None:
    """A task that dies is begun again from the store, but not for ever.

    After that the table stands still, and nothing is done until a person wants something.
    """
    deaths = 0
    while True:
        try:
            await runner.run()
        except Exception as error:  # noqa: BLE001  (contained in this table)
            log_bug(log, "table task died", error, table=runner.table.state.id)
        deaths += 1
        try:
            if not await runner.load_again():
                return
            if deaths > RESTARTS:
                await runner.halt()
        except Exception as error:  # noqa: BLE001  (the next try may succeed)
            log_bug(log, "table not reloaded", error, table=runner.table.state.id)
        if deaths > RESTARTS:
            await runner.asked()
            deaths = 0
