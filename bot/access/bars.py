"""Who is kept out: of a chat by its administrators, of one table by its host.

A bar is stored under a mark, a keyed hash of the chat and the person, so it outlives ``/forgetme``
and names nobody. There are few of them, so all are in memory.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.store.access_rows import Barred, Unbarred, all_bars
from bot.store.preferences import keys_of
from bot.support.marks import KEY_BYTES, Marks

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from bot.ports.refs import ChatRef, UserRef
    from bot.store.store import Store
    from bot.support.clock import Clock

KIND = "bar"
LET = "+"
"""Ends the scope of those whom a host lets in where somebody is kept out."""

SILENT = "~"
"""Ends the scope of those whom a host wants to be silent at a table."""

ASKED = "?"
"""Ends the scope of those about whom a host was asked, and has not answered."""

LASTS = timedelta(days=1)
"""How long what was barred from a table is kept when that is over: it may be played once more."""


class Bars:
    """Keeps people out. A scope is a chat's key, or a table's id."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._held: dict[str, dict[str, datetime]] = {}
        self._marks: Marks | None = None

    async def load(self) -> None:
        """Read who is kept out; again where another process may have changed it."""
        held: dict[str, dict[str, datetime]] = {}
        for bar in await self._store.read(all_bars):
            held.setdefault(bar.scope, {})[bar.mark] = bar.at
        self._held = held

    # Asking.

    async def holds(self, scope: str, chat: ChatRef, user: UserRef) -> bool:
        """Whether a person of a chat is kept out of it, or of a table in it."""
        held = [self._held.get(key) for key in await self._scopes(scope, chat)]
        marks = {mark for found in held if found for mark in found}
        return bool(marks) and not marks.isdisjoint(await self._marks_of(chat, user))

    async def silent(self, table: str, chat: ChatRef, user: UserRef) -> bool:
        """Whether a table's host wants a person to be silent."""
        return await self.holds(table + SILENT, chat, user)

    def some(self, *scopes: str) -> bool:
        """Whether anybody is kept out of one of these."""
        return any(self._held.get(scope) for scope in scopes)

    async def let_in(self, table: str, chat: ChatRef, user: UserRef) -> bool:
        """Whether a table's host has said that a person may sit down."""
        return await self.holds(table + LET, chat, user)

    async def asked(self, table: str, chat: ChatRef, user: UserRef) -> bool:
        """Whether a table's host was asked about a person."""
        return await self.holds(table + ASKED, chat, user)

    def asking(self, table: str) -> int:
        """About how many people a table's host was asked who still wait."""
        return len(self._held.get(table + ASKED, ()))

    async def mark(self, chat: ChatRef, user: UserRef) -> str:
        """Under what a person of a chat is kept out."""
        return (await self._marks_of(chat, user))[0]

    # Changing. All raise a ``StoreError``, and nothing has changed.

    async def bar(self, scope: str, chat: ChatRef, user: UserRef) -> None:
        """Keep a person out."""
        row = Barred(scope, await self.mark(chat, user), self._clock.now())
        await self._store.commit([row])
        self.learn(row)

    def learn(self, row: Barred) -> None:
        """Note a bar that was stored, so that it counts from now on."""
        self._held.setdefault(row.scope, {})[row.mark] = row.at

    async def let(self, table: str, chat: ChatRef, user: UserRef) -> None:
        """Note that a table's host lets a person sit down."""
        await self.bar(table + LET, chat, user)

    async def silence(self, table: str, chat: ChatRef, user: UserRef) -> None:
        """A table's host wants a person to be silent."""
        await self.bar(table + SILENT, chat, user)

    async def unsilence(self, table: str, chat: ChatRef, user: UserRef) -> None:
        """A table's host lets a person speak again."""
        await self.lift(table + SILENT, chat, user)

    async def ask(self, table: str, chat: ChatRef, user: UserRef) -> None:
        """A table's host is asked about a person, who waits for the answer."""
        await self.bar(table + ASKED, chat, user)

    async def answered(self, table: str, chat: ChatRef, user: UserRef) -> None:
        """Note that the host has answered for somebody who asked to sit down."""
        await self.lift(table + ASKED, chat, user)

    async def lift(self, scope: str, chat: ChatRef, user: UserRef) -> bool:
        """Keep a person out no longer; whether they were."""
        marks = await self._marks_of(chat, user)
        rows = [
            Unbarred(key, mark)
            for key in await self._scopes(scope, chat)
            for mark in marks
            if mark in self._held.get(key, ())
        ]
        await self._drop(rows)
        return bool(rows)

    async def lift_all(self, scope: str, chat: ChatRef) -> int:
        """Keep nobody out any longer; how many were."""
        rows = [
            Unbarred(key, mark)
            for key in await self._scopes(scope, chat)
            for mark in self._held.get(key, ())
        ]
        await self._drop(rows)
        return len(rows)

    async def carry(self, old: str, new: str) -> None:
        """Whoever is kept out of a table is kept out of the same once more."""
        now = self._clock.now()
        rows = [
            Barred(new + end, mark, now)
            for end in ("", LET, SILENT)
            for mark in self._held.get(old + end, ())
        ]
        if rows:
            await self._store.commit(rows)
        for row in rows:
            self.learn(row)

    async def prune(self, running: Container[str]) -> None:
        """Forget the bars of tables that are over."""
        before = self._clock.now() - LASTS
        rows = [
            Unbarred(scope, mark)
            for scope, held in self._held.items()
            if ":" not in scope and scope.rstrip(LET + ASKED + SILENT) not in running
            for mark, at in held.items()
            if at < before
        ]
        await self._drop(rows)

    # Inside.

    async def _drop(self, rows: Iterable[Unbarred]) -> None:
        rows = list(rows)
        if not rows:
            return
        await self._store.commit(rows)
        for row in rows:
            self._held.get(row.scope, {}).pop(row.mark, None)

    async def _scopes(self, scope: str, chat: ChatRef) -> list[str]:
        """A chat that has got another key is kept under the old one as well."""
        if not self._held:
            return []
        return await self._store.read(keys_of, chat.key) if scope == chat.key else [scope]

    async def _marks_of(self, chat: ChatRef, user: UserRef) -> list[str]:
        if self._marks is None:
            self._marks = Marks(await self._store.secret("marks", KEY_BYTES))
        marks, keys = self._marks, await self._store.read(keys_of, chat.key)
        return [marks.of(KIND, key, user.key) for key in keys]
