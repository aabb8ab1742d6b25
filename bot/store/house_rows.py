"""House rules of chats: sets of a game's options that people have given a name.

They are a chat's under whichever of its keys they were kept. One that was given up stays for the
records of matches that were played by it. Whoever is forgotten leaves the set, and their name goes:
also where the set was called after them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import Boolean, Column, Table, Text, bindparam, false, update

from bot.i18n.likeness import likeness
from bot.store.db import upsert
from bot.store.lines import Kind, writes
from bot.store.schema import Utc, metadata

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from sqlalchemy import ClauseElement

    from bot.store.lines import Line

house_rules = Table(
    "house_rule",
    metadata,
    Column("id", Text, primary_key=True),
    Column("chat", Text, nullable=False, index=True),
    Column("game", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("by", Text, nullable=False, index=True),
    Column("author", Text, nullable=False),
    Column("at", Utc, nullable=False),
    Column("dropped", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)


@writes(house_rules, upsert, id="ident")
@dataclass(frozen=True, slots=True)
class HouseRules:
    """A set of options that a chat has named; a later one of the same id takes its place.

    Attributes:
        ident: its id, never used twice.
        chat: the key of the chat when it was kept.
        game: the id of its game.
        name: empty once it is nobody's, if it was called after its author.
        options: those that are not as usual, as JSON (``bot.table.state.dump_options``).
        by: the key of its author.
        author: what they were called; empty once they are forgotten.
        dropped: it was given up.
    """

    ident: str
    chat: str
    game: str
    name: str = field(repr=False)
    options: str
    by: str
    author: str = field(repr=False)
    at: datetime
    dropped: bool = False


# Forgetting.

Named = tuple[str, str, str]
"""A set of somebody's: its id, its name, and what its author was called."""


def nobodys(found: Sequence[Named], person: str, alias: str) -> list[Line]:
    """The lines by which sets are an alias's and name nobody."""
    return [
        _named(ident, person, alias, "" if _names(name, author) else name, "")
        for ident, name, author in found
    ]


def back(found: Sequence[Named], alias: str, person: str) -> list[Line]:
    """The lines by which they are their author's again, those that nobody has kept anew since."""
    return [_named(ident, alias, person, name, author) for ident, name, author in found]


def _names(name: str, author: str) -> bool:
    """Whether a set is called after its author."""
    return bool(author) and likeness(author) in likeness(name)


def _named(ident: str, old: str, new: str, name: str, author: str) -> Line:
    values = {"_id": ident, "_by": old, "by": new, "name": name, "author": author}
    return Kind.HOUSE_RULES_NAMED, values


STATEMENTS: Mapping[Kind, ClauseElement] = {
    Kind.HOUSE_RULES_NAMED: update(house_rules)
    .where(house_rules.c.id == bindparam("_id"), house_rules.c.by == bindparam("_by"))
    .values(by=bindparam("by"), name=bindparam("name"), author=bindparam("author")),
}
