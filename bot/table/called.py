"""What people at a table and those who wait for a seat there are called: each otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.i18n.names import told_apart

if TYPE_CHECKING:
    from bot.table.state import TableState


def seated(state: TableState) -> tuple[str, ...]:
    """Names by seat; those that look alike end in their number."""
    return _all(state)[: len(state.sitters)]


def waiting(state: TableState) -> tuple[str, ...]:
    """Names of those who wait for a seat, in their order; none is like one at the table."""
    return _all(state)[len(state.sitters) :]


def _all(state: TableState) -> tuple[str, ...]:
    return told_apart([player.name for player in (*state.sitters, *state.queue)])
