"""The whole service on Discord, in process: real client, real parsers, a real store."""

import asyncio
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fnmatch import fnmatch
from functools import partial

import discord
import simcord

from bot.adapters.discord.platform import DiscordPlatform
from bot.adapters.discord.refs import user_ref
from bot.i18n.catalogue import Catalogue
from bot.ports.refs import ChatRef, UserRef
from tests.kit.actors import legal, press_of, waited_for
from tests.kit.clock import ManualClock
from tests.kit.house import service
from tests.kit.service import FakeService, png

PATIENCE = 30.0
"""Seconds that the simulator waits for the bot to settle: a loaded machine takes its time."""

AGAIN = 0.002
"""Seconds until the simulator looks again whether it has."""

TOKEN = "test-token"
BEGIN = datetime(2026, 1, 1, tzinfo=UTC)
"""When the simulator's time begins."""

NAMES = ("小明", "阿强", "小红", "老王")


def small_picture(view, say, *, four=False):
    """A whole PNG whose colour depends on what it shows."""
    shown = hash(view) % 0xFFFFFF
    return png(shown >> 16, shown >> 8 & 0xFF, shown & 0xFF)


class Free(DiscordPlatform):
    """The adapter without what a chat may be sent: a conversation need not wait."""

    limits = replace(DiscordPlatform.limits, group=(), private=())


def platform(*, paced=False, **made):
    """The adapter, not connected; ``paced``: chats are sent no more than Discord takes."""
    return (DiscordPlatform if paced else Free)(TOKEN, Catalogue(strict=True), **made)


class Outside:
    """The service in tasks of its own: the simulator waits for those of the bot alone."""

    def __init__(self, service):
        self._service = service
        self.menu = service.menu

    async def handle(self, incoming):
        return await self._apart(self._service.handle(incoming))

    def foresee(self, user, token):
        return self._service.foresee(user, token)

    async def notice(self, notice):
        return await self._apart(self._service.notice(notice))

    async def suggest(self, incoming, field):
        return await self._apart(self._service.suggest(incoming, field))

    async def _apart(self, work):
        return await Context().run(asyncio.create_task, work)


@dataclass
class Wired:
    """The adapter alone, with one channel and one person."""

    port: DiscordPlatform
    service: FakeService
    env: simcord.Env
    channel: simcord.ChannelHandle
    ann: simcord.MemberActor

    @property
    def chat(self):
        return ChatRef("discord", str(self.channel.id))

    @property
    def user(self):
        return UserRef("discord", str(self.ann.id))

    def sent(self, method, path):
        """The bodies of the requests to a path, in order."""
        return [
            request.json
            for request in self.env.http_requests
            if request.method == method and fnmatch(request.path, path)
        ]


class Club:
    """A server with a channel and people, and the service that plays with them."""

    def __init__(self, env, house, names, tags, denied=()):
        self.env = env
        self.house = house
        self.tags = tags
        self.guild = env.create_guild("牌友会")
        lacks = discord.PermissionOverwrite(**dict.fromkeys(denied, False))
        self.channel = self.guild.create_text_channel(
            "打牌", overwrites={self.guild.me: lacks} if denied else None
        )
        self.people = [
            self.guild.add_member(env.create_user(f"user{n}", global_name=name))
            for n, name in enumerate(names)
        ]

    def administrator(self, name):
        """Somebody more, who manages the server."""
        rights = discord.Permissions(manage_guild=True)
        role = self.guild.create_role("管理", permissions=rights)
        return self.guild.add_member(self.env.create_user("admin", global_name=name), roles=[role])

    async def settle(self):
        """Wait until nothing moves any more without the clock."""
        await self.house.settle()
        await self.env.settle()

    async def forward(self, seconds):
        """Let time pass, for the service and for Discord."""
        await self.env.advance_time(seconds)
        await self.house.forward(seconds)
        await self.settle()

    async def slash(self, who, name, **options):
        result = await self.people[who].slash(self.channel, name, **options)
        await self.settle()
        return result

    def actor(self, who, message):
        """A person where a message is: members press in the server, users in private."""
        member = self.people[who]
        return member.user if message.channel.id == member.user.dm_channel.id else member

    async def press(self, who, message, key):
        """Press what has this custom_id."""
        result = await self.actor(who, message).click(message, custom_id=key)
        await self.settle()
        return result

    async def click(self, who, message, label):
        """Press the button with this label."""
        return await self.press(who, message, buttons(message)[label])

    async def act(self, who, message, token, values=()):
        """Do what ``tests.kit.actors.press_of`` says on a message."""
        if not values:
            return await self.press(who, message, f"b:{token}")
        for key, offered in menus(message).items():
            wanted = [value for value in values if value in offered]
            if key.partition(":")[2] == token and wanted:
                await self.actor(who, message).select(message, wanted, custom_id=key)
        return await self.press(who, message, f"s:{token}")

    async def begin(self, game="dunmazi"):
        """Everybody sits down, and the first one starts."""
        await self.slash(0, "newgame", game=game)
        for who in range(1, len(self.people)):
            await self.click(who, self.board(), "加入")
        await self.click(0, self.board(), "开始")

    def asked(self):
        """Who is waited for, as (person, seat)."""
        return [
            (who, seat)
            for seat, user in waited_for(self.house.table)
            for who, person in enumerate(self.people)
            if user == str(person.id)
        ]

    async def answer(self, rng, message=None):
        """Whoever is waited for does something legal, on their private message or another."""
        who, seat = rng.choice(self.asked())
        table = self.house.table
        token, values = press_of(table, seat, legal(table, seat, rng))
        return await self.act(who, message or self.private(who), token, values)

    def seat_of(self, who):
        """Where a person sits at the only table."""
        return self.house.table.seat_of(user_ref(self.people[who]))

    def board(self):
        """The newest message of the channel that has buttons."""
        return next(m for m in reversed(self.channel.history()) if m.components)

    def private(self, who):
        """The newest private message of a person; None without one."""
        found = self.people[who].user.dm_channel.history()
        return found[-1] if found else None


