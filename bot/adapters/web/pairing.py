"""Pairing codes: typed on a second device, one adds it to its person. Once, in some minutes."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.adapters.web.signing import Person, Signer

LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Those that nobody takes for another: without 0 and O, 1 and I and L."""

LENGTH = 8
LASTS = 300.0
"""Seconds for which a code can be used."""

MOST = 5000
"""Codes at the same time; the oldest goes."""

_SPLIT = re.compile(r"[\s\-]+")


@dataclass(frozen=True, slots=True)
class PairingCode:
    """What a code stands for: whom, and in which room they are."""

    person: Person
    room: str
    until: float


class PairingCodes:
    """The codes that can be used now, of each person the newest alone.

    Only what stands for a code is held, so that what looks one up takes as long for any.

    Args:
        signer: whose key makes that.
        clock: seconds from anywhere.
    """

    def __init__(self, signer: Signer, clock: Callable[[], float]) -> None:
        self._signer, self._clock = signer, clock
        self._offers: OrderedDict[str, PairingCode] = OrderedDict()
        self._of: dict[str, str] = {}

    def make(self, person: Person, room: str) -> str:
        """A new code of a person; the one before it is none any more."""
        self.drop(person.id)
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        mark = self._signer.mark_of_code(code)
        self._offers[mark] = PairingCode(person, room, self._clock() + LASTS)
        self._of[person.id] = mark
        while len(self._offers) > MOST:
            self._take(next(iter(self._offers)))
        return code

    def find(self, code: str) -> PairingCode | None:
        """What a typed code stands for now; None for nothing."""
        mark = self._signer.mark_of_code(typed(code))
        offer = self._offers.get(mark)
        if offer is not None and offer.until <= self._clock():
            self._take(mark)
            return None
        return offer

    def drop(self, person: str) -> None:
        """Make a person's code invalid, if they have one."""
        if mark := self._of.get(person):
            self._take(mark)

    def _take(self, mark: str) -> None:
        del self._of[self._offers.pop(mark).person.id]


def typed(code: str) -> str:
    """A code as it was made, however it was typed.

    >>> typed(" abcd-２３４５ ")
    'ABCD2345'
    """
    return _SPLIT.sub("", unicodedata.normalize("NFKC", code[:40])).upper()
