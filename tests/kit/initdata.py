"""Signs an ``initData`` as Telegram does, written from its description and not from our reader."""

import hashlib
import hmac
import json
from base64 import urlsafe_b64encode
from urllib.parse import quote

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.kit.telegram_server import TOKEN

HUGE = 7_123_456_789
"""A person's number as long as those of today."""


TELEGRAM = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
"""Stands for the key that Telegram alone has."""

PUBLIC = TELEGRAM.public_key().public_bytes_raw()


def fields_of(at, user=HUGE, called="", **more):
    """What the token signs, by name; ``more`` takes the place of what stands there."""
    names = {"first_name": "小明", "last_name": "O'Neil & ="}
    names = {"first_name": called} if called else names
    person = {"id": user, **names, "language_code": "zh-hans", "allows_write_to_pm": True}
    found = {
        "query_id": "AAHdF6IQAAAAAN0XohDhrOrc",
        "user": json.dumps(person, ensure_ascii=False, separators=(",", ":")),
        "auth_date": str(int(at.timestamp())),
    }
    found |= more
    return {"signature": signature_of(found), **found}


def signature_of(fields, token=TOKEN, key=TELEGRAM):
    """The second signature: for everybody who knows the number of the bot."""
    names = sorted(set(fields) - {"signature"})
    lines = [f"{token.partition(':')[0]}:WebAppData", *(f"{n}={fields[n]}" for n in names)]
    return urlsafe_b64encode(key.sign("\n".join(lines).encode())).rstrip(b"=").decode()


def hash_of(fields, token=TOKEN):
    lines = [f"{name}={fields[name]}" for name in sorted(fields)]
    key = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    return hmac.new(key, "\n".join(lines).encode(), hashlib.sha256).hexdigest()


def written(pairs):
    """Pairs as a query string."""
    return "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in pairs)


def init_data(at, user=HUGE, token=TOKEN, **more):
    """A whole ``initData``, signed now."""
    fields = fields_of(at, user, **more)
    return written([*fields.items(), ("hash", hash_of(fields, token))])
