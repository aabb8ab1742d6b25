"""Where the seeds of matches come from; those of before have no such row."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision: str | None = "0018"


def upgrade() -> None:
    """Create two tables: fingerprints that were shown, and the words people gave."""
    op.create_table(
        "shuffle",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("fingerprint", sa.Text, nullable=False),
        sa.Column("bound", sa.Text, nullable=False),
        sa.Column("lot", sa.Integer, nullable=False),
        sa.Column("opening", sa.LargeBinary, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),  # microseconds since 1970, in UTC
        sa.PrimaryKeyConstraint("match", name="pk_shuffle"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_shuffle_by", "shuffle", ["by"])
    op.create_index("ix_shuffle_chat", "shuffle", ["chat"])
    op.create_table(
        "shuffle_word",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("mark", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
        sa.Column("word", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["shuffle.match"], name="fk_shuffle_word_shuffle"),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_shuffle_word"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_shuffle_word_person", "shuffle_word", ["person"])
