"""What every table sends with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakSet

from bot.ports.errors import ChatGone

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bot.delivery.budget import Traffic
    from bot.delivery.outbox import Outbox
    from bot.delivery.painter import Painter
    from bot.ports.platform import Platform
    from bot.ports.refs import ChatRef, UserRef
    from bot.support.clock import Clock

FAR = 8
"""A message with so many newer ones below it is out of sight."""


@dataclass(frozen=True, slots=True)
class Office:
    """The platforms, and whom to tell what they said.

    Attributes:
        closed: whether private messages are known not to arrive at a person.
        unreached: tell that one did not arrive, why, and whether trying again is useless.
        moved: tell that a chat has another id from now on.
        outboxes: all that there are, to look up whose a message is.
    """

    platforms: Mapping[str, Platform]
    painter: Painter
    clock: Clock
    traffic: Traffic
    closed: Callable[[UserRef], bool]
    unreached: Callable[[UserRef, str, bool], None]
    moved: Callable[[ChatRef, ChatRef], None]
    outboxes: WeakSet[Outbox] = field(default_factory=WeakSet)

    def platform(self, name: str) -> Platform:
        """A platform by its name. Raises ``ChatGone`` for one that is not connected."""
        try:
            return self.platforms[name]
        except KeyError:
            raise ChatGone(f"platform {name} is not connected") from None
