"""The platforms that are in this folder: each says how it is set, made and looked at.

A folder with a module ``plugin`` is one; its ``PLUGIN`` is found here, as a game is found by its
folder. Nothing outside the folder names it.
"""

from __future__ import annotations

import pkgutil
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from bot.ports.platform import Platform

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from bot.i18n.catalogue import Catalogue
    from bot.ports.allowance import Allowance
    from bot.ports.frame import ClientFrame
    from bot.ports.menu import CommandSpec
    from bot.ports.platform import Service
    from bot.support.clock import Clock
    from bot.support.settings import Group

    Ask = Callable[[bytes], Awaitable[bytes]]


class Distant(Platform, Protocol):
    """A platform that is somewhere else, and is served by a connection of ours to it."""

    async def run(self, service: Service) -> None:
        """Serve it until cancelled; returns where it cannot be, having said why."""
        ...

    @property
    def serving(self) -> bool:
        """Whether it is served now."""
        ...

    @property
    def entrance(self) -> Relayed | None:
        """Where it takes what relays hear; None: it hears everything by itself."""
        ...

    @property
    def allowance(self) -> Allowance | None:
        """What it sends with its token; None: its relays do that."""
        ...


class Share(Protocol):
    """This process's share of numbered things, the others of which other processes have.

    Attributes:
        stands_by: whether this process stands by for things of others.
        ready: whether it could take one up at once, by its number.
    """

    stands_by: Callable[[], bool]
    ready: Callable[[int], bool]

    @property
    def held(self) -> frozenset[int]:
        """The numbers of those that are this process's, as far as it knows."""
        ...

    @property
    def spare(self) -> frozenset[int]:
        """The numbers of those for which it stands by."""
        ...

    @property
    def leaving(self) -> frozenset[int]:
        """The numbers of those that it still does for a moment, having passed them on."""
        ...

    async def run(self, changed: Callable[[], Awaitable[None]]) -> None:
        """Have a share until cancelled; ``changed`` is called when it is another one."""
        ...

    async def holders(self) -> dict[int, str]:
        """The addresses of those who have the things, by number."""
        ...

    async def once(self, name: str, seconds: float, number: int) -> None:
        """Wait until no process has done something for so many seconds, to do it for a thing."""
        ...

    async def end(self) -> None:
        """Give all of them back."""
        ...


class Others(Protocol):
    """The processes on one database, to what hears a platform in one of them.

    Attributes:
        menu: the commands, in the order in which lists show them.
    """

    menu: Sequence[CommandSpec]

    async def house(self, data: bytes) -> bytes:
        """The answer of the process that serves the platform. Raises ``ConnectionError``."""
        ...

    async def at(self, address: str, data: bytes) -> bytes:
        """The answer of the relay at an address. Raises ``ConnectionError``."""
        ...

    def hear(self, answer: Ask) -> None:
        """What answers what is asked of the relay here."""
        ...

    def share(self, count: int) -> Share:
        """A share of so many things of the platform's."""
        ...

    async def allow(self, allowance: Allowance) -> None:
        """Have a share of what may be sent with the platform's token, until cancelled."""
        ...


class Relay(Protocol):
    """What one of several processes hears of a platform, for whoever serves it just then."""

    def platform(self, others: Others) -> Distant | None:
        """What this process serves the platform with; None: with the one that is built alone."""
        ...

    async def run(self, others: Others) -> None:
        """Hear it until cancelled, whoever serves."""
        ...


class Relayed(Protocol):
    """Where a platform takes what relays hear."""

    def share(self, key: bytes, others: Others) -> None:
        """It comes by relays from now on, which know the same key."""
        ...

    async def passed(self, data: bytes) -> bytes:
        """Take one thing. Raises ``ConnectionError`` where that cannot be just now."""
        ...


@dataclass(frozen=True, slots=True)
class Listening:
    """An address of this machine that a platform listens on.

    Args:
        what: how ``check`` calls it.
        setting: what the names of its settings begin with, for words about them.
        host: the address.
        port: its port.
    """

    what: str
    setting: str
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class Plugin:
    """How one platform is set, made and looked at.

    Args:
        name: the platform's, as in a ``UserRef``.
        settings: its fields; every one begins with the name, and there is one ``<name>_token``.
        build: makes it of the settings, the words, the service's clock, and the address of the
            page from outside, if it has one.
        check: looks whether the token is taken and what the bot may do, without going on line;
            yields whether it is well, and in a few words what.
        listens: what it listens on, as it is set.
        frame: the page's door for its clients, where they can show a page; None as it is set.
        relay: what each of several processes hears of it, made with a key that all of them know;
            None as it is set. The platform has an ``entrance`` then (``Relayed``).
    """

    name: str
    settings: type[Group]
    build: Callable[[Any, Catalogue, Clock, str], Distant]
    check: Callable[[Any], AsyncIterator[tuple[bool, str]]]
    listens: Callable[[Any], Sequence[Listening]] = lambda _: ()
    frame: Callable[[Any], ClientFrame | None] | None = None
    relay: Callable[[Any, bytes], Relay | None] = lambda settings, key: None

    @property
    def token(self) -> str:
        """The field that has to be set for this platform to be served."""
        return f"{self.name}_token"

    def is_set(self, settings: Group) -> bool:
        """Whether it is to be served."""
        token: str = getattr(settings, self.token).get_secret_value()
        return bool(token)


@cache
def plugins() -> tuple[Plugin, ...]:
    """All of them, by name. No platform's library is loaded by this."""
    folders = (f.name for f in pkgutil.iter_modules(__path__) if f.ispkg)
    found = []
    for folder in folders:
        place = f"{__name__}.{folder}"
        inside = import_module(place).__path__
        if any(module.name == "plugin" for module in pkgutil.iter_modules(inside)):
            found.append(import_module(f"{place}.plugin").PLUGIN)
    return tuple(sorted(found, key=lambda plugin: plugin.name))
