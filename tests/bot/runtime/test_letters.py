"""What people must be told once is told, whenever the program dies; and it is not told again."""

from datetime import timedelta

import pytest

from bot.ports.errors import NotAllowed
from bot.ports.notices import Added, PlaceGone, Reachable
from bot.ports.refs import ChatRef, UserRef
from bot.runtime.letters import LASTS, Letter, read
from bot.store.rows import NotSaved
from bot.store.scorebook import Forgotten
from engine.msg import SeatArg, msg
from tests.kit.actors import begin, chance, to_the_end
from tests.kit.coinroom import FOUR, queue
from tests.kit.ids import ROOM_ID
from tests.kit.platform import buttons
from tests.kit.tournament import called, play_on, register
from tests.kit.world import World

CHAT = ChatRef("telegram", "-10012345678901", "7")
ROOM = ChatRef("memory", ROOM_ID)


def test_a_letter_is_read_as_it_was_written():
    letter = Letter(
        "a 1", CHAT, UserRef("telegram", "7"), (msg("x", seat=SeatArg(1)),), ("甲", "乙")
    )
    now = World("/nowhere").clock.now()
    assert read(letter.row(now)) == letter
    assert "甲" not in repr(letter.row(now))


def mute(house):
    """The program dies before anything that it stores from now on is told."""
    house.service.running.letters.send = lambda letters, outbox: None


def told(world, name):
    return "\n".join(message.text for message in world.platform.told(name))


def spoken(world):
    return "\n".join(world.platform.lines())


async def a_final(house):
    """Its four, its place's link, who has won and what each gets."""
    house.tables.pace = 0
    tournament = await called(house, fee=50)
    await register(house, tournament, 0, 1, 2, 3)
    mute(house)
    await house.forward(600)
    await play_on(house, tournament)
    assert tournament.state.winner is not None
    winner = tournament.state.winner.name
    others = [f"p{n}" for n in range(4) if f"p{n}" != winner]
    return {
        None: ["比赛开始", f"{winner} 是冠军，拿走奖池里的 200 金币"],
        winner: ["你在第 1 桌：https://", "是冠军，拿走奖池里的 200 金币"],
        **{name: ["你在第 1 桌：https://", "名。现在可以去别的牌桌了"] for name in others},
    }


async def a_room_that_is_drawn(house):
    mute(house)
    await queue(house, FOUR)
    return {None: ["金币场开桌"]}


async def a_queue_that_nobody_joined(house):
    await queue(house, "甲")
    mute(house)
    await house.forward(3600)
    return {None: ["甲 等得太久，先退出排队了"]}


async def a_table_that_is_ended(house):
    await begin(house, "比大小", 2, money="coins", buyin=300)
    mute(house)
    await house.say("管", "/stop", admin=True)
    return {None: ["牌桌散了", "甲 带回 300 金币"]}


async def a_place_that_is_gone(house):
    await begin(house, "比大小", 2)
    mute(house)
    await house.service.notice(PlaceGone(ROOM))
    await house.settle()
    return {name: ["那个地方被删掉了"] for name in "甲乙"}


async def a_season_that_is_agreed(house):
    await begin(house, "比大小", 2)
    await to_the_end(house, chance(1))
    await house.say("甲", "/season new")
    await house.settle()
    token = next(t for s in house.platform.in_chat() for t in buttons(s.message).values()
                 if t.startswith("m1:motion:yes"))  # fmt: skip
    house.service.running.letters.deliver = lambda place, letters: None
    await house.press("乙", token)
    return {None: ["第 2 赛季开始"]}


async def a_table_that_opens(house):
    for name in ("丙", "丁"):
        await house.say(name, "/prefs notify on")
    await house.say("丁", "/prefs dm off")
    mute(house)
    await house.say("甲", "/newgame 蹲麻子")
    return {name: ["“测试群”开了一桌 蹲麻子，甲 在等人"] for name in "丙丁"}


