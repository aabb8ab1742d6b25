"""What a PostgreSQL server must be for the program, looked at before anything is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from bot.store.diagnosis import not_fit

if TYPE_CHECKING:
    from sqlalchemy import Connection
    from sqlalchemy.engine import URL


def check_fit(connection: Connection, url: URL) -> None:
    """Look at what would only fail in the middle of a game.

    Raises:
        CannotStart: it cannot be written to, or not every name can be written in it.
    """
    if _first(connection, "SHOW transaction_read_only") == "on":
        raise not_fit("ReadOnlySQLTransactionError", url)
    if _first(connection, "SHOW server_encoding") != "UTF8":
        raise not_fit("UntranslatableCharacterError", url)


def check_rights(connection: Connection, url: URL) -> None:
    """Look whether tables can be made. Raises ``CannotStart``."""
    if not _first(connection, "SELECT has_schema_privilege(current_schema(), 'CREATE')"):
        raise not_fit("InsufficientPrivilegeError", url)


def revisions(connection: Connection) -> list[tuple[str]]:
    """The revisions that it is at; none where the tables are still to be made."""
    if not inspect(connection).has_table("alembic_version"):
        return []
    rows = connection.execute(text("SELECT version_num FROM alembic_version")).all()
    return [(str(row[0]),) for row in rows]


def _first(connection: Connection, sql: str) -> object:
    return connection.execute(text(sql)).scalar()
