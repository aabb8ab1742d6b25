"""A platform in memory: it keeps what it was sent, and fails where a test says so."""

import asyncio
from dataclasses import dataclass, replace

from bot.i18n.times import plain
from bot.ports.budget import Traffic
from bot.ports.errors import MessageGone
from bot.ports.incoming import Incoming
from bot.ports.messages import Outgoing
from bot.ports.platform import Delivery, Limits
from bot.ports.refs import ChatRef, MessageRef, UserRef
from tests.kit.ids import ROOM_ID


@dataclass
class Sent:
    """One message as it stands now."""

    ref: MessageRef
    message: Outgoing
    edits: int = 0
    retired: bool = False


class MemoryPlatform:
    """Keeps every message; ``fail`` maps a method's name to an exception it raises next.

    ``outside``: people who are in no chat; ``unsure``: nobody can say who is. ``opened``: title
    and people by place. ``unreachable`` people have closed their private
    messages; ``deep``: there are deep links.
    """

    name = "memory"
    limits = Limits(edits=0, places=16)

    def __init__(self, *, pictures=False, **limits):
        self.limits = replace(MemoryPlatform.limits, pictures=pictures, **limits)
        self.traffic = Traffic()
        self.sent = {}
        self.order = []
        self.unreachable = set()
        self.below = {}
        self.lacking = {}
        self.outside = set()
        self.unsure = False
        self.fail = {}
        self.deep = False
        self.calls = []
        self.opened = {}
        self.closed = []
        self.read_in = ()
        self._count = 0

    def _check(self, method, where):
        self.calls.append((method, where))
        error = self.fail.get(method)
        if error is not None:
            raise error

    def _keep(self, chat, message, *, private, thread=""):
        message = replace(message, text=plain(message.text))  # it knows nobody's clock
        self._count += 1
        ref = MessageRef(self.name, chat, str(self._count), private, thread)
        self.sent[ref] = Sent(ref, message)
        self.order.append(ref)
        return ref

    async def post(self, chat, message):
        self._check("post", chat.place)
        return self._keep(chat.id, message, private=False, thread=chat.thread)

    async def edit(self, ref, message):
        self._check("edit", ref.chat)
        if ref not in self.sent:
            raise MessageGone("no such message")
        self.sent[ref].message = replace(message, text=plain(message.text))
        self.sent[ref].edits += 1
        return ref

    async def retire(self, ref):
        self._check("retire", ref.chat)
        self.sent[ref].retired = True

    async def whisper(self, user, message):
        self._check("whisper", user.id)
        if user.id in self.unreachable:
            return Delivery(reason="closed", final=True)
        return Delivery(self._keep(user.id, message, private=True))

    async def reach(self, user):
        if user.id in self.unreachable:
            return Delivery(reason="closed", final=True)
        return Delivery(MessageRef(self.name, user.id, "", private=True))

    async def erase(self, ref):
        self._check("erase", ref.chat)
        self._take(ref)

    def _take(self, ref):
        self.sent.pop(ref, None)
        if ref in self.order:
            self.order.remove(ref)

    def newer(self, ref):
        return self.below.get(ref, 0)

    def link(self, token):
        return f"https://memory.example/start/{token}" if self.deep else ""

    async def lacks(self, chat):
        return self.lacking.get(chat.place, ())

    async def member(self, chat, user):
        self.calls.append(("member", user.id))
        return None if self.unsure else user.id not in self.outside

    async def open_place(self, chat, title, people=()):
        self._check("open_place", chat.place)
        place = ChatRef(self.name, chat.id, f"t{len(self.opened) + 1}")
        self.opened[place] = (title, tuple(people))
        return place

    async def find_place(self, chat, title, since):
        self._check("find_place", chat.place)
        here = [p for p, (called, _) in self.opened.items() if called == title and p.id == chat.id]
        return next((place for place in here if place not in self.closed), None)

    async def close_place(self, place):
        self._check("close_place", place.place)
        self.closed.append(place)

    def languages(self, chat):
        return self.read_in

    def place_link(self, place):
        return f"https://memory.example/{place.id}/{place.thread}"

    async def run(self, service):
        await asyncio.Event().wait()

    # What tests ask.

    def in_chat(self, chat=ROOM_ID):
        """The messages of a group, first to last."""
        return [self.sent[r] for r in self.order if not r.private and r.chat == chat]

    def board(self, chat=ROOM_ID):
        """The newest message of a group that has buttons."""
        return next(s for s in reversed(self.in_chat(chat)) if s.message.rows).message

    def told(self, user):
        """All private messages that a person has now, first to last."""
        return [self.sent[r].message for r in self.order if r.private and r.chat == user]

    def tries(self, user):
        """How often a private message to a person was tried."""
        return self.calls.count(("whisper", user))

    def private(self, user):
        """The newest private message of a person."""
        found = [self.sent[r] for r in self.order if r.private and r.chat == user]
        return found[-1].message if found else None

    def lines(self, chat=ROOM_ID):
        """The words of all messages without buttons."""
        return [s.message.text for s in self.in_chat(chat) if not s.message.rows]


class Listening(MemoryPlatform):
    """Writes down every message with its reader; None is everybody in the chat."""

    def __init__(self):
        super().__init__(pictures=True)
        self.heard = []

    async def post(self, chat, message):
        self.heard.append((None, message))
        return await super().post(chat, message)

    async def edit(self, ref, message):
        self.heard.append((ref.chat if ref.private else None, message))
        return await super().edit(ref, message)

    async def whisper(self, user, message):
        self.heard.append((user.id, message))
        return await super().whisper(user, message)


def buttons(message):
    """The buttons of a message by their label."""
    return {b.label: b.token for row in message.rows for b in row if b.token}


class People:
    """Builds what people do, each with a source of its own."""

    def __init__(self, platform="memory", chat=ROOM_ID):
        self.platform = platform
        self.chat = ChatRef(platform, chat)
        self._count = 0

    def _incoming(self, who, **fields):
        self._count += 1
        filled = {
            "source": f"{self.platform}:{self._count}",
            "user": UserRef(self.platform, who),
            "chat": self.chat,
            "display_name": who,
            "chat_title": "测试群",
            **fields,
        }
        return Incoming(**filled)

    def say(self, who, text, **fields):
        """Words to the bot; ``addressed=False``: said in the chat to nobody."""
        return self._incoming(who, text=text, **{"addressed": True, **fields})

    def press(self, who, token, values=(), **fields):
        return self._incoming(who, token=token, values=tuple(values), **fields)
