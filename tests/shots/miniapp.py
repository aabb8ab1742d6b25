"""Play 蹲麻子 inside the simulated Telegram and photograph it: ``python -m tests.shots.miniapp``.

Left the group with the board and the button that opens the table, right the table that it opens:
the real page in a frame, on its reader's turn. Beside that each screen on which it does not open,
for whoever wants to look: ``python -m tests.shots.miniapp FOLDER``.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from renderers.picture import paint
from tests.kit.actors import chance
from tests.kit.browser import chromium
from tests.kit.framed import framed_house, inside
from tests.kit.page import window
from tests.shots.discord import beside
from tests.shots.telegram import NAMES, PLAYS, SIZE, photograph

HERE = Path(__file__).parent
PHONE = {"width": 360, "height": 740}

FULL = """
document.body.style.margin = 0;
Object.assign(document.getElementById("app"), {width: innerWidth, height: innerHeight});
document.getElementById("app").style.border = 0;
"""


async def opened(browser, address, size=SIZE):
    """The page in a frame that fills the client, once it is drawn; its picture."""
    options = {"viewport": size, "permissions": ["local-network-access"]}
    async with window(browser, known=("",), **options) as context:
        page, app = await inside(context, address)
        await page.evaluate(FULL)
        return await drawn(page, app)


async def drawn(page, app):
    """The picture of a client once the page in it shows something."""
    await app.locator("#hands .card, #shut, #pinned .text").first.wait_for(timeout=60_000)
    await app.locator("html").evaluate("document.fonts.ready")
    await page.wait_for_load_state("networkidle")
    return await page.screenshot()


async def refusals(framed, browser, folder):
    """Each way in which it does not open, on a small telephone."""
    person, stranger = framed.people[0], framed.house.world.user("路人")
    table, now = framed.house.table.state.id, framed.house.clock.now()
    used = framed.data(person, called=person.name, query_id="used")
    await framed.session(used, "key-of-another-page")
    old = framed.data(person, auth_date=str(int(now.timestamp()) - 3700))
    ways = {
        "alone": f"{framed.url}/frame/telegram",
        "old": framed.address(old, table),
        "elsewhere": framed.address(used, table),
        "stranger": framed.address(framed.data(stranger), table),
        "hand": framed.address(framed.data(person, called=person.name, query_id="hand"), table),
    }
    for name, address in ways.items():
        (folder / f"{name}.png").write_bytes(await opened(browser, address, PHONE))


async def main(folder=None):
    """Write miniapp.png."""
    with tempfile.TemporaryDirectory() as place:
        async with (
            chromium() as browser,
            framed_house(
                f"{place}/x.db", names=NAMES, paint=paint, page="https://table.example.org",
                app="table",
            ) as framed,
        ):  # fmt: skip
            house, rng = framed.house, chance(3)
            await house.begin(framed.group, framed.people)
            for _ in range(PLAYS):
                await house.answer(rng)
                await house.forward(3)
            ((person, _),) = house.asked()
            address = framed.address(framed.data(person, called=person.name), house.table.state.id)
            shots = [
                await photograph(browser, framed.group.title, framed.group.ours),
                await opened(browser, address),
            ]
            if folder is not None:
                await refusals(framed, browser, folder)
    (HERE / "miniapp.png").write_bytes(beside(shots))


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:])))
