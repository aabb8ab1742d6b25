"""Ports to listen on that nothing else on the machine takes meanwhile."""

import itertools
import os
import socket

FIRST, EACH = 20_000, 500
"""Below the ports that systems give to connections (32,768 and up); so many a worker."""

_NEXT = itertools.count()


def free_port():
    """A port of 127.0.0.1 that nobody listens on, and no other worker asks for."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 20
    for number in itertools.islice(_NEXT, EACH):
        at = FIRST + EACH * worker + number % EACH
        with socket.socket() as made:
            try:
                made.bind(("127.0.0.1", at))
            except OSError:
                continue
            return at
    raise AssertionError("no port is free")
