"""Whether a match counts: one that was dealt from a word is practice."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision: str | None = "0005"


def upgrade() -> None:
    """Add one column; every match so far counts."""
    op.add_column("match", sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.true()))
