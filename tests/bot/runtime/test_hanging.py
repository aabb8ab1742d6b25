"""One that hangs, of all threads that tables share: others go on, and the program can stop."""

import asyncio
import threading
import time

import pytest

from bot.ports.refs import ChatRef
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import MemoryPlatform
from tests.kit.world import until

OTHER = ChatRef("memory", long_id("other"))


@pytest.fixture
def leave():
    event = threading.Event()
    yield event
    event.set()


class Brush:
    """Paints; the first picture never ends."""

    def __init__(self, leave):
        self.leave, self.begun = leave, []

    def __call__(self, view, say, *, four=False):
        self.begun.append(view)
        if len(self.begun) == 1:
            self.leave.wait(30)
        return b"PNG"


async def test_a_picture_that_hangs_is_words_and_other_tables_have_theirs(world, leave, caplog):
    brush, platform = Brush(leave), MemoryPlatform(pictures=True)
    async with world.house(platform=platform, paint=brush, check=False) as house:
        painter = house.context.painter
        pictures = painter.workers[0]
        await house.handle(house.people.say("甲", "/newgame 比大小"))
        await until(lambda: brush.begun and pictures._open)
        await house.handle(house.people.say("乙", "/newgame 比大小", chat=OTHER))
        await until(lambda: any(job.alarm for job in pictures._open))
        house.clock.forward(pictures.limit)
        await until(lambda: platform.in_chat() and platform.in_chat(OTHER.id))
        board = platform.board(ROOM_ID)
        assert board.picture is None and board.alt and board.text.startswith(board.alt)
        assert platform.board(OTHER.id).picture == b"PNG"
        assert pictures.hanging == 1
        errors = [r.getMessage() for r in caplog.records if r.levelname == "ERROR"]
        table = house.tables.at(ChatRef("memory", ROOM_ID)).table.state.id
        assert len(errors) == 1 and f"picture given up table={table} " in errors[0]
        began = time.monotonic()
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("index", [0, 1, 2], ids=["pictures", "words", "computer players"])
async def test_every_shared_worker_goes_on_beside_one_that_hangs_and_lets_stop(world, leave, index):
    async with world.house(check=False) as house:
        assert len(house.context.workers) == 3, "a law over all of them"
        workers = house.context.workers[index]
        stuck = asyncio.create_task(workers.do(lambda: leave.wait(30)))
        await until(lambda: any(job.alarm for job in workers._open))
        house.clock.forward(workers.limit)
        await asyncio.gather(stuck, return_exceptions=True)
        assert workers.hanging == 1
        assert await house.say("甲", "/help") is not None
        await house.say("甲", "/newgame 比大小")
        assert house.platform.board()
        began = time.monotonic()
    assert time.monotonic() - began < 5
