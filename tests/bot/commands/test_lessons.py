"""/teach: a lesson in private or as a room's own table, and a first real game behind it."""

import sqlite3
from datetime import timedelta

import pytest

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.keys import prefix
from bot.ports.messages import Picked
from bot.ports.refs import UserRef, alone_key
from bot.table import lesson
from bot.table.state import Phase
from engine.registry import games
from tests.kit.actors import press_of, said, waited_for
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY
from tests.kit.lessons import TAUGHT, other_moves, same
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.tiers import chosen
from tests.kit.world import World

ME = UserRef("memory", "甲")


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


def shown(house):
    """The learner's screen."""
    return house.platform.told("甲")[-1]


async def step(house):
    """Do what the lesson asks for next, or let the others play; whether there was anything."""
    if not house.tables.running:
        return False
    table = house.table
    if waited_for(table):
        token, values = press_of(table, 0, lesson.wanted(table, 0))
        assert said(await house.press("甲", token, values, chat=None)) == ""
        return True
    return await house.next_wake()


async def finish(house):
    """Do everything the lesson asks for."""
    for _ in range(60):
        if not await step(house):
            return
    raise AssertionError("no end in sight")


async def test_it_shows_the_games_that_are_taught(house):
    reply = await house.say("甲", "/teach", chat=None)
    assert set(buttons(reply.message)) == {"斗地主", "锄大地", "蹲麻子", "扑克矩阵"}
    await house.press("甲", buttons(reply.message)["斗地主"], chat=None)
    assert house.table.state.lesson
    assert "第 1 步，共 6 步：" in shown(house).text


async def test_of_a_game_without_a_lesson_it_shows_those_that_have_one(house):
    reply = await house.say("甲", "/teach 五瓜皮", chat=None)
    assert "还没有课" in said(reply)
    assert "斗地主" in buttons(reply.message)
    assert not house.tables.running


@pytest.mark.parametrize("game_id", TAUGHT)
async def test_whoever_does_what_is_said_comes_to_the_end(house, game_id):
    await house.say("甲", f"/teach {game_id}", chat=None)
    await finish(house)
    assert "的第一课打完了" in shown(house).text
    assert [*buttons(shown(house))][:3] == ["来一场真的", "再学一遍", "学别的"]
    assert not house.tables.running


async def test_of_a_part_of_what_a_step_asks_nothing_is_said(house):
    """The step's sentence says which cards: a rule about half of them would stand in its place."""
    await house.say("甲", "/teach 斗地主", chat=None)
    await step(house)
    while not waited_for(house.table):
        await house.next_wake()
    token, values = press_of(house.table, 0, lesson.wanted(house.table, 0))
    assert len(values) > 1
    for some in (values[:1], values):
        assert await house.service.picked(house.people.press("甲", token, some)) == Picked()


async def test_a_wrong_move_is_explained_to_the_learner_alone_and_changes_nothing(house):
    await house.say("甲", "/teach 斗地主", chat=None)
    await step(house)
    while not waited_for(house.table):
        await house.next_wake()
    table = house.table
    before, right = table.match, lesson.wanted(table, 0)
    for move in table.game.suggest(table.seen(0), 5):
        if same(table.game, move, right):
            continue
        reply = await house.press("甲", *press_of(table, 0, move), chat=None)
        assert "这样也能出" in said(reply)
        assert "这一步请选 ♠3 ♥4 ♣5" in said(reply)
    reply = await house.say("甲", "过", chat=None)
    assert "你先出，不能过" in said(reply)
    assert house.table.match == before
    assert len([*other_moves(table)]) > 100


async def test_it_can_be_typed(house):
    await house.say("甲", "教我 锄大地", chat=None)
    for line in ("出 ♦3", "过", "♠9♥9", "45678", "10 10 10 J J"):
        while not waited_for(house.table):
            await house.next_wake()
        assert said(await house.say("甲", line, chat=None)) == ""
    assert "的第一课打完了" in shown(house).text


async def test_it_counts_nowhere(house):
    await house.say("甲", "/teach 扑克矩阵", chat=None)
    await finish(house)
    for book in (ROOM_KEY, alone_key(ME)):
        assert await house.store.scores.rounds(book) == []
        assert await house.store.scores.game_totals(book) == []
    assert await house.store.scores.best_rounds(alone_key(ME), "matrix", "{}") == {}


