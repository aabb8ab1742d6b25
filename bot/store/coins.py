"""Reading the ledger of coins: purses, locks, movements, and whether it all adds up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import (
    BigInteger,
    Select,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal_column,
    or_,
    select,
)

from bot.store.matches import MARKS, stored_secret
from bot.store.preferences import keys_of
from bot.store.purse import GUARDED, Movement, Purse, lock_of, locker_of, purse_of
from bot.store.repository import Query, Repository
from bot.store.schema import aliases, given, matches, postings, rounds
from bot.support.marks import Marks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from sqlalchemy import ColumnElement, Connection


PLAYING = "playing"

GRANT = "grant"
"""The kind of the entry that is given once for ever, and of the mark that outlives it."""

_SUM = cast(func.sum(postings.c.amount), BigInteger)


def below_zero() -> Select[Any]:
    """A query of one row if the account ``account`` of ``chat`` is below zero, else of none.

    It goes through all keys that the chat has had.
    """
    same = select(bindparam("chat", type_=postings.c.chat.type).label("chat")).cte(
        "same", recursive=True
    )
    other = case((aliases.c.old == same.c.chat, aliases.c.new), else_=aliases.c.old)
    same = same.union(
        select(other).join_from(
            aliases, same, or_(aliases.c.old == same.c.chat, aliases.c.new == same.c.chat)
        )
    )
    return (
        select(postings.c.account)
        .where(
            postings.c.account == bindparam("account"),
            postings.c.chat.in_(select(same.c.chat)),
        )
        .group_by(postings.c.account)
        .having(func.sum(postings.c.amount) < literal_column("0"))
    )


def purses(
    connection: Connection,
    chat: str,
    persons: Sequence[str],
    mark: Callable[[str, str, str], str] | None = None,
) -> dict[str, Purse]:
    """What each of some people has in a chat, by their keys.

    ``mark``: of a kind, a chat and a person; None as long as no mark was made.
    """
    keys = keys_of(connection, chat)
    playing = select(matches.c.id).where(matches.c.chat.in_(keys), matches.c.status == PLAYING)
    on = list(connection.scalars(playing))
    locks = {lock_of(match, person): person for match in on for person in persons}
    held = _held(connection, keys, [*map(purse_of, persons), *locks])
    locked = dict.fromkeys(persons, 0)
    for account, person in locks.items():
        locked[person] += held.get(account, 0)
    granted = _granted(connection, keys, persons, mark)
    return {
        person: Purse(held.get(purse_of(person), 0), locked[person], person in granted)
        for person in persons
    }


def _granted(
    connection: Connection,
    keys: Sequence[str],
    persons: Sequence[str],
    mark: Callable[[str, str, str], str] | None,
) -> set[str]:
    """Who of some people has been given the first purse, before being forgotten too."""
    entries = {f"{GRANT}:{key}:{person}": person for key in keys for person in persons}
    query = select(postings.c.entry).where(postings.c.entry.in_(list(entries)))
    found = {entries[entry] for entry in connection.scalars(query)}
    if mark is None:
        return found
    marks = {mark(GRANT, key, person): person for key in keys for person in persons}
    query = select(given.c.mark).where(given.c.mark.in_(list(marks)))
    return found | {marks[one] for one in connection.scalars(query)}


def _held(connection: Connection, keys: list[str], accounts: list[str]) -> dict[str, int]:
    query = (
        select(postings.c.account, _SUM)
        .where(postings.c.account.in_(accounts), postings.c.chat.in_(keys))
        .group_by(postings.c.account)
    )
    return dict(connection.execute(query).all())


def held(connection: Connection, chat: str, account: str) -> int:
    """What an account of a chat holds."""
    return _held(connection, keys_of(connection, chat), [account]).get(account, 0)


def locks(connection: Connection, match: str) -> dict[str, int]:
    """What is put down for a match and not given back, by the keys of people."""
    query = (
        select(postings.c.account, _SUM)
        .where(postings.c.match == match, postings.c.account.startswith("lock:"))
        .group_by(postings.c.account)
        .having(func.sum(postings.c.amount) != 0)
        .order_by(postings.c.account)
    )
    return {locker_of(account): amount for account, amount in connection.execute(query)}


def fees_due(connection: Connection, match: str) -> dict[str, int]:
    """What people have paid for a match of which no round was finished, by their keys."""
    scored = select(exists().where(rounds.c.match == match, rounds.c.scored.is_not(None)))
    if connection.scalar(scored):
        return {}
    query = (
        select(postings.c.account, _SUM)
        .where(
            postings.c.match == match,
            postings.c.kind == "fee",
            postings.c.account.startswith("purse:"),
        )
        .group_by(postings.c.account)
        .order_by(postings.c.account)
    )
    paid = connection.execute(query)
    return {account.removeprefix("purse:"): -amount for account, amount in paid}


def movements(connection: Connection, chat: str, person: str, limit: int = 10) -> list[Movement]:
    """The last entries that changed a person's purse in a chat, the newest first."""
    query = (
        select(
            postings.c.entry, postings.c.kind, _SUM.label("amount"), postings.c.at,
            postings.c.match, postings.c.round,
            func.coalesce(func.max(matches.c.game), "").label("game"),
        )
        .join_from(postings, matches, postings.c.match == matches.c.id, isouter=True)
        .where(
            postings.c.account == purse_of(person),
            postings.c.chat.in_(keys_of(connection, chat)),
        )
        .group_by(
            postings.c.entry, postings.c.kind, postings.c.at, postings.c.match, postings.c.round
        )
        .order_by(postings.c.at.desc(), postings.c.entry.desc())
        .limit(limit)
    )  # fmt: skip
    return [Movement(**row._mapping) for row in connection.execute(query)]


