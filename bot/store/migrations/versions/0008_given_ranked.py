"""What is given once outlives being forgotten; rounds that say little of people have no rank."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision: str | None = "0007"

ONE_PERSON = """
UPDATE round SET ranked = false
WHERE scored IS NOT NULL
  AND 1 < (SELECT count(*) FROM seat WHERE seat."match" = round."match")
  AND 1 = (
    SELECT count(*) FROM seat
    WHERE seat."match" = round."match" AND '' <> coalesce((
        SELECT seat_change."user" FROM seat_change
        WHERE seat_change."match" = seat."match" AND seat_change.seat = seat.seat
          AND seat_change.round <= round.round
        ORDER BY seat_change.round DESC LIMIT 1
    ), seat."user")
  )
"""
"""Rounds of one person with computer players."""

MOSTLY_DRIVEN = """
UPDATE round SET ranked = false
WHERE scored IS NOT NULL AND ("match", round) IN (
    SELECT "match", round FROM action WHERE "by" <> 'computer'
    GROUP BY "match", round
    HAVING 2 * sum(CASE WHEN "by" IN ('autopilot', 'clock') THEN 1 ELSE 0 END) >= count(*)
)
"""
"""Rounds in which at least half of what people had to decide was decided for them."""


def upgrade() -> None:
    """Create one table; add one column, and decide it for every round that is finished."""
    op.create_table(
        "given",
        sa.Column("mark", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("mark", name="pk_given"),
        sqlite_with_rowid=False,
    )
    op.add_column(
        "round", sa.Column("ranked", sa.Boolean, nullable=False, server_default=sa.true())
    )
    op.execute(ONE_PERSON)
    op.execute(MOSTLY_DRIVEN)