def spoken(client, tags):
    """Let the people of a server speak languages: the simulator's own are all American.

    ``tags`` maps the id of a person to their client's language; others speak Chinese.
    """
    parsers = client._connection.parsers
    parse = parsers["INTERACTION_CREATE"]

    def with_language(data):
        user = data["member"]["user"] if "member" in data else data["user"]
        parse({**data, "locale": tags.get(int(user["id"]), "zh-CN")})

    parsers["INTERACTION_CREATE"] = with_language


def menus(message):
    """The values that each menu of a message offers, by custom_id."""
    return {
        child.custom_id: [option.value for option in child.options]
        for row in message.components
        for child in getattr(row, "children", ())
        if hasattr(child, "options")
    }


def buttons(message):
    """custom_ids of a message's buttons by label."""
    return {
        child.label: child.custom_id
        for row in message.components
        if hasattr(row, "children")
        for child in row.children
        if getattr(child, "label", None) and child.custom_id
    }


@asynccontextmanager
async def simulated(client):
    """The simulator with this client in it; after what a person does it looks again in 2 ms.

    By itself it does so in 50, and a game of four is several hundred deeds.
    """
    async with simcord.run(client, settle_timeout=PATIENCE) as env:
        env.settle = partial(env.settle, idle=AGAIN)
        env._settle_internal = partial(env._settle_internal, idle=AGAIN)
        yield env


@asynccontextmanager
async def wired(answer=lambda _: None):
    """The adapter before a service that only writes down: (port, service, env, channel, ann)."""
    port, listens = platform(), FakeService(answer)
    client = port.connect(listens)
    spoken(client, {})
    async with simulated(client) as env:
        guild = env.create_guild("牌友会")
        channel = guild.create_text_channel("打牌")
        ann = guild.add_member(env.create_user("ann", global_name="小安"))
        yield Wired(port, listens, env, channel, ann)


class Slow:
    """A gate of the service that the simulator knows to be waiting for somebody else."""

    def __init__(self, env):
        self.env = env
        self.event = asyncio.Event()

    async def wait(self):
        await self.env.external_wait(self.event.wait(), reason="a picture")


@asynccontextmanager
async def club(
    path,
    *,
    people=4,
    names=NAMES,
    denied=(),
    paint=small_picture,
    paced=False,
    members=False,
    activity=False,
    **made,
):
    """A running service on Discord; leaving it is as sudden as a kill.

    ``denied``: rights that the bot lacks in the channel; ``members``: it may hear of members;
    ``activity``: tables have the button that opens the page.
    """
    tags = {}
    clock = made.setdefault("clock", ManualClock(BEGIN))
    port = platform(paced=paced, clock=clock, activity=activity)
    async with service(path, platform=port, paint=paint, check=False, **made) as house:
        client = port.connect(Outside(house.service))
        spoken(client, tags)
        flags = discord.ApplicationFlags(gateway_guild_members=members)
        client._connection.application_flags = flags if members else discord.utils.MISSING
        async with simulated(client) as env:
            found = Club(env, house, names[:people], tags, denied)
            await found.settle()
            yield found


@asynccontextmanager
async def restarted(club, path, **made):
    """The program is killed and started again; Discord and its people stay."""
    port = platform()
    await club.house.service.close()
    await club.house.store.close()
    async with service(
        path, platform=port, paint=small_picture, clock=club.house.clock, check=False, **made
    ) as house:
        client = port.connect(Outside(house.service))
        spoken(client, club.tags)
        await club.env.restart_bot(client)
        before, club.house = club.house, house
        await club.settle()
        yield club
        club.house = before
