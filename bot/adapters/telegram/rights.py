"""What the bot may not send in a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

from telegram import ChatMemberRestricted

from bot.ports.errors import PlatformError

if TYPE_CHECKING:
    from telegram import Bot

    from bot.adapters.telegram.api import Calls


async def lacking(bot: Bot, calls: Calls, number: int) -> tuple[str, ...]:
    """Rights missing in the group of this number, as keys of messages that name them."""
    try:
        me = await calls.do("", lambda: bot.get_chat_member(number, bot.id))
        if isinstance(me, ChatMemberRestricted):
            write, show = me.can_send_messages, me.can_send_photos
        elif me.status in ("administrator", "creator"):
            return ()
        else:
            info = await calls.do("", lambda: bot.get_chat(number))
            allowed = info.permissions
            write = allowed is None or bool(allowed.can_send_messages)
            show = allowed is None or bool(allowed.can_send_photos)
    except PlatformError:
        return ()
    missing = (("telegram-right-send", write), ("telegram-right-pictures", show))
    return tuple(key for key, granted in missing if not granted)
