"""What zh-Hant makes of names and buttons, for a person to read: ``zh-Hant.txt``.

``python -m tests.languages`` writes the file; the test compares it with what is said. A line that
has changed is read by somebody who writes like that, and a wrong word goes into
``bot.traditional.TERMS``.
"""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from bot.i18n.catalogue import read, sources

FILE = Path(__file__).parent / "zh-Hant.txt"

SHORT = re.compile(
    r"(card|button|mark|unit|sheet|settings|prefs|computer|command-about|field-about|web)-.+"
    r"|[a-z0-9-]+-(name|(option|value|note|verb|choice|reading|mark)-.+)"
)
"""Keys of names, buttons and other words that stand alone."""


def converted() -> str:
    """The names and buttons of zh-Hant, a line each."""
    texts = {**sources("zh-Hant"), "web": read(files("bot.adapters.web"), "zh-Hant")}
    lines = []
    for name in sorted(texts):
        found = re.findall(r"^([a-z0-9-]+) = (.*[^>\n])$", texts[name], re.MULTILINE)
        lines += [f"{key} = {words}" for key, words in found if SHORT.fullmatch(key)]
    return "\n".join((*lines, ""))
