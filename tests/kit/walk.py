"""What a value says, whatever its type: the cards in it and the messages in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache, lru_cache
from typing import Any

from engine.cards import Card
from engine.msg import Msg

_WORDS = {
    "♠": "S", "黑桃": "S", "♥": "H", "红桃": "H", "红心": "H", "♣": "C", "梅花": "C",
    "♦": "D", "方块": "D", "S": "S", "H": "H", "C": "C", "D": "D",
}  # fmt: skip
_TILES = {**{f"{name}筒": f"T{n}" for n, name in enumerate("一二三四五六七八九", 1)}, "白板": "TW"}
_JOKERS = {
    "LJ": "LJ", "小王": "LJ", "BJ": "BJ", "大王": "BJ",
    **_TILES, **{code: code for code in _TILES.values()},
}  # fmt: skip
"""Cards that have neither suit nor rank: jokers and tiles."""

_CODE = re.compile(
    r"(?<![0-9A-Za-z])(?:(?P<suit>" + "|".join(_WORDS) + r")\ufe0f?(?P<rank>10|[2-9JQKA])"
    r"|(?P<joker>" + "|".join(_JOKERS) + r"))(?![0-9A-Za-z])"
)
_JOKER_KEYS = {f"card-{code.lower()}": (code,) for code in _JOKERS.values()}


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
    todo = [value]
    for item in todo:  # it grows while it is walked
        _way(type(item))(item, todo, found)
    return frozenset(found)


@cache
def _way(kind: type) -> Callable[[Any, list[Any], set[str]], None]:
    """What is done with values of a type: cards they are go to ``found``, parts to ``todo``."""
    names = _names(kind)
    if issubclass(kind, Card):
        return lambda item, todo, found: found.add(item.code)
    if issubclass(kind, str):
        return lambda item, todo, found: found.update(_spelled(item))
    if issubclass(kind, _Leaf):
        return lambda item, todo, found: None
    if issubclass(kind, _Holder):
        return lambda item, todo, found: todo.extend(item)
    if issubclass(kind, Mapping):
        return lambda item, todo, found: todo.extend((*item.keys(), *item.values()))
    if issubclass(kind, Msg):
        return _of_message
    return lambda item, todo, found: todo.extend([getattr(item, name) for name in names])


def _of_message(item: Msg, todo: list[Any], found: set[str]) -> None:
    found.update(_JOKER_KEYS.get(item.key, ()))
    todo += (item.key, item.params)


@lru_cache(maxsize=4096)
def _spelled(text: str) -> frozenset[str]:
    hits = _CODE.finditer(text)
    return frozenset(
        _JOKERS[hit["joker"]] if hit["joker"] else _WORDS[hit["suit"]] + hit["rank"] for hit in hits
    )


IDS = ("id", "picture", "token", "table", "place")


def spoken(frame: Any) -> Any:
    """A frame to a page without its ids, which are random letters and may spell any card."""
    match frame:
        case dict():
            return [spoken(value) for key, value in frame.items() if key not in IDS]
        case list():
            return [spoken(item) for item in frame]
        case _:
            return frame


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
