"""A small Telegram: people, groups with topics, their messages, and what people do there.

What a person does becomes an update for the bot; what the bot may see is decided as Telegram does
(privacy mode, members, topics).
"""

import itertools
from dataclasses import dataclass, field

BOT_ID = 7_000_000_700
BOT_NAME = "paizhuo_bot"


@dataclass(eq=False)
class User:
    """A person; ``started``: the bot may write to them; ``blocked``: they do not want it."""

    id: int
    name: str
    language: str = "zh-hans"
    started: bool = False
    blocked: bool = False

    def json(self):
        shown = {"id": self.id, "is_bot": False, "first_name": self.name}
        return shown | ({"language_code": self.language} if self.language else {})


ANONYMOUS = {
    "id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot",
}  # fmt: skip
BOT = {"id": BOT_ID, "is_bot": True, "first_name": "牌桌", "username": BOT_NAME}


@dataclass(eq=False)
class Message:
    """A message as it stands now."""

    chat: "Chat"
    id: int
    date: int
    sender: dict
    text: str | None = None
    caption: str | None = None
    photo: bytes | None = None
    document: bytes | None = None
    name: str = ""
    entities: list = field(default_factory=list)
    keyboard: list = field(default_factory=list)
    thread: int | None = None
    protected: bool = False
    silent: bool = False
    replies_to: int | None = None
    alone: User | None = None
    ephemeral: int = 0
    edits: int = 0
    gone: bool = False

    @property
    def words(self):
        """Its text or caption."""
        return self.text or self.caption or ""

    @property
    def buttons(self):
        """Buttons by their label."""
        return {button["text"]: button for row in self.keyboard for button in row}

    def json(self):
        shown = {
            "message_id": 0 if self.ephemeral else self.id,
            "date": self.date,
            "chat": self.chat.json(),
            "from": self.sender,
        }
        if self.text is not None:
            shown["text"] = self.text
        if self.caption is not None:
            shown["caption"] = self.caption
        if self.photo is not None:
            size = {"file_id": f"p{self.id}", "file_unique_id": f"u{self.id}"}
            shown["photo"] = [size | {"width": 90, "height": 60}]
        if self.document is not None:
            ident = f"{self.chat.id}.{self.id}"
            shown["document"] = {
                "file_id": f"d{ident}", "file_unique_id": f"v{ident}",
                "file_name": self.name, "file_size": len(self.document),
            }  # fmt: skip
        if self.keyboard:
            shown["reply_markup"] = {"inline_keyboard": self.keyboard}
        if self.thread is not None:
            shown |= {"message_thread_id": self.thread, "is_topic_message": True}
        if self.ephemeral:
            shown["ephemeral_message_id"] = self.ephemeral
            shown["receiver_user"] = self.alone.json()
        return shown


@dataclass(eq=False)
class Chat:
    """A group, or the private chat with the bot of ``person``."""

    id: int
    type: str
    title: str = ""
    person: User | None = None
    members: list = field(default_factory=list)
    admins: list = field(default_factory=list)
    topics: dict = field(default_factory=dict)
    kicked: bool = False
    moved: int | None = None
    messages: list = field(default_factory=list)
    numbers: itertools.count = field(default_factory=lambda: itertools.count(1))
    may: dict = field(default_factory=lambda: {"can_send_messages": True, "can_send_photos": True})

    @property
    def forum(self):
        return bool(self.topics)

    @property
    def shown(self):
        """The messages that stand there for everybody."""
        return [m for m in self.messages if not m.gone and m.alone is None]

    @property
    def ours(self):
        """Those of the bot."""
        return [m for m in self.shown if m.sender is BOT]

    def json(self):
        if self.person is not None:
            return {"id": self.id, "type": "private", "first_name": self.person.name}
        shown = {"id": self.id, "type": self.type, "title": self.title}
        return shown | ({"is_forum": True} if self.forum else {})


