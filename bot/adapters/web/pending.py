"""Connections from which something is still to come: how many, and how long each may take.

A connection that says nothing costs its owner nothing and us a descriptor. Nobody is refused for
it: whoever comes last stays, and whoever has said nothing for longest makes room.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

from bot.adapters.web.rate_limits import network_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T", bound="Hashable")


class Pending(Generic[T]):
    """Pending connections in the order in which they came; too many or too old ones are dropped.

    Args:
        each: how many may wait from one network.
        most: how many may wait in all.
        seconds: how long one may wait.
        clock: seconds from anywhere.
        drop: ends one; it is out of the line already.
    """

    def __init__(
        self,
        each: int,
        most: int,
        seconds: float,
        clock: Callable[[], float],
        drop: Callable[[T], None],
    ) -> None:
        self._each, self._most, self._seconds = each, most, seconds
        self._clock = clock
        self._drop = drop
        self._since: OrderedDict[T, tuple[float, str]] = OrderedDict()
        self._networks: dict[str, OrderedDict[T, None]] = {}

    def __len__(self) -> int:
        return len(self._since)

    def __contains__(self, one: object) -> bool:
        return one in self._since

    def add(self, one: T, address: str = "") -> None:
        """Add one; if there are too many, the one that has waited longest is dropped.

        Args:
            one: who, or what.
            address: where from; empty where it stands for nobody, as a proxy's does.
        """
        self.remove(one)
        network = network_of(address) if address else ""
        self._since[one] = (self._clock(), network)
        if network:
            there = self._networks.setdefault(network, OrderedDict())
            there[one] = None
            if len(there) > self._each:
                self._end(next(iter(there)))
        if len(self._since) > self._most:
            self.drop_oldest()

    def remove(self, one: T) -> bool:
        """Whether one was waiting; now it is not."""
        _, network = self._since.pop(one, (0.0, None))
        if network is None:
            return False
        if network:
            there = self._networks[network]
            del there[one]
            if not there:
                del self._networks[network]
        return True

    def drop_oldest(self) -> bool:
        """End the one that has waited longest; whether there was one."""
        if not self._since:
            return False
        self._end(next(iter(self._since)))
        return True

    def drop_overdue(self) -> None:
        """End everyone who has waited too long."""
        until = self._clock() - self._seconds
        while self._since and next(iter(self._since.values()))[0] <= until:
            self.drop_oldest()

    def drop_all(self) -> None:
        """End everyone who waits."""
        while self.drop_oldest():
            pass

    def _end(self, one: T) -> None:
        self.remove(one)
        self._drop(one)
