"""Signs an ``initData`` as Telegram does, written from its description and not from our reader."""

import hashlib
import hmac
import json
from urllib.parse import quote

from tests.kit.telegram_server import TOKEN

HUGE = 7_123_456_789
"""A person's number as long as those of today."""


def fields_of(at, user=HUGE, **more):
    """What is signed, by name; ``more`` takes the place of what stands there."""
    names = {"first_name": "小明", "last_name": "O'Neil & ="}
    person = {"id": user, **names, "language_code": "zh-hans", "allows_write_to_pm": True}
    found = {
        "query_id": "AAHdF6IQAAAAAN0XohDhrOrc",
        "user": json.dumps(person, ensure_ascii=False, separators=(",", ":")),
        "auth_date": str(int(at.timestamp())),
        "signature": "c2lnbmF0dXJlIG9mIGFub3RoZXIga2luZA",
    }
    return {**found, **more}


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
