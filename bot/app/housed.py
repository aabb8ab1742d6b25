"""The service, for the platforms that whoever has the house serves, as long as that is here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.ports.errors import Elsewhere

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.ports.belongings import Belongings
    from bot.ports.incoming import Incoming
    from bot.ports.menu import CommandSpec
    from bot.ports.messages import Picked, Reply, Suggestion
    from bot.ports.notices import Notice
    from bot.ports.platform import Service
    from bot.ports.refs import UserRef
    from bot.ports.talk import Talk
    from bot.ports.windows import Windows


class Housed:
    """What is done counts only where the house has been here all the while: a process that has
    slept stores nothing, and whoever has the house by now is to do it (``Elsewhere``).

    Args:
        here: whether it is still here, under the epoch with which it is served.
    """

    def __init__(self, service: Service, here: Callable[[], bool]) -> None:
        self._service, self._here = service, here

    async def handle(self, incoming: Incoming) -> Reply | None:
        """Do what a person wants. Raises ``Elsewhere``."""
        reply = await self._service.handle(incoming) if self._here() else None
        if not self._here():
            raise Elsewhere
        return reply

    async def notice(self, notice: Notice) -> None:
        """Take note of something."""
        await self._service.notice(notice)

    def foresee(self, user: UserRef, token: str) -> bool:
        """Whether a press will be taken without a word."""
        return self._here() and self._service.foresee(user, token)

    async def suggest(self, incoming: Incoming, field: str) -> tuple[Suggestion, ...]:
        """What may complete a field."""
        return await self._service.suggest(incoming, field)

    async def picked(self, incoming: Incoming) -> Picked:
        """What would become of the values picked."""
        return await self._service.picked(incoming)

    @property
    def menu(self) -> Sequence[CommandSpec]:
        """The commands."""
        return self._service.menu

    @property
    def belongings(self) -> Belongings:
        """What is kept of people for their platform."""
        return self._service.belongings

    @property
    def talk(self) -> Talk:
        """What people say to each other."""
        return self._service.talk

    @property
    def windows(self) -> Windows:
        """Tables as they are seen from inside other clients."""
        return self._service.windows
