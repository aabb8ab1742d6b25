"""Who is kept out of a chat or of a table, and who was seen in a chat: under marks, not names."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision: str | None = "0008"


def upgrade() -> None:
    """Create two tables; nobody is kept out so far, and nobody was seen."""
    op.create_table(
        "bar",
        sa.Column("scope", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("scope", "mark", name="pk_bar"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sighting",
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_sighting"),
        sqlite_with_rowid=False,
    )
