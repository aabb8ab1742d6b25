"""People's names as they can be shown: no controls, no bidi marks, not endless, never empty."""

from __future__ import annotations

import unicodedata

LONGEST = 24
NOBODY = "玩家"

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINER = "\u200d"
"""Holds emoji together; the only format character that is kept."""


def clean(name: str) -> str:
    """A name for messages and pictures, 1 to 24 characters."""
    normal = unicodedata.normalize("NFC", name[: 20 * LONGEST])
    kept = "".join(
        " " if c.isspace() else c
        for c in normal
        if c.isspace() or c == _JOINER or unicodedata.category(c) not in _UNSEEN
    )
    # Piles of combining marks would paint over the lines around them.
    calm: list[str] = []
    for c in kept:
        marks = unicodedata.combining(c) and sum(map(bool, map(unicodedata.combining, calm[-2:])))
        if not (unicodedata.combining(c) and marks and marks >= 2):
            calm.append(c)
    text = " ".join("".join(calm).split()).strip(_JOINER)[:LONGEST].strip()
    return text or NOBODY
