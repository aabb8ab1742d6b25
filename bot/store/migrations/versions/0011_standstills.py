"""When the service stood still, so that every deadline can be moved by it, whenever it is read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision: str | None = "0010"


def upgrade() -> None:
    """Add a table. What is stored so far counts as stored before the first standstill."""
    op.create_table(
        "standstill",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_standstill"),
        sqlite_with_rowid=False,
    )
