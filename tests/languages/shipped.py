"""What OpenCC makes of all words of ours, as small as it can be: ``bot/i18n/zh-Hant.txt``.

A line is a character, or a run of them, a tab, and what becomes of it. Runs are there only where
their characters become something else together than one by one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from opencc import OpenCC

from bot.commands.topics import DECLARED
from bot.i18n.catalogue import read, sources
from bot.i18n.traditional import HAN, TERMS
from engine.registry import games, rules

SHIPPED = Path(__file__).parents[2] / "bot" / "i18n" / "zh-Hant.txt"


def texts() -> Iterator[str]:
    """Everything that is ever written in zh-Hant, or typed in it."""
    yield from sources("zh-Hans").values()
    yield read(files("bot.adapters.web"), "zh-Hans")
    for game in games(tests_too=True):
        yield rules(game, "zh")
    yield " ".join(DECLARED.commands)
    yield " ".join(word for spec in DECLARED.menu for word in spec.words)


def runs() -> set[str]:
    """All runs of characters in them, between the words that are listed."""
    terms = re.compile("|".join(sorted(map(re.escape, TERMS), key=len, reverse=True)))
    return {run for text in texts() for part in terms.split(text) for run in HAN.findall(part)}


def table() -> str:
    """The file."""
    convert = OpenCC("s2tw").convert
    pairs = {run: convert(run) for run in runs()}
    seen: dict[str, Counter[str]] = {}
    for run, made in pairs.items():
        for one, other in zip(run, made, strict=True):
            seen.setdefault(one, Counter())[other] += 1
    # The character by itself where two are as frequent, so that the file is the same each time.
    chars = {char: max(sorted(found), key=lambda c, f=found: f[c]) for char, found in seen.items()}
    alone = {
        run: made for run, made in pairs.items() if "".join(chars[char] for char in run) != made
    }
    lines = {**{c: m for c, m in chars.items() if c != m}, **alone}
    return "".join(f"{key}\t{lines[key]}\n" for key in sorted(lines))
