"""Which addresses this machine has in its local network."""

from __future__ import annotations

import asyncio
import ipaddress
import platform
import socket
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_HOME = [
    ipaddress.ip_network(one)
    for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
]
"""Networks that no router of the internet leads into (RFC 1918, RFC 4193)."""

_TOWARDS = (
    (socket.AF_INET, "192.168.254.254"),
    (socket.AF_INET, "10.254.254.254"),
    (socket.AF_INET, "172.31.254.254"),
    (socket.AF_INET, "192.0.2.1"),
    (socket.AF_INET6, "fd00::1"),
    (socket.AF_INET6, "2001:db8::1"),
)
"""Places that the system is asked the way to; nothing is sent there."""

_PATIENCE = 2.0
"""Seconds that the system may take to say what its own name stands for."""


_BOXES = (Path("/.dockerenv"), Path("/run/.containerenv"))


def is_boxed() -> bool:
    """Whether this runs in a container, or under Windows: nobody outside reaches its addresses."""
    return any(mark.exists() for mark in _BOXES) or "microsoft" in platform.release().lower()


def is_home(address: str) -> bool:
    """Whether an address is one of a local network, and of nothing else.

    >>> is_home("192.168.1.5"), is_home("fd12::5")
    (True, True)
    >>> is_home("127.0.0.1"), is_home("203.0.113.5"), is_home("fe80::1"), is_home("desk")
    (False, False, False, False)
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in _HOME)


async def own_addresses() -> tuple[str, ...]:
    """This machine's addresses in local networks, those that its traffic leaves from first."""
    if is_boxed():
        return ()
    found = list(_sources())
    with suppress(OSError, UnicodeError, TimeoutError):
        async with asyncio.timeout(_PATIENCE):
            loop = asyncio.get_running_loop()
            named = await loop.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
            found += [str(address[0]) for *_, address in named]
    return tuple(dict.fromkeys(one for one in found if is_home(one)))


def _sources() -> Iterable[str]:
    for family, there in _TOWARDS:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asked:
            asked.connect((there, 9))
            yield str(asked.getsockname()[0])


def is_own(address: str) -> bool:
    """Whether this machine still has an address."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as tried:
            tried.bind((address, 0))
    except OSError:
        return False
    return True
