"""The database's URL, as people write it: what is wrong with one is said together with the cure."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy.engine import URL

EXAMPLE = "sqlite:///data/pokertable.db"

POOLER = "pooler"
"""An option of ours: the server is reached through a pooler that gives a connection for one
transaction at a time."""

CONNECTIONS = "connections"
"""Another one of ours: how many connections a process has to the server at most."""

USUAL, FEWEST, MOST = 10, 4, 40
"""Of them where nothing is said, and the bounds of what may be."""

_DRIVERS = {
    "sqlite": "sqlite+aiosqlite",
    "sqlite+aiosqlite": "sqlite+aiosqlite",
    "postgresql": "postgresql+asyncpg",
    "postgres": "postgresql+asyncpg",
    "postgresql+asyncpg": "postgresql+asyncpg",
}

_SSL = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
_OPTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "sqlite+aiosqlite": {},
    "postgresql+asyncpg": {
        "sslmode": _SSL,
        "ssl": _SSL,
        "target_session_attrs": ("any", "primary", "read-write"),
        "host": (),
        "port": (),
        "passfile": (),
        POOLER: ("transaction",),
        CONNECTIONS: tuple(map(str, range(FEWEST, MOST + 1))),
    },
}
"""Options after the ``?``, and their values; empty is any. All others end in a driver's trace."""

_UNFOLDED = re.compile(r"~|\$\w|\$\{|%\w+%")
"""What only a shell turns into the name of a folder."""

_SHELL_ONLY = "nothing is put in for ~, $NAME or %NAME% there: write the whole path"


def shown(url: str) -> str:
    """A database's URL as it may be printed: without its password, and never an error."""
    try:
        return make_url(url.strip()).render_as_string(hide_password=True)
    except (ArgumentError, ValueError):
        return "DATABASE_URL"


def parse(url: str) -> URL:
    """The URL with its async driver.

    Raises:
        ValueError: neither a SQLite file nor PostgreSQL; one line that says what would be right.
    """
    text = url.strip()
    if text[:1] in ("'", '"'):
        raise ValueError("take the quotation marks off DATABASE_URL")
    if "\0" in text:
        raise ValueError("there is a NUL character in DATABASE_URL: write it again")
    if "://" not in text:
        raise ValueError(_no_url(text))
    try:
        parsed = make_url(text)
    except (ArgumentError, ValueError):
        raise ValueError(
            "DATABASE_URL cannot be read: the port after the host is a number, and signs such as"
            " @ : / # in a password are written as %40 %3A %2F %23"
        ) from None
    driver = _DRIVERS.get(parsed.drivername.lower())
    if driver is None:
        raise ValueError(_no_driver(parsed.drivername))
    if driver.startswith("sqlite"):
        _check_file(parsed, text)
    elif parsed.port is not None and not 0 < parsed.port < 65536:
        raise ValueError(f"there is no port {parsed.port}: PostgreSQL has 5432 unless you set it")
    _check_options(driver, parsed.query)
    return _as_the_driver_names_it(parsed.set(drivername=driver))


def file_of(url: URL) -> Path | None:
    """The database's file; None where a server keeps it."""
    if not url.drivername.startswith("sqlite"):
        return None
    return Path(os.path.realpath(url.database or ""))  # links in a circle do not end it


def on_server(url: str) -> bool:
    """Whether a database is kept by a server. Raises ``ValueError`` as ``parse`` does."""
    return file_of(parse(url)) is None


def behind_a_pooler(url: str, direct: str) -> str:
    """The URL of a server as it is to be used where another one leads past its pooler.

    Either may be nonsense, which is said where it is opened.
    """
    with suppress(ValueError):
        if on_server(url) and _as_a_place(url) != _as_a_place(direct):
            return unprepared(url)
    return url


def _as_a_place(url: str) -> URL:
    return parse(url).difference_update_query([CONNECTIONS])


def unprepared(url: str) -> str:
    """A server's URL by which nothing is kept for the next transaction."""
    mark = "&" if "?" in url else "?"
    return url if f"{POOLER}=" in url else f"{url.strip()}{mark}{POOLER}=transaction"


def connections(url: URL) -> tuple[int, int]:
    """How many connections of a process are the store's and how many the leases' at most.

    One more is for messages. Leases are renewed beside whatever is taken or looked for, where there
    is room for that (six and more); a single one does it in turn.
    """
    all_of_them = int(str(url.query.get(CONNECTIONS, USUAL)))
    leases = 4 if all_of_them >= USUAL else 2 if all_of_them >= FEWEST + 2 else 1
    return all_of_them - 1 - leases, leases


def place_of(url: URL) -> str:
    """Where a server is, as it is told to people."""
    host = url.host or url.query.get("host") or "localhost"
    if not isinstance(host, str):
        return f"PostgreSQL at {', '.join(host)}"
    if host.startswith("/"):
        return f"PostgreSQL in {host}"
    port = url.port or url.query.get("port") or 5432
    return f"PostgreSQL at {host}" if ":" in host else f"PostgreSQL at {host}:{port}"


def _no_url(text: str) -> str:
    path = text.removeprefix("sqlite:").replace("\\", "/")
    if not path or "@" in path:  # there may be a password in it
        return f"DATABASE_URL is no URL: write {EXAMPLE} or postgresql://user:password@host/name"
    return f"DATABASE_URL is a path and no URL: write sqlite:///{path}"


def _no_driver(name: str) -> str:
    if name.startswith(("postgres+", "postgresql+")):
        return f"DATABASE_URL begins with {name}:// where postgresql:// is wanted"
    return f"no database of the kind {name}: use sqlite or postgresql, as in {EXAMPLE}"


def _check_file(parsed: URL, text: str) -> None:
    name = parsed.database or ":memory:"
    if parsed.host:
        path = text.partition("://")[2]
        raise ValueError(f"three slashes come before a path: write sqlite:///{path}")
    if name.startswith((":", "file:")):
        raise ValueError(f"SQLite needs a file: games must survive a restart; write {EXAMPLE}")
    if _UNFOLDED.match(name):
        raise ValueError(f"DATABASE_URL begins with {name.split('/')[0]}, and {_SHELL_ONLY}")
    if name.endswith(("/", "\\")):
        raise ValueError(f"DATABASE_URL names a folder: write sqlite:///{name}pokertable.db")


def _as_the_driver_names_it(url: URL) -> URL:
    """``sslmode`` is what PostgreSQL and everybody who rents it out calls the driver's ``ssl``."""
    mode = url.query.get("sslmode")
    if mode is None:
        return url
    if url.query.get("ssl", mode) != mode:
        raise ValueError("DATABASE_URL has sslmode and ssl, and they differ: take out ssl")
    return url.difference_update_query(["sslmode"]).update_query_dict({"ssl": mode})


def _check_options(driver: str, given: Mapping[str, object]) -> None:
    known = _OPTIONS[driver]
    for name, value in given.items():
        if name not in known:
            raise ValueError(f"DATABASE_URL has an option that is not known: take out {name}")
        if known[name] and value not in known[name]:
            raise ValueError(f"DATABASE_URL: {name} is one of {', '.join(known[name])}")
        if name == "port":
            _check_ports(value)


def _check_ports(given: object) -> None:
    """An option may be there several times, one for each server."""
    for text in (given,) if isinstance(given, str) else tuple(cast("tuple[str, ...]", given)):
        for port in text.split(","):
            if not (port.isascii() and port.isdecimal() and 0 < int(port) < 65536):
                raise ValueError(f"DATABASE_URL: port is a number, 5432 unless you set it: {port}")
