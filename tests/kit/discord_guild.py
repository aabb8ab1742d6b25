"""A server of people on the small Discord (``tests.kit.discord_gateway``), over real sockets.

It outlives the program that is connected to it: messages stay, and people press what stands on
them, whichever process answers.
"""

import itertools
import re

from tests.kit.discord_gateway import BOT, BOT_USER, CHANNEL, GUILD, FakeDiscord

RIGHTS = str(2**53 - 1)
"""Everybody may do everything."""


class Guild(FakeDiscord):
    """One server with one channel.

    Attributes:
        people: profiles by the id of a person.
        messages: the newest state of each by its id, in the order in which they came.
        authority: tells who looks at the Activity (``tests.kit.activity.Authority``).
    """

    def __init__(self, authority):
        super().__init__()
        self.authority = authority
        self.people, self.messages = {}, {}
        self._alone = {}
        self._presses = itertools.count(1_400_000_000_000_000_000)
        authority.guilds[GUILD] = {"id": GUILD, "name": "牌友会"}
        authority.channels[CHANNEL] = self._channel()

    def known(self, ident, name):
        """Somebody is in the server."""
        self.people[ident] = {
            "id": ident, "username": f"user{ident[-4:]}", "global_name": name,
            "discriminator": "0", "avatar": None, "locale": "zh-CN",
        }  # fmt: skip
        self.authority.people[ident] = self.people[ident]

    async def handle(self, request):
        path = request.path.removeprefix("/api/v10")
        bearer = request.headers.get("Authorization", "").startswith("Bearer ")
        asked = request.method == "GET" and re.fullmatch(
            r"/(channels/\d+|guilds/\d+|guilds/\d+/channels|applications/\d+/activity-.*)", path
        )
        if bearer or asked or path == "/oauth2/token":
            return await self.authority.handle(request)
        return await super().handle(request)

    def _regular(self, method, path, body):
        if path == "/users/@me/channels":
            return self._private(str(body["recipient_id"]))
        if found := re.fullmatch(rf"/guilds/{GUILD}/members/(\d+)", path):
            return self._member(found[1])
        return super()._regular(method, path, body)

    def _private(self, ident):
        number = self._alone.setdefault(ident, f"1{ident[1:]}")
        return {"id": number, "type": 1, "recipients": [self.people[ident]]}

    def _message(self, channel, number, body):
        made = super()._message(channel, number, body)
        self.messages[number] = {**self.messages.get(number, {}), **made}
        return made

    def _member(self, ident):
        user = BOT_USER if ident == BOT else self.people[ident]
        return {
            "user": user, "roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "deaf": False,
            "mute": False, "flags": 0, "permissions": RIGHTS,
        }  # fmt: skip

    def _channel(self):
        return {
            "id": CHANNEL, "type": 0, "guild_id": GUILD, "name": "打牌", "position": 0,
            "permission_overwrites": [], "nsfw": False, "parent_id": None, "topic": None,
        }  # fmt: skip

    async def tell(self, event, data, socket=None):
        await super().tell(event, data, socket)
        if event == "READY":
            await self.tell("GUILD_CREATE", self._guild(), socket)

    def _guild(self):
        everybody = {
            "id": GUILD, "name": "@everyone", "permissions": RIGHTS, "position": 0, "color": 0,
            "hoist": False, "managed": False, "mentionable": False, "flags": 0,
        }  # fmt: skip
        return {
            "id": GUILD, "name": "牌友会", "owner_id": next(iter(self.people)), "large": False,
            "roles": [everybody], "channels": [self._channel()], "threads": [], "emojis": [],
            "members": [self._member(BOT)], "member_count": len(self.people) + 1, "stickers": [],
            "voice_states": [], "presences": [], "stage_instances": [], "features": [],
            "guild_scheduled_events": [], "soundboard_sounds": [], "preferred_locale": "zh-CN",
            "unavailable": False, "verification_level": 0, "default_message_notifications": 0,
            "explicit_content_filter": 0, "mfa_level": 0, "system_channel_flags": 0,
            "premium_tier": 0, "nsfw_level": 0, "afk_timeout": 300,
        }  # fmt: skip

    # What people do.

    async def slash(self, ident, name, **fields):
        """A command in the channel."""
        options = [{"name": key, "type": 3, "value": value} for key, value in fields.items()]
        data = {"id": "1", "name": name, "type": 1, "options": options}
        await self._act(ident, 2, data, self._where(CHANNEL))

    async def press(self, ident, message, key):
        """What has this custom_id on a message."""
        data = {"custom_id": key, "component_type": 2}
        where = self._where(message["channel_id"])
        await self._act(ident, 3, data, {**where, "message": message})

    def _where(self, channel):
        if channel == CHANNEL:
            return {"guild_id": GUILD, "channel_id": channel, "channel": self._channel()}
        person = next(who for who, number in self._alone.items() if number == channel)
        return {"channel_id": channel, "channel": self._private(person)}

    async def _act(self, ident, kind, data, where):
        number = str(next(self._presses))
        alone = {"user": self.people[ident]}
        who = {"member": self._member(ident)} if "guild_id" in where else alone
        await self.tell("INTERACTION_CREATE", {
            "id": number, "application_id": BOT, "type": kind, "token": f"secret-{number}",
            "version": 1, "locale": "zh-CN", "entitlements": [], "context": 0,
            "authorizing_integration_owners": {}, "attachment_size_limit": 10_485_760,
            "app_permissions": RIGHTS, "data": data, **who, **where,
        })  # fmt: skip

    # What they see.

    def keys(self, channel, newest=True):
        """What can be pressed on the messages of a channel, as (message, key, label)."""
        found = [m for m in self.messages.values() if m["channel_id"] == channel]
        for message in reversed(found) if newest else found:
            for part in _flat(message["components"]):
                if part.get("custom_id") and not part.get("disabled"):
                    yield message, part["custom_id"], part.get("label") or ""

    def alone(self, ident):
        """The channel of somebody's private messages; empty: there is none yet."""
        return self._alone.get(ident, "")


def _flat(components):
    for part in components:
        yield part
        yield from _flat(part.get("components", ()))
        if part.get("accessory"):
            yield part["accessory"]
