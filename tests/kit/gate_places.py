"""The chat of ``tests.kit.gate`` on the platforms themselves: asked by what people really send.

Everything goes the way of the platform: an update over a socket, an interaction, a frame. What the
gate says of it is written down, and nothing more is done of it, so that all can be asked of one
table.
"""

from contextlib import asynccontextmanager
from itertools import count
from unittest.mock import patch

import aiohttp

from bot.commands.topics import DECLARED, PARSER
from bot.ports.messages import Button, Outgoing
from bot.ports.refs import ChatRef, UserRef
from bot.support.errors import Refused
from bot.table import tokens
from tests.kit.discord import club
from tests.kit.gate import KINDS
from tests.kit.open_house import open_house
from tests.kit.telegram import open_group
from tests.kit.telegram_world import ANONYMOUS, BOT_ID
from tests.kit.web import WebTable

PEOPLE = tuple(kind for kind in KINDS if kind != "masked")


class Place:
    """A table that is on, and everybody of ``PEOPLE`` that the platform knows."""

    kinds = PEOPLE

    def __init__(self, service, chat):
        self.service = service
        self.chat = chat
        self.heard = []

    @property
    def table(self):
        (runner,) = self.service.running.tables.running.values()
        return runner.table

    def watch(self):
        """From now on what comes in is judged and not done."""
        judge = self.service.gate.admit

        async def admit(request):
            try:
                self.heard.append(await judge(request) is not None)
            except Refused:
                self.heard.append(False)

        self.service.gate.admit = admit
        # A press too many would never come to the gate.
        self.service._repeats.quietly = lambda incoming, runner, handle: handle(
            self.service._repeats._wanted(incoming, runner)
        )

    async def bar(self):
        await self.service.bars.bar(self.chat.key, self.chat, self.user("blocked"))

    def sits(self, kind):
        return self.table.seat_of(self.user(kind)) is not None

    def possible(self, kind, how, given):
        """Whether somebody of a kind can send this at all, and would be asking for this chat."""
        return True

    async def admits(self, kind, how, given):
        """Whether the gate lets through what somebody sends; it has come there once."""
        self.heard.clear()
        if how == "text":
            await self.say(kind, given)
        elif how == "talk":
            await self.speak(kind, given)
        else:
            await self.press(kind, self.item(given) if how == "item" else self.menu(given))
        assert len(self.heard) == 1, f"{kind} {given} came to the gate {len(self.heard)} times"
        return self.heard[0]

    def item(self, given):
        state = self.table.state
        return tokens.button(state.id, state.round, given)

    def menu(self, given):
        written = given.format(table=self.table.state.id, chat=self.chat.id)
        command, _, argument = written.partition(":")
        return tokens.menu(command, argument)


class OnTelegram(Place):
    """A supergroup of which the bot is an administrator: it may ask who is there."""

    kinds = tuple(KINDS)

    def __init__(self, house, group, people):
        super().__init__(house.service, ChatRef("telegram", str(group.id)))
        self.house, self.group, self.people, self.own = house, group, people, {}

    def user(self, kind):
        who = self.people.get(kind)
        return UserRef("telegram", str(who.id if who else ANONYMOUS["id"]))

    def possible(self, kind, how, given):
        if how == "talk" or (kind in ("stranger", "gone") and given == "/start"):
            return False  # people talk there anyway; in private /start is what opens the chat
        return kind != "masked" or how == "text"  # nobody presses in the name of a group

    async def say(self, kind, text):
        if kind == "masked":
            group = self.group
            await self.house.say(None, group, text, sender=ANONYMOUS, sender_chat=group.json())
        elif kind in self.own:
            await self.house.whisper(self.people[kind], text)
        else:
            await self.house.say(self.people[kind], self.group, text)

    async def press(self, kind, token):
        message = self.own.get(kind) or self.house.board(self.group)
        await self.house.press(self.people[kind], message, "", data=token)


@asynccontextmanager
async def on_telegram(path, *, start=True):
    async with open_group(path, "") as (house, group, _):
        people = {kind: house.world.user(KINDS[kind]) for kind in PEOPLE}
        group.members = [people[kind] for kind in PEOPLE if kind != "stranger"]
        group.admins += [BOT_ID, people["admin"].id]
        place = OnTelegram(house, group, people)
        await house.say(people["host"], group, "/newgame 比大小")
        for kind in ("seated", "gone"):
            await house.say(people[kind], group, "/join")
        if start:
            await house.say(people["host"], group, "/start")
        await house.forward(90)
        for kind in ("stranger", "gone"):
            place.own[kind] = await house.whisper(people[kind], "/start")
        house.world.leave(group, people["gone"])
        await house.forward(90)
        await place.bar()
        place.watch()
        yield place


