"""All tournaments of the process: called, found, opened again, and who may play nowhere else."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.economy import wallets
from bot.i18n.keys import game_name
from bot.i18n.names import clean
from bot.ports.notices import MemberLeft, Migrated, Opened
from bot.runtime.engagements import Engagement, Kind, Wish
from bot.runtime.tournament_presenter import TournamentPresenter
from bot.runtime.tournament_runner import TournamentRunner, entries_of
from bot.support.errors import Failed, Refused
from bot.table.commands import Close, Moved
from bot.table.effects import ShowBoard
from bot.table.options import QUAN
from bot.tournament.commands import Abort, Begin, Cancel, Look, Postpone, Register, Withdraw
from bot.tournament.stages import drawn
from bot.tournament.state import (
    CLOCK,
    DEALS,
    FEE,
    MINUTES,
    Status,
    TournamentState,
    loads,
)
from bot.tournament.tournament import Tournament
from engine.core import defaults
from engine.duplicate import DEALS as BOARD_RANGE
from engine.duplicate import TABLES
from engine.errors import RuleError
from engine.tournament import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.ports.incoming import Incoming
    from bot.ports.notices import Notice
    from bot.ports.refs import ChatRef, UserRef
    from bot.runtime.context import Context
    from bot.runtime.launcher import Parts
    from bot.runtime.letters import Letters
    from bot.runtime.table_runner import TableRunner
    from bot.table.commands import Delivered
    from bot.table.state import TableState
    from engine.core import Game, GameInfo
    from engine.msg import Msg

log = logging.getLogger(__name__)

FEES = range(10_001)
"""Coins that a tournament may cost."""

WAITS = range(1, 7 * 24 * 60 + 1)
"""Minutes that its start may be away."""


BOARDS = 8
"""Deals of a 复式 whose organiser says nothing else."""

ONE_DEAL: Mapping[str, int | str] = {"quan": "deal", "final_tie": "joint"}
"""Options of a game by which a 圈 is as many deals as its pack has, and none is added to it."""


def usual_seats(info: GameInfo) -> int:
    """How many sit at a table of 复式: four, or as near to it as the game is played."""
    return min(info.seats, key=lambda seats: (abs(seats - SEATS), seats))


def _need(key: str, value: int, allowed: range) -> None:
    """Refuse a number that is none of those allowed; ``key``: the message that says which are."""
    if value not in allowed:
        raise Refused(key, least=allowed[0], most=allowed[-1])


class Tournaments:
    """Calls tournaments, finds them and keeps them running."""

    def __init__(self, context: Context, parts: Parts, letters: Letters) -> None:
        self._context = context
        self._parts = parts
        self._tables = parts.tables
        self._letters = letters
        self._runners: dict[str, TournamentRunner] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._calling = asyncio.Lock()
        context.engagements.add(Kind.TOURNAMENT, self.engaged)
        parts.tables.listeners.over.append(self.table_over)

    # Beginning and end.

    async def start(self) -> None:
        """Open every stored tournament again; after the tables."""
        for stored in await self._context.store.tournaments.live():
            try:
                state = loads(stored.state, entries_of(stored))
            except ValueError:
                log.exception("tournament not opened tournament=%s", stored.tournament)
                continue
            await self._context.preferences.know((), (state.chat.key,))
            runner = self._run(Tournament(state))
            if state.game not in self._context.games:
                await runner.do(Abort())
            elif state.status is Status.OPEN and state.start <= runner.now:
                await runner.do(Postpone())
            if state.shown < state.public:
                runner.show_calmly((ShowBoard(),))
        for table in tuple(self._tables.running.values()):
            tournament = table.table.state.tournament
            if (
                tournament and tournament not in self._runners
            ):  # called off just before the program ended
                table.tell(Close("void"))

    def catch_up(self) -> None:
        """Look at once what is due by the clock that was set."""
        for runner in self._runners.values():
            runner.tell(Look())

    async def close(self) -> None:
        """Stop; everything is stored already."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._runners.clear()

    @property
    def busy(self) -> bool:
        """Whether something is being done that nobody waits for."""
        return any(runner.busy for runner in self._runners.values())

    def _run(self, tournament: Tournament) -> TournamentRunner:
        context, ident = self._context, tournament.state.id

        def tell(told: Delivered) -> None:
            runner.tell(told)

        presenter = TournamentPresenter(context, self._tables, tournament.state, tell)
        runner = TournamentRunner(tournament, context, self._parts, self._letters, presenter)
        self._runners[ident] = runner
        task = asyncio.create_task(runner.live(), name=f"tournament {ident}")
        task.add_done_callback(lambda _: self._forget(ident))
        self._tasks[ident] = task
        return runner

    def _forget(self, ident: str) -> None:
        runner = self._runners.pop(ident, None)
        if runner is not None:
            runner.presenter.close()
        self._tasks.pop(ident, None)

    # Finding.

    def of(self, ident: str) -> TournamentRunner | None:
        """A tournament that has something to do."""
        return self._runners.get(ident)

    def at(self, chat: ChatRef | None) -> TournamentRunner | None:
        """The tournament of a chat, whatever thread; the one that is not over, if there are two."""
        here = [r for r in self._runners.values() if chat and r.state.chat.key == chat.key]
        return min(here, key=lambda runner: runner.state.over, default=None)

    def table_of(self, runner: TournamentRunner | None, user: UserRef) -> TableRunner | None:
        """The table of a tournament's present stage at which a person sits."""
        for made in drawn(runner.state) if runner is not None else ():
            table = self._tables.get(made.table)
            if table is not None and table.table.seat_of(user) is not None:
                return table
        return None

    def needs(self, table: str) -> bool:
        """Whether a table with this id is on, or a tournament will play there."""
        runner = self._tables.running.get(table)
        if runner is not None and not runner.table.state.over:
            return True
        return any(made.table == table for r in self._runners.values() for made in drawn(r.state))

    def people(self) -> Iterator[tuple[ChatRef, UserRef]]:
        """Everybody who has registered for one that has not begun, and in which chat."""
        for runner in self._runners.values():
            if runner.state.status is Status.OPEN:
                for entrant in runner.state.entrants:
                    if entrant.user is not None:
                        yield runner.state.chat, entrant.user

    def holding(self, user: UserRef) -> TournamentRunner | None:
        """The tournament for which a person has registered and is not out of."""
        return next((r for r in self._runners.values() if r.state.holds(user)), None)

    def worded(self, user: UserRef, table: TableRunner | None) -> TournamentRunner | None:
        """The 复式 to whose deals a person can add a word, unless they sit at this table."""
        held = self.holding(user)
        if held is None or not held.state.duplicate or held.state.status is not Status.OPEN:
            return None
        return held if table is None or table.table.seat_of(user) is None else None

    def engaged(self, user: UserRef) -> Iterator[Engagement]:
        """The tournament a person has registered for, as a source of ``Engagements``."""
        held = self.holding(user)
        if held is not None:
            state = held.state
            yield Engagement(Kind.TOURNAMENT, state.id, state.chat_title, state.game)

    def table_over(self, table: TableState) -> None:
        """A table is over; if it is a tournament's, that looks how it ended."""
        runner = self._runners.get(table.tournament)
        if runner is not None:
            runner.stages.look()

    # What people want.

    async def create(
        self,
        incoming: Incoming,
        game: Game[Any, Any],
        *,
        fee: int | None = None,
        minutes: int = MINUTES,
        deals: int = DEALS,
        options: Mapping[str, int | str] | None = None,
    ) -> TournamentRunner:
        """Call a tournament in a chat; its organiser has yet to register.

        Args:
            incoming: who calls it, and where.
            game: what is played.
            fee: coins of each; None: the usual, or nothing where people have no purses.
            minutes: how soon it begins.
            deals: 圈 of a stage.
            options: of the game, where they are not the defaults.

        Raises:
            Refused: it cannot be called so.
        """
        chat = incoming.chat
        if chat is None:
            raise Refused("cup-in-group")
        purses = self._context.platforms[chat.platform].limits.purses
        fee = (FEE if purses else 0) if fee is None else fee
        chosen = {**defaults(game.info), **(options or {})}
        if SEATS not in game.info.seats or game.check(SEATS, chosen) is not None:
            raise Refused("cup-game", game=game_name(game.info.id))
        if fee and not purses:
            raise Refused("cup-no-purses")
        _need("cup-fee", fee, FEES)
        _need("cup-minutes", minutes, WAITS)
        _need("cup-deals", deals, QUAN)
        return await self._call(incoming, chat, game, chosen, deals, minutes, fee=fee)

    async def create_duplicate(
        self,
        incoming: Incoming,
        game: Game[Any, Any],
        *,
        tables: int = 2,
        deals: int = BOARDS,
        minutes: int = MINUTES,
        options: Mapping[str, int | str] | None = None,
    ) -> TournamentRunner:
        """Call a 复式 in a chat; its organiser has yet to register.

        Args:
            incoming: who calls it, and where.
            game: what is played.
            tables: at how many the same is dealt.
            deals: how many.
            minutes: how soon it begins.
            options: of the game, where they are not the defaults.

        Raises:
            Refused: it cannot be called so.
        """
        chat = incoming.chat
        if chat is None:
            raise Refused("cup-in-group")
        seats = usual_seats(game.info)
        known = {option.key for option in game.info.options}
        single = {key: value for key, value in ONE_DEAL.items() if key in known}
        chosen = {**defaults(game.info), **(options or {}), **single}
        if game.check(seats, chosen) is not None:
            raise Refused("duplicate-game", game=game_name(game.info.id))
        _need("duplicate-tables", tables, TABLES)
        _need("duplicate-deals", deals, BOARD_RANGE)
        _need("cup-minutes", minutes, WAITS)
        return await self._call(
            incoming, chat, game, chosen, deals, minutes, tables=tables, seats=seats
        )

    async def _call(
        self,
        incoming: Incoming,
        chat: ChatRef,
        game: Game[Any, Any],
        options: Mapping[str, int | str],
        deals: int,
        minutes: int,
        *,
        fee: int = 0,
        tables: int = 0,
        seats: int = 0,
    ) -> TournamentRunner:
        await self._context.preferences.opened(chat, incoming.user)
        async with self._calling:
            running = self.at(chat)
            if running is not None and not running.state.over:
                raise Refused("cup-another")
            now, number = self._context.clock.now(), self._context.standstills.number
            state = TournamentState(
                self._context.ids.id(), chat, incoming.chat_title or chat.id, game.info.id,
                tuple(options.items()), deals, CLOCK, fee, incoming.user,
                clean(incoming.display_name), now, now + timedelta(minutes=minutes),
                standstills=number, tables=tables, seats=seats,
            )  # fmt: skip
            tournament = Tournament(state)
            shown = tournament.birth(now)
            await self._context.store.commit([tournament.saved(now)])
            runner = self._run(tournament)
        runner.show_calmly(shown)
        with suppress(RuleError, Failed):  # it is shown when it is to begin
            await runner.stages.seal()
        return runner

    def need(self, incoming: Incoming) -> TournamentRunner:
        """The tournament of the chat, or in private the one that the person is in.

        Raises:
            Refused: there is none.
        """
        found = self.at(incoming.chat) if incoming.chat else self.holding(incoming.user)
        if found is None:
            raise Refused("cup-none")
        return found

    async def register(self, incoming: Incoming, runner: TournamentRunner) -> tuple[Msg, ...]:
        """Register a person."""
        user, state, purse = incoming.user, runner.state, 0
        if state.fee:
            chat, now = state.chat.key, self._context.clock.now()
            found = await wallets.purses(self._context.store, chat, [user.key], now)
            purse = found[user.key].free
        name = clean(incoming.display_name)
        engagements = self._context.engagements
        async with engagements.alone(user):
            more = await engagements.elsewhere(user)
            elsewhere = engagements.hindrance(user, Wish.REGISTER, state.id, more=more)
            return await runner.do(Register(user, name, purse, elsewhere))

    async def withdraw(self, incoming: Incoming, runner: TournamentRunner) -> tuple[Msg, ...]:
        """Take back a person's registration."""
        return await runner.do(Withdraw(incoming.user))

    async def cancel(self, incoming: Incoming, runner: TournamentRunner) -> tuple[Msg, ...]:
        """The organiser or an administrator calls it off before its start."""
        return await runner.do(Cancel(incoming.user, incoming.admin))

    async def start_now(self, incoming: Incoming, runner: TournamentRunner) -> tuple[Msg, ...]:
        """The organiser or an administrator does not wait for the time."""
        return await runner.stages.begin(Begin({}, b"", incoming.user, incoming.admin))

    # Notices.

    async def notice(self, notice: Notice) -> None:
        """Take note of what is about a chat or its people."""
        match notice:
            case Opened(_, chat):
                if (runner := self.at(chat)) is not None:
                    runner.show_calmly((ShowBoard(),))
            case MemberLeft(user, chat):
                self.left(chat, user)
            case Migrated(old, new) if old.key != new.key:
                await self.moved(old, new)

    def left(self, chat: ChatRef, user: UserRef) -> None:
        """A person is no longer in a chat: they are in no tournament that has not begun."""
        runner = self.at(chat)
        if runner is not None and runner.state.status is Status.OPEN and runner.state.holds(user):
            runner.tell(Withdraw(user))

    async def moved(self, old: ChatRef, new: ChatRef) -> None:
        """A chat has another id: its tournament goes with it."""
        for runner in tuple(self._runners.values()):
            if runner.state.chat.key == old.key:
                runner.tell(Moved(old, new))
