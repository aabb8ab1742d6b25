"""Coins: one ledger of entries that sum to zero."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision: str | None = "0003"


def upgrade() -> None:
    """Create one table."""
    op.create_table(
        "posting",
        sa.Column("entry", sa.Text, nullable=False),
        sa.Column("line", sa.Integer, nullable=False),
        sa.Column("account", sa.Text, nullable=False),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),  # microseconds since 1970, in UTC
        sa.PrimaryKeyConstraint("entry", "line", name="pk_posting"),
    )
    op.create_index("ix_posting_account", "posting", ["account", "chat"])
    has_match = sa.text("match <> ''")
    op.create_index(
        "ix_posting_match",
        "posting",
        ["match"],
        sqlite_where=has_match,
        postgresql_where=has_match,
    )
