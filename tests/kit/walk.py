"""What a value says, whatever its type: the cards in it and the messages in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import Any

from engine.cards import Card
from engine.msg import Msg

_WORDS = {
    "♠": "S", "黑桃": "S", "♥": "H", "红桃": "H", "红心": "H", "♣": "C", "梅花": "C",
    "♦": "D", "方块": "D", "S": "S", "H": "H", "C": "C", "D": "D",
}  # fmt: skip
_JOKERS = {"LJ": "LJ", "小王": "LJ", "BJ": "BJ", "大王": "BJ"}
_CODE = re.compile(
    r"(?<![0-9A-Za-z])(?:(?P<suit>" + "|".join(_WORDS) + r")\ufe0f?(?P<rank>10|[2-9JQKA])"
    r"|(?P<joker>" + "|".join(_JOKERS) + r"))(?![0-9A-Za-z])"
)
_JOKER_KEYS = {"card-lj": "LJ", "card-bj": "BJ"}


_Leaf = Card | str | bytes | range | int | None
_Holder = tuple | list | set | frozenset


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()


def parts(value: Any) -> Iterator[Any]:
    """The value and everything inside it, messages before their arguments."""
    yield value
    if isinstance(value, _Leaf):
        return
    if isinstance(value, Mapping):
        value = (*value.keys(), *value.values())
    if isinstance(value, _Holder):
        for item in value:
            yield from parts(item)
    else:
        for name in _names(type(value)):
            yield from parts(getattr(value, name))


def cards_in(value: Any) -> frozenset[str]:
    """Codes of all cards named in a value: as cards, as codes, or as words in a text."""
    found: set[str] = set()
    _collect(value, found)
    return frozenset(found)


def _collect(value: Any, found: set[str]) -> None:
    if isinstance(value, Card):
        found.add(value.code)
    elif isinstance(value, str):
        found |= _spelled(value)
    elif isinstance(value, _Leaf):
        return
    elif isinstance(value, _Holder):
        for item in value:
            _collect(item, found)
    elif isinstance(value, Mapping):
        _collect((*value.keys(), *value.values()), found)
    else:
        if isinstance(value, Msg) and value.key in _JOKER_KEYS:
            found.add(_JOKER_KEYS[value.key])
        for name in _names(type(value)):
            _collect(getattr(value, name), found)


@lru_cache(maxsize=4096)
def _spelled(text: str) -> frozenset[str]:
    hits = _CODE.finditer(text)
    return frozenset(
        _JOKERS[hit["joker"]] if hit["joker"] else _WORDS[hit["suit"]] + hit["rank"] for hit in hits
    )


def messages_in(value: Any) -> Iterator[Msg]:
    """All messages of a value that are shown by themselves; those inside another are not."""
    if isinstance(value, Msg):
        yield value
    elif isinstance(value, _Holder):
        for item in value:
            yield from messages_in(item)
    elif not isinstance(value, _Leaf):
        for name in _names(type(value)):
            yield from messages_in(getattr(value, name))
