"""Tables from the database: the stored state, and the match replayed from its log.

Where many are read, a match is replayed no sooner than somebody asks for it: until then its table
is asleep.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from bot.table import written
from bot.table.machine import TableMachine
from bot.table.position import Position, look_of
from bot.table.state import Phase, TableState, load_options, loads
from engine.codec import load_carry
from engine.codec import loads as load_action
from engine.core import defaults
from engine.match import Match, plan_of
from engine.replay import RoundLog, replay

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence

    from bot.store.rows import StoredMatch, StoredRound, StoredTable
    from bot.store.store import Store
    from bot.table.table import Played
    from engine.core import Game, Options


P = ParamSpec("P")
T = TypeVar("T")

PAGE = 250
"""Tables that are read at once."""


class Unreadable(Exception):
    """A table that cannot be opened again."""

    def __init__(self, reason: str, state: TableState | None = None) -> None:
        super().__init__(reason)
        self.state = state


async def load(
    stored: StoredTable, store: Store, games: Mapping[str, Game[Any, Any]]
) -> TableMachine:
    """The table as it was when it was stored last.

    Raises:
        Unreadable: its rows are broken, its game is gone, or the game's rules have changed so that
            the log means something else now.
    """
    state = _state_of(stored)
    found = await store.matches.match(state.match) if state.match else None
    table = _opened(state, found, games)
    table.wake()
    return table


def state_of(stored: StoredTable | None) -> TableState | None:
    """What is stored of a table; None where there is none, or it cannot be read."""
    try:
        return loads(stored.state) if stored is not None else None
    except ValueError:
        return None


async def load_all(
    stored: Sequence[StoredTable], store: Store, games: Mapping[str, Game[Any, Any]]
) -> AsyncIterator[list[tuple[StoredTable, TableMachine | Unreadable]]]:
    """Each of these asleep, or why it cannot be opened, some at a time: there may be many."""
    for begin in range(0, len(stored), PAGE):
        yield await _load_page(stored[begin : begin + PAGE], store, games)


async def _load_page(
    page: Sequence[StoredTable], store: Store, games: Mapping[str, Game[Any, Any]]
) -> list[tuple[StoredTable, TableMachine | Unreadable]]:
    states = [_tried(_state_of, stored) for stored in page]
    begun = [state.match for state in states if isinstance(state, TableState) and state.match]
    found = await store.matches.some(begun)
    tables = [
        state
        if isinstance(state, Unreadable)
        else _tried(_opened, state, found.get(state.match), games)
        for state in states
    ]
    return list(zip(page, tables, strict=True))


def _tried(open_: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | Unreadable:
    try:
        return open_(*args, **kwargs)
    except Unreadable as error:
        return error


def _state_of(stored: StoredTable) -> TableState:
    try:
        return loads(stored.state)
    except ValueError as error:
        raise Unreadable("the table's state cannot be read") from error


def _opened(
    state: TableState, found: StoredMatch | None, games: Mapping[str, Game[Any, Any]]
) -> TableMachine:
    """The table of a state; where it has a match, asleep."""
    game = games.get(state.game)
    if game is None:
        raise Unreadable("no such game", state)
    options = _filled(game, dict(state.options))
    if not state.match:
        return TableMachine(replace(state, options=tuple(_allowed(game, options).items())), game)
    state = replace(state, options=tuple(options.items()))
    if found is None:
        raise Unreadable("the match is missing", state)
    table = TableMachine(state, game)
    table.sleep(partial(_played, state, game, found))
    return table


def _played(state: TableState, game: Game[Any, Any], found: StoredMatch) -> Played:
    try:
        fresh, log = restored(game, found)
        match = replay(fresh, log)
    except Exception as error:  # rules that have changed may fail in any way
        raise Unreadable("the log cannot be played again", state) from error
    if (match.round, match.step) != (state.round, state.step):
        raise Unreadable("the log and the table's state do not fit", state)
    playing = state.phase in (Phase.PLAYING, Phase.BETWEEN)
    if playing and state.version != game.info.version:
        _compare(state, fresh, log)
    return match, log, found.corrected


def _filled(game: Game[Any, Any], stored: Options) -> dict[str, int | str]:
    """Options of an older version of the game; what is new is at its default."""
    return {**defaults(game.info), **stored}


def _allowed(game: Game[Any, Any], options: Options) -> dict[str, int | str]:
    """Options for a match that has not begun: what the game no longer has is at its default."""
    known = {option.key: option.values for option in game.info.options}
    return {
        key: options[key] if options[key] in values else values[0] for key, values in known.items()
    }


def _compare(state: TableState, fresh: Match, log: tuple[RoundLog, ...]) -> None:
    """Whether this version of the game shows what the one that began the match has shown."""
    number, step = state.look_at
    until = replace(log[number - 1], actions=log[number - 1].actions[:step])
    then = replay(fresh, (*log[: number - 1], until))
    if look_of(Position(then.game, then.state), then.seats) != state.look:
        raise Unreadable("another version of the game", state)


def restored(game: Game[Any, Any], found: StoredMatch) -> tuple[Match, tuple[RoundLog, ...]]:
    """A stored match as it was before its first deal, and its log.

    Raises:
        ValueError, KeyError, TypeError: the rows are broken.
    """
    return undealt(game, found), log_of(game, found.rounds)


def undealt(game: Game[Any, Any], found: StoredMatch) -> Match:
    """A stored match as it was before its first deal. Raises as ``restored`` does."""
    options = _filled(game, load_options(found.options))
    plan, carry = plan_of(options, found.quan), load_carry(found.carry)
    fresh = Match(game, len(found.seats), found.seed, options, plan, carry)
    if found.deal:
        fresh = replace(fresh, source=written.source(found.deal))
    return fresh


def log_of(game: Game[Any, Any], rounds: Iterable[StoredRound]) -> tuple[RoundLog, ...]:
    """What was played in stored rounds. Raises as ``restored`` does."""
    return tuple(
        RoundLog(
            _filled(game, load_options(stored.options)),
            tuple((seat, load_action(action)) for seat, action in stored.actions),
            stored.anew,
        )
        for stored in rounds
    )
