"""The file ``.env``: in an encoding that is read, and with lines that are settings."""

from __future__ import annotations

import codecs
import difflib
import io
from pathlib import Path
from typing import TYPE_CHECKING

from dotenv.parser import Binding, parse_stream

from bot.support.errors import CannotStart
from bot.support.oserrors import meaning

if TYPE_CHECKING:
    from collections.abc import Iterable

ENV = Path(".env")
LARGEST = 1_000_000
"""Bytes; more than any settings need, and little to read."""

_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
_ALIKE = 0.8
_WIDE = "\uff1d"
"""The sign = as Chinese input methods write it."""


def check_env_file(path: Path = ENV) -> None:
    """Make sure that all that stands in it can be read as settings; there may be none.

    Raises:
        CannotStart: it cannot.
    """
    for number, key, value in _bindings(path):
        if key is None:
            raise CannotStart(f"{path}, line {number} is no setting: write NAME=value, or # before")
        if value is None and _WIDE in key:
            name = key.partition(_WIDE)[0]  # what follows may be a token
            raise CannotStart(
                f"{path}, line {number} has a full-width equals sign: write {name}=value"
                " with the plain one"
            )
        if value is None:
            raise CannotStart(f"{path}, line {number} has no = in it: write {key}=value")


def misspelt(known: Iterable[str], path: Path = ENV) -> list[tuple[str, str]]:
    """Names in it that nobody asks for, each with the known one that it looks like."""
    names = {name.upper() for name in known}
    found = []
    for _, key, _ in _bindings(path):
        if key is None or key.upper() in names:
            continue
        like = difflib.get_close_matches(key.upper(), names, 1, _ALIKE)
        found += [(key, like[0])] if like else []
    return found


def _bindings(path: Path) -> list[tuple[int, str | None, str | None]]:
    """What stands there, as (line, name, value); no name: not understood."""
    text = _text(path)
    return [
        (_line(found), None if found.error else found.key, found.value)
        for found in parse_stream(io.StringIO(text))
        if found.error or found.key is not None
    ]


def _line(found: Binding) -> int:
    """Its line; empty ones before it are counted to it by the parser."""
    text = found.original.string
    return found.original.line + text[: len(text) - len(text.lstrip())].count("\n")


def _text(path: Path) -> str:
    try:
        if not path.exists():
            if path.is_symlink():  # whatever is set there would be left out without a word
                raise CannotStart(f"{path} is a link to {path.readlink()}, which is not there")
            return ""
        if path.is_dir():
            raise CannotStart(f"{path} is a folder: remove it, and make a file of that name")
        if not path.is_file():  # to open a pipe would be to wait for ever
            raise CannotStart(
                f"{path} is no ordinary file: remove it, and make a file of that name"
            )
        with path.open("rb") as file:
            raw = file.read(LARGEST)
    except OSError as error:
        raise CannotStart(f"{path} cannot be read: {meaning(error)}") from error
    for mark, name in _MARKS.items():
        if raw.startswith(mark):
            raise _not_utf8(path, name)
    if b"\0" in raw:
        if b"\0" in raw[:2] or raw.count(b"\0") * 4 > len(raw):
            raise _not_utf8(path, "UTF-16")
        line = raw[: raw.index(b"\0")].count(b"\n") + 1
        raise CannotStart(f"{path}, line {line} has a zero byte in it: write that line anew")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _not_utf8(path, _guess(raw)) from None


def _guess(raw: bytes) -> str:
    try:
        raw.decode("gb18030")
    except UnicodeDecodeError:
        return "another encoding"
    return "GBK or another encoding"


def _not_utf8(path: Path, name: str) -> CannotStart:
    return CannotStart(f"{path} is in {name}: save it as UTF-8 (Save as, Encoding: UTF-8)")
