"""The table inside Discord: the real adapter, the page at a door of its own, the few endpoints of
Discord's API that tell who looks, and a page of ``discord.com`` that shows an Activity."""

import asyncio
import base64
import json
import re
from contextlib import asynccontextmanager
from urllib.parse import quote, urlencode

import aiohttp
from aiohttp import WSMsgType, web

from bot.adapters.discord.frame import frame, origin_of
from bot.adapters.discord.identity import Application
from bot.adapters.web import WebPlatform
from tests.kit.discord import club
from tests.kit.framed import free_port
from tests.kit.service import FakeService
from tests.kit.web import KEY

CLIENT = "1276580072400224306"
OTHER = "1276580072400224307"
SECRET = "tests-own-secret-of-32-characters"[:32]
BOT = "Bot"
INSTANCE = f"i-{CLIENT}-gc-912952092627435520-912954213460484116"
KEY_OF_PAGE = "key-of-the-first-page"


def token_of(client):
    """A bot's token, which begins with its id."""
    return base64.urlsafe_b64encode(client.encode()).decode().rstrip("=") + ".GxYzAb.secret_of_bot"


class Authority:
    """Discord's word for who looks, on a real socket.

    Attributes:
        codes: whose each code is, and for which application; each works once.
        people: profiles by the id of a person.
        instances: by their ids, as Discord describes them.
        channels, guilds: as Discord describes them, by their ids.
        calls: what was asked, as (method, path, authorization).
        granted: access tokens and whose they are.
        broken: the status of every answer; 0: none is broken.
        behind: how many times more an instance is told of as if nobody were in it.
    """

    def __init__(self):
        self.codes, self.people, self.instances = {}, {}, {}
        self.channels, self.guilds, self.granted = {}, {}, {}
        self.calls = []
        self.scope = "identify"
        self.broken = self.behind = 0
        self.api = ""

    def code(self, person, client=CLIENT):
        """What a client is given for a person who lets an application know who they are."""
        made = f"code{len(self.codes):026d}"
        self.codes[made] = (str(person), client)
        return made

    def enter(self, person, channel, guild="", instance=INSTANCE, client=CLIENT):
        """Somebody opens an Activity in a channel."""
        kind = "gc" if guild else "pc"
        found = self.instances.setdefault(instance, {
            "application_id": client, "instance_id": instance, "launch_id": "1",
            "location": {
                "id": f"{kind}-{guild}-{channel}", "kind": kind, "channel_id": str(channel),
                "guild_id": str(guild) or None,
            },
            "users": [],
        })  # fmt: skip
        found["users"].append(str(person))

    async def handle(self, request):
        path = request.path.removeprefix("/api/v10")
        by = request.headers.get("Authorization", "")
        self.calls.append((request.method, path, by))
        if self.broken:
            return _said({"message": "broken"}, self.broken)
        if path == "/oauth2/token":
            return await self._exchange(request)
        kind, _, token = by.partition(" ")
        if path == "/users/@me":
            person = self.granted.get(token) if kind == "Bearer" else None
            return _said(self.people[person]) if person else _said({"message": "401"}, 401)
        if (kind, token) != (BOT, token_of(CLIENT)):
            return _said({"message": "401: Unauthorized", "code": 0}, 401)
        found = self._of_bot(path)
        return _said({"message": "404"}, 404) if found is None else _said(found)

    async def _exchange(self, request):
        form = await request.post()
        if form.get("client_secret") != SECRET or form.get("client_id") != CLIENT:
            return _said({"error": "invalid_client"}, 401)
        person, client = self.codes.pop(form.get("code"), ("", ""))
        if form.get("grant_type") != "authorization_code" or client != form["client_id"]:
            return _said({"error": "invalid_grant"}, 400)
        token = f"access{len(self.granted):024d}"
        self.granted[token] = person
        return _said({"access_token": token, "token_type": "Bearer", "scope": self.scope})

    def _of_bot(self, path):
        if found := re.fullmatch(rf"/applications/{CLIENT}/activity-instances/([^/]+)", path):
            instance = self.instances.get(found[1])
            if instance is not None and self.behind:
                self.behind -= 1
                return {**instance, "users": []}
            return instance
        if found := re.fullmatch(r"/channels/(\d+)", path):
            return self.channels.get(found[1])
        if found := re.fullmatch(r"/guilds/(\d+)(/channels)?", path):
            guild = self.guilds.get(found[1])
            if guild is None or not found[2]:
                return guild
            return [one for one in self.channels.values() if one["guild_id"] == found[1]]
        return None


def _said(found, status=200):
    return web.json_response(found, status=status)


