"""Play 蹲麻子 on the simulated Discord and photograph it: ``python -m tests.shots.activity``.

Left the channel with the board and the button that opens the table, right the table that it opens:
the real page with Discord's own script, in a frame of a client that is made up. Beside that each
screen on which it does not open, for whoever wants to look: ``python -m tests.shots.activity
FOLDER``.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from renderers.picture import paint
from tests.kit.activity import INSTANCE, Client, activity_house
from tests.kit.actors import chance
from tests.kit.browser import chromium
from tests.kit.discord import NAMES
from tests.kit.page import window
from tests.shots.discord import PLAYS, SIZE, beside, photograph
from tests.shots.miniapp import FULL, PHONE, drawn

HERE = Path(__file__).parent


async def opened(browser, inside, person, size=SIZE, instance=INSTANCE, *, allows=True):
    """The page in a frame that fills the client, once it is drawn; its picture."""
    async with window(browser, known=("",), viewport=size) as context:
        client = Client(inside, person, await context.new_page())
        client.allows = allows
        await client.open(instance=instance)
        await client.page.evaluate(FULL)
        return await drawn(client.page, client.app)


async def others(inside, browser, folder):
    """Each screen without a hand, on a small telephone."""
    club = inside.club
    quiet = club.guild.create_text_channel("闲聊")
    inside.channel(quiet, "闲聊")
    stranger = club.env.create_user("joe", global_name="路人")
    inside.known(stranger.id, "路人")
    inside.enter(stranger)
    inside.enter(club.people[0])
    inside.enter(club.people[0], "i-4-gc-4-4", quiet)
    (folder / "hand.png").write_bytes(await opened(browser, inside, club.people[0], PHONE))
    for name, person, more in (
        ("stranger", stranger, {}),
        ("refused", club.people[0], {"allows": False}),
        ("absent", club.people[0], {"instance": "i-9-gc-9-9"}),
        ("quiet", club.people[0], {"instance": "i-4-gc-4-4"}),
    ):
        picture = await opened(browser, inside, person, PHONE, **more)
        (folder / f"{name}.png").write_bytes(picture)


async def main(folder=None):
    """Write activity.png."""
    with tempfile.TemporaryDirectory() as place:
        async with (
            chromium() as browser,
            activity_house(f"{place}/x.db", paint=paint, activity=True) as inside,
        ):
            club = inside.club
            club.env.backend.bot_user.name = "牌桌"
            for person, name in zip(club.people, NAMES, strict=True):
                inside.known(person.id, name)
            await club.begin()
            rng = chance(3)
            for _ in range(PLAYS):
                await club.answer(rng)
            ((who, _),) = club.asked()
            inside.enter(club.people[who])
            shots = [
                await photograph(browser, club.env, club.channel, club.people[who]),
                await opened(browser, inside, club.people[who]),
            ]
            if folder is not None:
                await others(inside, browser, folder)
    (HERE / "activity.png").write_bytes(beside(shots))


if __name__ == "__main__":
    asyncio.run(main(*map(Path, sys.argv[1:])))
