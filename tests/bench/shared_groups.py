"""Groups of a small Telegram in which two people play by buttons (``tests.bench.shared``).

One of the programs fetches what they send, by the lease of the house. Telegram waits for whoever
fetches; people see their press answered, or not yet.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from tests.bench.shared_chats import LOOK, Chat

if TYPE_CHECKING:
    from bot.store.store import Store
    from tests.bench.fleet import Fleet

TOKEN = "123456789:AAE-token_of_the_bot_for_tests_0001"


class Group(Chat):
    """A group in which two people play."""

    def __init__(
        self, store: Store, fleet: Fleet, server: Any, game: str, seed: str, apart: float
    ) -> None:
        super().__init__(store, fleet, game, seed, apart)
        self.world = server.world
        self.people = [self.world.user(name) for name in "甲乙"]
        self.chat = self.world.group(f"牌友 {seed}", list(self.people))
        self.place = f"telegram:{self.chat.id}:"

    def _ident(self, person: Any) -> str:
        return str(person.id)

    async def _say(self, person: Any, name: str, *values: str) -> None:
        self.world.say(person, self.chat, " ".join((f"/{name}", *values)))

    async def _answered(self, person: Any, token: str) -> tuple[str, str]:
        while not (shown := self.world.private(person).ours or self.chat.ours):  # noqa: ASYNC110
            await asyncio.sleep(LOOK)
        ident = self.world.press(person, shown[-1], "", data=token)
        self._tell(f"pressed {ident}")
        while not (answer := self.world.presses[ident]):  # noqa: ASYNC110
            await asyncio.sleep(LOOK / 5)
        self._tell(f"answered {answer}")
        return f"press:{ident}", answer[0]
