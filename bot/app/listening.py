"""Whether an address can be listened on, and what is in the way where it cannot."""

from __future__ import annotations

import errno
import os
import socket

from bot.support.errors import CannotStart
from bot.support.oserrors import meaning


def check_free(host: str, port: int, setting: str) -> None:
    """Listen for a moment.

    Args:
        host: a name or an address.
        port: 0 is always free.
        setting: what the settings of host and port begin with.

    Raises:
        CannotStart: it cannot be listened on.
    """
    try:
        for family, kind, number, _, address in socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        ):
            with socket.socket(family, kind, number) as tried:
                if os.name == "posix":  # elsewhere it would take a port that is in use
                    tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if family == socket.AF_INET6:
                    tried.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
                tried.bind(address)
                tried.listen(1)
    except OSError as error:
        raise cannot_listen(error, host, port, setting) from error
    except UnicodeError as error:  # a name with a part that is empty, or longer than names can be
        raise CannotStart(
            f"{setting}_HOST: {host[:40]} is no name of a machine; 127.0.0.1 always is one"
        ) from error


def cannot_listen(error: OSError, host: str, port: int, setting: str) -> CannotStart:
    """Why not, in a line."""
    at = f"{host}:{port}"
    if isinstance(error, socket.gaierror):
        return CannotStart(f"{setting}_HOST: the name {host} is not known; 127.0.0.1 always is")
    match error.errno:
        case errno.EADDRINUSE:
            words = f"another program listens there; end it, or set {setting}_PORT to another"
        case errno.EADDRNOTAVAIL:
            words = f"this machine has no such address; set {setting}_HOST to 127.0.0.1 or 0.0.0.0"
        case errno.EACCES | errno.EPERM:
            words = f"this user may not listen there; set {setting}_PORT to 1024 or more"
        case errno.EAFNOSUPPORT:
            words = f"this machine does not speak that kind; set {setting}_HOST to 127.0.0.1"
        case _:
            words = meaning(error)
    return CannotStart(f"{at}: {words}")
