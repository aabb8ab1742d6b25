"""Play 蹲麻子 in a real browser until it is one's turn, and photograph the page."""

import asyncio
import tempfile
from pathlib import Path

from tests.e2e.pages import Person
from tests.kit.browser import chromium
from tests.kit.program import Program

HERE = Path(__file__).parent


SIZES = {"page": {"width": 1280, "height": 800}, "phone": {"width": 390, "height": 844}}


async def main():
    """Write the page on a desk and on a phone, dark and light."""
    with tempfile.TemporaryDirectory() as folder:
        async with Program(folder, COMPUTER_PACE="0") as program, chromium() as browser:
            me = await Person.arrive(browser, program.address, "小明")
            await me.say("/newgame 蹲麻子")
            for _ in range(3):
                await me.press("加电脑")
            await me.press("开始")
            for _ in range(6):
                await me.asked_or_told("第 1 圈结束")
                await me.go_on()
            await me.asked_or_told("第 1 圈结束")
            await me.page.wait_for_load_state("networkidle")
            for name, size in SIZES.items():
                await me.page.set_viewport_size(size)
                for theme, suffix in (("dark", ""), ("light", "-light")):
                    await me.page.emulate_media(color_scheme=theme)
                    await me.page.mouse.move(0, 0)
                    await me.page.screenshot(path=HERE / f"{name}{suffix}.png")


if __name__ == "__main__":
    asyncio.run(main())
