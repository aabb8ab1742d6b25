"""Queries as methods: written once, as functions of a connection, and asked of a repository.

>>> class Scores(Repository):
...     rounds = Query(scored)  # doctest: +SKIP

``await store.scores.rounds(chat)`` then runs ``scored(connection, chat)`` in a reader's thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from sqlalchemy import Connection

    from bot.store.reads import Reads

P = ParamSpec("P")
T = TypeVar("T")


class Repository:
    """What can be read of one kind of rows; each query in a transaction of its own.

    Every method raises ``NotRead`` where the database hangs, and ``NotSaved`` where the store is
    closed.
    """

    def __init__(self, reads: Reads) -> None:
        self.reads = reads


class Query(Generic[P, T]):
    """A method of a repository that asks what a function finds."""

    def __init__(self, find: Callable[Concatenate[Connection, P], T]) -> None:
        self._find = find
        self.__doc__ = find.__doc__

    def __get__(
        self, repository: Repository, owner: type[Repository]
    ) -> Callable[P, Coroutine[Any, Any, T]]:
        """The query, bound to a repository's database."""
        find = self._find

        def ask(*args: P.args, **kwargs: P.kwargs) -> Coroutine[Any, Any, T]:
            return repository.reads.query(find, *args, **kwargs)

        return ask
