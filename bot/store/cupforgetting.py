"""A person's entries in tournaments that are over become an alias's, as their seats do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, literal_column, select, update

from bot.store.kinds import Kind
from bot.store.schema import cup_entries, cups

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ClauseElement, Connection

    from bot.store.kinds import Line
    from bot.store.ledger import Forgotten

STATEMENTS: Mapping[Kind, ClauseElement] = {
    Kind.ENTRANT_NAMED: update(cup_entries)
    .where(
        cup_entries.c.tournament == bindparam("_cup"),
        cup_entries.c.number == bindparam("_number"),
    )
    .values(person=bindparam("person"), name=bindparam("name")),
    Kind.CUP_SCRUBBED: update(cups)
    .where(cups.c.id == bindparam("_cup"), cups.c.live.is_(False))
    .values(state=literal_column("'{}'")),
}


def entered(
    connection: Connection, person: str, keys: Sequence[str] | None
) -> tuple[tuple[str, int, str], ...]:
    """A person's entries in tournaments that are over, of one chat's keys or of all (None)."""
    query = (
        select(cup_entries.c.tournament, cup_entries.c.number, cup_entries.c.name)
        .join_from(cup_entries, cups, cup_entries.c.tournament == cups.c.id)
        .where(cup_entries.c.person == person, cups.c.live.is_(False))
        .order_by(cups.c.at, cups.c.id, cup_entries.c.number)
    )
    if keys is not None:
        query = query.where(cups.c.chat.in_(keys))
    return tuple((cup, number, name) for cup, number, name in connection.execute(query))


def closed_cups(connection: Connection, gone: Forgotten) -> list[str]:
    """Tournaments that are over and in whose last state the person may still be written."""
    found = {cup for cup, *_ in gone.traces.entered}
    if not gone.chat:
        name = gone.person.partition(":")[2]
        named = select(cups.c.id).where(
            cups.c.live.is_(False), cups.c.state.contains(f'"{name}"', autoescape=True)
        )
        found |= set(connection.scalars(named))
    return sorted(found)


def named(gone: Forgotten, *, alias: bool) -> list[Line]:
    """The lines that give the entries to the alias, or back to the person."""
    person = gone.alias if alias else gone.person
    return [
        (
            Kind.ENTRANT_NAMED,
            {"_cup": cup, "_number": number, "person": person, "name": "" if alias else name},
        )
        for cup, number, name in gone.traces.entered
    ]


def scrubbed(closed: Sequence[str]) -> list[Line]:
    """The lines after which these tournaments tell nothing any more of who called them."""
    return [(Kind.CUP_SCRUBBED, {"_cup": cup}) for cup in closed]
