"""更多: what can be done beside playing, for whoever asks and for them alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ports.messages import Where
from bot.screens import more as screens

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.runtime.table_runner import Runner


async def at_table(
    request: Request, runner: Runner, *said: str, where: Where = Where.PRIVATE
) -> Reply:
    """What the author can do at a table; what there is instead, once it is over.

    ``said``: words that stand above.
    """
    if runner.table.state.over:
        return await here(request, *said, where=where)
    made = screens.more(request.screens, runner.table, request.user, _place(request), *said)
    reply = await request.screen(made, where)
    return replace(reply, message=replace(reply.message, passing=True))


async def here(request: Request, *said: str, where: Where = Where.PRIVATE) -> Reply:
    """What there is where no table is on."""
    return await request.screen(screens.here(request.screens, _place(request), *said), where)


def _place(request: Request) -> screens.Place:
    autopass = request.context.prefs.chose(request.user, "autopass", "on")
    return screens.Place(request.platform.limits.purses, request.chat is not None, autopass)
