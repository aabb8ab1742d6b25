"""One framed page: what it shows, kept up as its table changes, and what is done on it."""

from __future__ import annotations

import asyncio
import math
import secrets
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.adapters.web.protocol import Press, Say, Weigh, shape, weighed, worded
from bot.adapters.web.signing import Person
from bot.adapters.web.tab import Tab
from bot.ports.incoming import Incoming
from bot.ports.messages import Button, Outgoing, Style, Where
from bot.ports.notices import SightChanged
from bot.ports.windows import Window

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from aiohttp import web

    from bot.adapters.web.framed.sessions import Session
    from bot.adapters.web.messages import Blobs
    from bot.adapters.web.protocol import Frame, Hello
    from bot.adapters.web.reply_cache import ReplyCache
    from bot.ports.messages import Reply
    from bot.ports.platform import Service
    from bot.ports.windows import Seen

HERE, AWAY = '{"here":1}', '{"here":0}'
"""What a page says every few seconds while it is in sight, and when it is so no longer."""

LOOK_AGAIN = 60.0
"""Seconds after which a page in sight looks again although nothing has changed: its person may be
in the chat no longer."""

CHOSEN = "open:"
"""How the button of a table begins that one of several is chosen by."""

AGAIN, OPEN = "look", "begin"
"""Buttons of a page that shows no table: look again, and open one where the page is open."""

NONE = "gwhy"
"""The message that says why no table is shown."""


class View:
    """What one framed page shows, and how it got there.

    Args:
        session: whose page it is.
        table: the table that it names.
        blobs: pictures and files, which its session alone is given.
        service: what is asked what there is to see.
        answers: what came of frames that are sent again.
        clock: seconds from anywhere.
        now: the time of day.
        unsure: nobody may tell that this person has left a chat.
    """

    def __init__(
        self,
        session: Session,
        table: str,
        blobs: Blobs,
        service: Service,
        answers: ReplyCache,
        clock: Callable[[], float],
        now: Callable[[], datetime],
        *,
        unsure: bool = False,
    ) -> None:
        self.session = session
        proof = session.proof
        self.window = Window(
            proof.user, table, proof.place, proof.language, proof.name,
            home=proof.place, title=proof.title, near=proof.near,
        )  # fmt: skip
        self._service, self._blobs = service, blobs
        self._answers, self._clock, self._now = answers, clock, now
        self._shown: dict[str, tuple[str, Outgoing]] = {}
        self._held: dict[str, list[str]] = {}
        self._stirred = asyncio.Event()
        self._looked = clock()
        self._doubted = clock() if unsure else math.inf

    @property
    def owner(self) -> tuple[str, str]:
        """Whose its pictures are."""
        return ("framed", self.session.proof.mark)

    def stir(self) -> None:
        """Have it look again."""
        self._stirred.set()

    async def first(self) -> dict[str, Any]:
        """What a page is told that comes in."""
        seen = await self._look()
        messages: dict[str, list[Any]] = {"room": [], "person": []}
        self._shown = wanted(seen)
        for name, (place, message) in self._shown.items():
            messages[place].append(self._shape(name, message))
        proof = self.session.proof
        return {
            "you": {"id": proof.user.id, "name": proof.name},
            "room": seen.chat,
            "looks": {"language": seen.language},
            "messages": messages,
        }

    async def keep_up(self, tab: Tab) -> None:
        """Send what is another than before, whenever it looks again; until cancelled."""
        while True:
            await self._stirred.wait()
            self._stirred.clear()
            self._send(tab, wanted(await self._look()))

    async def _doubt(self) -> None:
        """Have it asked anew, once in a while, whether this person is still where they were."""
        if self._clock() - self._doubted >= LOOK_AGAIN:
            self._doubted = self._clock()
            user = self.window.user
            await self._service.notice(SightChanged(user.platform, user))

    async def _look(self) -> Seen:
        self._looked = self._clock()
        await self._doubt()
        seen = await self._service.windows.look(self.window)
        self.window = seen.window
        return seen

    def _send(self, tab: Tab, now: dict[str, tuple[str, Outgoing]]) -> None:
        before, self._shown = self._shown, now
        for name in before.keys() - now.keys():
            self._blobs.drop(self._held.pop(name, ()))
            tab.send({"drop": name})
        for name, (place, message) in now.items():
            old = before.get(name)
            if old is not None and old[1] == message:
                continue
            called = message.asked == "turn" and (old is None or old[1].asked != "turn")
            tab.send({"put": self._shape(name, message), "place": place, "notify": called})

    def _shape(self, name: str, message: Outgoing) -> Any:
        before = self._held.pop(name, [])
        self._blobs.drop(before[:-1])  # the page may be asking for the last one
        picture, file = "", ""
        if data := message.picture or message.paint:
            picture = self._blobs.add(data, self.owner)
        if message.file is not None:
            file = self._blobs.add(message.file.data, self.owner)
        self._held[name] = [*before[-1:], *filter(None, (file, picture))]
        bare = replace(message, picture=None, paint=None)
        return shape(name, bare, self._now(), picture, file)

    def close(self) -> None:
        """Forget what only this page was shown."""
        for held in self._held.values():
            self._blobs.drop(held)
        self._held.clear()

    # What the page sends.

    def heard(self, page: str, *, here: bool) -> None:
        """The page says whether it is in sight."""
        windows = self._service.windows
        (windows.watching if here else windows.away)(self.window, page)
        if here and self._clock() - self._looked >= LOOK_AGAIN:
            self.stir()

    async def opened(self, _tab: Tab) -> None:
        """Nothing: whoever looks was vouched for already."""

    async def answer(self, tab: Tab, frame: Frame) -> dict[str, Any]:
        """Hand a frame in once, however often it is sent, and say what came of it."""
        self.heard(tab.session, here=True)
        source = f"framed.{self.session.proof.mark[:16]}.{tab.session}.{frame.n}"
        if isinstance(frame, Weigh):
            return dict(weighed(await self._service.picked(self._incoming(frame, source))))
        if isinstance(frame, Press) and (frame.token.startswith(CHOSEN) or frame.token == AGAIN):
            if frame.token != AGAIN:
                chosen = frame.token.removeprefix(CHOSEN)
                self.window = replace(self.window, table=chosen, place=None)
            self.stir()
            return {}
        return await self._answers.once(
            self.window.user.key, source, lambda: self._handle(tab, frame, source)
        )

    async def _handle(self, tab: Tab, frame: Frame, source: str) -> dict[str, Any]:
        await self._doubt()
        reply = await self._service.handle(self._incoming(frame, source))
        return {} if reply is None else self._reply(tab, frame, reply)

    def _incoming(self, frame: Frame, source: str) -> Incoming:
        """In private: where a page says that it is would be no more than its word.

        Where the platform has vouched for a place, and there is no table in sight, it is about that
        place; whether its person may do that there is asked of the gate like everything else.
        """
        pressed = frame if isinstance(frame, Press | Weigh) else None
        opens = pressed is not None and pressed.token == OPEN
        text = "/newgame" if opens else frame.text if isinstance(frame, Say) else ""
        return Incoming(
            source=source,
            user=self.window.user,
            chat=self.window.home if NONE in self._shown else None,
            chat_title=self.window.title,
            text=text,
            token=pressed.token if pressed and not opens else "",
            values=pressed.values if pressed else (),
            display_name=self.window.name,
            language=self.window.language,
            at=self._now() - timedelta(milliseconds=frame.ago),
            window=True,
        )

    def _reply(self, tab: Tab, frame: Frame, reply: Reply) -> dict[str, Any]:
        """What the page shows: a toast, a note, or the hand with what was asked about it."""
        message = reply.message
        if reply.where is Where.TOAST:
            said = worded(message.text)
            return {"toast": said["text"], **({"times": said["times"]} if said["times"] else {})}
        pressed = frame.message if isinstance(frame, Press) else ""
        same = reply.where is Where.SAME_MESSAGE and pressed in self._shown
        if same and self._shown[pressed][0] == "person":
            self._shown[pressed] = ("person", message)
            tab.send({"put": self._shape(pressed, message), "place": "person", "notify": False})
            return {}
        kept = reply.where is Where.SAME_MESSAGE and pressed.startswith("r")
        return {"note": self._shape(pressed if kept else "r" + secrets.token_urlsafe(9), message)}


