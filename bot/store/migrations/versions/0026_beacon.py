"""The rounds of public beacons that matches were dealt from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision: str | None = "0025"


def upgrade() -> None:
    """Create a table: the round of each match that waited for one."""
    op.create_table(
        "shuffle_beacon",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("signature", sa.Text, nullable=False),
        sa.Column("chain", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["match"], ["shuffle.match"], name="fk_shuffle_beacon_shuffle"),
        sa.PrimaryKeyConstraint("match", name="pk_shuffle_beacon"),
        sqlite_with_rowid=False,
    )
