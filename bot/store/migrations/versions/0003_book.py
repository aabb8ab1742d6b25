"""The book: seats that changed hands, seasons, motions, corrections; and who is forgotten."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision: str | None = "0002"


def upgrade() -> None:
    """Create six tables."""
    time = sa.BigInteger  # microseconds since 1970, in UTC
    op.create_table(
        "seat_change",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("user", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("at", time, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", "round", name="pk_seat_change"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_seat_change_match"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "season",
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("started", time, nullable=False),
        sa.PrimaryKeyConstraint("chat", "started", name="pk_season"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "motion",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("points", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("opened", time, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("settled", time),
        sa.PrimaryKeyConstraint("id", name="pk_motion"),
    )
    op.create_index("ix_motion_chat", "motion", ["chat"])
    op.create_table(
        "voice",
        sa.Column("motion", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("yes", sa.Boolean, nullable=False),
        sa.Column("at", time, nullable=False),
        sa.PrimaryKeyConstraint("motion", "person", name="pk_voice"),
        sa.ForeignKeyConstraint(["motion"], ["motion.id"], name="fk_voice_motion"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "correction",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("motion", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "round", "motion", "seat", name="pk_correction"),
        sa.ForeignKeyConstraint(
            ["match", "round"], ["round.match", "round.round"], name="fk_correction_round"
        ),
        sa.ForeignKeyConstraint(["motion"], ["motion.id"], name="fk_correction_motion"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "forgotten",
        sa.Column("alias", sa.Text, nullable=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("at", time, nullable=False),
        sa.Column("traces", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("alias", name="pk_forgotten"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_forgotten_person", "forgotten", ["person"])