def accounts_of(
    connection: Connection, person: str, keys: Sequence[str] | None
) -> tuple[tuple[str, str], ...]:
    """The accounts of a person as (chat, account), in some chats or (None) in all.

    The locks of matches that are being played are left out: they belong to whoever sits there.
    """
    where = [] if keys is None else [postings.c.chat.in_(keys)]
    purse = select(postings.c.chat, postings.c.account).where(
        postings.c.account == purse_of(person), *where
    )
    lock = (
        select(postings.c.chat, postings.c.account)
        .join_from(postings, matches, postings.c.match == matches.c.id)
        .where(
            postings.c.account.startswith("lock:"),
            postings.c.account.endswith(f":{person}", autoescape=True),
            matches.c.status != PLAYING,
            *where,
        )
    )
    query = purse.union(lock)
    return tuple(sorted((row.chat, row.account) for row in connection.execute(query)))


def by_round(connection: Connection, match: str) -> list[tuple[str, int, str, int]]:
    """What moved coins in a match, as (kind, round, person, amount), rounds in order.

    Kinds are ``buyin``, ``round`` and ``correction``: of the first two what went into locks, of
    corrections what went into purses.
    """
    query = (
        select(postings.c.kind, postings.c.round, postings.c.account, postings.c.amount)
        .where(
            postings.c.match == match,
            or_(
                postings.c.kind.in_(("buyin", "round")) & postings.c.account.startswith("lock:"),
                postings.c.kind == "correction",
            ),
        )
        .order_by(postings.c.round, postings.c.entry, postings.c.line)
    )
    return [
        (kind, number, locker_of(account) or account.removeprefix("purse:"), amount)
        for kind, number, account, amount in connection.execute(query)
    ]


def check(connection: Connection, chat: str = "") -> list[str]:
    """What is wrong with the ledger of one chat or (empty) of all, in a few words each."""
    where: list[ColumnElement[bool]] = []
    where += [postings.c.chat.in_(keys_of(connection, chat))] if chat else []
    uneven = (
        select(postings.c.entry)
        .where(*where)
        .group_by(postings.c.entry)
        .having(func.sum(postings.c.amount) != 0)
        .order_by(postings.c.entry)
    )
    found = [f"{entry} does not sum to zero" for entry in connection.scalars(uneven)]
    newest = {key: keys_of(connection, key)[0] for key in _chats(connection, where)}
    sums: dict[tuple[str, str], int] = {}
    query = select(postings.c.chat, postings.c.account, _SUM).where(*where)
    for key, account, amount in connection.execute(
        query.group_by(postings.c.chat, postings.c.account)
    ):
        at = (newest[key], account)
        sums[at] = sums.get(at, 0) + amount
    found += [
        f"{account} in {key} is below zero: {amount}"
        for (key, account), amount in sorted(sums.items())
        if amount < 0 and account.startswith(GUARDED)
    ]
    dead = (
        select(postings.c.account)
        .join_from(postings, matches, postings.c.match == matches.c.id)
        .where(postings.c.account.startswith("lock:"), matches.c.status != PLAYING, *where)
        .group_by(postings.c.account)
        .having(func.sum(postings.c.amount) != 0)
        .order_by(postings.c.account)
    )
    found += [f"{account} was not given back" for account in connection.scalars(dead)]
    return found


def _chats(connection: Connection, where: list[ColumnElement[bool]]) -> list[str]:
    return list(connection.scalars(select(postings.c.chat).where(*where).distinct()))


class Coins(Repository):
    """Purses, locks and movements of coins."""

    held = Query(held)
    locks = Query(locks)
    fees_due = Query(fees_due)
    by_round = Query(by_round)
    movements = Query(movements)
    ledger_check = Query(check)
    _key = Query(stored_secret)
    _purses = Query(purses)

    async def purse(self, chat: str, person: str) -> Purse:
        """What a person has in a chat."""
        return (await self.purses(chat, [person]))[person]

    async def purses(self, chat: str, persons: Sequence[str]) -> dict[str, Purse]:
        """What each of some people has in a chat, by their keys."""
        key = await self._key(MARKS)
        mark = Marks(key).of if key is not None else None
        return await self._purses(chat, persons, mark)