class World:
    """Everybody and every chat. ``send`` takes each update as it is made."""

    def __init__(self, send, now):
        self._send = send
        self._now = now
        self._ids = itertools.count(7_123_456_001)
        self._updates = itertools.count(1)
        self._presses = itertools.count(1)
        self.chats = {}
        self.users = {}
        self.presses = {}

    # Making.

    def user(self, name, *, started=True, language="zh-hans"):
        user = User(next(self._ids), name, language, started)
        self.users[user.id] = user
        self.chats[user.id] = Chat(user.id, "private", person=user)
        return user

    def group(self, title, members=(), *, kind="supergroup", topics=()):
        number = next(self._ids)
        ident = -10_010_000_000_000 - number if kind == "supergroup" else -number
        chat = Chat(ident, kind, title, members=list(members))
        chat.topics = dict.fromkeys(topics, "open")
        self.chats[ident] = chat
        return chat

    def private(self, user):
        """The chat of a person with the bot."""
        return self.chats[user.id]

    def update(self, kind, content):
        """Send an update of a kind; its number."""
        number = next(self._updates)
        self._send({"update_id": number, kind: content})
        return number

    def put(self, chat, sender, **fields):
        """A new message in a chat."""
        message = Message(chat, next(chat.numbers), int(self._now().timestamp()), sender, **fields)
        chat.messages.append(message)
        return message

    # What people do.

    def document(self, ident):
        """The content of a document by its id."""
        chat, _, number = ident.removeprefix("d").partition(".")
        found = (m for m in self.chats[int(chat)].messages if m.id == int(number))
        return next(found).document

    def say(self, user, chat, text, *, thread=None, replies_to=None, file=None, **more):
        """Words in a chat; the bot hears those that privacy mode lets through.

        ``file``: (name, content) of a document below which they stand.
        """
        sender = more.pop("sender", user.json() if user is not None else None)
        if file is None:
            message = self.put(chat, sender, text=text, thread=thread)
        else:
            name, content = file
            message = self.put(
                chat, sender, caption=text or None, document=content, name=name, thread=thread
            )
        if chat.person is not None:
            if user.blocked:
                return message
            user.started = True
        heard = text.startswith("/") or f"@{BOT_NAME}" in text or chat.person is not None
        answers = replies_to is not None and replies_to.sender is BOT
        if chat.kicked or not (heard or answers or BOT_ID in chat.admins):
            return message
        content = message.json() | more
        if replies_to is not None:
            content["reply_to_message"] = replies_to.json()
        self.update("message", content)
        return message

    def whisper(self, user, text):
        """Words to the bot alone."""
        return self.say(user, self.private(user), text)

    def open_link(self, user, url):
        """Follow a link ``t.me/<bot>?start=<payload>`` and press Start."""
        base, _, payload = url.partition("?start=")
        assert base == f"https://t.me/{BOT_NAME}", url
        return self.whisper(user, f"/start {payload}".strip())

    def press(self, user, message, label, *, data=None):
        """A button by its label, or its data; the id of the press, under which its answer is."""
        button = {} if data is not None else message.buttons[label]
        if "url" in button:
            return self.open_link(user, button["url"])
        ident = f"press{next(self._presses)}"
        self.presses[ident] = None
        content = {
            "id": ident, "from": user.json(), "message": message.json(), "chat_instance": "1",
            "data": data if data is not None else button["callback_data"],
        }  # fmt: skip
        self.update("callback_query", content)
        return ident

    def member(self, chat, before, after, *, by):
        """The bot's own membership of a chat changes."""
        me = {"user": BOT}
        content = {
            "chat": chat.json(), "from": by.json(), "date": int(self._now().timestamp()),
            "old_chat_member": me | status(before), "new_chat_member": me | status(after),
        }  # fmt: skip
        self.update("my_chat_member", content)

    def block(self, user):
        user.blocked = True
        self.member(self.private(user), "member", "kicked", by=user)

    def unblock(self, user):
        user.blocked = False
        self.member(self.private(user), "kicked", "member", by=user)

    def kick(self, chat, by):
        chat.kicked = True
        self.member(chat, "member", "kicked", by=by)

    def add(self, chat, by):
        chat.kicked = False
        self.member(chat, "left", "member", by=by)

    def leave(self, chat, user):
        chat.members.remove(user)
        message = self.put(chat, user.json())
        self.update("message", message.json() | {"left_chat_member": user.json()})

    def migrate(self, chat, *, new_first=False):
        """A group becomes a supergroup; the two messages about it come in either order."""
        new = self.group(chat.title, chat.members)
        chat.moved = new.id
        old_told = self.put(chat, BOT).json() | {"migrate_to_chat_id": new.id}
        new_told = self.put(new, BOT).json() | {"migrate_from_chat_id": chat.id}
        told = (new_told, old_told) if new_first else (old_told, new_told)
        for content in told:
            self.update("message", content)
        return new

    def topic(self, chat, thread, state, by):
        """A topic is ``closed``, ``open`` or ``deleted``; of deleting nobody is told."""
        chat.topics[thread] = state
        for message in chat.messages:
            message.gone = message.gone or (state == "deleted" and message.thread == thread)
        if state != "deleted":
            message = self.put(chat, by.json(), thread=thread)
            told = "forum_topic_closed" if state == "closed" else "forum_topic_reopened"
            self.update("message", message.json() | {told: {}})


def status(name):
    """A membership as the Bot API tells it."""
    return {"status": name} | ({"until_date": 0} if name == "kicked" else {})
