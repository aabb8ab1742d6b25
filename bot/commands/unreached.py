"""Tells people early that private messages do not reach them, before those are needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.errors import PlatformError
from bot.ports.messages import Outgoing, Reply, Where
from bot.screens.unreached import opens_private

if TYPE_CHECKING:
    from bot.commands.request import Request


async def unreached(request: Request) -> Reply | None:
    """The words for a person whom private messages do not reach: what to do about it.

    Asked before anything for which they would be called later; None where messages arrive, or
    where the platform cannot say now.
    """
    user, platform, notes = request.user, request.platform, request.services.notes
    try:
        delivery = await platform.reach(user)
    except PlatformError:
        return None
    if delivery.ref is not None:
        if request.context.reachability.closed(user):
            await notes.reachable(user)
        return None
    if not delivery.final:
        return None
    await notes.unreachable(user, delivery.reason)
    rows = opens_private(request.reader, platform.link(""))
    text = request.reader.say("reach-first" if rows else "reach-first-settings")
    return Reply(Outgoing(text=text, rows=rows), Where.PRIVATE, public=True)
