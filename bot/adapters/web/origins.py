"""Which hosts, origins and proxies the server trusts, and the headers of every answer."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' blob:; connect-src 'self';"
    " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Server": "pokertable",
}
"""Every answer carries these. A room's address is its key, so it never leaves as a referrer."""

_LOCAL = (".local", ".localhost", ".internal", ".home.arpa", ".lan")
"""Ends of names that routers and systems give in a local network; none is sold on the internet."""

_PORTS = {"http": 80, "https": 443}


_PASSED_ON = ("Forwarded", "X-Forwarded-For", "X-Real-IP")
"""Headers that a proxy adds to a request that it passes on."""


def from_here(own: str, remote: str, headers: Mapping[str, str]) -> bool:
    """Whether a request comes from the machine itself.

    Args:
        own: the address that it came to.
        remote: the address that it came from.
        headers: the request's; with a trace of a proxy nobody knows where it comes from.
    """
    if any(name in headers for name in _PASSED_ON):
        return False
    try:
        address = ipaddress.ip_address(remote.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return mapped.is_loopback or remote == own


class Proxies:
    """The proxies before this server whose word is taken for where a request comes from.

    Args:
        trusted: addresses and networks, as "127.0.0.1" or "10.0.0.0/8".

    Raises:
        ValueError: one of them is neither.
    """

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        self._trusted = [ipaddress.ip_network(one, strict=False) for one in trusted]

    def trust(self, address: str) -> bool:
        """Whether it is one of them."""
        found = _address(address)
        return found is not None and any(found in network for network in self._trusted)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """Where a request comes from.

        Args:
            peer: the address of the connection.
            forwarded: every ``X-Forwarded-For`` header. What stands left of the first address
                that is none of ours, read from the right, anybody may have written.
        """
        hops = [hop.strip() for line in forwarded for hop in line.split(",")]
        while hops and self.trust(peer):
            hop = hops.pop()
            found = _address(hop) or _address(host_name(hop))
            if found is None:
                return peer
            peer = str(found)
        return peer


def _address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        found = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_loopback(host: str) -> bool:
    """Whether an address to bind to can be reached from this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_local(name: str) -> bool:
    """Whether a host's name is an address, or one that nobody can register on the internet.

    >>> is_local("192.168.1.5"), is_local("desk"), is_local("desk.local")
    (True, True, True)
    >>> is_local("table.example.com")
    False
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return "." not in name or name.endswith(_LOCAL)
    return True


def host_name(netloc: str) -> str:
    """The name in ``name:port``, in lower case; empty where it is none."""
    try:
        return urlsplit(f"//{netloc}").hostname or ""
    except ValueError:
        return ""


UNKNOWN_HOST = (
    "这个网址在这里打不开。请用朋友发来的那个网址，或问问办这个牌桌的人。\n"
    "This address does not open anything here. Please use the one that you were sent, or ask "
    "whoever runs the table.\n"
)
"""For a guest; whoever runs the program finds in its log which setting it is."""


class Hosts:
    """The names under which the server answers.

    A stranger's page must not reach the server by pointing its own name here (DNS rebinding). On
    a loopback address only its own names and those configured are answered. Elsewhere, unless
    some are configured, every name that no stranger can own: bare addresses, and names of a
    local network. A name of the internet must be configured.
    """

    def __init__(self, bound: str, configured: Iterable[str], url: str = "") -> None:
        names = {name.lower() for name in configured}
        self._local = not names and not is_loopback(bound)
        self._names = names | {"localhost", "127.0.0.1", "::1"}
        # The address from outside takes no other name away.
        self._names |= {urlsplit(url).hostname or ""} - {""}

    def allow(self, header: str) -> bool:
        """Whether a request with this ``Host`` header is answered."""
        name = host_name(header).removesuffix(".")
        return bool(name) and (name in self._names or (self._local and is_local(name)))


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
