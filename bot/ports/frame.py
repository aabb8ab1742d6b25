"""The page inside another platform's client: who looks is proved by that platform alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    from bot.ports.refs import UserRef


class Unproven(Exception):
    """Nothing is proved; ``code`` is one that the page has words for.

    ``"old"``: it was true once, and the page has to be opened anew. ``"forged"``: it never was.
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
    """

    user: UserRef
    name: str
    language: str
    named: str
    mark: str = field(repr=False)
    until: datetime


@dataclass(frozen=True, slots=True)
class ClientFrame:
    """A door of the page for one platform's clients.

    Attributes:
        name: the platform's; the door is at ``/frame/<name>``.
        ancestors: origins of the pages that may show it inside themselves, and no others.
        styles: hashes of style sheets that its scripts put into the page, as a policy writes them.
        scripts: what speaks with the client, by file name, in the order in which it is loaded.
        prove: what a client hands over becomes a proof. Raises ``Unproven``.
    """

    name: str
    ancestors: tuple[str, ...]
    styles: tuple[str, ...]
    scripts: Mapping[str, str] = field(repr=False)
    prove: Callable[[str], Proof]