async def test_it_goes_on_after_a_kill_where_it_stood(tmp_path):
    world = World(tmp_path / "t.db")
    async with world.house() as house:
        await house.say("甲", "/teach 蹲麻子", chat=None)
        for _ in range(4):
            await step(house)
        asked = shown(house).text
        log = house.table.log
    async with world.house(down=600) as house:
        assert house.table.log == log
        await finish(house)
        assert "的第一课打完了" in shown(house).text
    assert asked


async def test_it_goes_with_forgetme(tmp_path):
    path = tmp_path / "t.db"
    async with service(path) as house:
        await house.say("甲", "/teach 扑克矩阵", chat=None)
        await finish(house)
        assert ME.key in "".join(sqlite3.connect(path).iterdump())
        reply = await house.say("甲", "/forgetme", chat=None)
        await house.press("甲", next(iter(buttons(reply.message).values())), chat=None)
        await house.store.people.purge(house.clock.now() + timedelta(seconds=1))
    assert ME.key not in "".join(sqlite3.connect(path).iterdump())


async def test_in_a_group_it_is_in_private(house):
    reply = await house.say("甲", "/teach 斗地主")
    assert "私聊" in said(reply)
    assert house.table.state.place is None
    assert house.platform.in_chat() == []


async def test_in_a_room_of_our_own_it_is_the_rooms_table_unless_one_is_on(tmp_path):
    async with service(tmp_path / "t.db", platform=MemoryPlatform(talk=True)) as house:
        await house.say("甲", "/teach 斗地主")
        assert house.table.state.place is not None
        assert house.table.state.clock == 0
        await house.say("乙", "/teach 斗地主")
        places = [r.table.state.place for r in house.tables.running.values()]
        assert len(places) == 2
        assert None in places


async def test_one_lesson_at_a_time(house):
    await house.say("甲", "/teach 斗地主", chat=None)
    assert "还没打完" in said(await house.say("甲", "/teach 锄大地", chat=None))


@pytest.mark.parametrize("game_id", chosen(TAUGHT, 2, "a first game"))
async def test_a_first_real_game_follows_against_the_easiest_computers(house, game_id):
    await house.say("甲", f"/teach {game_id}", chat=None)
    await finish(house)
    await house.press("甲", buttons(shown(house))["来一场真的"], chat=None)
    state = house.table.state
    assert state.phase is Phase.PLAYING
    assert not state.lesson
    assert not state.deal
    assert {player.level for player in state.players if not player.person} <= {"easy"}


async def test_a_first_game_tells_at_each_turn_what_could_be_done(house):
    await house.press("甲", "m1:teach:first.doudizhu", chat=None)
    table = house.table
    seat = table.seat_of(ME)
    for _ in range(4):
        while not waited_for(table):
            await house.next_wake()
        best = table.game.suggest(table.seen(seat), 1)[0]
        todo = lesson.told(table.game, table.prompt(seat), best)
        words = house.context.reader.catalogue.say(todo)
        assert f"拿不准的话，{words}。" in shown(house).text
        await house.press("甲", *press_of(table, seat, best), chat=None)


async def test_the_menu_of_games_says_what_each_is_and_teaches(house):
    reply = await house.say("甲", "/newgame", chat=None)
    assert "斗地主：3 人 · 5 分钟 · 一个打两个" in said(reply)
    assert len(said(reply).split("\n")) == 1 + len(games())
    assert "教我" in buttons(reply.message)
    greeting = await house.say("甲", "/help start", chat=None)
    assert "教我" in buttons(greeting.message)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_every_game_it_is_said_what_it_is_about(language):
    words = Catalogue(language, strict=True)
    assert [ident for ident in games() if not words.has(f"{prefix(ident)}-about")] == []


async def test_whom_private_messages_do_not_reach_is_told_so_in_the_group(tmp_path):
    platform = MemoryPlatform(quiet=True)
    platform.unreachable.add("甲")
    async with service(tmp_path / "t.db", platform=platform) as house:
        reply = await house.say("甲", "/teach 斗地主")
        assert reply is not None
        assert not house.tables.running
