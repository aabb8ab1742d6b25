"""What people have set, whom private messages do not reach, and chats that got another key."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Create three tables."""
    op.create_table(
        "chat_alias",
        sa.Column("old", sa.Text, nullable=False),
        sa.Column("new", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("old", name="pk_chat_alias"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_chat_alias_new", "chat_alias", ["new"])
    op.create_table(
        "person_setting",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("person", "key", name="pk_person_setting"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "reach",
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_reach"),
        sqlite_with_rowid=False,
    )
