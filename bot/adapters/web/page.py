"""The page's files, with the page's words put in by the server.

The words are Fluent, of its simplest kind: one line a message, values without markup, arguments
like ``{ $count }``. So the page needs no library to read them, nor does this adapter.
"""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

_ENTRY = re.compile(r"^(web-[a-z0-9-]+) = (.+)$", re.MULTILINE)
_PLACE = re.compile(r"\{\{([a-z0-9-]+)\}\}")
LANGUAGE = "zh-Hans"

STATIC = {
    "app.js": "text/javascript",
    "link.js": "text/javascript",
    "pictures.js": "text/javascript",
    "draw.js": "text/javascript",
    "style.css": "text/css",
    "icon.svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    kind: str
    etag: str


def words(language: str = LANGUAGE) -> dict[str, str]:
    """The page's words by key."""
    return dict(_ENTRY.findall(_text(f"{language}.ftl")))


def static() -> dict[str, File]:
    """Everything beside the page itself, by name."""
    return {name: _file(_text(name), kind) for name, kind in STATIC.items()}


def page() -> File:
    """index.html; ``{{key}}`` becomes the word of that key, ``{{words}}`` all of them as JSON.

    Raises:
        KeyError: a word is missing.
    """
    known = words()
    known["words"] = json.dumps(known, ensure_ascii=False)
    known["lang"] = LANGUAGE
    text = _PLACE.sub(lambda m: html.escape(known[m[1]]), _text("index.html"))
    return _file(text, "text/html")


def _file(text: str, kind: str) -> File:
    body = text.encode()
    return File(body, kind, sha256(body).hexdigest()[:16])


def _text(name: str) -> str:
    return files("bot.adapters.web").joinpath(name).read_text("utf-8")
