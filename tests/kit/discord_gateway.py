"""A small Discord on a local port: a gateway and just enough of the API to connect and to write.

The simulator of the other tests runs in process and never breaks; this one refuses, closes and
limits as it is told to, over real sockets.
"""

import asyncio
import json
import re
from contextlib import asynccontextmanager

from aiohttp import WSMsgType, web

BOT, GUILD, CHANNEL, PERSON = (
    "9000000000000000001",
    "8000000000000000001",
    "7000000000000000001",
    "5000000000000000005",
)
ENTRY_POINT, LACKS = 4, 50240
"""The type of the command that opens an Activity, and the code of its absence."""

HELLO, DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, ACK = 10, 0, 1, 2, 6, 7, 9, 11
BOT_USER = {"id": BOT, "username": "table", "discriminator": "0000", "avatar": None, "bot": True}


class FakeDiscord:
    """What happened, and what is to happen next.

    Attributes:
        calls: every request as (method, path, body, files).
        answers: what the next requests that match get: (method, path, status, headers, body).
        refused: how many connections to the gateway are refused, from now on.
        identified: how often a new session was begun.
        resumed: how often one was taken up again.
        close_with: the code with which a session is closed as soon as it is begun.
        flags: what the application was allowed in the developers' portal.
        refuses: intents with which no session is begun (4014).
        intents: what the newest session asked to hear.
        declared: the commands; where one of them opens an Activity, all are refused without it.
    """

    def __init__(self):
        self.calls = []
        self.answers = []
        self.refused = 0
        self.identified = 0
        self.resumed = 0
        self.close_with = 0
        self.flags = self.refuses = self.intents = 0
        self.declared = []
        self.socket = None
        self.address = ""
        self._numbers = 1_000_000_000_000_000_000
        self._sequence = 0
        self._changed = asyncio.Condition()

    @property
    def api(self):
        return f"http://{self.address}/api/v10"

    @property
    def gateway(self):
        return f"ws://{self.address}/gateway"

    def will(self, method, path, status, body=None, **headers):
        """The next request that matches is answered so."""
        self.answers.append((method, path, status, headers, body or {}))

    async def until(self, true):
        """Wait until something that comes in makes ``true`` true."""
        async with asyncio.timeout(10), self._changed:
            await self._changed.wait_for(true)

    async def _happened(self):
        async with self._changed:
            self._changed.notify_all()

    # The API.

    async def handle(self, request):
        body, files = await _read(request)
        path = request.path.removeprefix("/api/v10")
        self.calls.append((request.method, path, body, files))
        await self._happened()
        if request.method == "PUT" and path.endswith("/commands") and self._lacks(body):
            return _json({"code": LACKS, "message": "Include the Entry Point command"}, 400, {})
        for answer in self.answers:
            method, pattern, status, headers, data = answer
            if method == request.method and re.fullmatch(pattern, path):
                self.answers.remove(answer)
                return _json(data, status, headers)
        return _json(self._regular(request.method, path, body), 200, {})

    def _regular(self, method, path, body):
        if path == "/users/@me":
            return BOT_USER
        if path == "/users/@me/guilds":
            return []
        if path == "/oauth2/applications/@me":
            return {
                "id": BOT, "name": "table", "description": "", "flags": self.flags, "icon": None,
                "bot_public": True, "bot_require_code_grant": False, "verify_key": "",
                "owner": BOT_USER,
            }  # fmt: skip
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
            return {"url": self.gateway, "shards": 2, "session_start_limit": limit}
        if path.endswith("/commands"):
            if method == "PUT":
                made = {"application_id": BOT, "version": "1"}
                self.declared = [{"id": self._number(), **made, **one} for one in body]
            return self.declared
        if found := re.fullmatch(r"/interactions/(\d+)/[^/]+/callback", path):
            return {"interaction": {"id": found[1], "type": 3, "response_message_id": "1"}}
        if found := re.fullmatch(r"/channels/(\d+)/messages(/\d+)?", path):
            return self._message(found[1], (found[2] or "/")[1:] or self._number(), body)
        return {}

    def _lacks(self, body):
        """Whether all commands were told, and not the one that opens an Activity."""
        opens = {c["name"] for c in self.declared if c["type"] == ENTRY_POINT}
        return not opens <= {c["name"] for c in body if c.get("type") == ENTRY_POINT}

    def _number(self):
        self._numbers += 1
        return str(self._numbers)

    def _message(self, channel, number, body):
        return {
            "id": number, "channel_id": channel, "author": BOT_USER, "tts": False,
            "content": body.get("content") or "", "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None, "mention_everyone": False, "mentions": [],
            "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0,
            "components": body.get("components") or [], "flags": body.get("flags", 0),
        }  # fmt: skip

    # The gateway.

    async def connect(self, request):
        if self.refused:
            self.refused -= 1
            return web.Response(status=503)
        socket = self.socket = web.WebSocketResponse()
        await socket.prepare(request)
        await self.order(HELLO, {"heartbeat_interval": 30_000}, socket)
        async for message in socket:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                await self._heard(socket, json.loads(message.data))
        return socket

    async def _heard(self, socket, frame):
        match frame["op"]:
            case 1:
                await self.order(ACK, socket=socket)
            case 2:
                await self._begins(socket, frame["d"])
            case 6:
                self.resumed += 1
                await self.tell("RESUMED", {}, socket)
        await self._happened()

    async def _begins(self, socket, wish):
        """A session is asked for."""
        self.identified += 1
        self.intents = wish["intents"]
        refused = 4014 if self.intents & self.refuses else self.close_with
        if refused:
            await socket.close(code=refused)
        else:
            await self._ready(socket, "session")

    async def _ready(self, socket, session, **more):
        await self.tell("READY", {
            "v": 10, "user": BOT_USER, "guilds": [], "session_id": session,
            "resume_gateway_url": "ws://127.0.0.1:9/", "application": {"id": BOT, "flags": 0},
            **more,
        }, socket)  # fmt: skip

    async def tell(self, event, data, socket=None):
        """Send an event, on the newest connection where none is named."""
        self._sequence += 1
        await self.order(DISPATCH, data, socket, s=self._sequence, t=event)

    async def order(self, op, data=None, socket=None, **more):
        """Send anything, as RECONNECT or INVALID."""
        frame = {"op": op, "d": data, "s": None, "t": None, **more}
        await (socket or self.socket).send_str(json.dumps(frame))

    async def drop(self):
        """Break the connection."""
        await self.socket.close(code=4000)


