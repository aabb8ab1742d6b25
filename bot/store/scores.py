"""The score book: finished rounds and their sums, proposals about them, seasons."""

from __future__ import annotations

from bot.store import lately, proposals, standings, totals
from bot.store.repository import Query, Repository


class Scores(Repository):
    """Finished rounds and their sums, proposals about them, seasons."""

    rounds = Query(totals.scored)
    sheet = Query(standings.sheet)
    game_totals = Query(standings.game_totals)
    uneven_games = Query(standings.uneven_games)
    best_rounds = Query(standings.best_rounds)
    latest_match = Query(standings.latest_match)
    person_totals = Query(standings.person_totals)
    lately = Query(lately.lately)
    players = Query(standings.players)
    seasons = Query(proposals.season_starts)
    proposal = Query(proposals.stored_proposal)
    open_proposal = Query(proposals.open_proposal)
