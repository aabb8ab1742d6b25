"""Ids of tables and matches."""

from __future__ import annotations

import secrets

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


def new_id() -> str:
    """An id that was never used before: 10 of 32 letters."""
    return "".join(secrets.choice(LETTERS) for _ in range(10))
