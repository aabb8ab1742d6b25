"""Who may speak to the server, how fast, and what every answer says about itself."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Server": "pokertable",
}
"""Every answer carries these. A room's address is its key, so it never leaves as a referrer."""

_PORTS = {"http": 80, "https": 443}


class Bucket:
    """A token bucket: ``rate`` a second in the long run, ``burst`` at once."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left = float(burst)
        self._at = clock()

    def take(self) -> bool:
        """Whether one more is allowed now; if so it is counted."""
        now = self._clock()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


def is_loopback(host: str) -> bool:
    """Whether an address to bind to can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def host_name(netloc: str) -> str:
    """The name in ``name:port``, in lower case; empty where it is none."""
    try:
        return urlsplit(f"//{netloc}").hostname or ""
    except ValueError:
        return ""


class Hosts:
    """The names under which the server answers.

    On a loopback address only its own names and those configured: a stranger's page must not reach
    it by pointing its own name here (DNS rebinding). Elsewhere every name, unless some are
    configured.
    """

    def __init__(self, bound: str, configured: Iterable[str]) -> None:
        names = {name.lower() for name in configured}
        self._open = not names and not is_loopback(bound)
        self._names = names | {"localhost", "127.0.0.1", "::1"}

    def allow(self, header: str) -> bool:
        """Whether a request with this ``Host`` header is answered."""
        name = host_name(header)
        return bool(name) and (self._open or name in self._names)


def same_origin(origin: str, host: str) -> bool:
    """Whether an ``Origin`` header names the very host that was asked.

    >>> same_origin("https://table.example", "table.example:443")
    True
    >>> same_origin("null", "table.example")
    False
    """
    try:
        asking = urlsplit(origin)
        asked = urlsplit(f"//{host}")
        default = _PORTS.get(asking.scheme)
        if default is None or not asking.hostname:
            return False
        ports = (asking.port or default, asked.port or default)
    except ValueError:
        return False
    return asking.hostname == asked.hostname and ports[0] == ports[1]
