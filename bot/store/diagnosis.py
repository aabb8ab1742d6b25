"""What the database's errors mean to whoever starts the program, and what mends them."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from bot.store.db import cause_of
from bot.store.url import file_of, place_of
from bot.support.errors import CannotStart
from bot.support.oserrors import meaning

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy.engine import URL

_SQLITE = {
    "SQLITE_CANTOPEN": "it cannot be opened; check that its folder is there and can be written to",
    "SQLITE_READONLY": "it may only be read; give the user of this program the right to write",
    "SQLITE_PERM": "it may not be opened; give the user of this program the right to write",
    "SQLITE_AUTH": "it may not be opened; give the user of this program the right to write",
    "SQLITE_FULL": "the disk is full; make room on it",
    "SQLITE_BUSY": "another program holds it; close that program",
    "SQLITE_LOCKED": "another program holds it; close that program",
    "SQLITE_NOMEM": "there is not enough memory; end other programs",
    "SQLITE_IOERR": "the disk reports an error; check the disk, or take another one",
}
_NO_SHARING = (
    "this file system cannot share files as SQLite needs it (a network folder?); keep the database"
    " on a disk of this machine"
)
_SHARING = ("SQLITE_PROTOCOL", "SQLITE_IOERR_LOCK", "SQLITE_IOERR_SHM", "SQLITE_NOLFS")

_POSTGRES = {
    "InvalidPasswordError": "it does not accept the user or the password: check DATABASE_URL",
    "InvalidAuthorizationSpecificationError": (
        "it does not let this user in: check DATABASE_URL, and pg_hba.conf on the server"
    ),
    "InvalidCatalogNameError": "it has no database of that name: make it with createdb",
    "InsufficientPrivilegeError": (
        "this user may not make tables there: make them the owner of the database"
    ),
    "ObjectNotInPrerequisiteStateError": (
        "that database lets nobody in: ALTER DATABASE name ALLOW_CONNECTIONS true"
    ),
    "TimeoutError": "it did not answer in time: check host and port in DATABASE_URL, and firewalls",
    "ConnectionDoesNotExistError": "it hung up at once: check the port in DATABASE_URL",
    "ConnectionResetError": "it hung up at once: check the port in DATABASE_URL",
    "CannotConnectNowError": "it is only starting: try again in a moment",
    "TooManyConnectionsError": "it takes no more connections: raise max_connections",
    "gaierror": "its name is not known: check the host in DATABASE_URL and the network",
    "SSLError": "no safe connection comes about: check sslmode in DATABASE_URL",
    "SSLCertVerificationError": "its certificate is not trusted: check sslmode in DATABASE_URL",
    "ReadOnlySQLTransactionError": "it can only be read there: name the main server",
    "UntranslatableCharacterError": (
        "that database cannot keep Chinese: make one with createdb -E UTF8 -T template0"
    ),
}

_MUST_BE_SAFE = ("require", "verify-ca", "verify-full")
_NO_TLS = (
    "no safe connection comes about: turn on ssl there, take sslmode out of DATABASE_URL, or check"
    " the port"
)
_NO_POSTGRES = "what answers there is not PostgreSQL: check the port in DATABASE_URL"


def cannot_open(error: BaseException, url: URL) -> CannotStart | None:
    """Why a database does not open; None where it is no fault of what is around the program."""
    if isinstance(error, CannotStart):
        return error
    if isinstance(error, ModuleNotFoundError):
        return CannotStart(
            f"this database needs the package {error.name}: python -m pip install {error.name}"
        )
    cause = cause_of(error)
    file = file_of(url)
    if file is not None and isinstance(cause, sqlite3.Error):
        return CannotStart(f"{file}: {of_sqlite(cause)}")
    if isinstance(error, OSError | SQLAlchemyError):
        return CannotStart(f"{file or place_of(url)}: {_of_server(cause, url)}")
    return None


def not_fit(kind: str, url: URL) -> CannotStart:
    """What a server would say only later, told beforehand. ``kind``: a name of ``_POSTGRES``."""
    return CannotStart(f"{place_of(url)}: {_POSTGRES[kind]}")


def of_sqlite(error: sqlite3.Error) -> str:
    """What an error of SQLite means and what mends it."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(_SHARING):
        return _NO_SHARING
    for known, words in _SQLITE.items():
        if name.startswith(known):
            return words
    return f"it cannot be used ({_first_line(error)})"


def no_wal(file: Path) -> CannotStart:
    """The file system keeps SQLite from writing ahead."""
    return CannotStart(f"{file}: {_NO_SHARING}")


def _of_server(cause: BaseException, url: URL) -> str:
    chain = [cause, cause.__cause__] if cause.__cause__ is not None else [cause]
    for one in chain:
        for kind in type(one).__mro__:
            if kind.__name__ in _POSTGRES:
                return _POSTGRES[kind.__name__]
    for one in chain:
        if type(one) is ConnectionError:  # the driver's, when no safe connection comes about
            return _NO_TLS if url.query.get("ssl") in _MUST_BE_SAFE else _NO_POSTGRES
        if isinstance(one, OSError):
            return meaning(one)
    return f"it cannot be used ({_first_line(cause)})"


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0][:120] or type(error).__name__
