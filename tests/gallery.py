"""Pictures of every screen, to be looked at: ``python -m tests.gallery [outdir [language …]]``.

Hand-made views first, then what the service shows of every game there is: the lobby, the first
deal, the fullest moment, the settlement, the end and the score sheet; with the fewest players and
with the most, who have the longest names; in every language. Beside each picture lie its text and
a copy as wide as a telephone, and those of a hand in four colours too; ``index.html`` shows all.
"""

from __future__ import annotations

import html
import sys
import time
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from bot.i18n.catalogue import LANGUAGES
from engine.registry import games
from renderers import picture, text
from renderers.theme import PHONE
from tests.renderers import tournaments
from tests.renderers.moments import Moment, counts, moments
from tests.renderers.screens import SCREENS, speaker

if TYPE_CHECKING:
    from collections.abc import Iterator

STYLE = "<style>body{background:#ddd}img{margin:4px;vertical-align:top}</style>"


def screens(language: str) -> Iterator[Moment]:
    """All there is to see in a language."""
    if language == LANGUAGES[0]:
        for name, (view, names) in SCREENS.items():
            yield Moment(f"made-{name}", view, names)
    yield from tournaments.moments()
    for game_id, game in games(tests_too=True).items():
        for count in counts(game):
            yield from moments(game_id, count, language)


def narrow(painted: bytes) -> bytes:
    """The picture as a telephone shows it."""
    with Image.open(BytesIO(painted)) as image:
        size = (PHONE, round(image.height * PHONE / image.width))
        small = image.convert("RGB").resize(size, Image.Resampling.LANCZOS)
    buffer = BytesIO()
    small.save(buffer, "PNG")
    return buffer.getvalue()


def keep(moment: Moment, target: Path, language: str) -> str:
    """Write one screen's files; returns its part of the page."""
    say = speaker(moment.names, language)
    picture.paint(moment.view, say)
    start = time.perf_counter()
    painted = picture.paint(moment.view, say)
    took = 1000 * (time.perf_counter() - start)
    words = text.render(moment.view, say)
    files = {f"{moment.name}.png": painted, f"{moment.name}-phone.png": narrow(painted)}
    if moment.private:
        files[f"{moment.name}-four.png"] = picture.paint(moment.view, say, four=True)
    for name, content in files.items():
        (target / name).write_bytes(content)
    (target / f"{moment.name}.txt").write_text(words + "\n", "utf-8")
    sheet = picture.sheet(moment.view, say)
    size = f"{sheet.width}×{sheet.height}  {len(painted) // 1024} KB  {took:.0f} ms"
    cut = "" if sheet.whole else "  NOT WHOLE"
    sys.stdout.write(f"{language:8} {moment.name:34} {size}{cut}\n")
    shown = "".join(f"<img src='{language}/{name}'>" for name in files)
    return f"<h2>{language} {moment.name}</h2>{shown}<pre>{html.escape(words)}</pre>"


def main(folder: str = "gallery", *languages: str) -> None:
    """Paint everything, and say how large each is and how long it took."""
    page = [f"<!doctype html><meta charset=utf-8><title>Gallery</title>{STYLE}"]
    for language in languages or LANGUAGES:
        target = Path(folder, language)
        target.mkdir(parents=True, exist_ok=True)
        page += [keep(moment, target, language) for moment in screens(language)]
    Path(folder, "index.html").write_text("\n".join(page), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
