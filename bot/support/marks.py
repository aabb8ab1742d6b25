"""Marks: keyed hashes that recognise somebody again and name nobody.

What has to outlive ``/forgetme`` (a block, a grant that is given once) is stored under a mark. Who
has the database without its key cannot tell whose mark it is, nor which two marks are one person's
in different chats.
"""

from __future__ import annotations

import hmac

KEY_BYTES = 32


class Marks:
    """Makes marks with one key, which is kept in the database as the secret ``marks``.

    Raises:
        ValueError: the key has fewer than 32 bytes.
    """

    def __init__(self, key: bytes) -> None:
        if len(key) < KEY_BYTES:
            raise ValueError(f"the key of marks needs {KEY_BYTES} bytes")
        self._key = key

    def of(self, kind: str, chat: str, person: str) -> str:
        """The mark of a person in a chat, for one kind of thing: 40 hexadecimal digits.

        Args:
            kind: what is remembered, so that two kinds of marks cannot be held together.
            chat: the chat's key; empty for what holds everywhere.
            person: the person's key.
        """
        body = "\0".join((kind, chat, person)).encode()
        return hmac.digest(self._key, body, "sha256")[:20].hex()
