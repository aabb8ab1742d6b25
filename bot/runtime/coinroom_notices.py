"""What notices mean for queues: whoever waits at a place that is gone waits no longer.

Whoever opens a place reads its board in their own language.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.notices import MemberLeft, Migrated, Opened, PlaceGone, Removed

if TYPE_CHECKING:
    from bot.ports.notices import Notice
    from bot.runtime.coinrooms import CoinRooms


class CoinroomNotices:
    """Hands notices to the queues that they are about."""

    def __init__(self, coinrooms: CoinRooms) -> None:
        self._coinrooms = coinrooms

    async def notice(self, notice: Notice) -> None:
        """Take note of what is about a chat in which people wait."""
        match notice:
            case Opened(_, chat):
                self._coinrooms.show_again(chat, repost=False)
            case Removed(chat):
                self._coinrooms.lost(chat, whole=True)
            case PlaceGone(chat):
                self._coinrooms.lost(chat, whole=False)
            case MemberLeft(user, chat):
                self._coinrooms.left(chat, user)
            case Migrated(old, new) if old.key != new.key:
                self._coinrooms.moved(old, new)