def _json(data, status, headers):
    # The library reads only what is declared as exactly this.
    return web.Response(
        body=json.dumps(data).encode(), status=status, content_type="application/json",
        headers=headers,
    )  # fmt: skip


async def _read(request):
    if request.content_type == "multipart/form-data":
        form = await request.post()
        files = {name: part.file.read() for name, part in form.items() if hasattr(part, "file")}
        return json.loads(form["payload_json"]), files
    if request.content_type == "application/x-www-form-urlencoded":
        return dict(await request.post()), {}
    if request.can_read_body:
        return await request.json(), {}
    return {}, {}


def press(number, token):
    """A press on a button of a message in a private chat."""
    message = FakeDiscord()._message(CHANNEL, "1000000000000000001", {})
    user = {"id": PERSON, "username": "ming", "discriminator": "0", "avatar": None}
    return {
        "id": number, "application_id": BOT, "type": 3, "token": f"secret-{number}", "version": 1,
        "channel_id": CHANNEL, "channel": {"id": CHANNEL, "type": 1, "recipients": [user]},
        "user": user, "message": message, "locale": "zh-CN", "entitlements": [],
        "authorizing_integration_owners": {}, "context": 1, "attachment_size_limit": 10_485_760,
        "app_permissions": "0", "data": {"custom_id": f"b:{token}", "component_type": 2},
    }  # fmt: skip


@asynccontextmanager
async def fake_discord(made=None):
    """One that listens; ``made``: that one."""
    fake = made or FakeDiscord()
    app = web.Application(client_max_size=30_000_000)
    app.router.add_get("/gateway", fake.connect)
    app.router.add_route("*", "/api/v10/{path:.*}", fake.handle)
    runner = web.AppRunner(app, shutdown_timeout=1, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    fake.address = f"{host}:{port}"
    try:
        yield fake
    finally:
        await runner.cleanup()
