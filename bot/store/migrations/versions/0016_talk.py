"""What people say to each other in a room."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision: str | None = "0015"


def upgrade() -> None:
    """Create a table; a line stays in it for a week."""
    op.create_table(
        "talk_line",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("quick", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),  # microseconds since 1970, in UTC
        sa.PrimaryKeyConstraint("id", name="pk_talk_line"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_talk_line_at", "talk_line", ["at"])
    op.create_index("ix_talk_line_chat", "talk_line", ["chat"])
    op.create_index("ix_talk_line_person", "talk_line", ["person"])
