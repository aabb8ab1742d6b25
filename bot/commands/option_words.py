"""What people type to set something at a table: its name and its value, as they are shown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.i18n.keys import option_name, option_value
from bot.table import practice, stakes
from bot.table.lobby import QUAN_KEY, UNITS
from bot.table.seats import SEATING
from engine.msg import Msg, msg
from engine.text import normal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import TypeAlias

    from engine.core import GameInfo, Option

    Everywhere: TypeAlias = Callable[[Msg], set[str]]

CLOCK = "clock"

ITS_OWN = "!"
"""Behind an option's key where it was called by its name, which nothing else has."""

SETTINGS = {
    **dict.fromkeys(("圈", "圈数", "圈數", "quan", "rounds", "round"), QUAN_KEY),
    **dict.fromkeys(("时限", "時限", "每步时限", "每步時限"), CLOCK),
    **dict.fromkeys(("座位", "seats"), "seating"),
    **dict.fromkeys(("种子", "種子"), practice.KEY),
    **dict.fromkeys(("筹码或金币", "籌碼或金幣", "打", "金币", "金幣"), "money"),
    **dict.fromkeys(("每人带上", "每人帶上", "带上", "帶上"), "buyin"),
}
"""What people may type for the settings that every table has, beside what they are called."""

OWN = (CLOCK, "seating", *stakes.KEYS)
"""Those of them that are called as they are stored."""

UNLIMITED = ("不限时", "不限時", "不限", "no limit", "none", "off")

_SIGNS = " =:："
_APART = re.compile(r"[(（].*?[)）]")
_UNITS_OF = {QUAN_KEY: ("圈", "rounds", "round"), CLOCK: tuple(UNITS)}
_DIGITS = {sign: n for n, sign in enumerate("零一二三四五六七八九")} | {"两": 2, "兩": 2}
_TENS = {"十": 10, "百": 100}
_UNIT = re.compile(r"[0-9]+ *[^0-9\s.,-]*")


def meant(info: GameInfo, line: str, everywhere: Everywhere) -> tuple[str, str]:
    """Which setting a line is about, as tables call it, and the value, as they take it.

    What cannot be understood is handed on as it was typed: the table says what there is.

    Args:
        info: the game of the table.
        line: ``圈数 八``, ``target=45``, ``Time a move: 30``.
        everywhere: what a message is in every language.
    """
    plain = normal(line).strip()
    for name, key in sorted(_names(info, everywhere), key=lambda pair: -len(pair[0])):
        rest = plain[len(name) :]
        if plain.startswith(name) and (not rest or rest[0] in _SIGNS):
            return _valued(info, key, rest.strip(_SIGNS), everywhere)
    head, _, rest = plain.partition("=" if "=" in plain.partition(" ")[0] else " ")
    return head, rest.strip()


def _names(info: GameInfo, everywhere: Everywhere) -> Iterator[tuple[str, str]]:
    """Everything that settings are called, and the setting; those of the game first."""
    named: dict[str, str] = {}
    for option in info.options:
        for name in everywhere(option_name(info.id, option.key)):
            named.setdefault(normal(name), f"{option.key}{ITS_OWN}")
        named.setdefault(option.key, option.key)
    own = {"quan": QUAN_KEY, **{key: key for key in OWN}}
    for shown, key in own.items():
        for name in everywhere(msg(f"settings-{shown}")):
            named.setdefault(normal(name), key)
    for name, key in (*SETTINGS.items(), *((key, key) for key in OWN)):
        named.setdefault(normal(name), key)
    yield from named.items()


def _valued(info: GameInfo, key: str, value: str, everywhere: Everywhere) -> tuple[str, str]:
    named = key.removesuffix(ITS_OWN)
    option = next((o for o in info.options if o.key == named), None)
    if option is not None and key != named:
        found = _of_option(info, option, value, everywhere)
        # What the table would read as its own setting is no value of the game's.
        own = named == "quan" and found not in map(str, option.values)
        return named, "" if own else found
    if key in (QUAN_KEY, "quan"):
        return _rounds(info, option, value, everywhere)
    if option is not None:
        return key, _of_option(info, option, value, everywhere)
    if key == CLOCK:
        limitless = {normal(word) for word in UNLIMITED}
        return key, "0" if value in limitless else str(number_in(value, _UNITS_OF[CLOCK]) or value)
    if key == "seating":
        names = {v: everywhere(msg(f"settings-seating-{v}")) for v in SEATING}
        return key, _one_of(names, value) or value
    if key == "money":
        kinds = (stakes.CHIPS, stakes.COINS)
        names = {v: everywhere(msg(f"settings-money-{v}")) for v in kinds}
        return key, _one_of(names, value) or value
    return key, value


def _rounds(
    info: GameInfo, option: Option | None, value: str, everywhere: Everywhere
) -> tuple[str, str]:
    """How many rounds are played; or the game's option of that name, if the value is one of its.

    A number is the table's own.
    """
    number = number_in(value, _UNITS_OF[QUAN_KEY])
    called = next((o for o in info.options if o.key == "quan"), None)
    if number is None and called is not None:
        found = _of_option(info, called, value, everywhere)
        if found in map(str, called.values):
            return called.key, found
    if option is not None and number is not None and not value.isdecimal():
        return QUAN_KEY, str(number)
    return QUAN_KEY, str(number) if number is not None else value


def _of_option(info: GameInfo, option: Option, value: str, everywhere: Everywhere) -> str:
    """The value of an option that is called so; else what was typed."""
    names = {
        str(one): everywhere(option_value(info.id, option.key, one)) if isinstance(one, str) else ()
        for one in option.values
    }
    if found := _one_of(names, value):
        return found
    number = number_in(value, None)
    return str(number) if number is not None and str(number) in names else value


def _one_of(names: Mapping[str, Iterable[str]], word: str) -> str | None:
    """Which of the values is called so: in full, without what is added in brackets, or in part."""
    if not word:
        return None
    wanted = normal(word)
    called = {value: {normal(value), *map(normal, known)} for value, known in names.items()}
    short = {v: {_APART.sub("", name).strip() for name in known} for v, known in called.items()}
    bare = _APART.sub("", wanted).strip()
    for known, said in ((called, wanted), (short, wanted), (short, bare)):
        found = [value for value, words in known.items() if said in words]
        if len(found) == 1:
            return found[0]
    begun = [v for v, words in called.items() if any(w.startswith(wanted) for w in words)]
    return begun[0] if len(begun) == 1 and len(wanted) > 1 else None


def number_in(word: str, units: Iterable[str] | None) -> int | None:
    """A number as people write it: ``8``, ``八``, ``十二圈``; None: it is none.

    ``units``: what may stand behind it; None: anything. The unit of a time is kept in account by
    the table: ``12h`` stays what it is, and is no number here.
    """
    text = normal(word).replace(" ", "")
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    if digits:
        unit = text[len(digits) :]
        known = not unit or (_UNIT.fullmatch(text) is not None if units is None else unit in units)
        plain = not unit or units is None or UNITS.get(unit, 1) == 1
        return int(digits) if known and plain and len(digits) < 7 else None
    signs = text[: len(text) - len(text.lstrip("".join((*_DIGITS, *_TENS))))]
    unit = text[len(signs) :]
    if not signs or (unit and units is not None and unit not in units):
        return None
    number = _numeral(signs)
    return None if number is None else number * (UNITS.get(unit, 1) if units is not None else 1)


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
