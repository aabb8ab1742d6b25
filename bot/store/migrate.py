"""Brings a database to the newest schema, in one transaction."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from bot.support.errors import CannotStart

if TYPE_CHECKING:
    from sqlalchemy import Connection

MIGRATIONS = Path(__file__).parent / "migrations"


class DatabaseNewer(CannotStart):
    """A newer version of the program has written the database; it was not touched."""

    def __init__(self, revision: str) -> None:
        super().__init__(
            f"the database is at revision {revision}, newer than this program; update the program"
        )


def upgrade(connection: Connection, to: str = "head", folder: Path = MIGRATIONS) -> None:
    """Run the revisions that are missing, inside the caller's transaction.

    Args:
        connection: in a transaction that also covers DDL; what fails leaves all as it was.
        to: the revision to stop at.
        folder: where env.py and ``versions`` are.

    Raises:
        DatabaseNewer: it is at a revision that this program does not know.
    """
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    known, newest = _revisions(folder, tuple(sorted(file.name for file in folder.glob("*/*.py"))))
    there = MigrationContext.configure(connection).get_current_heads()
    for revision in there:
        if revision not in known:
            raise DatabaseNewer(revision)
    if to != "head" or there != newest:
        command.upgrade(config, to)


@cache
def _revisions(folder: Path, files: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """All revisions of a folder with these files, and the newest; read once."""
    script = ScriptDirectory(folder)
    known = frozenset(found.revision for found in script.walk_revisions())
    return known, tuple(script.get_heads())
