"""The table as a page inside each platform's client, beside a chat in which others press buttons.

A door is a road (``tests.kit.roads``) whose people may also open the page in a browser: ``enter``
gives the page of the client, and the frame in it.
"""

import asyncio
import json
from contextlib import asynccontextmanager
from dataclasses import replace

from playwright.async_api import expect

from tests.kit.activity import ActivityHouse, Client, authority, door_to
from tests.kit.framed import inside, page_beside
from tests.kit.roads import on_discord, on_telegram

LONG = 60_000
"""Milliseconds that a busy machine may take."""


class FramedApp:
    """The page inside a client: what a person does there, and what it was sent over its socket."""

    def __init__(self, page, app):
        self.page, self.app = page, app
        self.hands = app.locator("#hands")
        self.frames = []

    def take(self):
        """What has come since this was last asked."""
        found, self.frames[:] = [json.loads(frame) for frame in self.frames], []
        return found

    def control(self, key):
        """What is pressed: on one's own screen, or on the board."""
        return self.app.locator(f':is(#hands, #pinned) [data-key="{key}"]:visible').first

    async def press(self, token):
        """Press the button of a token."""
        await self.control(f"press {token}").click(timeout=LONG)

    async def next(self):
        """Ask for the next round."""
        shown = ':is(#hands, #pinned) [data-key^="press "][data-key$=":next"]:visible'
        await self.app.locator(shown).first.click(timeout=LONG)

    async def pick(self, token, values):
        """Touch the things of these values and send them."""
        for value in values:
            card = self.hands.locator(f'[data-key^="pick {token} "][data-key$=" {value}"]')
            if await card.get_attribute("aria-pressed", timeout=LONG) != "true":
                await card.click(timeout=LONG)
            await expect(card).to_have_attribute("aria-pressed", "true", timeout=LONG)
        await self.control(f"send {token}").click(timeout=LONG)


async def opened(context, address):
    """A page of the client that shows an address in a frame."""
    found = []
    context.on("page", lambda page: page.on("websocket", lambda s: _keep(s, found)))
    page, app = await inside(context, address)
    made = FramedApp(page, app)
    made.frames = found
    return made


def _keep(socket, found):
    socket.on("framereceived", lambda frame: "/frame/" in socket.url and found.append(frame))


@asynccontextmanager
async def in_telegram(path, people):
    """A group, and the Mini App."""
    async with (
        on_telegram(path, people) as road,
        page_beside(road.house, road.group, road.people) as framed,
    ):

        async def enter(context, who):
            data = framed.data(road.people[who])
            return await opened(context, framed.address(data, road.table.state.id))

        road.enter, road.web, road.settle = enter, framed.web, road.house.settle
        yield road


@asynccontextmanager
async def in_discord(path, people):
    """A channel, and the Activity: Discord's own script speaks with a client that is made up."""
    async with (
        on_discord(path, people) as road,
        authority() as vouches,
        door_to(road.service, vouches, road.club.house.clock.now) as door,
    ):
        house = ActivityHouse(road.club, door)

        async def enter(context, who):
            person = road.club.people[who]
            house.enter(person)
            client = Client(house, person, await context.new_page())
            await client.open()
            made = FramedApp(client.page, client.app)
            made.frames = client.frames
            return made

        road.enter, road.web, road.settle = enter, house.web, road.club.settle
        yield road


DOORS = {"discord": in_discord, "telegram": in_telegram}


async def happens(condition):
    """What a browser, or a program of its own, is about to do: the first thing that is true."""
    async with asyncio.timeout(LONG / 1000):
        while not (found := condition()):  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        return found


def unread(action):
    """An action as cards are picked: how they are read is asked afterwards."""
    return replace(action, reading="")
