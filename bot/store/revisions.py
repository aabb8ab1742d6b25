"""Which revisions of the schema there are, and what a new database has of them: all, at once.

Without Alembic, which is a third of a second that only a database of an earlier day is worth.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Column, MetaData, String, Table, insert

from bot.store.schema import metadata
from bot.store.server import revisions
from bot.support.errors import CannotStart

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

MIGRATIONS = Path(__file__).parent / "migrations"

# As Alembic makes it.
_version = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
_version.primary_key.name = "alembic_version_pkc"


class DatabaseNewer(CannotStart):
    """A newer version of the program has written the database; it was not touched."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"the database is at revision {revision}, newer than this program; update the program"
        )


def known(folder: Path = MIGRATIONS) -> tuple[str, ...]:
    """The revisions of a folder, oldest first: a file is called after the one that it is."""
    names = (file.name for file in folder.glob("versions/[0-9]*.py"))
    return tuple(sorted(name.partition("_")[0] for name in names))


def check_known(connection: Connection, folder: Path = MIGRATIONS) -> list[str]:
    """The revisions that a database is at; none where the tables are still to be made.

    Raises:
        DatabaseNewer: this program does not know one of them.
    """
    there = [revision for (revision,) in revisions(connection)]
    check(there, folder)
    return there


def check(there: Iterable[str], folder: Path = MIGRATIONS) -> None:
    """Look whether all revisions are known here. Raises ``DatabaseNewer``."""
    for revision in there:
        if revision not in known(folder):
            raise DatabaseNewer(revision)


def bring_up(connection: Connection) -> None:
    """Give a database the newest schema, inside the caller's transaction.

    Args:
        connection: in a transaction that also covers DDL; what fails leaves all as it was.

    Raises:
        DatabaseNewer: it is at a revision that this program does not know.
    """
    there, newest = check_known(connection), known()[-1]
    if not there:
        metadata.create_all(connection, checkfirst=False)
        _version.create(connection)
        connection.execute(insert(_version).values(version_num=newest))
    elif there != [newest]:
        from bot.store.migrate import upgrade

        upgrade(connection)
