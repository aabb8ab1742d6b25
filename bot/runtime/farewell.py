"""The last words at every table before the program stops."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from bot.support.errors import Failed
from bot.table.commands import Remember
from bot.table.state import Phase
from engine.errors import RuleError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.ports.refs import ChatRef
    from bot.runtime.table_runner import TableRunner
    from bot.screens.reader import Reader
    from engine.msg import Msg

AT_ONCE = 32
"""Tables that are told at the same time: woken all together, thousands would hold up the loop for
longer than a stop may take, and whoever waits for them could not even give up."""

_PLAYING = (Phase.PLAYING, Phase.BETWEEN)


async def farewell(
    runners: Sequence[TableRunner], line: Msg, readers: Callable[[ChatRef | None], Reader]
) -> None:
    """Say a line where a game is on, and wait until all that is to be shown has left.

    Args:
        runners: the tables.
        line: what is said.
        readers: who reads it in a place.
    """
    playing = iter([runner for runner in runners if runner.table.state.phase in _PLAYING])

    async def one_by_one() -> None:
        for runner in playing:
            text, others = readers(runner.table.state.place).each(
                runner.outbox.kept_in, lambda reader: reader.catalogue.say(line)
            )
            runner.outbox.say(text, others=others)
            if not runner.table.asleep:  # else what was remembered last is still what is seen
                with suppress(RuleError, Failed):
                    await runner.ask(Remember())
            await runner.outbox.drained()

    await asyncio.gather(*(one_by_one() for _ in range(AT_ONCE)))
    for runner in runners:
        await runner.outbox.drained()
