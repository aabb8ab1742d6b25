"""Who is in a chat: asked, remembered for minutes, told by joins and leaves, seen for days."""

from datetime import timedelta

import pytest

from bot.ports.errors import PlatformError
from bot.ports.notices import MemberJoined, MemberLeft
from bot.ports.refs import ChatRef, UserRef
from tests.kit.actors import said
from tests.kit.gate import ROOM, town
from tests.kit.platform import buttons
from tests.kit.world import World, until

MINUTE, DAY = 60, 86_400
WANG = UserRef("memory", "老王")


@pytest.fixture
async def place(tmp_path):
    async with town(tmp_path / "t.db", start=False) as made:
        yield made


def asked(place, who="老王"):
    return place.house.platform.calls.count(("member", who))


async def look(place, who="老王"):
    return said(await place.house.press(who, place.token("why"), chat=None))


async def test_a_platform_is_asked_once_in_some_minutes(place):
    for _ in range(5):
        assert "群" not in await look(place)
    assert asked(place) == 1
    await place.house.forward(6 * MINUTE)
    await look(place)
    assert asked(place) == 2


async def test_who_acts_in_the_chat_is_there_without_being_asked_about(place):
    await place.house.say("老王", "/why")
    await look(place)
    assert asked(place) == 0


async def test_leaving_and_coming_back_count_at_once(place):
    await look(place)
    await place.house.service.notice(MemberLeft(WANG, ROOM))
    assert "群里的人才能用" in await look(place)
    await place.house.service.notice(MemberJoined(WANG, ROOM))
    assert "群" not in await look(place)
    assert asked(place) == 1


async def test_where_nobody_can_say_it_is_to_be_pressed_in_the_group(place):
    place.house.platform.unsure = True
    assert "请到群里按一下" in await look(place)
    place.house.platform.fail["member"] = PlatformError("down")
    await place.house.forward(2 * MINUTE)
    assert "请到群里按一下" in await look(place)


async def test_ones_own_hand_needs_nobodys_word(place):
    """A seat is enough, so a move asks no platform for anything."""
    place.house.platform.unsure = True
    await place.house.forward(10 * MINUTE)
    await place.house.say("甲", "/start")
    before = len(place.house.platform.calls)
    assert await place.admits(place.incoming("seated", token=place.token("hand"), chat=None))
    assert await place.admits(place.incoming("seated", text="/autopilot", chat=None))
    assert len(place.house.platform.calls) == before
    assert not await place.admits(place.incoming("seated", token=place.token("look"), chat=None))


async def test_a_thread_of_its_own_is_seen_or_not(tmp_path):
    """Who sees the channel need not see a private thread in it."""
    async with town(tmp_path / "t.db") as made:
        made.house.platform.unsure = True
        thread = ChatRef(ROOM.platform, ROOM.id, "22345678901234567")
        await made.house.say("甲2", "/newgame 比大小", chat=thread)
        token = buttons(made.house.platform.in_chat(ROOM.id)[-1].message)["加入"]
        assert not await made.admits(made.house.people.press("路人", token, chat=ROOM))
        assert await made.admits(made.house.people.press("路人", token, chat=thread))


# Where nobody may be able to say.


class Unsaying(World):
    """A platform that cannot say who is where, and programs that begin anew."""

    def __init__(self, path):
        super().__init__(path)
        self.platform.unsure = True
        self.platform.limits = type(self.platform.limits)(edits=0, sightings=True)


@pytest.fixture
def world(tmp_path):
    return Unsaying(tmp_path / "t.db")


async def why(house, who="路人"):
    token = f"g1:{next(iter(house.tables.running))}:0:why"
    return said(await house.press(who, token, chat=None))


async def test_who_was_seen_counts_for_seven_days_also_after_a_restart(world):
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小", chat=ROOM)
        await house.say("路人", "/why", chat=ROOM)
    async with world.house(down=DAY) as house:
        assert "请到群里" not in await why(house)
        assert "请到群里" in await why(house, "没来过的")
    async with world.house(down=5.9 * DAY) as house:
        assert "请到群里" not in await why(house)
    async with world.house(down=DAY) as house:
        assert "请到群里" in await why(house)


async def test_until_told_to_have_left_under_whichever_key_of_the_chat(world):
    async with world.house() as house:
        await house.say("甲", "/newgame 比大小", chat=ROOM)
        await house.say("路人", "/why", chat=ROOM)
        await house.service.notice(MemberLeft(UserRef("memory", "路人"), ROOM))
    async with world.house(down=DAY) as house:
        assert "请到群里" in await why(house)


async def test_what_is_kept_names_nobody_and_goes(world):
    async with world.house() as house:
        await house.say("路人甲乙丙", "/why", chat=ROOM)
        await house.settle()
    ((mark, _),) = world.sql("select * from sighting")
    assert "路人" not in mark and ROOM.id not in mark
    async with world.house(down=8 * DAY) as house:
        pruned = []
        house.store.stored = lambda rows, seconds: pruned.extend(rows)
        await house.forward(10)
        await until(lambda: any(type(row).__name__ == "SightingsOver" for row in pruned))
    assert world.sql("select * from sighting") == []


async def test_it_is_not_stored_at_every_word(world):
    async with world.house() as house:
        stored = []
        house.store.stored = lambda rows, seconds: stored.extend(rows)
        for _ in range(20):
            await house.say("路人", "/why", chat=ROOM)
        assert len(stored) == 1
        house.clock.forward(timedelta(days=1).total_seconds())
        await house.say("路人", "/why", chat=ROOM)
        assert len([row for row in stored if type(row).__name__ == "Sighted"]) == 2
