"""What the page says of a room that this process is giving back just now."""

import asyncio
from types import SimpleNamespace

from bot.app.rooms import SharedRooms
from bot.cluster.rooms import Rooms
from bot.cluster.wires import Wires
from bot.ports.messages import Outgoing, Reply, Where
from tests.bot.cluster.test_rooms import Leases, Opener
from tests.kit.web import web_table

GONE = Reply(Outgoing("那一桌已经结束了。"), Where.TOAST)


class Slowly(Opener):
    """Takes its time to close, as when much is under way there."""

    def __init__(self):
        super().__init__()
        self.may = asyncio.Event()

    async def close(self, rooms, *, lost):
        await super().close(rooms, lost=lost)
        await self.may.wait()


async def test_who_presses_while_a_room_is_given_back_hears_only_what_the_next_holder_says():
    """Whoever came in meanwhile finds no table any more: that is no answer, they press again."""
    rooms = Rooms(Leases(), "x.x", "web", lambda: "", lambda *_: None, lambda: 0.0)
    opener = Slowly()
    async with web_table(lambda _: GONE) as table:
        member = SimpleNamespace(rooms=rooms, wires=Wires(lambda *_: None, lambda: 0.0))
        table.platform.sharing = SharedRooms(member, None, table.platform, None, house=False)
        rooms.serve(opener)
        tab = await table.tab()
        assert (await tab.ask(1, press="g1:table1:1:c0"))["toast"] == "那一桌已经结束了。"
        giving = asyncio.create_task(rooms.end())
        while ("close", {table.chat.key}) not in opener.told:  # noqa: ASYNC110
            await asyncio.sleep(0)
        await tab.send(n=2, press="g1:table1:1:c0")
        assert await tab.frame() is None and tab.closed_with == 1001
        opener.may.set()
        await giving
        assert not rooms.holds(table.chat.key)
