"""``initData``: what a Telegram client hands to a Mini App about whoever opened it.

It is a query string that Telegram signs with the bot's own token (Bot API, "Validating data
received via the Mini App"): whoever has not got the token cannot make one, and one of another bot
does not fit. Newer clients hand over a second signature, by a key that Telegram alone has
("Validating data for Third-Party Use"): where there is one it has to be right, too. Whatever is not
exactly as Telegram writes it proves nothing.
"""

from __future__ import annotations

import hmac
import json
import re
from base64 import urlsafe_b64decode
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from bot.ports.frame import Proof, Unproven
from bot.ports.refs import UserRef
from bot.support.ed25519 import verifies

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "telegram"
LONGEST = 4096
"""Characters of an ``initData``; Telegram's are below 1,500."""

LASTS = timedelta(hours=1)
"""How long after it was signed it proves something."""

AHEAD = timedelta(minutes=1)
"""How much earlier than Telegram's this machine's clock may be."""

PUBLIC = bytes.fromhex("e7bf03a2fa4602af4580703d88dda5bb59f32ed8b02a56c187fe7d34caed242d")
"""The Ed25519 key by which Telegram signs for everybody (Bot API, its production servers)."""

_KEY = b"WebAppData"
_SIGNATURE = re.compile(r"[A-Za-z0-9_-]{86}", re.ASCII)
_HASH = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SECONDS = re.compile(r"[1-9][0-9]{0,10}", re.ASCII)
_NAMED = re.compile(r"[A-Za-z0-9_-]{0,512}", re.ASCII)
_LANGUAGE = re.compile(r"[A-Za-z0-9-]{0,35}", re.ASCII)


def prove(text: str, token: str, now: datetime, public: bytes = PUBLIC) -> Proof:
    """What an ``initData`` proves.

    Args:
        text: as the client handed it over.
        token: the bot's, for which alone it must have been signed.
        now: the time of day.
        public: the key of the signature that is not made with the token.

    Raises:
        Unproven: it is not Telegram's, not for this bot, or too old.
    """
    fields = _fields(text)
    signed = fields.pop("hash", "")
    made = hmac.digest(_secret(token), _checked(fields).encode(), "sha256").hex()
    # Both are compared as ASCII: the shape is looked at first.
    if not _HASH.fullmatch(signed) or not hmac.compare_digest(made, signed):
        raise Unproven("forged")
    if fields.get("signature") and not _is_telegrams(fields, token, public):
        raise Unproven("forged")
    at = _time(fields.get("auth_date", ""))
    if not at - AHEAD <= now <= at + LASTS:
        raise Unproven("old")
    person = _person(fields.get("user", ""))
    named = fields.get("start_param", "")
    return Proof(
        user=UserRef(NAME, str(person["id"])),
        name=_called(person),
        language=_tag(person.get("language_code", "")),
        named=named if _NAMED.fullmatch(named) else "",
        mark=sha256(signed.encode()).hexdigest(),
        until=at + LASTS,
    )


def _is_telegrams(fields: Mapping[str, str], token: str, public: bytes) -> bool:
    """Whether the second signature is right. It says which bot it is for by that bot's number."""
    signature = fields["signature"]
    if not _SIGNATURE.fullmatch(signature):
        return False
    rest = _checked({name: value for name, value in fields.items() if name != "signature"})
    signed = f"{token.partition(':')[0]}:WebAppData\n{rest}".encode()
    return verifies(public, urlsafe_b64decode(f"{signature}=="), signed)


def _secret(token: str) -> bytes:
    return hmac.digest(_KEY, token.encode(), "sha256")


def _checked(fields: Mapping[str, str]) -> str:
    return "\n".join(f"{key}={value}" for key, value in sorted(fields.items()))


def _fields(text: str) -> dict[str, str]:
    """The fields by name. Raises ``Unproven`` for what no client writes, as a field twice."""
    if not text or len(text) > LONGEST:
        raise Unproven("forged")
    try:
        pairs = parse_qsl(text, keep_blank_values=True, strict_parsing=True, errors="strict")
    except ValueError:
        raise Unproven("forged") from None
    found = dict(pairs)
    # A line of a value that ended it would let one field pass for two.
    torn = any("\n" in key or "=" in key or "\n" in value for key, value in pairs)
    if len(found) != len(pairs) or torn:
        raise Unproven("forged")
    return found


def _time(text: str) -> datetime:
    if not _SECONDS.fullmatch(text):
        raise Unproven("forged")
    return datetime.fromtimestamp(int(text), UTC)


def _person(text: str) -> dict[str, Any]:
    """Whoever opened it. Raises ``Unproven`` for nobody, and for a bot."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Unproven("forged") from None
    ident = found.get("id") if isinstance(found, dict) else None
    if type(ident) is not int or not 0 < ident < 2**52 or found.get("is_bot"):
        raise Unproven("forged")
    return found  # type: ignore[no-any-return]


def _called(person: Mapping[str, Any]) -> str:
    names = (person.get("first_name"), person.get("last_name"))
    return " ".join(name for name in names if isinstance(name, str) and name)


def _tag(language: Any) -> str:
    return language if isinstance(language, str) and _LANGUAGE.fullmatch(language) else ""
