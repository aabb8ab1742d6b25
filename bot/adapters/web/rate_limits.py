"""How often strangers may do something: token buckets by network, and failed attempts."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict, deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MINUTE = 60.0

_NETWORK = 64
"""Bits of an IPv6 address that tell one customer from another; the rest its owner chooses."""


def network_of(address: str) -> str:
    """What stands for everybody behind one connection to the internet.

    >>> network_of("192.168.1.5"), network_of("2001:db8:0:1::7"), network_of("::ffff:10.0.0.1")
    ('192.168.1.5', '2001:db8:0:1::', '10.0.0.1')
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, _NETWORK), strict=False).network_address)
    return str(found)


class TokenBucket:
    """A token bucket: ``rate`` a second in the long run, ``burst`` at once."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._at = clock()

    def take(self) -> bool:
        """Take a token; False where none is left."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimits:
    """A bucket for each address, so that one cannot use up what belongs to all.

    The longest unused one is forgotten: it would be full again anyway, or its owner is one of
    very many.
    """

    def __init__(
        self, rate: float, burst: int, clock: Callable[[], float], most: int = 1000
    ) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._most = most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Count one more from an address; False, and nothing is counted, where that is too many."""
        fresh = TokenBucket(self._rate, self._burst, self._clock)
        bucket = self._buckets.setdefault(address, fresh)
        self._buckets.move_to_end(address)
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        return bucket.take()


class FailedAttempts:
    """Wrong tries of the last minute. There are never more of them than are allowed in all.

    Args:
        each: wrong tries a minute from one network.
        most: wrong tries in all: a minute, or where there is a rest, until the next one.
        clock: seconds from anywhere.
        rest: seconds for which nobody may try once it were too many in all.
    """

    def __init__(self, each: int, most: int, clock: Callable[[], float], rest: float = 0.0) -> None:
        self._each, self._most, self._clock, self._rest = each, most, clock, rest
        self._wrong: deque[tuple[float, str]] = deque()
        self._count = 0
        self._until = clock()

    def may(self, address: str) -> bool:
        """Whether another attempt from an address is looked at, right or wrong."""
        now = self._clock()
        while self._wrong and self._wrong[0][0] <= now - MINUTE:
            self._wrong.popleft()
        network = network_of(address)
        own = sum(network == other for _, other in self._wrong)
        return len(self._wrong) < self._most and own < self._each and now >= self._until

    def wrong(self, address: str) -> None:
        """Count a failed attempt."""
        now = self._clock()
        self._wrong.append((now, network_of(address)))
        self._count += 1
        if self._rest and self._count >= self._most:
            # However slowly they came: who guesses all day long rests most of it.
            self._count, self._until = 0, now + self._rest
            self._wrong.clear()

    @property
    def seconds(self) -> int:
        """For how long nobody may try at all; 0 where they may."""
        return max(0, -int(self._clock() - self._until))
