"""How fast pictures are, beside plain Pillow: ``python -m tests.bench.picture``.

The views are positions of 蹲麻子 that were never painted before, 1000 by about 700 pixels; sprites
and masks are warm from another match, the cache of whole pictures is not used. Plain Pillow gets
the same sheet, laid out already, and paints it as one would: on RGB, fonts opened once, panels and
words drawn, a shadow blurred under every card, the same cards drawn anew, and ``save`` as PNG. It
is measured a second time with bare cards (a round box, an index and two signs, not smoothed).

Then four tables paint at once, as the program does it, while the loop's lag is measured. Beside it
stands the lag of a loop with nothing to do while another process is busy: the machine's own.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from io import BytesIO
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFilter

from bot.delivery.painter import SWITCH, Painter
from bot.i18n.catalogue import Catalogue
from bot.players.computer import Computers
from bot.screens.screen import Screen
from bot.support.clock import SystemClock
from engine.core import defaults
from engine.match import Match, act, deal, pending, plan_of
from engine.registry import games, policy
from engine.rng import Rng
from renderers import picture
from renderers.ink import cards, shapes
from renderers.ink.lettering import font
from renderers.sheet import Panel, Tile, Words
from renderers.theme import COATS, FELT, TONES
from tests.renderers.screens import FRIENDS, speaker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.view import View
    from renderers.sheet import Sheet

COUNT = 40
PART = 0.25
"""The bar: the part of plain Pillow's time, the size, and the loop's lag."""
KB = 50.0
LAG_MS = 5.0

TABLES = 4
SECONDS = 6.0
TICK = 0.001
LOWEST, HIGHEST = 640, 760
"""Pixels: sheets about as high as the bar's 700."""


def positions(seed: bytes) -> Iterator[View]:
    """What everybody sees of a match, action by action."""
    game = games()["dunmazi"]
    player = policy("dunmazi")
    assert player is not None
    options = defaults(game.info)
    match = Match(game, 4, seed, options, plan_of(options, 20))
    number = 0
    while not match.over:
        match, _ = deal(match)
        while asked := pending(match):
            yield game.present(game.observe(match.state, None))
            seen = game.observe(match.state, asked[0])
            rng = Rng(seed, "player", number)
            number += 1
            action = player.choose(game, seen, game.prompt(seen), rng)
            match, _ = act(match, asked[0], action)


def fresh(seed: bytes, count: int, say: Callable) -> list[View]:
    """Different views, of about the size that the bar is for."""
    found: dict[View, None] = {}
    for view in positions(seed):
        if len(found) == count:
            break
        if LOWEST <= picture.sheet(view, say).height <= HIGHEST:
            found[view] = None
    return list(found)


# Plain Pillow.


def felt(width: int, height: int) -> Image.Image:
    """A green cloth with a light in the middle."""
    light = Image.radial_gradient("L").resize((width, height))
    edge = Image.new("RGB", (width, height), FELT.felt_edge)
    return Image.composite(edge, Image.new("RGB", (width, height), FELT.felt), light)


def bare(tile: Tile) -> Image.Image:
    """A card as simple as can be."""
    card = Image.new("RGBA", (tile.w, tile.h))
    draw = ImageDraw.Draw(card)
    draw.rounded_rectangle((0, 0, tile.w - 1, tile.h - 1), 9, FELT.cream, FELT.cream_edge)
    if cards.is_suited(tile.face):
        colour = cards.ink(tile.face, four=False)
        draw.text((8, 4), tile.face[1:], colour, font(36, bold=True))
        for x, y, side in ((8, 46, 28), (tile.w * 0.45, tile.h * 0.6, tile.w * 0.5)):
            for outline in shapes.suit(tile.face[0]):
                draw.polygon([(x + a * side, y + b * side) for a, b in outline], colour)
    return card


def whole(tile: Tile) -> Image.Image:
    """The same card as ours, drawn anew."""
    look = cards.Look(tile.face, tile.word, tile.w, tile.h, tile.chosen)
    return cards.drawn.__wrapped__(look)


