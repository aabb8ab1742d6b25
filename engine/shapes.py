"""Shapes of plays as people name them: 对8, 三个3, 顺子 34567, 3到7, 三带一 333 4, 炸弹 3333.

What is named is only written out as cards; whether the cards are that shape is for the game.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_OF = ("个", "個", "张", "張", "条", "條")
"""What stands between a number and the cards it counts."""

_COUNTS: dict[str, int] = {
    **dict.fromkeys(("对", "對", "一对", "一對", "对子", "對子", "pair of", "pair"), 2),
    **{f"{number}{of}": 2 for number in ("2", "两", "兩", "二") for of in _OF},
    **{f"{number}{of}": 3 for number in ("3", "三") for of in _OF},
    **{f"{number}{of}": 4 for number in ("4", "四") for of in _OF},
    **dict.fromkeys(("three of", "triple"), 3),
    "four of": 4,
}
"""Before one rank: so many cards of it. ``对8`` is 88, ``三个3`` 333."""

_NAMES: dict[str, int] = {
    **dict.fromkeys(("同花顺", "同花順", "同花", "葫芦", "葫蘆", "铁支", "鐵支"), 5),
    **dict.fromkeys(("straight flush", "straight", "full house", "flush"), 5),
    **dict.fromkeys(("顺子", "順子", "顺", "順"), 3),
    **dict.fromkeys(("连对", "連對", "姐妹对", "姐妹對", "双顺", "雙順"), 4),
    **dict.fromkeys(("飞机带翅膀", "飛機帶翅膀", "飞机", "飛機", "三顺", "三順", "plane"), 6),
    **dict.fromkeys(("三带二", "三帶二", "三带一对", "三帶一對", "三带对", "三帶對"), 5),
    **dict.fromkeys(("三带一", "三帶一", "三带", "三帶"), 4),
    **dict.fromkeys(("四带二", "四帶二", "四带两", "四帶兩"), 6),
    **dict.fromkeys(("炸弹", "炸彈", "炸", "bomb"), 3),
}
"""Before the cards themselves: the name, and how many cards there are at least.

A name before fewer cards than that is not one: ``炸 7`` is not the single 7.
"""


def _either(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_RANK = r"大王|小王|大鬼|小鬼|10|[2-9]|[0tjqka]|[二三四五六七八九十]"
_COUNTED = re.compile(rf"({_either(_COUNTS)})\s*({_RANK})((?:\s*\2)*)(?![a-z])")
_NAMED = re.compile(rf"({_either(_NAMES)})[\s:,，、]*")
_FACE = r"10|[2-9]|[0tjqka]|[二三四五六七八九十]"
_FROM_TO = re.compile(
    rf"(?<![a-z0-9])({_FACE})((?:\s*\1)*)\s*(?:到|至|[-~–—])\s*({_FACE})((?:\s*\3)*)(?![a-z0-9])"
)
"""A row by its ends: ``3到7``, ``10-a``, ``33-55``."""

_LINE = ["a", "2", "3", "4", "5", "6", "7", "8", "9", "10", "j", "q", "k", "a"]
_PLAIN = {
    "0": "10", "t": "10", "十": "10",
    **{word: str(at) for at, word in enumerate("二三四五六七八九", 2)},
}  # fmt: skip
_CARD = re.compile(rf"(?:{_RANK}|1)")


def spelled(text: str) -> str:
    """A normal line (``text.normal``) with shapes written out as cards; as it is where none is.

    >>> spelled("对6对7对8"), spelled("顺子 34567"), spelled("打 3"), spelled("10到a")
    ('6 6 7 7 8 8', '34567', '打 3', '10 j q k a')
    """
    text = _FROM_TO.sub(_between, text)
    named = _NAMED.match(text)
    if named is not None:
        cards = _COUNTED.sub(_written_out, text[named.end() :]).strip()
        if len(_CARD.findall(cards)) >= _NAMES[named[1]]:
            return cards
    return _COUNTED.sub(_written_out, text).strip()


def _written_out(found: re.Match[str]) -> str:
    """The cards of one counted rank; as it was typed where other cards than these follow."""
    word, rank, more = found.groups()
    count, written = _COUNTS[word], 1 + len(re.findall(_RANK, more))
    if written not in (1, count):
        return found[0]
    return " ".join([rank] * count) + " "


def _between(found: re.Match[str]) -> str:
    """The cards of a row of which the ends were typed; as it was typed where it is no row."""
    first, more, last, too = found.groups()
    face = f"(?:{_FACE})"
    width = 1 + len(re.findall(face, more))
    first, last = _PLAIN.get(first, first), _PLAIN.get(last, last)
    end = len(_LINE) - 1 - _LINE[::-1].index(last)
    if width != 1 + len(re.findall(face, too)) or _LINE.index(first) >= end:
        return found[0]
    return (
        " ".join(rank for rank in _LINE[_LINE.index(first) : end + 1] for _ in range(width)) + " "
    )
