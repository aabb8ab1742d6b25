"""The page's pictures for the screen of a telephone: ``python -m tests.icons`` draws them anew.

They are ``icon.svg`` in the sizes that a manifest wants; the maskable one fills its square, and
what it shows lies in the circle that every mask leaves.
"""

import asyncio
import re
from pathlib import Path

from tests.kit.browser import chromium

FOLDER = Path(__file__).parents[1] / "bot" / "adapters" / "web"

ICONS = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512}

SAFE = 0.8
"""Of the width, the circle that no mask cuts (W3C, Web Application Manifest, icon masks)."""


def maskable(svg: str) -> str:
    """The same on a ground without corners, and smaller by what a mask may cut."""
    ground, shown = re.search(r"(<rect[^>]*rx=\"14\"[^>]*/>)(.*)</svg>", svg, re.DOTALL).groups()
    whole = ground.replace('rx="14"', "")
    small = f'<g transform="translate(32 32) scale({SAFE}) translate(-32 -32)">{shown}</g>'
    return svg.replace(ground + shown, whole + small)


async def draw():
    plain = (FOLDER / "icon.svg").read_text("utf-8")
    async with chromium() as browser:
        for name, size in ICONS.items():
            svg = maskable(plain) if "maskable" in name else plain
            page = await browser.new_page(viewport={"width": size, "height": size})
            style = "<style>body{margin:0}svg{display:block;width:100vw}</style>"
            await page.set_content(style + svg)
            await page.screenshot(path=FOLDER / name, omit_background=True)
            await page.close()
            print("written:", name)


if __name__ == "__main__":
    asyncio.run(draw())
