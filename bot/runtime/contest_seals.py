"""What a 复式 deals from before anything is shown: fresh secrets, or a round to come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.tournament.commands import SealDeals

if TYPE_CHECKING:
    from bot.runtime.context import Context
    from bot.table.state import BeaconRound
    from bot.tournament.state import TournamentState
    from engine.core import Game


def fresh(
    context: Context, state: TournamentState, game: Game[Any, Any] | None
) -> SealDeals | None:
    """What it deals from if nothing was shown yet; None: it is no 复式, or its game is gone."""
    if not state.duplicate or game is None:
        return None
    ids = context.ids
    return SealDeals(ids.id(), ids.seed(), ids.seed(), game.info.version)


async def by_words(context: Context) -> bool:
    """Whether people's words decide: there is no beacon, or it does not answer."""
    return context.beacon is None or await context.beacon.name() is None


async def named(context: Context, state: TournamentState) -> tuple[BeaconRound | None, bool]:
    """A round to come, where 复式 deals from one; and whether there should be one, but is none."""
    if context.beacon is None or not state.duplicate or state.seal is not None:
        return None, False
    found = await context.beacon.name()
    return found, found is None
