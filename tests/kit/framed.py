"""The table inside Telegram: a house with the real adapter, the page beside it at a door of its
own, and a page of ``web.telegram.org`` that shows it, as a browser would have it."""

import asyncio
import json
from contextlib import asynccontextmanager
from urllib.parse import quote

import aiohttp

from bot.adapters.telegram.frame import frame
from bot.adapters.web import WebPlatform
from tests.kit.initdata import PUBLIC, init_data
from tests.kit.telegram import open_group
from tests.kit.telegram_server import TOKEN
from tests.kit.web import KEY

OUTSIDE = "https://web.telegram.org"
"""The origin that may show the page inside itself."""

PAGE = """<!doctype html><title>Telegram</title>
<script>
  window.heard = [];
  window.told = [];
  addEventListener("message", (event) => {
    const { eventType, eventData } = JSON.parse(event.data);
    heard.push(eventType);
    told.push([eventType, eventData]);
  });
  window.tell = (eventType, eventData) => {
    const said = JSON.stringify({ eventType, eventData });
    document.getElementById("app").contentWindow.postMessage(said, "*");
  };
</script>
<iframe id="app" width="380" height="780" src="ADDRESS" allow="local-network-access"></iframe>"""


class FramedHouse:
    """A running service on Telegram and the page's door to it."""

    def __init__(self, house, group, people, web, http):
        self.house, self.group, self.people = house, group, people
        self.web, self.http = web, http
        self.url = f"http://127.0.0.1:{web.port}"

    def data(self, person, **more):
        """An ``initData`` of a person, signed now for this bot."""
        return init_data(self.house.clock.now(), person.id, **more)

    def address(self, data, table="", **client):
        """What a client opens."""
        return address_of(self.url, data, table, **client)

    async def post(self, path, body, origin=None):
        """Status and answer of a request from the page."""
        headers = {"Origin": self.url if origin is None else origin}
        url = f"{self.url}/frame/telegram/{path}"
        async with self.http.post(url, json=body, headers=headers) as answer:
            return answer.status, await answer.json() if answer.status == 200 else {}

    async def session(self, data, key="key-of-the-first-page"):
        """What comes of handing over a proof."""
        status, found = await self.post("session", {"proof": data, "key": key})
        assert status == 200
        return found

    async def socket(self, token, table="", tab="tab-0001"):
        """A socket after its hello, and the first frame; None where it was closed instead."""
        url = f"{self.url}/frame/telegram/ws?table={table}"
        socket = await self.http.ws_connect(url, headers={"Origin": self.url})
        hello = {"token": token, "tab": tab, "lang": "zh-Hans"}
        await socket.send_str(json.dumps({"hello": hello}))
        first = await socket.receive(timeout=60)
        if first.type is not aiohttp.WSMsgType.TEXT:
            return socket, None
        return socket, json.loads(first.data)["state"]


@asynccontextmanager
async def framed_house(path, **fields):
    """A group of four people on Telegram, and the page that may open inside it."""
    async with (
        open_group(path, **fields) as (house, group, people),
        page_beside(house, group, people) as framed,
    ):
        yield framed


@asynccontextmanager
async def page_beside(house, group, people):
    """The page with a door for the clients of a house on Telegram."""
    port = await free_port()
    url = f"http://127.0.0.1:{port}"
    now = house.clock.now
    web = WebPlatform("127.0.0.1", port, KEY, url=url, frames=[frame(TOKEN, now, PUBLIC)], now=now)
    await web.start(house.service)
    try:
        async with aiohttp.ClientSession() as http:
            yield FramedHouse(house, group, people, web, http)
    finally:
        await web.stop()


class FramedPage:
    """A page that is open: what it shows, and every frame that it was sent."""

    def __init__(self, socket, state):
        self.socket = socket
        self.frames = [state]
        self.shown = {m["id"]: m for place in state["messages"].values() for m in place}
        self.acks = {}
        self.notes = []
        self._n = 0
        self._reading = asyncio.create_task(self._read())

    async def _read(self):
        async for found in self.socket:
            frame = json.loads(found.data)
            self.frames.append(frame)
            if "put" in frame:
                self.shown[frame["put"]["id"]] = frame["put"]
            elif "drop" in frame:
                self.shown.pop(frame["drop"], None)
            elif "ack" in frame:
                self.notes += [frame["note"]] if "note" in frame else []
                self.acks[frame["ack"]].set_result(frame)

    @property
    def hand(self):
        """One's own message."""
        return next((m for m in self.shown.values() if m["id"].startswith("p")), None)

    async def press(self, token, values=(), message=None):
        """Press a button, of one's own where no ``message`` is named; what comes of it."""
        self._n += 1
        answer = self.acks[self._n] = asyncio.get_running_loop().create_future()
        message = message or (self.hand["id"] if self.hand else "")
        sent = {"n": self._n, "press": token, "values": list(values), "message": message, "ago": 0}
        await self.socket.send_str(json.dumps(sent))
        return await asyncio.wait_for(answer, 60)

    async def close(self):
        """Close it."""
        self._reading.cancel()
        await self.socket.close()


def address_of(url, data, table="", version="8.0", platform="weba"):
    """What Telegram's client on the web opens in a frame; another ``platform``: what that opens."""
    return (
        f"{url}/frame/telegram?table={table}#tgWebAppData={quote(data)}"
        f"&tgWebAppVersion={version}&tgWebAppPlatform={platform}"
    )


async def free_port():
    """A port that is free now."""
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    return port


async def inside(context, address, ancestor=OUTSIDE):
    """Open an address inside a page of Telegram's, or of another; the page, and the frame in it."""
    page = await context.new_page()
    body = PAGE.replace("ADDRESS", address.replace("&", "&amp;"))
    await page.route(
        f"{ancestor}/**", lambda route: route.fulfill(body=body, content_type="text/html")
    )
    await page.goto(f"{ancestor}/k/", timeout=60_000)
    return page, page.frame_locator("#app")
