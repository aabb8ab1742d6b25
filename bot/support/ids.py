"""Ids of tables and matches, and seeds of deals: random, never the same twice."""

from __future__ import annotations

import secrets

from engine.rng import SEED_BYTES

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


class Ids:
    """Makes ids and seeds from the machine's randomness; tests have one of their own."""

    def id(self) -> str:
        """An id that was never used before: 10 of 32 letters."""
        return "".join(secrets.choice(LETTERS) for _ in range(10))

    def seed(self) -> bytes:
        """A match's seed: 256 bits."""
        return secrets.token_bytes(SEED_BYTES)
