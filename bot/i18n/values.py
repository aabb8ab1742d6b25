"""What people write for a value: a number with its unit, or a name as it is shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SECONDS = {
    **dict.fromkeys(("s", "sec", "second", "seconds", "秒"), 1),
    **dict.fromkeys(("m", "min", "minute", "minutes", "分", "分钟", "分鐘"), 60),
    **dict.fromkeys(("h", "hour", "hours", "小时", "小時"), 3600),
    **dict.fromkeys(("d", "day", "days", "天"), 86_400),
}
"""By the units of a time, how many seconds each is."""

LONGEST = 6
"""Digits of a number that is read."""

_APART = re.compile(r"[(（].*?[)）]")
_DIGITS = {sign: n for n, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "兩": 2}
_TENS = {"十": 10, "百": 100}
_ANY_UNIT = re.compile(r"[^0-9\s.,-]*")


def number_in(typed: str, units: Mapping[str, int] | None = None) -> int | None:
    """A number as people write it: ``8``, ``八``, ``十二圈``, ``12 小时``; None: it is none.

    Args:
        typed: what was written.
        units: what may stand behind it, and by how much that multiplies it; None: anything may,
            and changes nothing.
    """
    text = normal(typed).replace(" ", "")
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    signs = digits or text[: len(text) - len(text.lstrip("".join((*_DIGITS, *_TENS))))]
    unit = text[len(signs) :]
    if not signs or len(digits) > LONGEST:
        return None
    times = _times(unit, units)
    number = int(digits) if digits else _numeral(signs)
    return None if number is None or times is None else number * times


def _times(unit: str, units: Mapping[str, int] | None) -> int | None:
    if units is not None:
        return units.get(unit) if unit else 1
    return 1 if _ANY_UNIT.fullmatch(unit) else None


def _numeral(signs: str) -> int | None:
    """A Chinese numeral below 1000; None: it is none."""
    total, digit = 0, None
    for sign in signs:
        if sign in _DIGITS:
            if digit is not None and digit != 0:
                return None
            digit = _DIGITS[sign]
        else:
            total += (1 if digit is None else digit) * _TENS[sign]
            digit = None
    return total + (digit or 0)


def called(names: Mapping[str, Iterable[str]], typed: str) -> str | None:
    """Which value is called so: in full, without what is added in brackets, or by its beginning.

    Args:
        names: by value, all that it is called.
        typed: what was written.

    Returns:
        The value; None where none or several are called so.
    """
    if not typed:
        return None
    wanted = normal(typed)
    full = {value: {normal(value), *map(normal, known)} for value, known in names.items()}
    short = {v: {_APART.sub("", name).strip() for name in known} for v, known in full.items()}
    bare = _APART.sub("", wanted).strip()
    for known, said in ((full, wanted), (short, wanted), (short, bare)):
        found = [value for value, words in known.items() if said in words]
        if len(found) == 1:
            return found[0]
    begun = [v for v, words in full.items() if any(w.startswith(wanted) for w in words)]
    return begun[0] if len(begun) == 1 and len(wanted) > 1 else None
