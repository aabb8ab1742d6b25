"""What the runner of a table works with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.beacon.client import Beacon
    from bot.delivery.watched import Watched
    from bot.players.computer import Computers
    from bot.runtime.letters import Letters
    from bot.runtime.standstills import Standstills
    from bot.runtime.table_runner import TableRunner
    from bot.screens.reader import Reader
    from bot.store.store import Store as Database
    from bot.support.clock import Clock
    from bot.table.state import TableState
    from bot.users.preferences import Preferences


@dataclass(frozen=True, slots=True)
class Services:
    """What a runner works with; ``over`` hears of a table's end, ``changed`` of
    everything that is shown; ``wake`` may be refused.
    """

    store: Database
    link: Callable[[str], str]
    reader: Reader
    prefs: Preferences
    clock: Clock
    standstills: Standstills
    over: Callable[[TableState], None]
    letters: Letters
    computers: Computers
    wake: Callable[[TableRunner], None]
    changed: Callable[[TableState], None]
    watched: Watched
    beacon: Beacon | None = None
