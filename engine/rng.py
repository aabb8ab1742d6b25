"""Deterministic randomness: one stream for each named moment of a match.

SHA-256 in counter mode with rejection sampling: the same on every Python version and machine, so a
match can be replayed from its seed for ever.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

T = TypeVar("T")

SEED_BYTES = 32

_FAIR = (0, *(256 - 256 % limit for limit in range(1, 256)))
"""By limit, the bytes below which all remainders are equally likely."""


class Rng:
    """The stream named by a seed and labels, for example ``Rng(seed, "deal", 3)``.

    Its state cannot be read, and its ``repr`` tells nothing.
    """

    __slots__ = ("_at", "_block", "_counter", "_key")

    def __init__(self, seed: bytes, *labels: str | int) -> None:
        name = "\x00".join(f"{type(part).__name__}:{part}" for part in labels)
        self._key = hashlib.sha256(seed + b"\x00" + name.encode()).digest()
        self._counter = 0
        self._block = b""
        self._at = 0

    def __repr__(self) -> str:
        return "<Rng>"

    def _byte(self) -> int:
        """The next byte; almost all that is ever drawn is below 256."""
        if self._at == len(self._block):
            counted = self._key + self._counter.to_bytes(8, "big")
            self._block = hashlib.sha256(counted).digest()
            self._counter += 1
            self._at = 0
        self._at += 1
        return self._block[self._at - 1]

    def _take(self, count: int) -> int:
        """The next ``count`` bytes as one number."""
        drawn = 0
        for _ in range(count):
            drawn = drawn << 8 | self._byte()
        return drawn

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit - 1``, all equally likely.

        Raises:
            ValueError: ``limit`` is below 1.
        """
        if limit < 1:
            raise ValueError(f"no number is below {limit}")
        if limit < 256:
            fair = _FAIR[limit]
            while (drawn := self._byte()) >= fair:
                pass
            return drawn % limit
        width = (limit.bit_length() + 7) // 8
        fair = (256**width // limit) * limit
        while (drawn := self._take(width)) >= fair:
            pass
        return drawn % limit

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, all equally likely.

        Raises:
            ValueError: there are none.
        """
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """The items in random order."""
        pool = list(items)
        byte = self._byte
        for last in range(len(pool) - 1, 0, -1):
            if last < 255:  # as ``below`` draws, without asking it: every deal begins so
                fair = _FAIR[last + 1]
                while (other := byte()) >= fair:
                    pass
                other %= last + 1
            else:
                other = self.below(last + 1)
            pool[last], pool[other] = pool[other], pool[last]
        return tuple(pool)

    def sample(self, items: Iterable[T], count: int) -> tuple[T, ...]:
        """``count`` of the items, or all if they are fewer, none twice, in random order."""
        return self.shuffled(items)[:count]


def commitment(seed: bytes) -> str:
    """What is shown of a seed before the first deal: its SHA-256 in hexadecimal.

    Whoever is given the seed after the match can check that no deal was changed.
    """
    return hashlib.sha256(seed).hexdigest()
