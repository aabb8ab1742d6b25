"""The port: rooms are groups, tabs are people, and both are shown their messages."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from bot.adapters.web.devices import Devices
from bot.adapters.web.lan import Lan
from bot.adapters.web.messages import Messages
from bot.adapters.web.network import own_addresses
from bot.adapters.web.origins import Hosts, Proxies
from bot.adapters.web.protocol import Press, Say, Speak, Weigh, shape, weighed, worded
from bot.adapters.web.reply_cache import ReplyCache
from bot.adapters.web.server import Server
from bot.adapters.web.sharing import Alone
from bot.adapters.web.signing import PERSON, Signer
from bot.adapters.web.tab import GOING_AWAY, leave
from bot.adapters.web.talk import TalkListener
from bot.ports.budget import Traffic
from bot.ports.errors import ChatGone, Elsewhere, MessageGone
from bot.ports.incoming import Incoming
from bot.ports.messages import Where
from bot.ports.notices import Opened
from bot.ports.platform import Delivery, Limits
from bot.ports.refs import ChatRef, MessageRef, UserRef

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
    from typing import TypeAlias

    from bot.adapters.web.messages import Key
    from bot.adapters.web.protocol import Frame
    from bot.adapters.web.push import Sender
    from bot.adapters.web.sharing import Sharing
    from bot.adapters.web.tab import Tab
    from bot.ports.belongings import Belongings
    from bot.ports.frame import ClientFrame
    from bot.ports.incoming import Enclosed
    from bot.ports.messages import Outgoing, Reply
    from bot.ports.platform import Service

    Report: TypeAlias = Callable[[], tuple[int, str, bytes]]

NAME = "web"
PLACES = 256
"""Tables of 1,024 people; rooms cost nothing."""

VISITS = 20_000
"""Persons in rooms that are remembered; a page that is still open comes again by itself."""


def _now() -> datetime:
    return datetime.now(UTC)


class WebPlatform:
    """The browser table; ``ready`` is set while it listens.

    Args:
        host: address to listen on.
        port: 0 takes a free one, which ``port`` then tells.
        key: 16 bytes or more; rooms and names live as long as it does.
        hosts: names under which the server is known beside its own (origins.Hosts).
        proxies: addresses and networks of proxies whose word is taken (origins.Proxies).
        most: connections at the same time; None asks the system for its limit.
        clock: seconds from anywhere, for rates.
        now: the time of day.
        find: this machine's addresses in its local network.
        sender: sends to browsers whose page is closed; None where that cannot be.
        url: where it is reached from outside; without one there are no ``frames``.
        frames: doors for the clients of other platforms.

    Raises:
        ValueError: the key is too short.
    """

    name = NAME
    limits = Limits(
        row=10, rows=20, text=16000, label=40, options=200, pictures=True, panes=True,
        scenes=True, admins=False, looks=True, purses=False, places=PLACES, talk=True, pressed=True,
    )  # fmt: skip

    def __init__(
        self,
        host: str,
        port: int,
        key: bytes,
        *,
        hosts: Iterable[str] = (),
        proxies: Iterable[str] = (),
        most: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], datetime] = _now,
        find: Callable[[], Awaitable[Sequence[str]]] = own_addresses,
        sender: Sender | None = None,
        url: str = "",
        frames: Iterable[ClientFrame] = (),
    ) -> None:
        self.sender = sender
        self.host = host
        self.hosts, proxies = tuple(hosts), tuple(proxies)
        self.lan = Lan(host, public=bool(self.hosts or proxies), clock=clock, find=find)
        self.signer = Signer(key)
        self.messages = Messages(now=now)
        self.clock = clock
        self._port = port
        self._now = now
        self.traffic = Traffic()
        self.ready = asyncio.Event()
        self.devices = Devices(self.signer, self.belongings, clock, now)
        self._server = Server(
            self, Hosts(host, self.hosts, url), Proxies(proxies), self.lan, most,
            frames=frames, url=url,
        )  # fmt: skip
        self.push = self._server.push
        self._talk_listener = TalkListener(
            self._server.tabs, lambda: self.serving().talk, self._server.begin
        )
        self._service: Service | None = None
        self.sharing: Sharing = Alone()
        self.pages: Mapping[str, Report] = {}
        self.local_pages: Collection[str] = ()
        self._visits: OrderedDict[tuple[str, str], bool] = OrderedDict()
        self._replies = ReplyCache()

    # Serving.

    @property
    def port(self) -> int:
        """The port listened on; before ``start`` the one asked for."""
        return self._server.port or self._port

    @property
    def address(self) -> str:
        """Where a person opens it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}/"

    @property
    def first_address(self) -> str:
        """Where whoever starts the program opens it: once, it makes the switches theirs."""
        return f"{self.address}#own={self.lan.key}" if self.lan.key else self.address

    async def run(self, service: Service) -> None:
        """Serve until cancelled."""
        await self.start(service)
        try:
            await asyncio.Event().wait()
        finally:
            await self.stop()

    async def start(
        self,
        service: Service,
        pages: Mapping[str, Report] | None = None,
        local: Collection[str] = (),
    ) -> None:
        """Begin to serve. Raises ``OSError`` where the port is taken.

        Args:
            service: what people want is done by it.
            pages: what else is read at this port, by name, as status, kind and body.
            local: those of them that are shown to this machine alone.
        """
        self._service = service
        self.pages, self.local_pages = pages or {}, local
        await self.devices.load()
        service.belongings.listen(self._server.people.told)
        service.talk.listen(self._talk_listener)
        self._server.frames.start()
        await self._server.start(self.host, self._port)
        self.ready.set()

    async def stop(self) -> None:
        """Close every tab and the port; what was received has five seconds to finish."""
        self.ready.clear()
        await self._server.stop()

    def visitor(self) -> asyncio.Protocol:
        """What speaks on a connection that came in at another process's port.

        Raises:
            ConnectionAbortedError: no more are taken.
        """
        if len(self._server.acceptor) >= self._server.acceptor.most:
            raise ConnectionAbortedError
        return self._server.visitor()

    def entrance(self) -> asyncio.Protocol:
        """What speaks on a connection that came in at this port. Raises as ``visitor`` does."""
        return self.sharing.entrance(self._server.visitor)

    async def leave(self, rooms: Collection[str], *, lost: bool) -> None:
        """Close what is open in rooms that another process runs from now on.

        ``lost``: at once, else when all that was received is done.
        """
        await leave(self._server.tabs, rooms, lost=lost)
        for room in rooms:
            self.messages.clear(("room", room))

    async def ended(self) -> None:
        """Another process has ended a device: it is out here as well."""
        await self.devices.load()
        self._server.people.put_out()

    # What the service sends.

    async def post(self, chat: ChatRef, message: Outgoing) -> MessageRef:
        """Add to the room. Raises ``ChatGone`` for a room that this key did not make."""
        kept = self.messages.put(self._room(chat.id), message, "g" + secrets.token_urlsafe(9))
        return MessageRef(NAME, chat.id, kept.id, thread=chat.thread)

    async def edit(self, ref: MessageRef, message: Outgoing) -> MessageRef:
        """Change a message; one that is not remembered, as after a restart, comes back."""
        self.messages.put(self._place(ref), message, ref.id)
        if ref.private:
            self._server.push.shown(ref.chat, ref.id, message)
        return ref

    async def retire(self, ref: MessageRef) -> None:
        """Take the buttons off a message, where it is still shown."""
        self.messages.retire(self._place(ref), ref.id)
        self._server.push.over(ref.chat, ref.id)

    async def whisper(self, user: UserRef, message: Outgoing) -> Delivery:
        """Add to a person's own screen; whoever is away finds it on coming back."""
        if not PERSON.fullmatch(user.id):
            return Delivery(reason="unknown")
        kept = self.messages.put(("person", user.id), message, "p" + secrets.token_urlsafe(9))
        self._server.push.shown(user.id, kept.id, message)
        return Delivery(MessageRef(NAME, user.id, kept.id, private=True))

    async def reach(self, user: UserRef) -> Delivery:
        """Everyone who ever sat down is reached; the reference names no message."""
        if not PERSON.fullmatch(user.id):
            return Delivery(reason="unknown")
        return Delivery(MessageRef(NAME, user.id, "", private=True))

    async def erase(self, ref: MessageRef) -> None:
        """Take a message off the screen."""
        self.messages.drop(self._place(ref), ref.id)
        self._server.push.over(ref.chat, ref.id)

    def newer(self, ref: MessageRef) -> int:
        """Nothing: on a page the board is always in sight."""
        return 0

    def link(self, token: str) -> str:
        """Nothing: whoever has a page open is reached already."""
        return ""

    async def lacks(self, chat: ChatRef) -> tuple[str, ...]:
        """Nothing: in a room of ours everything is allowed."""
        return ()

    async def member(self, chat: ChatRef, user: UserRef) -> bool | None:
        """Whether a person has come by the room's link: whoever has it may look and sit down."""
        return self._visits.get((user.id, chat.id), False)

    async def open_place(
        self, chat: ChatRef, title: str, people: Sequence[UserRef] = ()
    ) -> ChatRef:
        """A new room; nothing is kept of it until something is said there."""
        room = self.signer.new_room()
        await self.sharing.begin(room)
        return ChatRef(NAME, room)

    async def find_place(self, chat: ChatRef, title: str, since: datetime) -> ChatRef | None:
        """Nothing: a room in which nothing was said is none."""
        return None

    async def close_place(self, place: ChatRef) -> None:
        """A room that nobody opens any more is forgotten by itself."""

    def languages(self, chat: ChatRef) -> set[str]:
        """In which pages are open in a room: each shows the board in its own."""
        return self.messages.languages(("room", chat.id))

    def place_link(self, place: ChatRef) -> str:
        """The room's path on this page: under which name people found the page is theirs."""
        return f"/r/{place.id}"

    def _room(self, room: str) -> Key:
        if not self.signer.is_room(room):
            raise ChatGone("no such room")
        return ("room", room)

    def _place(self, ref: MessageRef) -> Key:
        if not ref.private:
            return self._room(ref.chat)
        if not PERSON.fullmatch(ref.chat) or not ref.id:
            raise MessageGone("no such person")
        return ("person", ref.chat)

    def time_of_day(self) -> datetime:
        """As this platform was told to read it."""
        return self._now()

    # What the pages send.

    def serving(self) -> Service:
        """The service. Raises ``RuntimeError`` before ``start``."""
        if self._service is None:
            raise RuntimeError("the platform was not started")
        return self._service

    def belongings(self) -> Belongings:
        """What is kept of people. Raises ``RuntimeError`` before ``start``."""
        return self.serving().belongings

    async def opened(self, tab: Tab) -> None:
        """Tell the service that a tab shows its room."""
        user = UserRef(NAME, tab.person.id)
        self._visits[user.id, tab.room] = True
        self._visits.move_to_end((user.id, tab.room))
        while len(self._visits) > VISITS:
            self._visits.popitem(last=False)
        await self.serving().notice(Opened(user, ChatRef(NAME, tab.room), tab.language))
        await self._talk_listener.came(tab)

    async def answer(self, tab: Tab, frame: Frame) -> dict[str, Any]:
        """Hand a frame in once, however often it is sent, and say what came of it."""
        source = f"{tab.person.id}.{tab.session}.{frame.n}"
        if isinstance(frame, Weigh):
            return dict(weighed(await self.serving().picked(self._incoming(tab, frame, source))))
        try:
            return await self._replies.once(
                tab.person.id, source, lambda: self._handle(tab, frame, source)
            )
        except Elsewhere:
            self.sharing.to_house(tab.room)
            tab.out(GOING_AWAY)  # it is sent again where it is done
            return {}
        finally:
            if not await self.sharing.here(tab.room):
                tab.out(GOING_AWAY)

    async def _handle(self, tab: Tab, frame: Frame, source: str) -> dict[str, Any]:
        reply = await self.serving().handle(self._incoming(tab, frame, source))
        return {} if reply is None else self._reply(tab, frame, reply)

    async def uploaded(self, tab: Tab, said: str, file: Enclosed, source: str) -> dict[str, Any]:
        """Hand in a file with the words to it; what the page is to show."""
        frame = Say(0, said)
        incoming = replace(self._incoming(tab, frame, source), enclosed=file)
        reply = await self.serving().handle(incoming)
        return {} if reply is None else self._reply(tab, frame, reply)

    def _incoming(self, tab: Tab, frame: Frame, source: str) -> Incoming:
        user = UserRef(NAME, tab.person.id)
        chat: ChatRef | None = ChatRef(NAME, tab.room)
        message = None
        if isinstance(frame, Press | Weigh) and frame.message:
            private = frame.message[0] != "g"
            place = tab.person.id if private else tab.room
            if private or self.messages.stands_on(self._room(place), frame.message, frame.token):
                message = MessageRef(NAME, place, frame.message, private=private)
            if frame.message[0] == "p":
                chat = None  # a whisper belongs to the person; the room may be another table's
        quick = (frame.quick,) if isinstance(frame, Speak) and frame.quick else ()
        return Incoming(
            source=source,
            user=user,
            chat=chat,
            message=message,
            text=frame.text if isinstance(frame, Say | Speak) else "",
            token=frame.token if isinstance(frame, Press | Weigh) else "",
            values=frame.values if isinstance(frame, Press | Weigh) else quick,
            talk=isinstance(frame, Speak),
            display_name=tab.person.name,
            language=tab.language,
            chat_title=tab.room[:4],
            at=self._now() - timedelta(milliseconds=frame.ago),
        )

    def _reply(self, tab: Tab, frame: Frame, reply: Reply) -> dict[str, Any]:
        """What the tab shows, and nobody else: a toast, a note, or the message pressed anew."""
        message = reply.message
        if reply.where is Where.TOAST:
            said = worded(message.text)
            return {"toast": said["text"], **({"times": said["times"]} if said["times"] else {})}
        pressed = frame.message if isinstance(frame, Press) else ""
        if reply.where is Where.SAME_MESSAGE and pressed.startswith("p"):
            # It is the person's own message: changed where it is kept, so a reload shows it too.
            self.messages.put(("person", tab.person.id), message, pressed)
            return {}
        same = reply.where is Where.SAME_MESSAGE and pressed.startswith("r")
        note = pressed if same else "r" + secrets.token_urlsafe(9)
        picture, owner = "", ("person", tab.person.id)
        if shown := message.picture or message.paint:
            picture = self.messages.pictures.add(shown, owner)
        file, message = self.messages.file(message, owner)
        return {"note": shape(note, message, self._now(), picture, file)}
