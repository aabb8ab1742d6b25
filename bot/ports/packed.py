"""What a platform and the service say to each other as bytes, for two processes between them.

Only values of the port are read again, by their names; what is called and not said
(``Reply.posted``, ``Outgoing.paint``) does not go along.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from bot.ports import errors, incoming, messages, notices, platform, refs
from bot.ports.errors import ChatMoved, NotAllowed, PlatformError, RetryAfter

_TYPES: dict[str, Any] = {
    kind.__name__: kind
    for module in (incoming, messages, notices, platform, refs)
    for kind in vars(module).values()
    if isinstance(kind, type)
    and kind.__module__ == module.__name__
    and (is_dataclass(kind) or issubclass(kind, Enum))
}
_ERRORS: dict[str, Any] = {
    kind.__name__: kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, PlatformError)
}


def packed(value: object) -> bytes:
    """A value of the port, or a dict, tuple or list of such, as bytes. Raises ``TypeError``."""
    return json.dumps(_plain(value), separators=(",", ":")).encode()


def unpacked(data: bytes) -> Any:
    """What was packed; a list comes back as a tuple. Raises ``ValueError``."""
    try:
        return _read(json.loads(data))
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("this was not packed") from error


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return {"": type(value).__name__, "v": value.value}
        case None | bool() | int() | float() | str():
            return value
        case bytes():
            return {"": "bytes", "v": b64encode(value).decode()}
        case datetime():
            return {"": "datetime", "v": value.isoformat()}
        case tuple() | list():
            return [_plain(one) for one in value]
        case frozenset():
            return {"": "frozenset", "v": [_plain(one) for one in sorted(value)]}
        case dict():
            return {"": "dict", "v": [[key, _plain(one)] for key, one in value.items()]}
        case PlatformError():
            return {"": _kind_of(value), "v": [_plain(one) for one in _told(value)]}
        case _:
            pass
    if type(value).__name__ not in _TYPES:
        raise TypeError(f"no value of the port: {type(value).__name__}")
    return {"": type(value).__name__, "v": _fields(value)}


def _kind_of(error: PlatformError) -> str:
    """An adapter has kinds of its own, of which the service knows the next one above."""
    return next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in _ERRORS)


def _told(error: PlatformError) -> tuple[Any, ...]:
    match error:
        case NotAllowed():
            return (error.rights,)
        case RetryAfter():
            return (error.seconds,)
        case ChatMoved():
            return (error.new,)
        case _:
            return tuple(map(str, error.args))


def _fields(value: Any) -> dict[str, Any]:
    found = {}
    for field in fields(value):
        own = getattr(value, field.name)
        usual = field.default_factory() if field.default_factory is not MISSING else field.default
        if callable(own):
            own = None
        if type(own) is not type(usual) or own != usual:
            found[field.name] = _plain(own)
    return found


def _read(told: Any) -> Any:
    if isinstance(told, list):
        return tuple(map(_read, told))
    if not isinstance(told, dict):
        return told
    kind, value = told[""], told["v"]
    match kind:
        case "bytes":
            return b64decode(value)
        case "datetime":
            return datetime.fromisoformat(value)
        case "frozenset":
            return frozenset(map(_read, value))
        case "dict":
            return {key: _read(one) for key, one in value}
        case _:
            pass
    if kind in _ERRORS:
        return _ERRORS[kind](*map(_read, value))
    made = _TYPES[kind]
    if isinstance(value, dict):
        return made(**{name: _read(one) for name, one in value.items()})
    return made(value)
