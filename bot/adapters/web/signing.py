"""Rooms and people that the server knows again by its key alone, also after a restart."""

from __future__ import annotations

import base64
import hmac
import re
import secrets
from dataclasses import dataclass

ROOM = re.compile(r"[a-z2-7]{32}", re.ASCII)
PERSON = re.compile(r"[a-z2-7]{16}", re.ASCII)
DEVICE = PERSON
TOKEN_LENGTH = 460
"""A token is shorter than this: 16 of id, at most 384 of name, 16 of device, 26 of signature."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who sat down: a random id, the name given there, and the device it was given on."""

    id: str
    name: str
    device: str


def _words(raw: bytes) -> str:
    """Bytes as letters and digits that survive any address bar: lower-case base 32."""
    return base64.b32encode(raw).decode().rstrip("=").lower()


class Signer:
    """Issues and recognises rooms and tokens.

    Attributes:
        ended: marks of the devices that are somebody's no longer; no token of theirs is
            recognised. Whoever starts the server puts those of former days in.

    Raises:
        ValueError: the key has fewer than 16 bytes.
    """

    def __init__(self, key: bytes) -> None:
        if len(key) < 16:
            raise ValueError("the key of the browser table needs 16 bytes or more")
        self._key = key
        self.ended: set[str] = set()

    def new_room(self) -> str:
        """32 letters and digits: 80 random bits and 80 bits of signature."""
        return self._with_mark(_words(secrets.token_bytes(10)))

    def is_room(self, room: str) -> bool:
        """Whether this server made the room."""
        if not ROOM.fullmatch(room):
            return False
        return hmac.compare_digest(self._with_mark(room[:16]), room)

    def sit(self, name: str, person_id: str = "", device: str = "") -> str:
        """A token: for a new person on a new device, or for those known by their ids."""
        person_id = person_id or _words(secrets.token_bytes(10))
        device = device or _words(secrets.token_bytes(10))
        called = base64.urlsafe_b64encode(name.encode()).decode().rstrip("=")
        body = f"{person_id}.{called}.{device}"
        return f"{body}.{self._mark('person', body, 16)}"

    def person(self, token: str) -> Person | None:
        """Whose token it is; None for one that this server did not make, or that was ended."""
        if len(token) > TOKEN_LENGTH or not token.isascii():
            return None
        body, _, mark = token.rpartition(".")
        if not hmac.compare_digest(self._mark("person", body, 16), mark):
            return None
        person_id, name, *more = body.split(".")
        # Tokens of former days name no device: all of a person's stand for one.
        device = more[0] if more else self._mark("first device", person_id, 10)
        if self.is_out(device):
            return None
        padded = name + "=" * (-len(name) % 4)
        return Person(person_id, base64.urlsafe_b64decode(padded).decode(), device)

    def is_out(self, device: str) -> bool:
        """Whether a device was ended."""
        return self.mark_of(device) in self.ended

    def mark_of(self, device: str) -> str:
        """What stands for a device that was ended: it does not tell which, nor whose."""
        return self._mark("ended", device, 16)

    def mark_of_code(self, code: str) -> str:
        """What stands for a code while it can be used."""
        return self._mark("code", code, 16)

    def _with_mark(self, half: str) -> str:
        return half + self._mark("room", half, 10)

    def _mark(self, kind: str, body: str, size: int) -> str:
        """The signature; ``kind`` keeps one sort of thing from passing for another."""
        return _words(
            hmac.digest(self._key, f"{kind}:{body}".encode(errors="surrogatepass"), "sha256")[:size]
        )