def plain(sheet: Sheet, card: Callable[[Tile], Image.Image]) -> bytes:
    """A sheet painted on RGB and saved as Pillow does it by itself."""
    image = felt(sheet.width, sheet.height)
    draw = ImageDraw.Draw(image)
    for item in sheet.items:
        match item:
            case Panel(x, y, w, h, ground):
                coat = COATS[ground]
                radius = min(coat.radius, w // 2, h // 2)
                box = (x, y, x + w - 1, y + h - 1)
                draw.rounded_rectangle(box, radius, coat.fill, coat.line, coat.thick)
            case Words():
                face = font(item.size, bold=item.bold)
                place = (item.x, item.y + item.size)
                draw.text(place, item.text, TONES[item.tone], face, anchor="ls")
            case Tile():
                shade = Image.new("L", (item.w + 16, item.h + 16))
                inner = (8, 10, item.w + 7, item.h + 9)
                ImageDraw.Draw(shade).rounded_rectangle(inner, 9, 100)
                black = Image.new("RGB", shade.size)
                soft = shade.filter(ImageFilter.GaussianBlur(3))
                image.paste(black, (item.x - 8, item.y - 8), soft)
                drawn = card(item)
                image.paste(drawn, (item.x, item.y), drawn)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def timed(job: Callable[[], bytes]) -> tuple[float, int]:
    """Milliseconds, and bytes made."""
    start = time.perf_counter()
    size = len(job())
    return 1000 * (time.perf_counter() - start), size


def warmed() -> Callable:
    """A voice, once the sprites and masks of another match are there."""
    say = speaker(FRIENDS)
    for view in fresh(b"warm" * 8, 3 * COUNT, say):
        picture.paint(view, say)
    return say


def side_by_side() -> bool:
    """Ours and plain Pillow in turn, view by view."""
    say = warmed()
    views = fresh(b"cold" * 8, COUNT, say)
    ours, rich, poor = [], [], []
    for view in views:
        ours.append(timed(lambda view=view: picture.paint(view, say)))
        sheet = picture.sheet(view, say)
        rich.append(timed(lambda sheet=sheet: plain(sheet, whole)))
        poor.append(timed(lambda sheet=sheet: plain(sheet, bare)))
    height = round(statistics.median(picture.sheet(view, say).height for view in views))
    print(f"{len(views)} new views of 1000 x {height}, median and worst:")
    for name, runs in (("plain Pillow", rich), ("plain, bare cards", poor), ("ours", ours)):
        took = sorted(ms for ms, _ in runs)
        size = max(size for _, size in runs) / 1000
        middle = statistics.median(took)
        print(f"  {name:18}{middle:8.1f} ms{took[-1]:8.1f} ms{size:8.1f} KB at most")
    part = statistics.median(ms for ms, _ in ours) / statistics.median(ms for ms, _ in rich)
    strict = statistics.median(ms for ms, _ in ours) / statistics.median(ms for ms, _ in poor)
    largest = max(size for _, size in ours) / 1000
    bars = ((f"at most {PART} of plain Pillow", part, PART), (f"at most {KB:g} KB", largest, KB))
    print(f"of plain Pillow with bare cards: {strict:.2f}")
    for what, value, most in bars:
        print(f"{what}: {value:.2f} {'ok' if value <= most else 'MISSED'}")
    return all(value <= most for _, value, most in bars)


async def lagging(lags: list[float], until: float) -> None:
    """Measure how late the loop is, in milliseconds."""
    loop = asyncio.get_running_loop()
    while loop.time() < until:
        due = loop.time() + TICK
        await asyncio.sleep(TICK)
        lags.append(1000 * (loop.time() - due))


async def beside() -> list[float]:
    """The lag of a loop with nothing to do, while another process needs as much as we do.

    What of it there is, is the machine's.
    """
    lags: list[float] = []
    # Nothing but the interpreter and a loop without an end.
    busy = await asyncio.create_subprocess_exec(sys.executable, "-c", "while True: pass")
    try:
        await lagging(lags, asyncio.get_running_loop().time() + SECONDS / 2)
    finally:
        busy.kill()
        await busy.wait()
    return lags


async def table(painter: Painter, views: list[View], until: float) -> int:
    """Paint one new view after another."""
    count = 0
    for view in views:
        if asyncio.get_running_loop().time() >= until:
            break
        await painter.message(Screen(view, FRIENDS))
        count += 1
    return count


async def lag() -> bool:
    """Four tables at once."""
    sys.setswitchinterval(SWITCH)
    say = warmed()
    views = fresh(b"four" * 8, TABLES * 400, say)
    painter = Painter(Catalogue(strict=True), Computers(SystemClock()))
    lags: list[float] = []
    calm = await beside()
    until = asyncio.get_running_loop().time() + SECONDS
    each = [views[i::TABLES] for i in range(TABLES)]
    made = await asyncio.gather(lagging(lags, until), *(table(painter, v, until) for v in each))
    calm.sort()
    lags.sort()
    p50, p99 = (lags[int(len(lags) * part)] for part in (0.5, 0.99))
    rate = sum(count or 0 for count in made) / SECONDS
    rest = calm[int(len(calm) * 0.99)]
    print(f"{TABLES} tables: {rate:.0f} pictures/s, lag p50 {p50:.2f} ms")
    print(f"a loop with nothing to do, beside a busy process: lag p99 {rest:.2f} ms")
    print(f"lag p99 at most {LAG_MS:g} ms: {p99:.2f} {'ok' if p99 <= LAG_MS else 'MISSED'}")
    return p99 <= LAG_MS


def main() -> bool:
    """Both measurements."""
    fast = side_by_side()
    return asyncio.run(lag()) and fast


if __name__ == "__main__":
    sys.exit(0 if main() else 1)
