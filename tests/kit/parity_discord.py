"""People at Discord, and what their clients were shown: read off the requests to its API."""

import re
from contextlib import AsyncExitStack

from bot.commands.topics import DECLARED
from tests.kit import discord, parity
from tests.kit.discord import club, menus, restarted
from tests.kit.house import Counted
from tests.kit.parity import DOWN, EVERYBODY, PEOPLE, Client, Keys, Seen, fits, lines, wanted


class Discord(Client):
    """Discord, simulated in process."""

    name = "discord"

    def __init__(self, path, clock):
        super().__init__()
        self._path = path
        self._clock = clock
        self._stack = AsyncExitStack()
        self._made = {"catalogue": Keys(strict=True), "ids": Counted(parity.SEED)}
        self._taken = 0
        self._actor = 0
        self._answer = None

    async def __aenter__(self):
        self._club = await self._stack.enter_async_context(
            club(self._path, people=len(PEOPLE), names=PEOPLE, clock=self._clock, **self._made)
        )
        self.house = self._club.house
        return self

    async def __aexit__(self, *_):
        await self._stack.aclose()

    async def _restart(self):
        await self.house.service.close()
        await self._club.env.advance_time(DOWN)
        self._clock.forward(DOWN)
        await self._stack.enter_async_context(restarted(self._club, self._path, **self._made))
        self.house = self._club.house

    # What people do.

    def _note(self, result):
        given = (*result.followups, result.response)
        told = next((one for one in given if one is not None and one.ephemeral), None)
        if told is not None:
            self._answer = told.message

    async def _say(self, who, text):
        self._actor = PEOPLE.index(who)
        name, _, rest = text.removeprefix("/").partition(" ")
        fields = next(item.fields for item in DECLARED.menu if item.name == name)
        values = rest.split(" ", len(fields) - 1) if rest else []
        given = dict(zip((field.name for field in fields), values, strict=False))
        self._note(await self._club.slash(self._actor, name, **given))

    def _message(self, where):
        return {
            "board": self._club.board,
            "hand": lambda: self._club.private(self._actor),
            "answer": lambda: self._answer,
        }[where]()

    async def _press(self, who, where, key):
        self._actor = PEOPLE.index(who)
        message = self._message(where)
        buttons = discord.buttons(message)
        label = next(label for label in buttons if fits(_unescaped(label), key))
        self._note(await self._club.press(self._actor, message, buttons[label]))

    async def _send(self, who, key, picked):
        self._actor = PEOPLE.index(who)
        message = self._message("hand")
        buttons = discord.buttons(message)
        token = next(k for label, k in buttons.items() if k[0] == "s" and fits(label, key))
        token = token.partition(":")[2]
        shown = {
            o.value: o.label
            for row in message.components
            for child in getattr(row, "children", ())
            for o in getattr(child, "options", ())
        }
        values = wanted(picked, [(value, _unescaped(label)) for value, label in shown.items()])
        assert menus(message)
        self._note(await self._club.act(self._actor, message, token, values))

    async def _stale(self, who, token):
        self._actor = PEOPLE.index(who)
        board = self._club.board()
        stored = self._club.env.backend.get_message(board.channel.id, board.id)
        before = stored.components
        old = {"type": 2, "style": 2, "label": "x", "custom_id": f"b:{token}"}
        stored.components = [{"type": 1, "components": [old]}]
        self._note(await self._club.press(self._actor, board, f"b:{token}"))
        stored.components = before

    async def _forward(self, seconds):
        await self._club.settle()
        await self._club.forward(seconds)

    # What they were shown.

    async def take(self):
        requests = self._club.env.http_requests
        new, self._taken = requests[self._taken :], len(requests)
        found = [self._seen(request) for request in new]
        return [one for one in found if one is not None]

    def _seen(self, request):
        body = request.json
        reader = self._reader(request.path)
        if request.method not in ("POST", "PATCH") or not isinstance(body, dict) or not reader:
            return None
        changed = request.method == "PATCH" or body.get("type") == 7
        body = body.get("data") or body
        components = body.get("components") or []
        text = body.get("content") or "\n".join(_displays(components))
        if not text:
            return None
        labels, picks = _discord_controls(components)
        called = re.match(r"<@(\d+)> ", text)
        return Seen(
            reader,
            lines(_unescaped(re.sub(r" ⏳ <t:\d+:R>|^<@\d+> ", "", text))),
            labels,
            picks,
            bool(body["attachments"]) if "attachments" in body else changed,
            self._named(called[1]) if called else "",
        )

    def _named(self, ident):
        numbers = [str(person.id) for person in self._club.people]
        return PEOPLE[numbers.index(ident)]

    def _reader(self, path):
        kind, ident = path.strip("/").split("/")[:2]
        if kind in ("interactions", "webhooks"):
            return PEOPLE[self._actor]
        if kind != "channels":
            return ""
        if int(ident) == self._club.channel.id:
            return EVERYBODY
        for name, person in zip(PEOPLE, self._club.people, strict=True):
            if person.user.dm_channel.id == int(ident):
                return name
        return ""


def _unescaped(text):
    return re.sub(r"\\(.)", r"\1", text.replace("\ufe0e", "").replace("**", ""))


def _displays(components):
    return [c["content"] for c in components if c["type"] == 10]


def _discord_controls(components):
    children = [c for row in components if row["type"] == 1 for c in row["components"]]
    buttons = [c for c in children if c["type"] == 2 and c["label"].strip("\u200b")]
    labels = tuple(_unescaped(b["label"]) for b in buttons if b.get("custom_id", "")[:1] != "s")
    things = {}
    for menu in (c for c in children if c["type"] == 3):
        token = menu["custom_id"].partition(":")[2]
        things.setdefault(token, []).extend(_unescaped(o["label"]) for o in menu["options"])
    picks = tuple(
        (_unescaped(b["label"]), tuple(things.get(b["custom_id"].partition(":")[2], ())))
        for b in buttons
        if b.get("custom_id", "")[:1] == "s"
    )
    return labels, picks
