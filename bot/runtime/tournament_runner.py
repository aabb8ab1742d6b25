"""Runs one tournament: its commands as any machine's, and beside them what it does by itself."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from bot.beacon.watch import BeaconWatch
from bot.ports.refs import user_of
from bot.runtime.runner import Runner
from bot.runtime.tournament_stages import Stages
from bot.store.rows import Overdrawn
from bot.tournament.commands import Look, SetClock
from bot.tournament.state import Entrant, EntryStatus, Status, loads
from bot.tournament.tournament import Tournament

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from datetime import datetime

    from bot.runtime.context import Context
    from bot.runtime.launcher import Parts
    from bot.runtime.letters import Letter, Letters
    from bot.runtime.standstills import Owed
    from bot.runtime.tournament_presenter import TournamentPresenter
    from bot.store.rows import Row
    from bot.store.tournament_rows import StoredTournament
    from bot.tournament.commands import Command, Shown
    from bot.tournament.state import TournamentState
    from engine.msg import Msg


class TournamentRunner(Runner[Tournament, "Command", "Shown"]):
    """Runs one tournament.

    Attributes:
        stages: what it does by itself.
        presenter: what people see of it.
    """

    KIND = "tournament"
    RECURRING = (Look,)

    def __init__(
        self,
        tournament: Tournament,
        context: Context,
        parts: Parts,
        letters: Letters,
        presenter: TournamentPresenter,
    ) -> None:
        def write(rows: Sequence[Row]) -> Awaitable[None]:
            return context.store.commit(rows)

        super().__init__(tournament, presenter.outbox, write, letters, context.clock)
        self._context = context
        self._beacon = BeaconWatch(context.beacon, context.clock, self.tell)
        self.presenter = presenter
        self.stages = Stages(
            tournament,
            context,
            parts,
            letters,
            presenter,
            lambda: self.now,
            self.do,
            self.show_calmly,
        )

    @property
    def state(self) -> TournamentState:
        """The tournament as it is stored."""
        return self.machine.state

    @property
    def _owed(self) -> Owed:
        return self._context.standstills.owed(self.state.standstills)

    @property
    def now(self) -> datetime:
        """The time by which its own times are reckoned.

        A start that people have agreed on is not moved by the program's having been away; it is
        postponed if it is past.
        """
        return self._clock.now() - self._owed.clock

    def _time_of(self, command: Command) -> datetime:
        return self._clock.now() if isinstance(command, SetClock) else self.now

    @property
    def busy(self) -> bool:
        """Whether it has something to do now, or something of it is on its way."""
        still = self.idle() and self.outbox.resting and not self._beacon.asking
        return not still or self.stages.busy

    def schedule(self) -> None:
        """Have it look when something is due, and the beacon be asked."""
        made, waits = self.state.seal, self.state.waits
        waited = (made.ident, waits.round) if made is not None and waits is not None else None
        self._beacon.look(waited)
        super().schedule()

    async def _wind_up(self) -> None:
        """Nothing is waited for any more."""
        self._beacon.stop()

    def where(self) -> dict[str, str | int]:
        """Which tournament it is, for the log."""
        return {"tournament": self.state.id}

    def due(self) -> Command:
        """The command that does what is due."""
        return Look()

    def next_wake(self) -> datetime | None:
        """When it begins or a number is late, once: ``stages`` looks again at what holds it up."""
        start = self.machine.next_wake()
        return start if start is not None and start > self.now else None

    async def live(self) -> None:
        """Work until nothing is left to do, or until cancelled."""
        commands = asyncio.create_task(self.supervised(), name=f"tournament {self.state.id}")
        try:
            await self.stages.run()
        finally:
            commands.cancel()
            await asyncio.gather(commands, return_exceptions=True)
            self.stop()

    async def do(self, command: Command) -> tuple[Msg, ...]:
        """Have a command done, as ``ask``.

        Raises:
            RuleError: it was refused.
            Overdrawn: somebody has no longer what they were to pay.
            Failed: something inside went wrong.
        """
        return tuple(toast.msg for toast in await self.ask(command))

    async def _do(self, command: Command, answer: Any) -> None:
        await super()._do(command, answer)
        if isinstance(command, Look):
            self.stages.look()

    async def _catch_up(self) -> None:
        """The clock was set: it begins as much later or earlier."""
        owed = self._owed
        if owed.clock and self.state.status is Status.OPEN:
            await self._carry_out(SetClock(owed.clock, owed.number))
            self.stages.look()

    def _adopted(self, before: Any, rows: Sequence[Row]) -> None:
        state = self.state
        if before.status is not state.status or before.bracket != state.bracket or not state.live:
            self.stages.look()

    def _meant(self, command: Command, error: Exception) -> Exception | None:
        return error if isinstance(error, Overdrawn) else None

    async def load_again(self) -> bool:
        """Forget what is in memory and begin from the store; False if it is over there."""
        stored = await self._context.store.tournaments.one(self.state.id)
        if stored is None:
            return False
        self.machine.state = loads(stored.state, entries_of(stored))
        self.stages.look()
        return self.state.live

    def letters(self, draft: Tournament, effects: Sequence[Shown], now: datetime) -> list[Letter]:
        """Lines for the chat, and what people are told in private."""
        return self.presenter.letters(draft.state, effects)

    def show(self, effects: Sequence[Shown]) -> None:
        """Hand the board to the presenter."""
        self.presenter.show(self.state, effects)


def entries_of(stored: StoredTournament) -> dict[EntryStatus, tuple[Entrant, ...]]:
    """The entries of a stored tournament by what has become of them, in order."""
    found: dict[EntryStatus, list[Entrant]] = {fate: [] for fate in EntryStatus}
    for row in stored.entries:
        user = user_of(row.person) if row.person else None
        found[EntryStatus(row.fate)].append(Entrant(row.number, user, row.name, row.level))
    return {fate: tuple(entrants) for fate, entrants in found.items()}
