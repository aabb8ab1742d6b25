"""Which of several processes runs what; one process alone on a file has no such row."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision: str | None = "0016"


def upgrade() -> None:
    """Create a table; it has a row for each thing that one process runs at a time."""
    op.create_table(
        "lease",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("holder", sa.Text, nullable=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),  # microseconds, by the server's clock
        sa.PrimaryKeyConstraint("name", name="pk_lease"),
        sqlite_with_rowid=False,
    )
