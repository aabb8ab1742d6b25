"""What every running thing works with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from bot.beacon.client import Beacon
    from bot.delivery.gateway import Gateway
    from bot.delivery.outboxes import Outboxes
    from bot.delivery.painter import Painter
    from bot.delivery.watched import Watched
    from bot.players.computer import Computers
    from bot.ports.platform import Platform
    from bot.runtime.engagements import Engagements
    from bot.runtime.standstills import Standstills
    from bot.screens.reader import Reader
    from bot.store.store import Store
    from bot.support.clock import Clock
    from bot.support.ids import Ids
    from bot.support.tasks import Tasks
    from bot.support.workers import Workers
    from bot.users.preferences import Preferences
    from bot.users.reachability import Reachability
    from engine.core import Game


@dataclass(frozen=True, slots=True)
class Context:
    """The leaves. Nothing in it knows a table, a queue, a tournament or a command.

    Attributes:
        computers: who plays for those who are no persons, and finds plays to offer.
        ids: new ids and seeds.
        gateway: the only way out to the platforms.
        outboxes: what leaves for a chat, in order.
        engagements: who may sit, queue or register where.
        standstills: by how much deadlines have moved.
        tasks: what is done while nobody waits for it.
        watched: who has a table before their eyes.
        beacon: where public random numbers come from; None: there are none.
    """

    store: Store
    platforms: Mapping[str, Platform]
    games: Mapping[str, Game[Any, Any]]
    reader: Reader
    preferences: Preferences
    reachability: Reachability
    painter: Painter
    computers: Computers
    clock: Clock
    ids: Ids
    gateway: Gateway
    outboxes: Outboxes
    engagements: Engagements
    standstills: Standstills
    tasks: Tasks
    watched: Watched
    beacon: Beacon | None = None

    @property
    def workers(self) -> tuple[Workers, ...]:
        """Every thread that tables share."""
        return *self.painter.workers, self.computers.workers
