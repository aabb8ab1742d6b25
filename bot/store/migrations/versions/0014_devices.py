"""Devices that are somebody's no longer."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision: str | None = "0012"


def upgrade() -> None:
    """Create a table: the cookies of what was ended live on, and are not accepted."""
    op.create_table(
        "device_end",
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),  # microseconds since 1970, in UTC
        sa.PrimaryKeyConstraint("mark", name="pk_device_end"),
        sqlite_with_rowid=False,
    )
