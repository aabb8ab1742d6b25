"""Fingerprints that are a whole 复式's, and the matches that are dealt from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision: str | None = "0026"


def upgrade() -> None:
    """Create two tables: how it stands with such a fingerprint, and what comes from it."""
    op.create_table(
        "shuffle_contest",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("begun", sa.Boolean, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.ForeignKeyConstraint(["match"], ["shuffle.match"], name="fk_shuffle_contest_shuffle"),
        sa.PrimaryKeyConstraint("match", name="pk_shuffle_contest"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "shuffle_deal",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("sealed", sa.Text, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("table", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["sealed"], ["shuffle.match"], name="fk_shuffle_deal_shuffle"),
        sa.PrimaryKeyConstraint("match", name="pk_shuffle_deal"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_shuffle_deal_sealed", "shuffle_deal", ["sealed"])
