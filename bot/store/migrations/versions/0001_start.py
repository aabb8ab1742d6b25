"""Matches with their action logs, points by round, tables as they are, settings and secrets."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Create everything."""
    time = sa.BigInteger  # microseconds since 1970, in UTC
    op.create_table(
        "match",
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("quan", sa.Integer, nullable=False),
        sa.Column("carry", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("started", time, nullable=False),
        sa.Column("ended", time),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
    )
    op.create_index("ix_match_chat", "match", ["chat"])
    op.create_table(
        "seat",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("user", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", name="pk_seat"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_seat_match"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "round",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("started", time, nullable=False),
        sa.Column("reasons", sa.Text),
        sa.Column("scored", time),
        sa.PrimaryKeyConstraint("match", "round", name="pk_round"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_round_match"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "action",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("step", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("source", sa.Text),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", time, nullable=False),
        sa.PrimaryKeyConstraint("match", "round", "step", name="pk_action"),
        sa.ForeignKeyConstraint(
            ["match", "round"], ["round.match", "round.round"], name="fk_action_round"
        ),
    )
    has_source = sa.text("source IS NOT NULL")
    op.create_index(
        "ix_action_source",
        "action",
        ["source"],
        unique=True,
        sqlite_where=has_source,
        postgresql_where=has_source,
    )
    op.create_table(
        "round_score",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "round", "seat", name="pk_round_score"),
        sa.ForeignKeyConstraint(
            ["match", "round"], ["round.match", "round.round"], name="fk_round_score_round"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "table_state",
        sa.Column("table", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("live", sa.Boolean, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("at", time, nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_table_state"),
    )
    op.create_index(
        "ix_table_state_live",
        "table_state",
        ["table"],
        sqlite_where=sa.text("live"),
        postgresql_where=sa.text("live"),
    )
    op.create_table(
        "chat_setting",
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("chat", "key", name="pk_chat_setting"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secret",
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.Column("made", time, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secret"),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", time, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
