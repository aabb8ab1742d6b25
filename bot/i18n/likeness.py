"""What a name looks like: two that look alike have one likeness, however they are written.

Letters of other scripts, of other widths and in circles stand for those they look like; capitals,
marks, blanks and dots do not tell names apart. The letters are those by which Latin words can be
imitated: ``alike.txt``, which is made of Unicode's own list (UTS #39), and some that it leaves out.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

from bot.i18n.catalogue import LANGUAGES, sources

_ALIKE = {
    "a": "аɑαᎪꓮａ",
    "b": "вьбЬВБββƄɓʙᏴᏼꓐ8ßვ",
    "c": "сϲᏟꓚⅽ",
    "d": "ԁɗᎠꓓⅾ",
    "e": "еєεҽᎬꓰ3℮",
    "f": "ϝꓝ",
    "g": "ɡցԍᏀꓖ",
    "h": "һнηհᎻꓧ",
    "j": "јϳᎫꓙ",
    "k": "кκᏦꓗ",
    "l": "iıіӏιΙǀ|1!ⅼᏞꓡІ",
    "m": "мᎷꓟϻⅿ",
    "n": "пոնИиꓠռΝ",
    "o": "оοօσ0ᎾꓳØ○〇ഠо",
    "p": "рρᏢꓑ",
    "q": "ԛգ",
    "r": "гᎡꓣᖇ",
    "s": "ѕ5ᏚꓢՏ$",
    "t": "тτᎢꓔ†",
    "u": "υսцμꓴ",
    "v": "ѵνᏙꓦⅴ",
    "w": "ԝωшѡᎳꓪ",
    "x": "хχⅹꓫ",
    "y": "уүγУᎩꓬ",
    "z": "ᏃꓜΖ",
}
"""Letters beside those of Unicode's list, and which of several a letter is taken for."""


def _listed() -> dict[str, str]:
    """Unicode's list: which letter a character is taken for."""
    text = files("bot.i18n").joinpath("alike.txt").read_text("utf-8")
    lines = (line.split(" ") for line in text.splitlines() if not line.startswith("#"))
    return {char: latin.lower() for latin, chars in lines for char in chars}


_OURS = {char: latin for latin, chars in _ALIKE.items() for char in chars}
_LISTED = {char: _OURS.get(latin, latin) for char, latin in _listed().items()} | _OURS
_LETTERS = {
    unicodedata.normalize("NFKC", char).casefold(): latin for char, latin in _LISTED.items()
} | _LISTED

_PAIRS = (("rn", "m"), ("vv", "w"))
"""Two letters that are taken for one."""

_GROUPS = ("脑脳惱恼", "电甴曱", "己已巳", "日曰", "未末", "土士", "人入", "戊戌戍", "毋母", "侯候",
           "睛晴", "茶荼", "刺剌", "冶治", "汩汨")  # fmt: skip
_HAN = {char: group[0] for group in _GROUPS for char in group[1:]}
"""Characters that are taken for one another at a glance."""

_LATIN = re.compile(
    r"(?:.*LATIN|REGIONAL INDICATOR SYMBOL).* (?:LETTER|CAPITAL) ([A-Z])(?: WITH .*)?"
)
_NUMBER = re.compile(r"(·\d+)$")
_CALLED = re.compile(r"^computer-\d+ = (.+)$", re.MULTILINE)
_BETWEEN = {"Zs", "Zl", "Zp", "Cc", "Cf", "Pd", "Pc", "Po", "Ps", "Pe", "Pi", "Pf", "Lm", "Sk"}
_NOTHING = {"Cs", "Mn", "Me", "Mc", "Cn", "Co"}
_DOTS = set("・･·•‧∙⋅●。．")

PERSON = "@"
"""Before a person whom their platform calls as a computer player is called."""


def named(char: str) -> str:
    """The Latin letter that a character's own name says it is, small; empty for others."""
    found = _LATIN.fullmatch(unicodedata.name(char, ""))
    return found[1].lower() if found else ""


@lru_cache(maxsize=20_000)
def _letter(char: str) -> str:
    """What one character looks like; a blank for what only stands between others."""
    if char in _LETTERS:
        return _LETTERS[char]
    if latin := named(char):
        return _LETTERS.get(latin, latin)
    category = unicodedata.category(char)
    if char == PERSON:
        return char
    if category in _NOTHING:
        return ""
    if category in _BETWEEN or char in _DOTS:
        return " "
    return _HAN.get(char, char)


@lru_cache(maxsize=20_000)
def _shape(name: str) -> str:
    """A name in the letters that it seems to have, with blanks where others stand between them."""
    known = "".join(_LETTERS.get(char, char) for char in unicodedata.normalize("NFD", name))
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", known)).casefold()
    return " ".join("".join(map(_letter, unicodedata.normalize("NFC", plain))).split())


@lru_cache(maxsize=20_000)
def likeness(name: str) -> str:
    """What tells a name from others; a number by which they were told apart still does.

    >>> likeness("Ann") == likeness("А N ṇ"), likeness("小明") == likeness("小·明")
    (True, True)
    >>> likeness("小明·1") == likeness("小明·2")
    False
    """
    parts = _NUMBER.split(name)
    shape = _shape(parts[0]).replace(" ", "")
    for two, one in _PAIRS:
        shape = shape.replace(two, one)
    return (shape or parts[0]) + "".join(parts[1:])


@cache
def _names(language: str) -> tuple[str, ...]:
    """What computer players are called in a language."""
    return tuple(_CALLED.findall("\n".join(sources(language).values())))


@cache
def _simplified() -> dict[str, str]:
    """The traditional characters that their names have."""
    pairs = zip(_names("zh-Hant"), _names("zh-Hans"), strict=True)
    return {new: old for more, less in pairs for new, old in zip(more, less, strict=True)}


def _simple(name: str) -> str:
    """A name's shape, in simple characters where a computer player has them."""
    return "".join(_simplified().get(char, char) for char in _shape(name))


@cache
def _computers() -> tuple[frozenset[str], frozenset[str]]:
    """The shapes of all names of computer players, and those of the words with which they begin."""
    shapes = [_simple(name) for language in LANGUAGES for name in _names(language)]
    first = frozenset(shape.partition(" ")[0] for shape in shapes)
    return frozenset(shape.replace(" ", "") for shape in shapes), first


@lru_cache(maxsize=20_000)
def like_a_computer(name: str) -> bool:
    """Whether somebody who is called so would be taken for a computer player.

    >>> like_a_computer("Вот  stоne"), like_a_computer("電腦石"), like_a_computer("电脑迷小明")
    (True, True, False)
    """
    shape = _simple(name.replace(PERSON, " "))
    close = shape.replace(" ", "")
    names, first = _computers()
    if shape.partition(" ")[0] in first or close in first:
        return True
    return any(close.startswith(one) for one in names)
