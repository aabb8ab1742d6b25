"""Where a browser takes messages from while its page is closed: its maker's service."""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import asdict, dataclass
from typing import Any
from urllib.parse import urlsplit

from bot.i18n.catalogue import LANGUAGES

SERVICES = (
    "fcm.googleapis.com",
    "jmt17.google.com",
    "updates.push.services.mozilla.com",
    ".push.services.mozilla.com",
    ".notify.windows.com",
    ".push.apple.com",
)
"""The services of Chrome, Firefox, Edge and Safari; those that begin with a dot stand for all hosts
of theirs. A browser names its own; whoever pretends to be one must not send us anywhere else."""

LONGEST = 1000
"""Characters of an address."""

POINT, AUTH = 65, 16
"""Bytes of a browser's key, a point that is not compressed, and of its secret (RFC 8291)."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A browser that wants to be told.

    Attributes:
        endpoint: where to; whoever knows it can send there, so it is written down nowhere.
        p256dh: the browser's key.
        auth: its secret.
        lang: in which language it is told.
        room: where its page was open.
    """

    endpoint: str
    p256dh: str
    auth: str
    lang: str
    room: str

    def kept(self) -> str:
        """As it is kept."""
        return json.dumps(asdict(self), separators=(",", ":"))


def known(endpoint: str) -> bool:
    """Whether an address is one of a service that is known, by HTTPS.

    >>> known("https://fcm.googleapis.com/fcm/send/x")
    True
    >>> known("https://fcm.googleapis.com.evil.example/"), known("http://fcm.googleapis.com/x")
    (False, False)
    """
    if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable():
        return False
    try:
        at = urlsplit(endpoint)
        host, port = at.hostname or "", at.port
    except ValueError:
        return False
    plain = at.scheme == "https" and port in (None, 443) and "@" not in at.netloc
    # What one library reads as a host another may read as a path.
    plain = plain and not any(sign in endpoint for sign in "\\ <>\"'")
    return plain and any(host == one or (one[0] == "." and host.endswith(one)) for one in SERVICES)


def sent(found: Any, lang: str, room: str) -> Subscription | None:
    """What a browser has sent as ``PushSubscription.toJSON()``; None if it is none."""
    match found:
        case {"endpoint": str(endpoint), "keys": {"p256dh": str(key), "auth": str(auth)}}:
            fits = known(endpoint) and _size(key) == POINT and _size(auth) == AUTH
            spoken = lang if lang in LANGUAGES else LANGUAGES[0]
            return Subscription(endpoint, key, auth, spoken, room) if fits else None
        case _:
            return None


def read(kept: str) -> Subscription | None:
    """What was kept; None if that cannot be told."""
    try:
        found = json.loads(kept)
        made = Subscription(**found)
    except (ValueError, TypeError):
        return None
    return made if known(made.endpoint) else None


def _size(text: str) -> int:
    if len(text) > 2 * POINT:
        return 0
    try:
        return len(base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True))
    except (binascii.Error, ValueError):
        return 0
