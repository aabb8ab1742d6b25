"""A match may be dealt from a deal in writing: it is kept beside the seed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision: str | None = "0011"


def upgrade() -> None:
    """Add a column. Every match so far was dealt by chance."""
    op.add_column("match", sa.Column("deal", sa.Text, nullable=False, server_default=""))
