"""The page's files, with the page's words put in by the server.

The words are Fluent, of its simplest kind: one line a message, values without markup, arguments
like ``{ $count }``. So the page needs no library to read them, nor does this adapter.
"""

from __future__ import annotations

import gzip
import html
import json
import re
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from bot.i18n.catalogue import LANGUAGE, LANGUAGES, choose, read

if TYPE_CHECKING:
    from bot.ports.frame import ClientFrame

_ENTRY = re.compile(r"^(web-[a-z0-9-]+) = (.+)$", re.MULTILINE)
_QUICK = re.compile(r"^talk-(quick-[a-z]+) = (.+)$", re.MULTILINE)
"""Quick words are the service's, too: they stand with its own."""

_PLACE = re.compile(r"\{\{([a-z0-9-]+)\}\}")
_MAIN = '<script type="module" src="/static/app.js">'
_IMPORT = re.compile(r"""^(?:import|export)\b[^;]*?["']\./([a-z]+\.js)["'];""", re.MULTILINE)
_OURS = ("zh", "cmn", "yue", "en")
"""Languages that are spoken here, as the first part of a tag."""

FELT = "#0d3a30"
"""The colour behind everything (style.css), where a browser draws before the page does."""

STATIC = {
    "app.js": "text/javascript",
    "figures.js": "text/javascript",
    "base.js": "text/javascript",
    "bubbles.js": "text/javascript",
    "blocks.js": "text/javascript",
    "cards.js": "text/javascript",
    "chart.js": "text/javascript",
    "clock.js": "text/javascript",
    "devices.js": "text/javascript",
    "insets.js": "text/javascript",
    "draw.js": "text/javascript",
    "faces.js": "text/javascript",
    "fallback.js": "text/javascript",
    "focus.js": "text/javascript",
    "guest.js": "text/javascript",
    "home.js": "text/javascript",
    "profiles.js": "text/javascript",
    "validation.js": "text/javascript",
    "install.js": "text/javascript",
    "invite.js": "text/javascript",
    "keyboard.js": "text/javascript",
    "connection.js": "text/javascript",
    "view.js": "text/javascript",
    "messages.js": "text/javascript",
    "motion.js": "text/javascript",
    "looks.js": "text/javascript",
    "notes.js": "text/javascript",
    "offline.js": "text/javascript",
    "order.js": "text/javascript",
    "panes.js": "text/javascript",
    "person.js": "text/javascript",
    "pictures.js": "text/javascript",
    "pin.js": "text/javascript",
    "push.js": "text/javascript",
    "shortcuts.js": "text/javascript",
    "shuffle_check.js": "text/javascript",
    "shuffle_page.js": "text/javascript",
    "rooms.js": "text/javascript",
    "scene.js": "text/javascript",
    "sound.js": "text/javascript",
    "gestures.js": "text/javascript",
    "text.js": "text/javascript",
    "presses.js": "text/javascript",
    "steady.js": "text/javascript",
    "storage.js": "text/javascript",
    "talk.js": "text/javascript",
    "theme.js": "text/javascript",
    "times.js": "text/javascript",
    "toasts.js": "text/javascript",
    "upload.js": "text/javascript",
    "style.css": "text/css",
    "controls.css": "text/css",
    "panels.css": "text/css",
    "framed.css": "text/css",
    "scene.css": "text/css",
    "talk.css": "text/css",
    "cards.svg": "image/svg+xml",
    "icon.svg": "image/svg+xml",
    "icon-turn.svg": "image/svg+xml",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
    "icon-maskable.png": "image/png",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    body: bytes
    kind: str
    etag: str

    @property
    def packed(self) -> bytes:
        """The same by gzip, where that makes it smaller; else nothing."""
        return b"" if self.kind == "image/png" else _packed(self.body)


@cache
def _packed(body: bytes) -> bytes:
    made = gzip.compress(body, 6, mtime=0)
    return made if len(made) < len(body) else b""


def words(language: str = LANGUAGE) -> dict[str, str]:
    """The page's words by key."""
    quick = _QUICK.findall(read(files("bot.i18n").joinpath("messages"), language, "talk"))
    own = _ENTRY.findall(read(files("bot.adapters.web"), language))
    return {**dict(own), **{f"web-{key}": said for key, said in quick}}


def language(chosen: str, accepted: str) -> str:
    """The language of the page: what was chosen there, else what the browser asks for.

    Args:
        chosen: one of ``LANGUAGES``, or anything else for none.
        accepted: an ``Accept-Language`` header.
    """
    if chosen in LANGUAGES:
        return chosen
    tags = _by_weight(accepted)
    ours = (tag for tag in tags if tag.lower().partition("-")[0] in _OURS)
    return choose(next(ours, tags[0] if tags else ""))


def _by_weight(accepted: str) -> list[str]:
    """The tags of an ``Accept-Language`` header, most wanted first."""
    found: list[tuple[float, str]] = []
    for item in accepted[:200].split(","):
        tag, _, weight = item.strip().partition(";q=")
        try:
            wanted = float(weight or 1)
        except ValueError:
            continue
        if tag and tag != "*" and wanted > 0:
            found.append((-wanted, tag))
    return [tag for _, tag in sorted(found, key=lambda pair: pair[0])]


def static() -> dict[str, File]:
    """Everything beside the page itself, by name."""
    return {name: _file(_bytes(name), kind) for name, kind in STATIC.items()}


def page(
    language: str = LANGUAGE, name: str = "index.html", frame: ClientFrame | None = None
) -> File:
    """A page of ours; ``{{key}}`` becomes the word of that key, ``{{words}}`` all, as JSON.

    At the door of a platform's clients what speaks with them is loaded before the page's own.

    Raises:
        KeyError: a word is missing.
    """
    known = words(language)
    known["words"] = json.dumps(known, ensure_ascii=False)
    known["lang"] = language
    text = _PLACE.sub(lambda m: html.escape(known[m[1]]), _text(name))
    ahead = (f'<link rel="modulepreload" href="/static/{one}">\n' for one in imported("app.js"))
    text = text.replace(_MAIN, f"{''.join(ahead)}{_MAIN}", 1)
    if frame is not None:
        own = (f"/frame/{frame.name}/s/{file}" for file in frame.scripts)
        scripts = ("/static/fallback.js", *own)
        tags = "".join(f'<script src="{path}"></script>\n' for path in scripts)
        sheet = '<link rel="stylesheet" href="/static/framed.css">\n'
        text = text.replace(_MAIN, f"{sheet}{tags}{_MAIN}", 1)
        text = text.replace("<body ", f'<body data-frame="{frame.name}" ', 1)
    return _file(text.encode(), "text/html")


@cache
def imported(name: str) -> tuple[str, ...]:
    """The scripts that one imports, and those import, without itself; each once, by name.

    A browser is told of them ahead: else it hears of one only when another is there that asks
    for it, a dozen deep.
    """
    found: set[str] = set()
    left = [name]
    while left:
        fresh = set(_IMPORT.findall(_text(left.pop()))) - found
        found |= fresh
        left += fresh
    return tuple(sorted(found - {name}))


def script(text: str) -> File:
    """A script that is no file of the page's own."""
    return _file(text.encode(), "text/javascript")


def worker() -> File:
    """What stays in the browser when the server is not there."""
    return _file(_bytes("sw.js"), "text/javascript")


def manifest(room: str, language: str = LANGUAGE) -> File:
    """What the page is called as an app, and where that begins: in the room it was installed in."""
    known = words(language)
    icons = [
        {"src": f"/static/icon-{name}.png", "sizes": f"{size}x{size}", "type": "image/png", **more}
        for name, size, more in (
            ("192", 192, {}), ("512", 512, {}), ("maskable", 512, {"purpose": "maskable"}),
        )
    ]  # fmt: skip
    told = {
        "name": known["web-title"],
        "short_name": known["web-title"],
        "description": known["web-tagline"],
        "lang": language,
        "id": "/",
        "start_url": f"/r/{room}",
        "scope": "/",
        "display": "standalone",
        "background_color": FELT,
        "theme_color": FELT,
        "icons": icons,
    }
    body = json.dumps(told, ensure_ascii=False).encode()
    return _file(body, "application/manifest+json")


def _file(body: bytes, kind: str) -> File:
    return File(body, kind, sha256(body).hexdigest()[:16])


def _text(name: str) -> str:
    return _bytes(name).decode()


def _bytes(name: str) -> bytes:
    return files("bot.adapters.web").joinpath(name).read_bytes()
