"""What a platform may have kept of its people, where nothing else keeps it for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import TypeAlias

    from bot.ports.refs import UserRef

    Listener: TypeAlias = Callable[[UserRef, Mapping[str, str]], None]
    """Told of what a person has set just now, by its keys."""


DEVICE = "device:"
"""How the key begins under which a device of a person is kept; its id follows."""


PUSH = "push:"
"""How the key begins under which is kept where a device of a person is told of their turn."""


class Belongings(Protocol):
    """Small values by person and key: part of what ``/mydata`` hands out and ``/forgetme`` drops.

    Every call may raise what the service's store raises; then nothing has changed.
    """

    async def of(self, user: UserRef) -> Mapping[str, str]:
        """Everything that is kept of a person."""

    async def keep(self, user: UserRef, key: str, value: str) -> None:
        """Keep a value; an empty one takes it away."""

    async def ended(self) -> Collection[str]:
        """The marks of all devices that were ended."""

    async def end(self, user: UserRef, key: str, mark: str) -> None:
        """A device is ended for good, and what is kept of it under ``key`` is taken away."""

    def listen(self, listener: Listener) -> None:
        """Tell of everything that a person sets from now on, wherever they set it."""