CASES = (
    a_table_that_opens,
    a_final, a_room_that_is_drawn, a_queue_that_nobody_joined, a_table_that_is_ended,
    a_place_that_is_gone, a_season_that_is_agreed,
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
async def test_what_a_kill_kept_from_people_is_told_after_the_start_and_once(world, case):
    def counts():
        return {
            (name, word): (spoken(world) if name is None else told(world, name)).count(word)
            for name, words in wanted.items()
            for word in words
        }

    async with world.house(check=False) as house:
        wanted = await case(house)
        before = counts()
    for _ in range(3):
        async with world.house(down=60, check=False) as house:
            assert counts() == {what: count + 1 for what, count in before.items()}
            assert await house.store.letters.unread() == []


async def test_what_is_told_leaves_nothing_behind(world):
    async with world.house(check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, *range(5))
        await house.forward(600)
        await play_on(house, tournament)
        assert await house.store.letters.unread() == []
        assert world.sql("select count(*) from letter") == [(0,)]


async def test_who_cannot_be_reached_is_told_once_they_can(world):
    async with world.house(check=False) as house:
        house.platform.unreachable = {"p1"}
        tournament = await called(house, fee=50)
        await register(house, tournament, 0, 1, 2, 3)
        await house.service.running.tournaments.cancel(house.people.say("org", ""), tournament)
        await house.settle()
        assert "取消" not in told(world, "p1")
        house.platform.unreachable = set()
        for _ in range(2):
            await house.service.notice(Reachable(UserRef("memory", "p1"), True))
            await house.settle()
        assert told(world, "p1").count("比赛取消了") == 1
        assert await house.store.letters.unread() == []


async def test_a_chat_that_could_not_be_written_to_is_told_once_it_can(world):
    async with world.house(check=False) as house:
        await queue(house, "甲")
        house.platform.fail["post"] = NotAllowed(("right",))
        await house.forward(3600)
        del house.platform.fail["post"]
        for _ in range(2):
            await house.service.notice(Added(ROOM))
            await house.settle()
        assert spoken(world).count("等得太久") == 1


async def test_what_is_old_is_history(world):
    async with world.house(check=False) as house:
        await a_queue_that_nobody_joined(house)
    async with world.house(down=(LASTS + timedelta(hours=1)).total_seconds(), check=False) as house:
        assert "等得太久" not in spoken(world)
        assert await house.store.letters.unread() == []


async def test_nobody_is_called_to_a_lobby_that_is_closed(world):
    async with world.house(check=False) as house:
        await a_table_that_opens(house)
        idle = house.table.state.idle_at - house.clock.now()
    async with world.house(down=idle.total_seconds() + 1, check=False) as house:
        assert "开了一桌" not in told(world, "丙")
        assert await house.store.letters.unread() == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"msgs":1,"names":[]}', '{"msgs":"[]"}'])
async def test_a_letter_that_cannot_be_read_is_put_away(world, text):
    async with world.house(check=False) as house:
        await a_queue_that_nobody_joined(house)
    world.sql("update letter set text = ?", text)
    async with world.house(check=False) as house:
        assert await house.store.letters.unread() == []


async def test_a_disk_that_refuses_to_note_it_tells_it_a_second_time_at_worst(world, monkeypatch):
    async with world.house(check=False) as house:
        await queue(house, "甲")

        async def refuse(*idents):
            raise NotSaved("full")

        commit = house.store.commit

        async def some(rows):
            if any(type(row).__name__ == "LetterSent" for row in rows):
                raise NotSaved("full")
            await commit(rows)

        monkeypatch.setattr(house.store, "commit", some)
        await house.forward(3600)
        assert spoken(world).count("等得太久") == 1
    async with world.house(check=False) as house:
        assert spoken(world).count("等得太久") == 2
        assert await house.store.letters.unread() == []


async def test_letters_are_a_persons_as_long_as_nobody_asks_to_be_forgotten(world):
    """Undone they are theirs again; for good they are gone."""
    async with world.house(check=False) as house:
        tournament = await called(house, fee=50)
        await register(house, tournament, 0, 1, 2)
        mute(house)
        await house.service.running.tournaments.cancel(house.people.say("org", ""), tournament)
        await house.settle()
        store, now = house.store, house.clock.now()
        rows = await store.letters.unread()
        traces = await store.people.traces("memory:p1", "", "alone:memory:p1")
        gone = Forgotten("anon:1", "memory:p1", "", now, traces)
        await store.people.forget(gone, "alone:memory:p1")
        assert await store.letters.unread("memory:p1") == []
        await store.people.remember(gone, "alone:memory:p1")
        assert await store.letters.unread() == rows
        await store.people.forget(gone, "alone:memory:p1")
        await store.people.purge(now + timedelta(days=8))
        assert {row.person for row in await store.letters.unread()} == {
            "",
            "memory:p0",
            "memory:p2",
        }


async def test_a_settlement_is_still_told_a_second_time_after_a_kill(world):
    """Rounds have their own way; they are no letters."""
    async with world.house(check=False) as house:
        await begin(house, "比大小", 2)
        await to_the_end(house, chance(1))
        assert world.sql("select count(*) from letter") == [(0,)]
