"""The page inside another platform's client: who looks is proved by that platform alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from datetime import datetime

    from bot.ports.refs import ChatRef, UserRef


class Unproven(Exception):
    """Nothing is proved; ``code`` is one that the page has words for.

    ``"old"``: it was true once, and the page has to be opened anew. ``"forged"``: it never was.
    ``"absent"``: the platform says that they are not where the page is open. ``"failed"``: the
    platform could not be asked.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Proof:
    """What a platform vouches for.

    Attributes:
        user: who looks.
        name: what they are called there.
        language: their client's, as a tag; empty: not known.
        named: the table that they mean; a claim like any other.
        mark: stands for the proof itself; whoever has it cannot make one of it.
        until: when it proves nothing any more.
        place: the chat or thread in which the page is open, as the platform itself says.
        title: what that is called.
        near: the keys of the chats of the same server, that one among them.
    """

    user: UserRef
    name: str
    language: str
    named: str
    mark: str = field(repr=False)
    until: datetime
    place: ChatRef | None = None
    title: str = ""
    near: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ClientFrame:
    """A door of the page for one platform's clients.

    Attributes:
        name: the platform's; the door is at ``/frame/<name>``.
        ancestors: origins of the pages that may show it inside themselves, and no others.
        styles: hashes of style sheets that its scripts put into the page, as a policy writes them.
        scripts: what speaks with the client, by file name, in the order in which it is loaded.
        prove: what a client hands over, and the key of the page that it came with, become a proof.
            Raises ``Unproven``.
        origin: of the page there, where the platform's own proxy serves it; else it is ours.
        begin: where the proof has to answer to something: what a page is told first, from its key
            and what it says of where it is open.
        unsure: the platform may not tell that somebody has left, so that it is asked now and then.
        marks: the names in a query by which the platform asks for the page at ``/``, as a proxy
            that knows no path does.
    """

    name: str
    ancestors: tuple[str, ...]
    styles: tuple[str, ...]
    scripts: Mapping[str, str] = field(repr=False)
    prove: Callable[[str, str], Awaitable[Proof]]
    origin: str = ""
    begin: Callable[[str, str], Mapping[str, str]] | None = None
    marks: tuple[str, ...] = ()
    unsure: bool = False
