"""Play 蹲麻子 on the simulated Discord and photograph it: ``python -m tests.shots.discord``.

Left the channel with the board, as everybody sees it; right the private message of whose turn it
is. The pictures in them are the program's own.
"""

import asyncio
import io
import tempfile
from pathlib import Path

from PIL import Image

from renderers.picture import paint
from tests.kit.actors import chance
from tests.kit.browser import chromium
from tests.kit.discord import club

HERE = Path(__file__).parent
SIZE = {"width": 560, "height": 900}
PLAYS = 9

AS_AT_DISCORD = """
() => {
  document.querySelector("#toolbar").remove();
  for (const buttons of document.querySelectorAll(".message-components")) {
    const pictures = buttons.parentNode.querySelector(".message-attachments");
    if (pictures) pictures.after(buttons);
  }
  const timeline = document.querySelector("#channel-timeline");
  timeline.scrollTop = timeline.scrollHeight;
}
"""
"""The simulator's own tools go, and buttons stand below pictures, where Discord puts them."""


async def photograph(browser, env, channel, viewer):
    """A channel as a person sees it, as a PNG."""
    async with env.preview(
        channel, viewers=[viewer], layout="channel", locale="zh-CN", **SIZE
    ) as preview:
        page = await browser.new_page(viewport=SIZE, device_scale_factor=1)
        await page.goto(preview.url)
        await page.wait_for_load_state("networkidle")
        await page.evaluate(AS_AT_DISCORD)
        picture = await page.locator("#channel-layout").screenshot()
        await page.close()
    return picture


def beside(pictures, gap=12):
    """Pictures next to each other, as one PNG."""
    images = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures]
    whole = Image.new(
        "RGB", (sum(i.width for i in images) + gap * (len(images) - 1), images[0].height), "white"
    )
    at = 0
    for image in images:
        whole.paste(image, (at, 0))
        at += image.width + gap
    out = io.BytesIO()
    whole.save(out, "PNG", optimize=True)
    return out.getvalue()


async def main():
    """Write discord.png."""
    with tempfile.TemporaryDirectory() as folder:
        async with chromium() as browser, club(f"{folder}/x.db", paint=paint) as c:
            c.env.backend.bot_user.name = "牌桌"
            await c.begin()
            rng = chance(3)
            for _ in range(PLAYS):
                await c.answer(rng)
            ((who, _),) = c.asked()
            user = c.people[who].user
            shots = [
                await photograph(browser, c.env, c.channel, c.people[who]),
                await photograph(browser, c.env, user.dm_channel, user),
            ]
    (HERE / "discord.png").write_bytes(beside(shots))


if __name__ == "__main__":
    asyncio.run(main())