@asynccontextmanager
async def authority():
    """One that listens."""
    made = Authority()
    app = web.Application()
    app.router.add_route("*", "/api/v10/{path:.*}", made.handle)
    runner = web.AppRunner(app, shutdown_timeout=1, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    made.api = "http://{}:{}/api/v10".format(*runner.addresses[0][:2])
    try:
        yield made
    finally:
        await runner.cleanup()


class Unseen(FakeService):
    """A service at whose tables nobody looks."""

    @property
    def windows(self):
        return self

    def listen(self, listener):
        """Nothing changes."""


class Door:
    """The page's door to a service, and who vouches for people."""

    def __init__(self, authority, page, http):
        self.authority, self.web, self.http = authority, page, http
        self.url = f"http://127.0.0.1:{page.port}"
        self.origin = origin_of(CLIENT)

    def known(self, person, name):
        """Somebody has an account."""
        self.authority.people[str(person)] = {
            "id": str(person), "username": "user", "global_name": name, "locale": "zh-CN",
        }  # fmt: skip

    async def post(self, path, body, origin=None):
        """Status and answer of a request from the page."""
        headers = {"Origin": self.origin if origin is None else origin}
        url = f"{self.url}/frame/discord/{path}"
        async with self.http.post(url, json=body, headers=headers) as answer:
            return answer.status, await answer.json() if answer.status == 200 else {}

    async def begin(self, key=KEY_OF_PAGE, instance=INSTANCE):
        """What a page is told to answer with."""
        status, found = await self.post("begin", {"key": key, "where": instance})
        assert status == 200
        return found["state"]

    async def prove(self, code, state, key=KEY_OF_PAGE, instance=INSTANCE):
        """What comes of handing over a code."""
        proof = json.dumps({"code": code, "state": state, "instance": instance})
        _, found = await self.post("session", {"proof": proof, "key": key})
        return found

    async def session(self, person, key=KEY_OF_PAGE, instance=INSTANCE):
        """The whole way in for somebody, by their id."""
        state = await self.begin(key, instance)
        return await self.prove(self.authority.code(person), state, key, instance)

    async def socket(self, token, tab="tab-0001", table=""):
        """A socket after its hello, and what it is shown first; None where it was closed."""
        url = f"{self.url}/frame/discord/ws?table={table}"
        socket = await self.http.ws_connect(url, headers={"Origin": self.origin})
        hello = {"token": token, "tab": tab, "lang": "zh-Hans"}
        await socket.send_str(json.dumps({"hello": hello}))
        first = await socket.receive(timeout=60)
        if first.type is not WSMsgType.TEXT:
            return socket, None
        return socket, json.loads(first.data)["state"]


class ActivityHouse(Door):
    """A running service on Discord, and the page that may open there."""

    def __init__(self, club, door):
        super().__init__(door.authority, door.web, door.http)
        self.club, self.house = club, club.house
        guild = str(club.guild.id)
        self.authority.guilds[guild] = {"id": guild, "name": "牌友会"}
        self.channel(club.channel, "打牌")
        for n, person in enumerate(club.people):
            self.known(person.id, f"玩家{n}")

    def channel(self, handle, name):
        """Let the endpoints know of a channel."""
        self.authority.channels[str(handle.id)] = {
            "id": str(handle.id), "type": 0, "name": name, "guild_id": str(self.club.guild.id),
        }  # fmt: skip

    def enter(self, person, instance=INSTANCE, channel=None):
        """A person opens the Activity in the channel."""
        at = (channel or self.club.channel).id
        self.authority.enter(person.id, at, self.club.guild.id, instance)


@asynccontextmanager
async def activity_house(path, url="", **fields):
    """A server with a channel and people, and the page that may open there; ``url``: its own."""
    async with (
        club(path, **fields) as found,
        authority() as vouches,
        door_to(found.house.service, vouches, found.house.clock.now, url=url) as door,
    ):
        yield ActivityHouse(found, door)


@asynccontextmanager
async def door_to(service, vouches, now, secret=SECRET, url=""):
    """The page with a door for Discord's clients, before a service; ``url``: its address."""
    port = await free_port()
    application = Application(CLIENT, secret, token_of(CLIENT), vouches.api)
    url = url or f"http://127.0.0.1:{port}"
    frames = [frame(application, now)]
    page = WebPlatform("127.0.0.1", port, KEY, url=url, frames=frames, now=now)
    await page.start(service)
    try:
        async with aiohttp.ClientSession() as http:
            yield Door(vouches, page, http)
    finally:
        await page.stop()


# A client that shows it, as a browser would have it.

HOST = """<!doctype html><title>Discord</title>
<iframe id="app" width="380" height="780" src="ADDRESS"></iframe>
<script>
  window.heard = [];
  const frame = document.getElementById("app");
  const reply = (cmd, evt, data, nonce = null) =>
    frame.contentWindow.postMessage([1, { cmd, evt, data, nonce }], "ORIGIN");
  const ready = { v: 1, config: { api_endpoint: "//discord.com/api", environment: "production" } };
  async function asked({ cmd, evt, args, nonce }) {
    heard.push(cmd);
    if (cmd === "SUBSCRIBE") return reply(cmd, null, { evt }, nonce);
    if (cmd !== "AUTHORIZE") return reply(cmd, "ERROR", { code: 4002, message: "no" }, nonce);
    const code = await grant(JSON.stringify(args));
    if (!code) return reply(cmd, "ERROR", { code: 5000, message: "access_denied" }, nonce);
    reply(cmd, null, { code }, nonce);
  }
  addEventListener("message", ({ origin, data }) => {
    if (origin !== "ORIGIN" || !Array.isArray(data)) return;
    const [op, told] = data;
    if (op === 0 && told.v === 1 && told.client_id === "CLIENT" && told.frame_id === "frame-1") {
      heard.push("HANDSHAKE");
      reply("DISPATCH", "READY", ready);
    }
    if (op === 1) asked(told);
    if (op === 2) heard.push("CLOSE");
  });
  window.layout = (mode) =>
    reply("DISPATCH", "ACTIVITY_LAYOUT_MODE_UPDATE", { layout_mode: mode });
</script>"""

LOST = 4000
"""With what the proxy closes a socket whose other end is gone."""

PASSED_ON = ("accept-language", "authorization", "content-type", "origin", "if-none-match")


class Client:
    """A page of discord.com that shows the Activity to one person.

    Attributes:
        page, app: the page, and the frame in it.
        asked: what the Activity asked leave for.
        allows: whether its person lets the application know who they are.
        frames: what the page was sent over its socket.
    """

    def __init__(self, house, person, page):
        self._house, self._person = house, person
        self.page, self.app = page, page.frame_locator("#app")
        self.asked, self.frames = [], []
        self.allows = True

    async def open(
        self, path="/", instance=INSTANCE, ancestor="https://discord.com", *, proxied=True, **how
    ):
        """Open it as Discord's client does; ``proxied``: what it asks for comes by us."""
        query = {"instance_id": instance, "frame_id": "frame-1", "platform": "desktop"}
        address = f"{self._house.origin}{path}?{urlencode(query, quote_via=quote)}"
        body = HOST.replace("ADDRESS", address.replace("&", "&amp;"))
        body = body.replace("ORIGIN", self._house.origin).replace("CLIENT", CLIENT)
        await self.page.expose_function("grant", self._grant)
        await self.page.route(
            f"{ancestor}/**", lambda route: route.fulfill(body=body, content_type="text/html")
        )
        if proxied:
            await self.page.route(f"{self._house.origin}/**", self._proxied)
            await self.page.route_web_socket(
                re.compile(re.escape(self._house.origin.replace("https", "wss"))), self._wired
            )
        await self.page.goto(f"{ancestor}/channels/@me", **how)

    def _grant(self, args):
        self.asked.append(json.loads(args))
        return self._house.authority.code(self._person.id) if self.allows else ""

    def _at(self, url):
        """Where Discord's proxy passes a request on to: ``/`` is mapped to our address."""
        rest = url.split(CLIENT, 1)[1].partition("/")[2].removeprefix(".proxy/")
        return f"{self._house.url}/{rest}"

    async def _proxied(self, route):
        request = route.request
        headers = {k: v for k, v in (await request.all_headers()).items() if k in PASSED_ON}
        if request.method != "GET":
            headers["origin"] = self._house.origin
        try:
            async with self._house.http.request(
                request.method, self._at(request.url), headers=headers,
                data=request.post_data_buffer,
            ) as answer:  # fmt: skip
                body = await answer.read()
                kept = {k: v for k, v in answer.headers.items() if k.lower() != "content-length"}
        except aiohttp.ClientError:  # the program is dead
            await route.fulfill(status=502)
            return
        await route.fulfill(status=answer.status, headers=kept, body=body)

    async def _wired(self, near):
        try:
            far = await self._house.http.ws_connect(
                self._at(near.url), headers={"Origin": self._house.origin}
            )
        except aiohttp.ClientError:
            await near.close(code=LOST)
            return
        near.on_message(lambda text: asyncio.ensure_future(far.send_str(text)))
        near.on_close(lambda *_: asyncio.ensure_future(far.close()))

        async def back():
            async for found in far:
                self.frames.append(found.data)
                near.send(found.data)
            code = far.close_code
            await near.close(code=LOST if code is None or code < 3000 else code)

        self._back = asyncio.ensure_future(back())
