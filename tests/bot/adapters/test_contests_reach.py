"""Whoever would be called by private message is asked to open one first, on every road alike."""

import pytest

from bot.adapters.telegram.render import inert
from tests.kit.actors import said
from tests.kit.coinroom import queued
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import MemoryPlatform
from tests.kit.telegram import open_group
from tests.kit.tournament import called

OPEN = "打开私聊收手牌"


def entrants(house, group):
    tournaments = house.service.running.tournaments._runners.values()
    return [entrant.name for tournament in tournaments for entrant in tournament.state.entrants]


def waiting(house, group):
    return [
        w.name for r in house.service.running.coinrooms._runners.values() for w in r.state.people
    ]


ROADS = [("/tournament 比大小 50 10 1", "报名", entrants), ("/coinroom", "排队", waiting)]


@pytest.mark.parametrize(("line", "button", "people_in"), ROADS, ids=["tournament", "queue"])
async def test_on_telegram_nobody_gets_in_who_never_pressed_start(
    tmp_path, line, button, people_in
):
    """One tap opens the private chat; then the same press works."""
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, (host, late)):
        late.started = False
        await house.say(host, group, line)
        await house.forward(6)
        board = house.board(group)
        assert (
            board.buttons[OPEN]["url"] == f"https://t.me/{house.platform._bot.username}?start=hello"
        )
        before = people_in(house, group)
        answer = await house.press(late, board, button)
        alone = [m for m in group.messages if m.alone is late and OPEN in m.buttons]
        assert alone or "还发不到你那里" in answer[0]
        assert people_in(house, group) == before
        assert (
            await house.store.coins.purse(f"telegram:{group.id}", f"telegram:{late.id}")
        ).free == 0
        await house.press(late, board, OPEN)
        await house.forward(6)
        await house.press(late, house.board(group), button)
        assert people_in(house, group) == [*before, "乙"]


async def test_words_are_answered_with_the_same_button(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, (_, late)):
        late.started = False
        await house.say(late, group, "/coinroom")
        assert waiting(house, group) == []
        assert "还发不到你那里" in house.last(group).words
        assert OPEN in house.last(group).buttons


async def test_joining_offers_the_same_button(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, (host, late)):
        late.started = False
        await house.say(host, group, "/newgame 比大小")
        await house.press(late, house.board(group), "加入")
        await house.forward(6)
        assert OPEN in house.board(group).buttons


@pytest.mark.parametrize("deep", [False, True])
async def test_where_no_address_opens_a_chat_it_says_what_to_do(world, deep):
    world.platform = MemoryPlatform(quiet=True)
    world.platform.deep = deep
    async with world.house(check=False) as house:
        house.platform.unreachable = {"乙"}
        reply = await house.say("乙", "/coinroom")
        assert ("打开私聊" in said(reply)) is deep
        assert ("隐私设置里允许私信" in said(reply)) is not deep
        assert bool(reply.message.rows) is deep
        assert queued(house) == []
        house.platform.unreachable = set()
        assert "排上了" in said(await house.say("乙", "/coinroom"))
        assert queued(house) == ["乙"]


async def test_who_has_blocked_us_before_the_start_pays_nothing_and_is_named(world):
    world.platform = MemoryPlatform(quiet=True)
    async with world.house(check=False) as house:
        tournament = await called(house, fee=50)
        for name in "甲乙丙丁戊":
            await house.service.running.tournaments.register(house.people.say(name, ""), tournament)
        await house.service.running.notes.unreachable(tournament.state.entrants[1].user, "blocked")
        await house.forward(600)
        assert [e.name for e in tournament.state.entrants] == [*"甲丙丁戊"]
        assert (await house.store.coins.purse(ROOM_KEY, "memory:乙")).free == 1000
        assert "私信发不到 乙，没法叫他们，没有参赛，没有扣金币" in "".join(house.platform.lines())


# Our own links.


async def test_on_telegram_the_way_to_ones_table_is_a_link(tmp_path):
    async with open_group(tmp_path / "t.db") as (house, group, people):
        group.topics = {1: "open"}
        await house.say(people[0], group, "/tournament 比大小 0 10 1")
        for person in people:
            await house.forward(6)
            await house.press(person, house.board(group), "报名")
        await house.forward(6)
        await house.press(people[0], house.board(group), "现在开赛")
        for _ in range(4):
            await house.forward(6)
        there = f"https://t.me/c/{str(group.id).removeprefix('-100')}/2"
        for person in people:
            own = "\n".join(m.words for m in house.world.private(person).ours)
            assert there in own
        await house.say(people[1], group, "/leave")
        everywhere = (*group.messages, *house.world.private(people[1]).ours)
        assert any(f"你的牌桌（比大小）在这里：{there}" in m.words for m in everywhere)


LINK = "https://t.me/c/1234567890/7"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (f"桌：{LINK}", f"桌：{LINK}"),
        (f"桌：{LINK}。", f"桌：{LINK}。"),
        (f"{LINK}8", "https:\u2060//\u2060t.\u2060me/\u2060c/\u20601234567890/78"),
        (
            f"https://evil.example/x {LINK}",
            f"https:\u2060//\u2060evil.\u2060example/\u2060x {LINK}",
        ),
        (f"@durov {LINK} @durov", f"@\u2060durov {LINK} @\u2060durov"),
    ],
)
def test_ours_are_links_and_peoples_are_not(text, shown):
    assert inert(text, (LINK,)) == shown
    assert LINK not in inert(text)
