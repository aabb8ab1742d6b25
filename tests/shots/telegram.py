"""Play 蹲麻子 on the simulated Telegram and photograph it: ``python -m tests.shots.telegram``.

Left the group with the board, as everybody sees it; right the private chat of whose turn it is. The
messages, the buttons and the pictures are the program's own; only the bubbles around them are drawn
here.
"""

import asyncio
import base64
import tempfile
from html import escape
from pathlib import Path

from renderers.picture import paint
from tests.kit.actors import chance
from tests.kit.browser import chromium
from tests.kit.telegram import open_group
from tests.shots.discord import beside

HERE = Path(__file__).parent
FONT = HERE.parent.parent / "renderers" / "fonts" / "PokertableSansSC-Regular.otf"
SIZE = {"width": 480, "height": 960}
NAMES = ("小明", "阿强", "小红", "老王")
PLAYS = 9

STYLE = """
body { margin: 0; height: 100vh; display: flex; flex-direction: column; overflow: hidden;
  background: #cfdcc0; font: 15px Shown, sans-serif; color: #111 }
header { background: #fff; padding: 14px 18px; font-weight: 600; box-shadow: 0 1px 2px #0003 }
main { flex: 1; display: flex; flex-direction: column; justify-content: flex-end; gap: 8px;
  padding: 12px; overflow: hidden }
article { width: 400px; flex-shrink: 0 }
.bubble { background: #fff; border-radius: 12px; overflow: hidden }
.bubble img { display: block; width: 100% }
.bubble p { margin: 0; padding: 8px 12px; white-space: pre-wrap; line-height: 1.45 }
.row { display: flex; gap: 4px; margin-top: 4px }
.row span { flex: 1; min-width: 0; background: #6b8a5acc; color: #fff; border-radius: 8px;
  padding: 7px 4px; text-align: center; white-space: nowrap; overflow: hidden }
"""


def article(message):
    """A message with its picture, its words and its buttons."""
    picture = message.photo and base64.b64encode(message.photo).decode()
    shown = f'<img src="data:image/png;base64,{picture}">' if picture else ""
    lines = ["".join(f"<span>{escape(b['text'])}</span>" for b in row) for row in message.keyboard]
    rows = "".join(f'<div class="row">{line}</div>' for line in lines)
    words = f"<p>{escape(message.words)}</p>" if message.words else ""
    return f'<article><div class="bubble">{shown}{words}</div>{rows}</article>'


async def photograph(browser, title, messages):
    """A chat as a phone shows it, as a PNG."""
    font = base64.b64encode(FONT.read_bytes()).decode()
    face = f"@font-face {{ font-family: Shown; src: url(data:font/otf;base64,{font}) }}"
    page = await browser.new_page(viewport=SIZE, device_scale_factor=1)
    inside = "".join(map(article, messages))
    await page.set_content(
        f"<style>{face}{STYLE}</style><header>{escape(title)}</header><main>{inside}</main>"
    )
    await page.evaluate("document.fonts.ready")
    picture = await page.screenshot()
    await page.close()
    return picture


async def main():
    """Write telegram.png."""
    with tempfile.TemporaryDirectory() as folder:
        async with (
            chromium() as browser,
            open_group(f"{folder}/x.db", NAMES, paint=paint) as (house, group, people),
        ):
            await house.begin(group, people)
            rng = chance(3)
            for _ in range(PLAYS):
                await house.answer(rng)
                await house.forward(3)
            ((person, _),) = house.asked()
            shots = [
                await photograph(browser, group.title, group.ours),
                await photograph(browser, "牌桌", house.world.private(person).ours),
            ]
    (HERE / "telegram.png").write_bytes(beside(shots))


if __name__ == "__main__":
    asyncio.run(main())
