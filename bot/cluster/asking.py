"""Questions from one process to another, each on a wire of its own, and their answers.

What is asked is bytes of a kind; whoever has the house is asked again, wherever that is by then,
until somebody has answered. An answer counts only where the one who gave it has had the house all
the while: what a process did that had slept was not stored, and is done by the next one.
"""

from __future__ import annotations

import asyncio
import logging
import struct
from typing import TYPE_CHECKING

from bot.support.errors import log_bug

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from bot.cluster.wires import Wire, Wires

    Answer = Callable[[bytes], Awaitable[bytes]]

log = logging.getLogger(__name__)

LARGEST = 4_000_000
"""Bytes of a question or an answer."""

AGAIN = 0.2
"""Seconds until whoever has the house then is asked."""

HEAD = struct.Struct(">BI")
"""What it is, and how many bytes follow."""

ASKED, DONE, ABSENT, FAILED = range(4)


class NotAnswered(Exception):
    """Whoever was asked has done what they could, and failed; it is in their log."""


class _Heard(asyncio.Protocol):
    """One end of a wire that hears one thing; ``lost`` is called at the end, whatever came."""

    def __init__(self, heard: Callable[[int, bytes], None], lost: Callable[[], None]) -> None:
        self._heard, self._lost = heard, lost
        self._came = bytearray()
        self._whole = False
        self.wire: Wire | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.wire = transport  # type: ignore[assignment]  # (no other transport is made for it)

    def data_received(self, data: bytes) -> None:
        """Gather it."""
        self._came += data
        if self._whole or len(self._came) < HEAD.size:
            return
        mark, size = HEAD.unpack_from(self._came)
        if size > LARGEST and self.wire is not None:
            self.wire.abort()
        elif len(self._came) >= HEAD.size + size:
            self._whole = True
            self._heard(mark, bytes(self._came[HEAD.size : HEAD.size + size]))

    def say(self, mark: int, data: bytes) -> None:
        """Say something, whatever else comes of it."""
        if self.wire is not None:
            self.wire.write(HEAD.pack(mark, len(data)) + data)

    def connection_lost(self, error: Exception | None) -> None:
        self._lost()


class Asking:
    """Asks, and answers.

    Args:
        wires: to the other processes.
        house: the address of whoever has the house; empty: this process; None: nobody just now.
        epoch: of the house, where it is here; 0: it is not.

    Attributes:
        answers: what answers a kind of questions as the house. One that raises
            ``ConnectionError`` cannot just now, and it is asked again.
        own: what answers a kind of questions that are put to this process, whoever has the house.
    """

    def __init__(
        self, wires: Wires, house: Callable[[], str | None], epoch: Callable[[], int]
    ) -> None:
        self._wires, self._house, self._epoch = wires, house, epoch
        self._tasks: set[asyncio.Task[None]] = set()
        self.answers: dict[str, Answer] = {}
        self.own: dict[str, Answer] = {}
        wires.answer = self._asked

    async def house(self, kind: str, data: bytes, patience: float) -> bytes:
        """The answer of whoever has the house, for which so many seconds are waited.

        What is asked may be done twice, where one did it and was gone before its answer came.

        Raises:
            ConnectionError: nobody has answered.
            NotAnswered: they could not do it.
        """
        clock = asyncio.get_running_loop().time
        until = clock() + patience
        while True:
            address = self._house()
            try:
                async with asyncio.timeout_at(until):
                    if address is None:
                        raise ConnectionRefusedError
                    if not address:
                        return await self.here(kind, data)
                    return await self.ask(address, kind, data)
            except TimeoutError:
                raise ConnectionAbortedError from None
            except ConnectionError:
                if clock() + AGAIN >= until:
                    raise
            await asyncio.sleep(AGAIN)

    async def here(self, kind: str, data: bytes) -> bytes:
        """The answer of this process. Raises what ``house`` raises."""
        return _meant(*await self._answered(kind, data))

    async def ask(self, address: str, kind: str, data: bytes) -> bytes:
        """The answer of another process. Raises what ``house`` raises."""
        answer = asyncio.get_running_loop().create_future()

        def heard(mark: int, said: bytes) -> None:
            if not answer.done():
                answer.set_result((mark, said))

        def lost() -> None:
            if not answer.done():
                answer.set_exception(ConnectionResetError())

        end = _Heard(heard, lost)
        end.wire = self._wires.open(address, end, None, None, answers=True)
        end.say(ASKED, kind.encode() + b"\n" + data)
        try:
            return _meant(*await answer)
        finally:
            end.wire.abort()

    def _asked(self) -> asyncio.Protocol:
        def heard(mark: int, question: bytes) -> None:
            task = asyncio.create_task(self._give(end, question))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        # Whoever asked may be gone: what was begun for them is brought to its end.
        end = _Heard(heard, lambda: None)
        return end

    async def _give(self, end: _Heard, question: bytes) -> None:
        kind, _, data = question.partition(b"\n")
        end.say(*await self._answered(kind.decode(errors="replace"), data))
        if end.wire is not None:
            end.wire.close()

    async def _answered(self, kind: str, data: bytes) -> tuple[int, bytes]:
        answer, epoch = self.own.get(kind), self._epoch()
        if of_the_house := answer is None:
            answer = self.answers.get(kind) if epoch else None
        if answer is None:
            return ABSENT, b""
        try:
            said = await answer(data)
        except ConnectionError:
            return ABSENT, b""
        except Exception as error:  # noqa: BLE001  (whoever asks is told that it failed, and no more)
            log_bug(log, "a question of another process was not answered", error, kind=kind)
            return FAILED, b""
        return (ABSENT, b"") if of_the_house and self._epoch() != epoch else (DONE, said)


def _meant(mark: int, said: bytes) -> bytes:
    if mark == FAILED:
        raise NotAnswered
    if mark != DONE:
        raise ConnectionRefusedError
    return said
