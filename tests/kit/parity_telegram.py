"""People at Telegram, and what their clients were shown: read off the requests to the Bot API."""

import json
import re
from contextlib import AsyncExitStack

from tests.kit import parity
from tests.kit.discord import small_picture
from tests.kit.house import Counted
from tests.kit.parity import (
    DOWN,
    EVERYBODY,
    PEOPLE,
    PLACE,
    Client,
    Keys,
    Seen,
    fits,
    lines,
    wanted,
)
from tests.kit.telegram import telegram_house
from tests.kit.telegram_server import TelegramServer


class Telegram(Client):
    """Telegram, on a Bot API server of its own."""

    name = "telegram"

    def __init__(self, path, clock):
        super().__init__()
        self._path = path
        self._clock = clock
        self._ids = Counted(parity.SEED)
        self._stack = AsyncExitStack()
        self._open = None
        self._taken = 0
        self._actor = ""

    async def __aenter__(self):
        self._server = await self._stack.enter_async_context(TelegramServer(self._clock.now))
        self._world = self._server.world
        self._people = {name: self._world.user(name) for name in PEOPLE}
        self._group = self._world.group(PLACE, list(self._people.values()))
        await self._start()
        return self

    async def _start(self):
        self._open = telegram_house(
            self._path, server=self._server, clock=self._clock, paint=small_picture, check=False,
            catalogue=Keys(strict=True), ids=self._ids,
        )  # fmt: skip
        self.house = await self._open.__aenter__()

    async def __aexit__(self, *_):
        await self._open.__aexit__(None, None, None)
        await self._stack.aclose()

    async def _restart(self):
        await self._open.__aexit__(None, None, None)
        self._clock.forward(DOWN)
        await self._start()

    # What people do.

    async def _say(self, who, text):
        self._actor = who
        await self.house.say(self._people[who], self._group, text)

    def _message(self, who, where, fitting):
        """The newest message there with such a button, and the button."""
        own = [m for m in self._group.messages if m.alone is self._people[who] and not m.gone]
        private = self._world.private(self._people[who]).ours
        places = {"board": self._group.ours, "hand": private, "answer": own or private}
        for message in reversed(places[where]):
            for button in (b for row in message.keyboard for b in row):
                if fitting(button):
                    return message, button
        raise AssertionError(f"no such button for {who} on the {where}")

    async def _press(self, who, where, key):
        self._actor = who
        message, button = self._message(who, where, lambda b: fits(b["text"], key))
        await self.house.press(self._people[who], message, button["text"])

    async def _send(self, who, key, picked):
        self._actor = who
        person = self._people[who]
        message, send = self._message(who, "hand", lambda b: fits(_plain(b["text"]), key))
        offered = [(b["callback_data"], _plain(b["text"])) for b in _toggles(message.keyboard)]
        for data in (*wanted(picked, offered), send["callback_data"]):
            await self.house.press(person, message, "", data=data)

    async def _stale(self, who, token):
        self._actor = who
        board = self.house.board(self._group)
        await self.house.press(self._people[who], board, "", data=token)

    async def _forward(self, seconds):
        await self.house.settle()
        await self.house.forward(seconds)

    # What they were shown.

    async def take(self):
        requests = self._server.requests
        new, self._taken = requests[self._taken :], len(requests)
        there = [r for r in new if not r.refused or "not modified" in r.refused]
        return [found for found in map(self._seen, there) if found is not None]

    def _seen(self, request):
        fields = request.fields
        if request.method == "answerCallbackQuery":
            text = fields.get("text", "")
            return Seen(self._actor, lines(_mended(text))) if text else None
        media = json.loads(fields.get("media", "{}"))
        text = fields.get("text") or fields.get("caption") or media.get("caption")
        if text is None:
            return None
        keyboard = json.loads(fields.get("reply_markup", "{}")).get("inline_keyboard", [])
        called = _called(fields)
        buttons = [b for row in keyboard for b in row if b.get("callback_data") != "!"]
        # Only here a private chat has to be opened, and has an address.
        buttons = [b for b in buttons if not b.get("url", "").endswith("?start=hello")]
        return Seen(
            self._reader(fields),
            lines(_mended(text).removeprefix(f"{called}\n")),
            tuple(b["text"] for b in buttons if not b.get("callback_data", "").startswith("!")),
            _telegram_picks(keyboard),
            bool(media) or request.method in ("sendPhoto", "editMessageCaption"),
            called,
        )

    def _reader(self, fields):
        chat = int(fields["chat_id"])
        alone = json.loads(fields.get("ephemeral_message_parameters", "{}"))
        person = alone.get("receiver_user_id") or fields.get("receiver_user_id") or chat
        known = {user.id: name for name, user in self._people.items()}
        return known.get(int(person), EVERYBODY)


def _called(fields):
    """Whom a message calls by name."""
    for entity in json.loads(fields.get("entities", "[]")):
        if entity["type"] == "text_mention":
            return entity["user"]["first_name"]
    return ""


def _mended(text):
    return text.replace("\u2060", "")


def _plain(label):
    """A toggle's or sender's label without what says how much is picked."""
    return re.sub(r" · \d+$", "", label.removeprefix("✓"))


def _own(keyboard, kind):
    """The adapter's own buttons of a kind: ``o`` toggles, ``s`` sends."""
    buttons = (b for row in keyboard for b in row)
    return [b for b in buttons if re.fullmatch(rf"!\w+:{kind}.*", b.get("callback_data", ""))]


def _toggles(keyboard):
    return _own(keyboard, "o")


def _telegram_picks(keyboard):
    things = tuple(_plain(b["text"]) for b in _toggles(keyboard))
    others = tuple((b["text"], ()) for b in _own(keyboard, "p"))
    return (*((_plain(b["text"]), things) for b in _own(keyboard, "s")), *others)
