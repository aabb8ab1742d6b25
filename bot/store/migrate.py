"""Brings a database to the newest schema, in one transaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alembic import command
from alembic.config import Config

from bot.store.revisions import MIGRATIONS, check_known

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection


def upgrade(connection: Connection, to: str = "head", folder: Path = MIGRATIONS) -> None:
    """Run the revisions that are missing, inside the caller's transaction.

    Args:
        connection: in a transaction that also covers DDL; what fails leaves all as it was.
        to: the revision to stop at.
        folder: where env.py and ``versions`` are.

    Raises:
        DatabaseNewer: it is at a revision that this program does not know.
    """
    check_known(connection, folder)
    config = Config()
    config.set_main_option("script_location", str(folder).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
