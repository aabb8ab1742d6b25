"""Sums of matches and of chats, counted from the rounds that are there and kept up from now on."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision: str | None = "0014"

DAY = 24 * 60 * 60 * 1_000_000

EACH = """
WITH line AS (
    SELECT "match", round, seat, points, 1 AS rounds FROM round_score
    UNION ALL SELECT "match", round, seat, points, 0 FROM correction
), each AS (
    SELECT line."match", line.round, line.seat, line.points, line.rounds,
        round.ranked, round.scored, round.options, m.chat, m.game, m.status, m.ended,
        coalesce((
            SELECT c."user" FROM seat_change c
            WHERE c."match" = line."match" AND c.seat = line.seat AND c.round <= line.round
            ORDER BY c.round DESC LIMIT 1
        ), seat."user") AS "user"
    FROM line
    JOIN "match" m ON m.id = line."match"
    JOIN round ON round."match" = line."match" AND round.round = line.round
    JOIN seat ON seat."match" = line."match" AND seat.seat = line.seat
    WHERE m.rated AND round.scored IS NOT NULL
)
"""
"""Points of every round that counts, with whoever sat there then."""

INTO = (
    'INSERT INTO match_sum ("match", what, "user", day, options, chat, game, times, points, best)'
)

PERSONS = f"""
{INTO} {EACH}, one AS (
    SELECT "match", round, "user", ranked, scored, chat, game,
        CASE WHEN ranked THEN options ELSE '' END AS options,
        sum(points) AS points, max(rounds) AS rounds
    FROM each WHERE "user" <> ''
    GROUP BY "match", round, "user", ranked, scored, options, chat, game
)
SELECT "match", CASE WHEN ranked THEN 'ranked' ELSE 'unranked' END, "user", scored / {DAY}, options,
    chat, game, sum(rounds), sum(points), max(points)
FROM one GROUP BY "match", ranked, "user", scored / {DAY}, options, chat, game
"""  # noqa: S608

UNRANKED = f"""
{INTO}
SELECT round."match", 'unranked', '', scored / {DAY}, '', m.chat, m.game, count(*), 0, 0
FROM round JOIN "match" m ON m.id = round."match"
WHERE m.rated AND NOT ranked AND scored IS NOT NULL
GROUP BY round."match", scored / {DAY}, m.chat, m.game
"""  # noqa: S608

UNEVEN = f"""
{INTO} {EACH}, odd AS (
    SELECT "match", round, scored, chat, game FROM each
    GROUP BY "match", round, scored, chat, game HAVING sum(points) <> 0
)
SELECT "match", 'uneven', '', scored / {DAY}, '', chat, game, count(*), 0, 0
FROM odd GROUP BY "match", scored / {DAY}, chat, game
"""  # noqa: S608

PLACES = f"""
{INTO} {EACH}, sum_of AS (
    SELECT "match", seat, ended, chat, game, sum(points) AS points FROM each
    WHERE ranked AND status = 'finished' AND ended IS NOT NULL
    GROUP BY "match", seat, ended, chat, game
), place AS (
    SELECT sum_of."match", ended, chat, game,
        rank() OVER (PARTITION BY sum_of."match" ORDER BY points DESC) AS place,
        coalesce((
            SELECT c."user" FROM seat_change c
            WHERE c."match" = sum_of."match" AND c.seat = sum_of.seat
            ORDER BY c.round DESC LIMIT 1
        ), seat."user") AS "user"
    FROM sum_of JOIN seat ON seat."match" = sum_of."match" AND seat.seat = sum_of.seat
)
SELECT "match", CAST(place AS TEXT), "user", ended / {DAY}, '', chat, game, count(*), 0, 0
FROM place WHERE "user" <> '' GROUP BY "match", place, "user", ended, chat, game
"""  # noqa: S608

ENDED = f"""
{INTO}
SELECT id, 'ended', '', ended / {DAY}, '', chat, game, 1, 0, 0
FROM "match" WHERE status = 'finished' AND ended IS NOT NULL
"""  # noqa: S608

PLAYED = f"""
{INTO}
SELECT round."match", 'played', '', scored / {DAY}, '', m.chat, m.game, count(*), 0, 0
FROM round JOIN "match" m ON m.id = round."match"
WHERE scored IS NOT NULL GROUP BY round."match", scored / {DAY}, m.chat, m.game
"""  # noqa: S608

SAT = f"""
{INTO} WITH sitting AS (
    SELECT seat."match", seat."user", m.started AS at
    FROM seat JOIN "match" m ON m.id = seat."match"
    UNION ALL SELECT "match", "user", at FROM seat_change
)
SELECT sitting."match", 'sat', "user", max(at) / {DAY}, '', m.chat, m.game, 1, 0, 0
FROM sitting JOIN "match" m ON m.id = sitting."match"
WHERE "user" <> '' GROUP BY sitting."match", "user", m.chat, m.game
"""  # noqa: S608

CHATS = """
INSERT INTO chat_sum (chat, day, game, what, "user", times, points)
SELECT chat, day, game, what, "user", sum(times), sum(points)
FROM (
    SELECT chat, day, game, what, "user", times, points FROM match_sum
    UNION ALL SELECT chat, -1, game, what, "user", times, points FROM match_sum
) AS part
WHERE what NOT IN ('played', 'ended', 'sat') GROUP BY chat, day, game, what, "user"
"""


def upgrade() -> None:
    """Create three tables and fill two; the third is empty but in the middle of a transaction."""
    op.create_table(
        "match_sum",
        sa.Column("match", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("user", sa.Text, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),  # since 1970, in UTC
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("times", sa.BigInteger, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.Column("best", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "what", "user", "day", "options", name="pk_match_sum"),
    )
    op.create_table(
        "chat_sum",
        sa.Column("chat", sa.Text, nullable=False),
        sa.Column("day", sa.Integer, nullable=False),  # -1: all days
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("what", sa.Text, nullable=False),
        sa.Column("user", sa.Text, nullable=False),
        sa.Column("times", sa.BigInteger, nullable=False),
        sa.Column("points", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("chat", "day", "game", "what", "user", name="pk_chat_sum"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "sum_due",
        sa.Column("match", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_sum_due"),
        sqlite_with_rowid=False,
    )
    for filled in (PERSONS, UNRANKED, UNEVEN, PLACES, ENDED, PLAYED, SAT, CHATS):
        op.execute(sa.text(filled))
    op.create_index("ix_match_sum_chat", "match_sum", ["chat", "what", "user", "day"])
    op.create_index("ix_match_sum_user", "match_sum", ["user", "what"])
    op.create_index("ix_chat_sum_user", "chat_sum", ["user", "day"])
    op.create_index(
        "ix_chat_sum_nothing", "chat_sum", ["chat"],
        sqlite_where=sa.text("times = 0"), postgresql_where=sa.text("times = 0"),
    )  # fmt: skip
