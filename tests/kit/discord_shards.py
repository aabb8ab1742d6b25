"""A small Discord with a server in each shard: a connection is the shard that it says to be."""

import asyncio
import re
from contextlib import asynccontextmanager

from tests.kit.discord_gateway import BOT, BOT_USER, RESUME, FakeDiscord, _json, fake_discord

EVERYTHING = str((1 << 50) - 1)

_FIRST = re.compile(r"/interactions/(\d+)/[^/]+/callback")
_MORE = re.compile(r"/webhooks/\d+/secret-(\d+)")

MESSAGE = 4
"""The answer to an interaction that is a message of its own."""


def server_of(shard, shards, which=0):
    """A server of a shard, the first or a later one, whose id is as long as real ones."""
    number = 1_100_000_000_000_000_000 >> 22
    return str((number - number % shards + which * shards + shard) << 22)


def channel_of(server):
    """Its one channel."""
    return str(int(server) + 1)


def person(number):
    """Somebody."""
    ident = str(5_000_000_000_000_000_000 + number)
    return {"id": ident, "username": f"ming{number}", "discriminator": "0", "avatar": None}


def member(user):
    """Somebody in a server, who may do everything there."""
    return {
        "user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
        "mute": False, "flags": 0, "permissions": EVERYTHING,
    }  # fmt: skip


