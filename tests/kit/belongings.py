"""What is kept of people where no database keeps it: in memory, until the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.ports.belongings import Listener
    from bot.ports.refs import ChatRef, UserRef
    from bot.ports.talk import Line
    from bot.ports.talk import Listener as Hearer


class Memory:
    """Implements ``bot.ports.belongings.Belongings``."""

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, str]] = {}
        self._ended: set[str] = set()
        self._listeners: list[Listener] = []

    async def of(self, user: UserRef) -> Mapping[str, str]:
        """Everything that is kept of a person."""
        return dict(self._kept.get(user.key, {}))

    async def keep(self, user: UserRef, key: str, value: str) -> None:
        """Keep a value; an empty one takes it away."""
        own = self._kept.setdefault(user.key, {})
        own.pop(key, None)
        if value:
            own[key] = value
        for tell in self._listeners:
            tell(user, {key: value})

    async def ended(self) -> Collection[str]:
        """The marks of all devices that were ended."""
        return set(self._ended)

    async def end(self, user: UserRef, key: str, mark: str) -> None:
        """End a device for good."""
        self._ended.add(mark)
        self._kept.get(user.key, {}).pop(key, None)

    def listen(self, listener: Listener) -> None:
        """Tell of everything that a person sets from now on."""
        self._listeners.append(listener)


class Silence:
    """Implements ``bot.ports.talk.Talk``: what a test puts into ``said`` was said in every room."""

    def __init__(self) -> None:
        self.said: list[Line] = []
        self.listeners: list[Hearer] = []

    async def lines(self, chat: ChatRef, reader: UserRef) -> Sequence[Line]:
        """What was said."""
        return tuple(self.said)

    def listen(self, listener: Hearer) -> None:
        """Tell of everything that is said from now on."""
        self.listeners.append(listener)
