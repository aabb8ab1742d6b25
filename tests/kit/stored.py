"""Rows to store: matches, rounds and actions of people A, B, C."""

from datetime import UTC, datetime, timedelta

from bot.store.rows import (
    Acted,
    MatchEnded,
    MatchStarted,
    RoundScored,
    RoundStarted,
    SeatRow,
    TableSaved,
)

NOW = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
SEED = b"seed that nobody may see" + bytes(8)


def later(minutes):
    return NOW + timedelta(minutes=minutes)


def people(names):
    """Seats for ``"AB-"``: a person a letter, a computer player for ``-``."""
    return tuple(
        SeatRow(seat, "", "computer", "easy") if name == "-" else SeatRow(seat, f"web:{name}", name)
        for seat, name in enumerate(names)
    )


def started(match="m", chat="web:room", game="doudizhu", seats="ABC", at=NOW):
    """A match with its first round."""
    sitting = people(seats) if isinstance(seats, str) else seats
    return [
        MatchStarted(
            match, f"t-{match}", chat, game, 1, SEED, '{"o":1}', 2, '{"c":1}', sitting, at
        ),
        RoundStarted(match, 1, '{"o":1}', at),
    ]


def acted(step=1, match="m", source="", round_=1, action='{"v":"pass"}'):
    return Acted(match, round_, step, step % 3, action, source, "player", NOW)


def saved(table="t-m", state="{}", live=True):
    return TableSaved(table, f"web:{table}:", live, state, NOW)


def played(match, rounds, chat="web:room", game="doudizhu", seats="ABC", at=NOW, status="finished"):
    """A whole match: points by seat of each round."""
    rows = started(match, chat, game, seats, at)
    for number, points in enumerate(rounds, 1):
        if number > 1:
            rows.append(RoundStarted(match, number, "{}", at))
        rows.append(RoundScored(match, number, points, f'["why {number}"]', at))
    return [*rows, MatchEnded(match, status, at)] if status else rows
