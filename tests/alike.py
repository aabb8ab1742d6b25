"""Writes ``bot/i18n/alike.txt``: ``python -m tests.alike CONFUSABLES``.

``CONFUSABLES`` is Unicode's list of characters that are taken for one another, as
https://www.unicode.org/Public/security/latest/confusables.txt has it. Of it those are written that
stand alone for a Latin letter or a digit, and that neither Unicode's own normal form nor their name
makes one already.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from bot.i18n import likeness

FILE = Path(likeness.__file__).with_name("alike.txt")

HEAD = """\
# Characters that are taken for a Latin letter or a digit, which stands first in each line.
# Made by tests/alike.py of Unicode's confusables.txt: https://www.unicode.org/reports/tr39/
# Unicode data files are under the Unicode License v3: https://www.unicode.org/license.txt
"""


def pairs(text: str) -> dict[str, str]:
    """What each character is taken for, as the list has it: ``0441 ; 0063 ; MA # …``."""
    found = {}
    for line in text.lstrip("\ufeff").splitlines():
        fields = line.partition("#")[0].split(";")
        if len(fields) >= 2:
            source, target = ("".join(chr(int(n, 16)) for n in f.split()) for f in fields[:2])
            found[source] = target
    return found


def wanted(char: str) -> bool:
    """Whether a character says nothing by itself of the letter that it looks like."""
    known = unicodedata.category(char) not in ("Cn", "Co", "Cs")
    normal = unicodedata.normalize("NFKC", char) == char
    return known and normal and not char.isascii() and not likeness.named(char)


def written(found: dict[str, str]) -> str:
    """The file of such pairs."""
    lines: dict[str, str] = {}
    for char, latin in sorted(found.items()):
        if len(char) == len(latin) == 1 and latin.isascii() and latin.isalnum() and wanted(char):
            lines[latin] = lines.get(latin, "") + char
    return HEAD + "".join(f"{latin} {chars}\n" for latin, chars in sorted(lines.items()))


if __name__ == "__main__":
    FILE.write_text(written(pairs(Path(sys.argv[1]).read_text("utf-8"))), "utf-8")
