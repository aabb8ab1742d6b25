"""The rules of a game in pages that every platform can show, in every language."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache

from bot.i18n.links import with_marks
from bot.i18n.traditional import traditional
from engine.registry import rules

LONGEST = 1500
"""Characters of a page."""

_FOLDER = {"zh-Hans": "zh", "zh-Hant": "zh", "en": "en"}


def pages(game: str, language: str, *, most: int = LONGEST, before: str = "") -> tuple[str, ...]:
    """The rules of a game in pages of at most ``most`` characters.

    A page ends between two paragraphs, never within one, and never below a heading.

    Args:
        game: its id.
        language: one of the ``LANGUAGES``.
        most: characters of a page.
        before: a paragraph that is put before the first heading: what is set at a table.

    Raises:
        ValueError: a paragraph is longer than a page.
    """
    parts = list(_parts(game, language))
    if before:
        at = next((i for i, part in enumerate(parts) if i and _is_headed(part)), len(parts))
        parts.insert(at, f"\n{before}")
    for part in parts:
        if len(part.strip()) > most:
            raise ValueError(f"{game}: a paragraph of {len(part)} characters")
    count = len(_filled(parts, most))
    # As few pages as can be, and all of about one length.
    lengths = range(max(len(part) for part in parts), most)
    even = bisect_left(lengths, -count, key=lambda length: -len(_filled(parts, length)))
    return tuple(_filled(parts, lengths[even] if even < len(lengths) else most))


def _filled(parts: list[str], most: int) -> list[str]:
    found: list[str] = []
    for part in parts:
        if found and len(found[-1]) + 1 + len(part) <= most:
            found[-1] += f"\n{part}"
        else:
            found.append(part.strip())
    return found


@cache
def _parts(game: str, language: str) -> tuple[str, ...]:
    """The paragraphs, those below a heading together with it, behind a blank line."""
    text = _plain(rules(game, _FOLDER[language]))
    if language == "zh-Hant":
        text = traditional(text)
    text = with_marks(text)
    parts: list[str] = []
    heading = ""
    for line in filter(None, text.split("\n")):
        if _is_headed(line):
            heading = line
            continue
        parts.append(f"\n{heading}\n{line}" if heading else line)
        heading = ""
    return tuple(parts)


def _is_headed(part: str) -> bool:
    return part.lstrip("\n").startswith("【")


def _plain(markdown: str) -> str:
    """Words alone: headings in brackets, dots before the items of a list, no other marks.

    Where a rule comes from is for whoever reads the file, not for players in a hurry.
    """
    text = re.sub(r"^#+ +(.+)$", r"【\1】", markdown, flags=re.MULTILINE)
    text = re.sub(r"^[*-] +", "· ", text, flags=re.MULTILINE)
    return re.sub(r"（来源：[^）]*）|\*\*|`", "", text).strip()
