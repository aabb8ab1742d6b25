"""Shards in one of several processes, for the one that serves Discord.

Which shards these are is said by leases. What happens there is told to whoever serves, as the port
says it; what that sends and asks in their servers is done here.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

import discord
from discord.http import Route

from bot.adapters.discord.cache import CHANNELS, Newest
from bot.adapters.discord.connection import FATAL, FIRST_PAUSE, LONGEST_PAUSE, point
from bot.adapters.discord.errors import NETWORK
from bot.adapters.discord.limits import A_SECOND, counted
from bot.adapters.discord.nobody import trouble
from bot.adapters.discord.refs import channel_of
from bot.adapters.discord.shard import Shard
from bot.adapters.discord.sharded import Sharded
from bot.i18n.catalogue import Catalogue
from bot.i18n.localized import CommandNames
from bot.ports.allowance import Allowance
from bot.ports.errors import PlatformError
from bot.ports.packed import packed, unpacked

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from bot.adapters import Others, Share
    from bot.adapters.discord.shard import OneShard
    from bot.ports.incoming import Incoming
    from bot.ports.menu import CommandSpec
    from bot.ports.messages import Reply, Suggestion
    from bot.ports.notices import Notice
    from bot.ports.platform import Service
    from bot.ports.refs import UserRef

    Read = Callable[[int], Awaitable[bytes]]

log = logging.getLogger(__name__)

APART = 5.5
"""Seconds between two sessions that are begun with one rate limit key, by all processes together;
Discord counts five (developers/events/gateway, "Max Concurrency")."""

CLOSING = 1.5
"""Seconds that what is under way may take to be answered, and a connection to close."""

GATHER = 0.2
"""Seconds for which it is gathered what was written where."""

FILES = 200
"""Files that may still be asked for."""

CALLS = frozenset((
    "post", "edit", "retire", "whisper", "reach", "erase", "lacks", "member", "open_place",
    "find_place", "close_place", "knows",
))  # fmt: skip
"""What a shard is asked to do."""


class ShardRelay:
    """The shards of one process (``bot.adapters.Relay``).

    Args:
        token: the bot's.
        shards: how many there are in all; None: as many as Discord advises.
        api_base: where the API is, if not at Discord.
        gateway: where the gateway is, if not at Discord.
        activity: whether the page opens inside Discord.
    """

    def __init__(
        self,
        token: str,
        shards: int | None,
        *,
        api_base: str = "",
        gateway: str = "",
        activity: bool = False,
    ) -> None:
        point(api_base, gateway)
        self._token, self._wanted = token, shards
        self._allowance = Allowance(A_SECOND, alone=False)
        self._given = {
            "token": token, "api_base": api_base, "gateway": gateway, "activity": activity,
            "allowance": self._allowance,
        }  # fmt: skip
        self._catalogue = Catalogue()
        self._running: dict[int, tuple[Shard, asyncio.Task[None]]] = {}
        self._share: asyncio.Future[Share] | None = None
        self._others: Others | None = None
        self._count, self._few_until = 0, 0.0
        self._written: list[tuple[int, int, int, bool]] = []
        self._boards: Newest[bool] = Newest(CHANNELS)  # channels in which we write
        self.files: Newest[Read] = Newest(FILES)

    def platform(self, others: Others) -> Sharded:
        """Discord as whoever serves it sees it."""
        return Sharded(others, self.share)

    async def share(self) -> Share:
        """The shards, once it is known how many there are."""
        if self._share is None:
            self._share = asyncio.get_running_loop().create_future()
        return await asyncio.shield(self._share)

    async def run(self, others: Others) -> None:
        """Have a share of the shards until cancelled; ends where Discord refuses for good."""
        allowed = asyncio.create_task(others.allow(self._allowance))
        try:
            await self._run(others)
        finally:
            allowed.cancel()
            await asyncio.gather(allowed, return_exceptions=True)

    async def _run(self, others: Others) -> None:
        try:
            self._count = self._wanted or await self._advised()
        except discord.LoginFailure:
            log.error("Discord is off: %s", FATAL[4004])  # noqa: TRY400  (no stack: it is said)
            return
        share, self._others = others.share(self._count), others
        share.stands_by, share.ready = self._may_stand_by, self._is_ready
        if self._share is None:
            self._share = asyncio.get_running_loop().create_future()
        self._share.set_result(share)
        self._catalogue.names = CommandNames(others.menu)
        others.hear(self._asked)
        telling = asyncio.create_task(self._tell())
        try:
            await share.run(self._changed)
        finally:
            telling.cancel()
            # Who takes them needs longer to connect than this one to be gone.
            await asyncio.gather(self._stop(frozenset(self._running)), share.end())

    async def _advised(self) -> int:
        """How many shards Discord advises. Raises ``LoginFailure``."""
        pause = FIRST_PAUSE
        while True:
            try:
                trace = counted(self._allowance)
                async with discord.Client(
                    intents=discord.Intents.none(), http_trace=trace
                ) as client:
                    await client.login(self._token)
                    found: Any = await client.http.request(Route("GET", "/gateway/bot"))
                    return int(found["shards"])
            except discord.LoginFailure:
                raise
            except Exception as error:  # noqa: BLE001  (the library raises anything)
                log.warning("Discord does not say how many shards reason=%s", type(error).__name__)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    # Shards come and go.

    async def _changed(self) -> None:
        share = await self.share()
        awake, spare = share.held | share.leaving, share.spare
        for number in sorted(awake | spare):
            if number in self._running:
                self._running[number][0].wake(awake=number in awake)
            else:
                self._begin(number, awake=number in awake)
        await self._stop(frozenset(self._running) - awake - spare)
        log.info(
            "shards of Discord here: %s of %d, stands by for: %s",
            sorted(awake), self._count, sorted(spare),
        )  # fmt: skip

    def _begin(self, number: int, *, awake: bool) -> None:
        shard = Shard(
            number, self._count, self._turn, self._note_for(number), awake=awake,
            catalogue=self._catalogue, **self._given,
        )  # fmt: skip
        task = asyncio.create_task(shard.run(self._service_for(number)))
        self._running[number] = shard, task

    def awake(self, number: int) -> bool:
        """Whether what a shard tells is to be handed on; else another process does that."""
        return number in self._running and self._running[number][0].awake

    def _is_ready(self, number: int) -> bool:
        return number in self._running and self._running[number][0].serving

    def _may_stand_by(self) -> bool:
        return asyncio.get_running_loop().time() >= self._few_until

    def _service_for(self, number: int) -> Service:
        return cast("Service", Remote(self, number))

    async def _stop(self, numbers: frozenset[int]) -> None:
        going = [self._running.pop(number) for number in numbers]
        with suppress(TimeoutError):  # who has pressed there hears what came of it
            async with asyncio.timeout(CLOSING):
                await asyncio.gather(*(shard.rested() for shard, _ in going))
        tasks = [task for _, task in going]
        for task in tasks:
            task.cancel()
        if tasks:  # a server that does not say goodbye must not keep this from what it still has
            await asyncio.wait(tasks, timeout=CLOSING)

    async def _turn(self, client: OneShard) -> None:
        """Wait until a session may be begun; some are left for shards that wait beside this one,
        and half of a day's for those that are to answer."""
        share, (number,) = await self.share(), client.shard_ids or (0,)
        while True:
            try:
                limits = await client.fetch_session_start_limits()
            except (discord.DiscordException, *NETWORK):  # nobody says: one after the other
                await share.once("0", APART, number)
                return
            if not client.awake.is_set() and limits.remaining < limits.total // 2:
                self._few_until = asyncio.get_running_loop().time() + LONGEST_PAUSE
                with suppress(TimeoutError):
                    await asyncio.wait_for(client.awake.wait(), LONGEST_PAUSE)
            elif limits.remaining > limits.max_concurrency:
                break
            else:
                log.warning("Discord lets no session begin for %d s", limits.reset_after // 1000)
                await asyncio.sleep(LONGEST_PAUSE)
        await share.once(str(number % limits.max_concurrency), APART, number)

    # What is told.

    @property
    def others(self) -> Others:
        """The other processes."""
        if self._others is None:
            raise RuntimeError("it does not run")
        return self._others

    async def told(self, number: int, do: str, what: object, channel: int = 0) -> Any:
        """What whoever serves Discord answers. Raises ``ConnectionError``."""
        server = 0
        if channel and number in self._running:
            server = self._running[number][0].server_of(channel)
        told = {"shard": number, "do": do, "what": what, "channel": channel, "server": server}
        return unpacked(await self.others.house(packed(told)))

    def trouble(self, language: str) -> Reply:
        """What somebody is told whom nobody has answered."""
        return trouble(self._catalogue, language)

    def _note_for(self, number: int) -> Callable[[int, int, bool], None]:
        def note(channel: int, message: int, came: bool) -> None:
            if self._boards.get(channel) and self.awake(number):
                self._written.append((number, channel, message, came))

        return note

    async def _tell(self) -> None:
        """What is written where we write, so that boards are kept in sight."""
        while True:
            await asyncio.sleep(GATHER)
            written, self._written = self._written, []
            if written:
                try:
                    await self.told(written[0][0], "written", written)
                except ConnectionError:
                    log.info("nobody counts what is written")

    # What is asked.

    async def _asked(self, data: bytes) -> bytes:
        asked = unpacked(data)
        if asked["call"] == "read":
            return packed(await self._read(*asked["args"]))
        found = self._running.get(asked["shard"])
        if found is None or asked["call"] not in CALLS:
            raise ConnectionRefusedError
        if asked["call"] in ("post", "edit"):
            self._boards.set(channel_of(asked["args"][0]), True)
        try:
            return packed(await getattr(found[0], asked["call"])(*asked["args"]))
        except PlatformError as error:
            return packed(error)

    async def _read(self, source: int, most: int) -> object:
        """At most so many bytes of a file, or why not."""
        read = self.files.get(source)
        try:
            return PlatformError("too long ago") if read is None else await read(most)
        except PlatformError as error:
            return error


class Remote:
    """The service, as a shard hands everything to it (``bot.ports.platform.Service``)."""

    def __init__(self, relay: ShardRelay, number: int) -> None:
        self._relay, self._number = relay, number

    @property
    def menu(self) -> Sequence[CommandSpec]:
        """The commands."""
        return self._relay.others.menu

    async def handle(self, incoming: Incoming) -> Reply | None:
        """Do what a person wants, wherever that is done."""
        if incoming.enclosed is not None:
            self._relay.files.set(int(incoming.source), incoming.enclosed.read)
        chat = incoming.chat
        channel = int(chat.thread or chat.id) if chat is not None else 0
        try:
            reply: Reply | None = await self._relay.told(
                self._number, "handle", incoming, channel
            )  # fmt: skip
        except ConnectionError:
            log.warning("nobody serves Discord just now")
            return self._relay.trouble(incoming.language)
        return reply

    def foresee(self, user: UserRef, token: str) -> bool:
        """Nobody can say here; the answer comes in time or is put off."""
        return False

    async def notice(self, notice: Notice) -> None:
        """Pass it on, if nobody else does."""
        if not self._relay.awake(self._number):
            return
        try:
            await self._relay.told(self._number, "notice", notice)
        except ConnectionError:
            log.warning("nobody hears what Discord tells just now")

    async def suggest(self, incoming: Incoming, field: str) -> tuple[Suggestion, ...]:
        """What may complete a field; nothing where nobody answers."""
        try:
            found = await self._relay.told(self._number, "suggest", (incoming, field))
        except ConnectionError:
            return ()
        return cast("tuple[Suggestion, ...]", found)
