"""A page without a browser: sits down in a room of the browser table and speaks frames."""

import asyncio
import json
from contextlib import asynccontextmanager

import aiohttp

from bot.adapters.web import WebPlatform
from bot.ports.refs import ChatRef, UserRef
from tests.kit.service import FakeService

KEY = b"a key for tests, 32 bytes long.."
SESSION = "tab-0001"


class Tab:
    """A WebSocket after its hello; ``state`` is what it was shown first."""

    def __init__(self, socket, token, state):
        self.socket = socket
        self.token = token
        self.state = state
        self.user = UserRef("web", state["you"]["id"])
        self.closed_with = None

    async def send(self, **frame):
        await self.socket.send_str(json.dumps(frame))

    async def frame(self):
        """The next frame; None once the socket is closed."""
        found = await self.socket.receive(timeout=10)
        if found.type is aiohttp.WSMsgType.TEXT:
            return json.loads(found.data)
        # The socket's own close_code speaks of a connection lost if the server was quicker.
        self.closed_with = found.data if found.type is aiohttp.WSMsgType.CLOSE else None
        return None

    async def ack(self, n):
        """The answer to frame ``n``; what comes before it is passed over."""
        while (found := await self.frame()) is not None:
            if found.get("ack") == n:
                return found
        raise AssertionError(f"closed with {self.closed_with} before frame {n} was answered")

    async def ask(self, n, **frame):
        """Send frame ``n`` and wait for its answer."""
        await self.send(n=n, **frame)
        return await self.ack(n)

    async def said(self):
        """The next line that somebody says."""
        while (found := await self.frame()) is not None:
            if "said" in found:
                return found["said"]
        raise AssertionError("closed before anything was said")

    async def put(self):
        """The next message shown."""
        while (found := await self.frame()) is not None:
            if "put" in found:
                return found["put"]
        raise AssertionError("closed before a message was shown")


class WebTable:
    """A running platform, its service, and a client for it."""

    def __init__(self, platform, service, http):
        self.platform = platform
        self.service = service
        self.http = http
        self.sockets = []
        self.room = platform.signer.new_room()
        self.chat = ChatRef("web", self.room)

    def url(self, path):
        return f"http://127.0.0.1:{self.platform.port}{path}"

    @property
    def origin(self):
        return {"Origin": self.url("")}

    async def sit(self, name="小明", **more):
        """A token for a name."""
        url = self.url(f"/r/{self.room}/sit")
        async with self.http.post(url, json={"name": name}, headers=self.origin, **more) as answer:
            return (await answer.json())["token"]

    async def socket(self, room=None, **headers):
        """A WebSocket before its hello."""
        url = self.url(f"/r/{room or self.room}/ws")
        socket = await self.http.ws_connect(url, headers={**self.origin, **headers})
        self.sockets.append(socket)
        return socket

    async def tab(self, name="小明", token=None, room=None, session=SESSION):
        """Sit down (unless a token is given) and open a tab; the service has seen it when done."""
        token = token or await self.sit(name)
        socket = await self.socket(room)
        hello = {"token": token, "tab": session, "lang": "zh-Hans"}
        await socket.send_str(json.dumps({"hello": hello}))
        state = json.loads((await socket.receive(timeout=10)).data)["state"]
        return Tab(socket, token, state)

    async def fetch(self, picture, token=None, room=None):
        """Status, headers and body of a picture's address."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        url = self.url(f"/r/{room or self.room}/p/{picture}")
        async with self.http.get(url, headers=headers) as answer:
            return answer.status, answer.headers, await answer.read()

    async def quiet(self, *tabs):
        """Wait until every socket given is closed."""
        for tab in tabs:
            while await tab.frame() is not None:
                pass


@asynccontextmanager
async def web_table(answer=lambda _: None, bound="127.0.0.1", **options):
    """A browser table on a free port of this machine, and a client without cookies."""
    service = FakeService(answer)
    platform = WebPlatform(bound, 0, KEY, **options)
    await platform.start(service)
    try:
        async with aiohttp.ClientSession() as http:
            table = WebTable(platform, service, http)
            yield table
            service.gate.set()
            await asyncio.gather(*(socket.close() for socket in table.sockets))
    finally:
        service.gate.set()
        await platform.stop()