class OnDiscord(Place):
    """A channel of a server; who is not of it has a private chat with the bot."""

    def __init__(self, made, people):
        super().__init__(made.house.service, ChatRef("discord", str(made.channel.id)))
        self.made, self.people = made, people
        self._no = count(1)

    def user(self, kind):
        return UserRef("discord", str(self.people[kind].id))

    def possible(self, kind, how, given):
        # Who has left the server has no private chat in which the bot's commands would be typed.
        return how != "talk" and (how != "text" or kind != "gone")

    async def say(self, kind, text):
        spoken = PARSER.understand(text)
        fields = [
            f.name for entry in DECLARED.menu if entry.name == spoken.name
            for f in entry.fields if f.kind != "file"
        ]  # fmt: skip
        words = spoken.rest.split(None, max(0, len(fields) - 1))
        given = dict(zip(fields, words, strict=False))
        await self.people[kind].slash(self.made.channel, spoken.name, **given)
        await self.made.settle()

    async def press(self, kind, token):
        platform, person = self.made.house.platform, self.people[kind]
        text = f"{next(self._no)}"
        shown = Outgoing(text, rows=((Button(token, "按"),),))
        if kind in ("stranger", "gone"):
            await platform.whisper(self.user(kind), shown)
            await self.made.settle()
            actor = person if kind == "stranger" else person.user
            message = actor.dm_channel.history()[-1]
        else:
            await platform.post(self.chat, shown)
            await self.made.settle()
            actor, message = person, self.made.channel.history()[-1]
        assert text in message.content or message.components
        await actor.click(message, custom_id=f"b:{token}")
        await self.made.settle()


@asynccontextmanager
async def on_discord(path, *, start=True):
    inside = [kind for kind in PEOPLE if kind not in ("stranger", "admin")]
    names = [KINDS[kind] for kind in inside]
    async with club(path, people=len(inside), names=names) as made:
        people = dict(zip(inside, made.people, strict=True))
        people["admin"] = made.administrator(KINDS["admin"])
        people["stranger"] = made.env.create_user("eve", global_name=KINDS["stranger"])
        place = OnDiscord(made, people)

        async def said(kind, name, **given):
            await people[kind].slash(made.channel, name, **given)
            await made.settle()

        await said("host", "newgame", game="_specimen")
        await said("seated", "join")
        await said("gone", "join")
        if start:
            await said("host", "start")
        made.guild.remove_member(people["gone"])
        await made.settle()
        made.house.service.presence._known.clear()  # nobody tells of it: it is forgotten in minutes
        await place.bar()
        place.watch()
        yield place


class OnThePage(Place):
    """A room to which the link is membership; a stranger has another room's."""

    kinds = ("stranger", "member", "seated", "host", "blocked")

    def __init__(self, service, tabs, chat):
        super().__init__(service, chat)
        self.tabs = tabs
        self._no = count(100)

    def user(self, kind):
        return self.tabs[kind].user

    def possible(self, kind, how, given):
        # In another room words, and buttons of no table, are about that room.
        return kind != "stranger" or how == "item"

    async def say(self, kind, text):
        await self.tabs[kind].ask(next(self._no), say=text)

    async def speak(self, kind, text):
        await self.tabs[kind].ask(next(self._no), talk=text)

    async def press(self, kind, token):
        await self.tabs[kind].ask(next(self._no), press=token)


@asynccontextmanager
async def on_the_page(path, *, start=True):
    async with open_house(path) as (service, web), aiohttp.ClientSession() as http:
        found = WebTable(web, None, http)
        away = web.signer.new_room()
        tabs = {}
        # Whoever tries everything at once is no flood here.
        with patch.multiple("bot.adapters.web.tab", RATE=1e6, BURST=1_000_000):
            for n, kind in enumerate(OnThePage.kinds):
                room = away if kind == "stranger" else None
                tabs[kind] = await found.tab(KINDS[kind], session=f"tab-00{n:02d}", room=room)
        place = OnThePage(service, tabs, found.chat)
        await tabs["host"].ask(1, say="/newgame 比大小")
        await tabs["seated"].ask(1, say="/join")
        if start:
            await tabs["host"].ask(2, say="/start")
        place.watch()
        yield place
        for socket in found.sockets:
            await socket.close()


PLACES = {"telegram": on_telegram, "discord": on_discord, "page": on_the_page}
