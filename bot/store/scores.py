"""The score book: finished rounds and their sums, proposals about them, seasons."""

from __future__ import annotations

from bot.store import proposals, totals
from bot.store.repository import Query, Repository


class Scores(Repository):
    """Finished rounds and their sums, proposals about them, seasons."""

    rounds = Query(totals.scored)
    game_totals = Query(totals.game_totals)
    unranked_rounds = Query(totals.unranked_rounds)
    uneven_games = Query(totals.uneven_games)
    best_rounds = Query(totals.best_rounds)
    together = Query(totals.together)
    latest_match = Query(proposals.latest_match)
    person_totals = Query(proposals.person_totals)
    players = Query(proposals.players)
    seasons = Query(proposals.season_starts)
    proposal = Query(proposals.stored_proposal)
    open_proposal = Query(proposals.open_proposal)
