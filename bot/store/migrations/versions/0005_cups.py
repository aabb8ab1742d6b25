"""Tournaments and their entries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision: str | None = "0004"


def upgrade() -> None:
    """Create two tables."""
    op.create_table(
        "tournament",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("live", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),  # microseconds since 1970, in UTC
        sa.PrimaryKeyConstraint("id", name="pk_tournament"),
    )
    op.create_index("ix_tournament_chat", "tournament", ["chat"])
    op.create_table(
        "tournament_entry",
        sa.Column("tournament", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.Column("fate", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_tournament_entry"),
        sa.ForeignKeyConstraint(
            ["tournament"], ["tournament.id"], name="fk_tournament_entry_tournament"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_tournament_entry_person", "tournament_entry", ["person"])