class FramedTab(Tab):
    """The socket of a framed page.

    ``lasts``: whether its session does; one whose time is up has ended the socket by then.
    """

    def __init__(
        self,
        socket: web.WebSocketResponse,
        view: View,
        hello: Hello,
        clock: Callable[[], float],
        abort: Callable[[], None],
        lasts: Callable[[], bool],
    ) -> None:
        proof = view.session.proof
        person = Person(proof.user.key, proof.name, "")
        super().__init__(socket, person, "framed", hello.tab, hello.lang, clock, abort)
        self.view, self.lasts = view, lasts

    def _take(self, data: str | None) -> bool:
        if not self.lasts():
            return True
        if data in (HERE, AWAY):
            self.view.heard(self.session, here=data == HERE)
            return True
        return super()._take(data)


def wanted(seen: Seen) -> dict[str, tuple[str, Outgoing]]:
    """What a page shows by the names of its messages: in the room or to its person."""
    found: dict[str, tuple[str, Outgoing]] = {}
    if seen.board is not None:
        found[f"g{seen.window.table}"] = ("room", seen.board)
    if seen.hand is not None:
        found[f"p{seen.window.table}"] = ("person", seen.hand)
    if not found:
        rows = tuple((Button(f"{CHOSEN}{table}", label),) for table, label in seen.tables)
        if seen.opens:
            rows += ((Button(OPEN, seen.opens, Style.PRIMARY),),)
        rows = rows or ((Button(AGAIN, seen.again),),)
        found[NONE] = ("room", Outgoing(text=seen.why, rows=rows))
    return found
