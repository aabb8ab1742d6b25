"""Sending to a browser's service: sealed for that browser alone, and signed by us (RFC 8291, 8292).

The package ``pywebpush`` is needed: the extra ``push``.
"""

from __future__ import annotations

import asyncio
import base64
from importlib.util import find_spec
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import aiohttp

from bot.adapters.web.subscription import known

if TYPE_CHECKING:
    from bot.adapters.web.subscription import Subscription

PATIENCE = aiohttp.ClientTimeout(total=10.0)

LASTS = 600
"""Seconds for which a service may keep it for a browser that is off: then the turn is over."""

ABOUT = "mailto:pokertable@example.com"
"""Whom a service could write to; it must look like an address, and nobody is behind this one."""

_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: keys are numbers from 1 to less than this."""


def is_there() -> bool:
    """Whether the package is installed."""
    return find_spec("pywebpush") is not None


class Services:
    """Sends, with a key of this program's own.

    Args:
        secret: 32 bytes that never change, or every browser would have to be asked anew.
        session: what sends; one is made where there is none.
    """

    def __init__(self, secret: bytes, session: aiohttp.ClientSession | None = None) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02

        number = int.from_bytes(secret, "big") % (_ORDER - 1) + 1
        private = ec.derive_private_key(number, ec.SECP256R1())
        self._vapid = Vapid02(private)
        point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.key = base64.urlsafe_b64encode(point).decode().rstrip("=")
        self._session = session

    async def send(self, to: Subscription, told: bytes) -> int:
        """Send; the service's answer. Raises ``OSError``: it was not reached."""
        if not known(to.endpoint):
            return 0
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=PATIENCE)
        body = self._sealed(to, told)
        headers = {
            **self._signed(to.endpoint),
            "Content-Encoding": "aes128gcm",
            "TTL": str(LASTS),
            "Urgency": "high",
            "Topic": "turn",  # a newer one takes the place of one that has not been fetched
        }
        try:
            async with self._session.post(
                to.endpoint, data=body, headers=headers, allow_redirects=False
            ) as answer:
                return answer.status
        except (aiohttp.ClientError, TimeoutError, asyncio.IncompleteReadError) as error:
            raise OSError("the service was not reached") from error

    def _sealed(self, to: Subscription, told: bytes) -> bytes:
        from pywebpush import WebPusher

        keys = {"p256dh": to.p256dh, "auth": to.auth}
        body: bytes = WebPusher({"endpoint": to.endpoint, "keys": keys}).encode(told)["body"]
        return body

    def _signed(self, endpoint: str) -> dict[str, str]:
        at = urlsplit(endpoint)
        claims = {"aud": f"https://{at.hostname}", "sub": ABOUT}
        signed: dict[str, str] = self._vapid.sign(claims)
        return signed

    async def close(self) -> None:
        """Close what it was sent by."""
        if self._session is not None:
            await self._session.close()
