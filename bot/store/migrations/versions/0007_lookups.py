"""Indexes for what is looked up by person, by place and by key: those tables only ever grow."""

from __future__ import annotations

from alembic import op

revision = "0007"
down_revision: str | None = "0006"


def upgrade() -> None:
    """Create five indexes; no row changes."""
    op.create_index("ix_match_table", "match", ["table"])
    op.create_index("ix_seat_user", "seat", ["user"])
    op.create_index("ix_seat_change_user", "seat_change", ["user"])
    op.create_index("ix_table_state_place", "table_state", ["place"])
    op.create_index("ix_person_setting_key", "person_setting", ["key"])
