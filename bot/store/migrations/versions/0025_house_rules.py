"""A chat keeps sets of options under a name; a match says by which it was begun."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision: str | None = "0023"


def upgrade() -> None:
    """Create a table, and add a column. Every match so far was played by no named set."""
    op.create_table(
        "house_rule",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),  # microseconds since 1970, in UTC
        sa.Column("dropped", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_house_rule"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_house_rule_by", "house_rule", ["by"])
    op.create_index("ix_house_rule_chat", "house_rule", ["chat"])
    op.add_column("match", sa.Column("rules", sa.Text, nullable=False, server_default=""))