class Shards(FakeDiscord):
    """Discord with ``shards`` of them, each of so many servers.

    Attributes:
        concurrency: how many sessions may be begun within five seconds.
        sockets: the newest connection of each shard.
        hearing: by shard, the connections of all its sessions: each hears everything.
        begun: the shards in the order in which sessions were begun.
        sessions: the shard of each, by its id.
        messages: all that were written, by id.
        private: the private chats, by person.
        left: how many sessions may be begun today.
        thinking: the flags of an answer that was put off and is asked for.
        answered: the interactions that were answered, with the words that came; ``types``: as what
            they were answered first.
    """

    def __init__(self, shards, servers=1, concurrency=1):
        super().__init__()
        self.shards, self.servers, self.concurrency = shards, servers, concurrency
        self.sockets, self.begun, self.sessions = {}, [], {}
        self.messages, self.private = {}, {}
        self.left = 999
        self.answered, self.types = {}, {}
        self.hearing, self.thinking = {}, 0

    async def handle(self, request):
        found = _FIRST.fullmatch(request.path.removeprefix("/api/v10"))
        if found and found[1] in self.types:
            return _json({"code": 40060, "message": "Interaction has already been"}, 400, {})
        return await super().handle(request)

    def _regular(self, method, path, body):
        if found := _FIRST.fullmatch(path):
            self.types[found[1]] = body["type"]
            told = body.get("data") or {} if body["type"] == MESSAGE else {}
            self.answered[found[1]] = _words(told)
        elif method == "POST" and (found := _MORE.fullmatch(path)):
            self.answered[found[1]] = self.answered.get(found[1], "") + _words(body)
        if path == "/gateway/bot":
            limit = {"total": 1000, "remaining": self.left, "reset_after": 60_000}
            limit["max_concurrency"] = self.concurrency
            return {"url": self.gateway, "shards": self.shards, "session_start_limit": limit}
        if path == "/users/@me/channels":
            ident = str(int(body["recipient_id"]) + 10**18)
            self.private[body["recipient_id"]] = ident
            user = person(int(body["recipient_id"]) % 10**18)
            return {"id": ident, "type": 1, "recipients": [user], "last_message_id": None}
        if re.fullmatch(r"/webhooks/\d+/[^/]+(/messages/@original)?", path):
            return self._message("1", self._number(), {"flags": self.thinking, **body})
        if found := re.fullmatch(r"/channels/(\d+)/messages(?:/(\d+))?", path):
            known = self.messages.get(found[2], {})
            ident = found[2] or self._number()
            self.messages[ident] = {**known, **self._message(found[1], ident, {**known, **body})}
            return self.messages[ident]
        return super()._regular(method, path, body)

    def written(self, channel):
        """The messages in a channel, the newest first."""
        found = [m for m in self.messages.values() if m["channel_id"] == channel]
        return sorted(found, key=lambda m: -int(m["id"]))

    def answers_to(self, ident):
        """As what an interaction was answered first."""
        return [self.types[ident]] if ident in self.types else []

    # The gateway.

    async def _begins(self, socket, wish):
        shard, shards = wish["shard"]
        assert shards == self.shards
        servers = [server_of(shard, shards, which) for which in range(self.servers)]
        self._hears(shard, socket)
        session = f"session-{len(self.sessions)}"
        self.sessions[session] = shard
        await self._ready(
            socket, session, shard=[shard, shards],
            guilds=[{"id": server, "unavailable": True} for server in servers],
        )  # fmt: skip
        for server in servers:
            await self.tell("GUILD_CREATE", self._server(server), socket)
        self.begun.append(shard)

    async def _heard(self, socket, frame):
        await super()._heard(socket, frame)
        if frame["op"] == RESUME:
            self._hears(self.sessions[frame["d"]["session_id"]], socket)

    def _hears(self, shard, socket):
        self.sockets[shard] = socket
        self.hearing[shard] = [*self.open(shard), socket]

    def open(self, shard):
        """The connections of a shard's sessions that are not closed."""
        return [socket for socket in self.hearing.get(shard, ()) if not socket.closed]

    def served(self, shard):
        """Whether a session of a shard is begun and not closed."""
        return shard in self.begun and bool(self.open(shard))

    async def tell_all(self, event, data, shard):
        """Send an event to all sessions of a shard. Raises ``ConnectionError`` without one."""
        told = await asyncio.gather(
            *(self.tell(event, data, socket) for socket in self.open(shard)),
            return_exceptions=True,
        )  # fmt: skip
        if all(isinstance(one, ConnectionError) for one in told):
            raise ConnectionResetError

    def _server(self, server):
        everyone = {
            "id": server, "name": "@everyone", "permissions": EVERYTHING, "position": 0, "color": 0,
            "hoist": False, "managed": False, "mentionable": False, "flags": 0,
        }  # fmt: skip
        return {
            "id": server, "name": "牌友", "owner_id": person(0)["id"], "roles": [everyone],
            "emojis": [], "features": [], "members": [member(BOT_USER)], "member_count": 3,
            "threads": [], "voice_states": [], "presences": [], "stage_instances": [],
            "guild_scheduled_events": [], "channels": [self._channel(server)],
            "preferred_locale": "zh-CN", "large": False, "unavailable": False,
        }  # fmt: skip

    def _channel(self, server):
        return {
            "id": channel_of(server), "type": 0, "name": "棋牌", "position": 0, "topic": None,
            "permission_overwrites": [], "parent_id": None, "nsfw": False, "guild_id": server,
        }  # fmt: skip

    # What people do: the id of the interaction.

    async def _does(self, shard, user, server, **more):
        ident = self._number()
        where = {"channel_id": channel_of(server), "channel": self._channel(server)}
        if server:
            where |= {"guild_id": server, "member": member(user), "guild_locale": "zh-CN"}
        told = {
            "id": ident, "application_id": BOT, "token": f"secret-{ident}", "version": 1,
            "locale": "zh-CN", "entitlements": [], "authorizing_integration_owners": {},
            "context": 0, "attachment_size_limit": 10_485_760, "app_permissions": EVERYTHING,
            **where, **more,
        }  # fmt: skip
        await self.tell_all("INTERACTION_CREATE", told, shard)
        return ident

    async def slash(self, shard, user, name, which=0, **options):
        """A command in a server of a shard."""
        given = [{"name": n, "type": 3, "value": value} for n, value in options.items()]
        command = next(c for c in self.declared if c["name"] == name)
        data = {"id": command["id"], "name": name, "type": 1, "options": given}
        server = server_of(shard, self.shards, which)
        return await self._does(shard, user, server, type=2, data=data)

    async def press(self, shard, user, message, key, which=0):
        """A button of a message in a server of a shard."""
        data = {"custom_id": key, "component_type": 2}
        server = server_of(shard, self.shards, which)
        return await self._does(shard, user, server, type=3, message=message, data=data)

    async def press_alone(self, user, message, key):
        """A button of a message in a private chat: shard 0 hears of it."""
        chat = {"id": message["channel_id"], "type": 1, "recipients": [user]}
        more = {"channel_id": chat["id"], "channel": chat, "user": user, "context": 1}
        data = {"custom_id": key, "component_type": 2}
        ident = self._number()
        told = {
            "id": ident, "application_id": BOT, "token": f"secret-{ident}", "version": 1,
            "locale": "zh-CN", "entitlements": [], "authorizing_integration_owners": {},
            "attachment_size_limit": 10_485_760, "app_permissions": "0", "type": 3,
            "message": message, "data": data, **more,
        }  # fmt: skip
        await self.tell_all("INTERACTION_CREATE", told, 0)
        return ident


def _words(body):
    return str(body.get("content") or body.get("components") or "")


def keys_of(message):
    """What the buttons of a message are pressed as, by label, whatever they stand in."""
    found = {}

    def look(parts):
        for part in parts or ():
            if part.get("type") == 2 and "custom_id" in part:
                found[part.get("label") or ""] = part["custom_id"]
            look(part.get("components"))
            look([part["accessory"]] if part.get("accessory") else ())

    look(message["components"])
    return found


@asynccontextmanager
async def many_shards(shards, made=None):
    """One that listens; ``made``: that one."""
    async with fake_discord(made or Shards(shards)) as fake:
        try:
            yield fake
        finally:
            sockets = [socket for shard in fake.hearing for socket in fake.open(shard)]
            closing = [asyncio.ensure_future(socket.close()) for socket in sockets]
            if closing:
                await asyncio.wait(closing, timeout=1)
