"""The law of contests: coins move only by a deal that was finished.

It is read from the database alone, in the order in which a reader of the rules would ask, and
shares nothing with the code that moves coins.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_MATCHES = """
select match.id, status,
  (select count(*) from round where round.match = match.id and scored is not null)
from match where exists (select 1 from posting where posting.match = match.id)
"""

_BY_PERSON = """
select substr(account, 7), kind, sum(amount) from posting
where match = ? and account like 'purse:%' group by account, kind
"""

_ROUNDS = """
select replace(account, 'lock:' || posting.match || ':', ''), sum(amount) from posting
join round on round.match = posting.match and round.round = posting.round
where posting.match = ? and kind = 'round' and round.scored is not null group by account
"""

_PLAYED = """
select count(*) from match
join table_state on table_state."table" = match."table"
where json_extract(table_state.state, '$.cup') = ?
  and exists (select 1 from round where round.match = match.id and scored is not null)
"""


def complaints(path: Path) -> list[str]:
    """What moved coins in a database, and was no finished deal: a sentence each, none if all is
    well. Everything that was begun there has ended."""
    with closing(sqlite3.connect(path)) as database:
        return [*_of_matches(database), *_of_tournaments(database)]


def _of_matches(database: sqlite3.Connection) -> Iterator[str]:
    for match, status, deals in database.execute(_MATCHES).fetchall():
        if status == "playing":
            yield f"{match} has not ended"
            continue
        moved: dict[str, int] = {}
        fees = 0
        for person, kind, amount in database.execute(_BY_PERSON, (match,)):
            if kind in ("fee", "fee-back"):
                fees += amount
            else:
                moved[person] = moved.get(person, 0) + amount
        won = dict(database.execute(_ROUNDS, (match,)).fetchall())
        if {p: by for p, by in moved.items() if by} != {p: by for p, by in won.items() if by}:
            yield f"{match} moved {moved}, its finished deals {won}"
        if fees and not deals:
            yield f"{match} took {-fees} for nothing"


def _of_tournaments(database: sqlite3.Connection) -> Iterator[str]:
    for tournament, text in database.execute("select id, state from tournament").fetchall():
        lines: list[tuple[str, int]] = database.execute(
            "select account, sum(amount) from posting where entry like ? group by account",
            (f"tournament:{tournament}:%",),
        ).fetchall()
        by = {account: amount for account, amount in lines if amount}
        state: dict[str, Any] = json.loads(text)
        if by.get(f"pool:{tournament}", 0):
            yield f"the pool of {tournament} is not paid out"
        if state["stand"] == "cancelled" and by:
            yield f"{tournament} was called off, and moved {by}"
        if by:
            bracket = json.loads(state["bracket"])
            decided = sum(bool(scores) for stage in bracket["scores"] for scores in stage)
            ((played,),) = database.execute(_PLAYED, (tournament,)).fetchall()
            if played < decided:
                yield f"{tournament} counted {decided} tables, of which {played} finished a deal"
