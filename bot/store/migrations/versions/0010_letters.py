"""What is to be told and was not yet, and the places that were opened for tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision: str | None = "0009"


def upgrade() -> None:
    """Create two tables."""
    op.create_table(
        "letter",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),  # microseconds since 1970, in UTC
        sa.PrimaryKeyConstraint("id", name="pk_letter"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_letter_person", "letter", ["person"])
    op.create_table(
        "table_place",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_table_place"),
        sqlite_with_rowid=False,
    )
