"""Those from whom something is still to come: so many of them, for so long, and then they go.

A connection that says nothing costs its owner nothing and us a descriptor. Nobody is refused for
it: whoever comes last stays, and whoever has said nothing for longest makes room.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

T = TypeVar("T", bound="Hashable")

_HOUSE = 64
"""Bits of an IPv6 address that tell one house from another; the rest its owner chooses."""


def household(address: str) -> str:
    """What stands for everybody behind one connection to the internet.

    >>> household("192.168.1.5"), household("2001:db8:0:1::7"), household("::ffff:10.0.0.1")
    ('192.168.1.5', '2001:db8:0:1::', '10.0.0.1')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, _HOUSE), strict=False).network_address)
    return str(found)


class Waiting(Generic[T]):
    """A line of them in the order in which they came.

    Args:
        each: how many may wait from one household.
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
        self._houses: dict[str, OrderedDict[T, None]] = {}

    def __len__(self) -> int:
        return len(self._since)

    def __contains__(self, one: object) -> bool:
        return one in self._since

    def add(self, one: T, address: str = "") -> None:
        """Let one wait; if there are too many, the one that has waited longest goes.

        Args:
            one: who, or what.
            address: where from; empty where it stands for nobody, as a proxy's does.
        """
        self.remove(one)
        house = household(address) if address else ""
        self._since[one] = (self._clock(), house)
        if house:
            there = self._houses.setdefault(house, OrderedDict())
            there[one] = None
            if len(there) > self._each:
                self._end(next(iter(there)))
        if len(self._since) > self._most:
            self.drop_oldest()

    def remove(self, one: T) -> bool:
        """Whether one was waiting; now it is not."""
        _, house = self._since.pop(one, (0.0, None))
        if house is None:
            return False
        if house:
            there = self._houses[house]
            del there[one]
            if not there:
                del self._houses[house]
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

    def _end(self, one: T) -> None:
        self.remove(one)
        self._drop(one)
