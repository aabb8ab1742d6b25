"""更多: what can be done beside playing, for whoever asks and for them alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.ports.messages import Where
from bot.runtime.subscriptions import wanted
from bot.screens import more as screens

if TYPE_CHECKING:
    from bot.commands.request import Request
    from bot.ports.messages import Reply
    from bot.ports.refs import ChatRef
    from bot.runtime.table_runner import TableRunner


async def at_table(
    request: Request, runner: TableRunner, *said: str, where: Where = Where.PRIVATE
) -> Reply:
    """What the author can do at a table; what there is instead, once it is over.

    ``said``: words that stand above.
    """
    if runner.table.state.over:
        return await here(request, *said, where=where)
    place = await _place(request, runner.table.state.place)
    made = screens.more(request.reader, runner.table, request.user, place, *said)
    reply = await request.screen(made, where)
    # What is said of something done stays to be read, though the board has changed by it.
    return replace(reply, message=replace(reply.message, passing=not said))


async def here(request: Request, *said: str, where: Where = Where.PRIVATE) -> Reply:
    """Show what can be done in a place where no table is on."""
    made = screens.here(request.reader, await _place(request, None), *said)
    return await request.screen(made, where)


async def _place(request: Request, there: ChatRef | None) -> screens.Place:
    """What there is beside tables where somebody asks; ``there``: the place of their table."""
    user, limits, chat = request.user, request.platform.limits, request.chat or there
    notify = ""
    if chat is not None and not limits.looks:
        notify = f"{'off' if wanted(request.context, user, chat) else 'on'}.{chat.id}"
    return screens.Place(
        limits.purses,
        request.chat is not None,
        request.context.preferences.chose(user, "autopass", "on"),
        chat is None or await request.reads_book(chat),
        notify,
        limits.talk,
    )
