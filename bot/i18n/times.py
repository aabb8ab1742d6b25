"""Times as people read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


def clock_time(time: datetime, today: datetime | None = None) -> str:
    """An absolute time as the server's clock shows it, with its date if that is not today's."""
    here = time.astimezone()
    if today is None or here.date() == today.astimezone().date():
        return f"{here:%H:%M:%S}"
    return f"{here:%m-%d %H:%M}"


def day_time(time: datetime) -> str:
    """A day and a time as the server's clock shows them."""
    return f"{time.astimezone():%m-%d %H:%M}"
