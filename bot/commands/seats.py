"""What people ask for about seats: another place, a break, the end, the same table once more."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands.preferences import Choosing
from bot.economy.ledger import DAILY
from bot.economy.wallets import purses
from bot.support.errors import Refused
from bot.table.commands import Pause, Sit, Start, Stop
from bot.table.seats import complete
from bot.table.stakes import plays_coins
from bot.table.state import Phase, dump_options, loads
from engine.text import normal

if TYPE_CHECKING:
    from bot.ports.incoming import Incoming
    from bot.ports.messages import Reply
    from bot.ports.refs import UserRef
    from bot.runtime.table_runner import Runner
    from bot.store.rows import StoredTable
    from bot.table.machine import Table
    from bot.table.state import TableState


class Seating(Choosing):
    """Carries out commands; the methods are called like them."""

    async def pause(self, incoming: Incoming, rest: str) -> Reply | None:
        return await self.ask(self.need_own(incoming), Pause(incoming.user), incoming)

    async def stop(self, incoming: Incoming, rest: str) -> Reply | None:
        """End the table; an administrator who plays in a tournament ends none of its tables."""
        runner, user = self.need(incoming), incoming.user
        cup = self.hub.cups.of(runner.table.state.cup)
        admin = incoming.admin and not (cup is not None and cup.state.holds(user))
        return await self.ask(runner, Stop(user, admin=admin), incoming)

    async def seat(self, incoming: Incoming, rest: str) -> Reply | None:
        runner = self.need(incoming)
        seat = seat_named(runner.table, rest)
        return await self.ask(runner, Sit(incoming.user, seat), incoming)

    # Beginning.

    async def join_of(self, runner: Runner, incoming: Incoming) -> Reply | None:
        """Sit down; where everybody who was asked to play again will, it begins."""
        if runner.table.seat_of(incoming.user) is not None:
            await self._need_coins(runner.table.state, incoming.user)
        reply = await super().join_of(runner, incoming)
        return await self._begun(runner, incoming) or reply

    async def _begun(self, runner: Runner, incoming: Incoming) -> Reply | None:
        if not complete(runner.table):
            return None
        start = await self.start_of(runner, incoming)
        return await self.ask(runner, replace(start, user=runner.table.state.host), incoming)

    async def start_of(self, runner: Runner, incoming: Incoming) -> Start:
        """The command that begins a match, with a fresh seed."""
        table, fresh = runner.table, self.hub.context.fresh
        chat, game, options = table.state.chat_key, table.state.game, dump_options(table.options)
        best = await self.hub.store.best_rounds(chat, game, options)
        known, admin = tuple(best.items()), incoming.admin
        purses = await self._purses(table)
        return Start(incoming.user, fresh.id(), fresh.seed(), known, admin, purses)

    async def _purses(self, table: Table) -> tuple[tuple[str, int], ...]:
        """What is free in the purses of those who sit here, where coins are played for."""
        if not plays_coins(table.state):
            return ()
        people = [s.user.key for s in table.state.sitters if s.user is not None]
        now = self.hub.clock.now()
        found = await purses(self.hub.store, table.state.chat_key, people, now)
        return tuple((person, purse.free) for person, purse in found.items())

    # Once more.

    async def again(self, incoming: Incoming, rest: str) -> Reply | None:
        """The people of the newest table here play once more."""
        runner = self.table_for(incoming)
        if runner is not None and not runner.table.state.over:
            return await self._joined_again(runner, incoming)
        if runner is not None:
            return await self._again(incoming, runner.table.state)
        place = incoming.chat.place if incoming.chat is not None else ""
        return await self._again(incoming, _read(await self.hub.store.last_table(place)))

    async def again_pressed(self, incoming: Incoming, ident: str) -> Reply | None:
        """The same by the button of a board that shows how a match ended."""
        on = self.hub.at(incoming.chat)
        if on is not None and not on.table.state.over:
            return await self._joined_again(on, incoming)
        return await self._again(incoming, _read(await self.hub.store.table(ident)))

    async def _joined_again(self, runner: Runner, incoming: Incoming) -> Reply | None:
        """Somebody else has pressed before: whoever is asked agrees."""
        if runner.table.state.phase is not Phase.LOBBY:
            raise Refused("newgame-another")
        return await self.join_of(runner, incoming)

    async def _again(self, incoming: Incoming, old: TableState | None) -> Reply | None:
        mine = old is not None and old.place == incoming.chat
        if old is None or not mine or old.cup or (old.place is None and old.host != incoming.user):
            raise Refused("again-late")
        game = self.hub.games.get(old.game)
        if game is None:
            raise Refused("again-late")
        played = any(sitter.user == incoming.user for sitter in old.sitters)
        if played:
            await self._need_coins(old, incoming.user)
        runner = await self.hub.launcher.open(incoming, game, old if played else None)
        if runner is None:
            raise Refused("newgame-another")
        if played and runner.table.state.here == len(runner.table.state.sitters):
            start = await self.start_of(runner, incoming)
            return await self.ask(runner, start, incoming)
        return None

    async def _need_coins(self, room: TableState, user: UserRef) -> None:
        """Refuse another 局 of 金币场 to whoever has too few coins for it.

        Raises:
            Refused: so few.
        """
        if not room.least or room.phase in (Phase.PLAYING, Phase.BETWEEN):
            return
        found = await purses(self.hub.store, room.chat_key, [user.key], self.hub.clock.now())
        free = found[user.key].free
        if free < room.least:
            raise Refused("coinroom-poor", least=room.least, free=free, below=DAILY)


def _read(stored: StoredTable | None) -> TableState | None:
    try:
        return loads(stored.state) if stored is not None else None
    except ValueError:
        return None


def game_of(stored: StoredTable | None) -> str:
    """The game that was played at a table; empty if that cannot be read."""
    state = _read(stored)
    return state.game if state is not None else ""


def seat_named(table: Table, text: str) -> int:
    """A seat by its number from 1 or its name; below 0 where there is none that is called so.

    The table says that, after all that would speak against any seat.
    """
    wanted = normal(text)
    for seat, name in enumerate(table.names):
        if wanted in (normal(name), str(seat + 1)):
            return seat
    return -1
