"""Before the start: joining, leaving, computer players, options, who may do what."""

import pytest

from bot.commands.repeats import TAKEN
from bot.table.state import Phase
from tests.kit.actors import said
from tests.kit.house import service
from tests.kit.ids import ROOM_ID, long_id
from tests.kit.platform import buttons

GAME = "/newgame 比大小"


@pytest.fixture
async def house(tmp_path):
    async with service(tmp_path / "t.db") as open_house:
        yield open_house


async def test_a_board_is_posted_once_and_edited_in_place(house):
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    await house.say("丙", "加入")
    (board,) = [s for s in house.platform.in_chat() if s.message.rows]
    assert board.edits == 2
    assert [s.name for s in house.table.state.players] == ["甲", "乙", "丙"]


@pytest.mark.parametrize(
    ("game", "line"),
    [("斗地主", "坐满 3 人就能开始，现在 1 人。"), ("蹲麻子", "2 到 4 人都能打，现在 1 人。")],
)
async def test_the_lobby_says_how_many_may_play(house, game, line):
    await house.say("甲", f"/newgame {game}")
    assert line in house.platform.board().text.splitlines()


async def test_a_second_table_at_the_same_place_is_refused(house):
    await house.say("甲", GAME)
    reply = await house.say("乙", GAME)
    assert "已经有一桌" in said(reply)
    assert len(house.tables.running) == 1


async def test_two_places_have_a_table_each_and_one_person_sits_at_both(house):
    await house.say("甲", GAME)
    house.people.chat = type(house.people.chat)("memory", long_id("other"))
    await house.say("甲", GAME)
    assert len(house.tables.running) == 2
    assert len(house.tables.of(house.people.say("甲", "").user)) == 2


async def test_a_topic_is_a_place_of_its_own(house):
    await house.say("甲", GAME)
    house.people.chat = type(house.people.chat)("memory", ROOM_ID, "topic")
    await house.say("甲", GAME)
    assert len(house.tables.running) == 2


async def test_start_needs_enough_people_and_the_host(house):
    await house.say("甲", GAME)
    assert "还差 1 人" in said(await house.say("甲", "/start"))
    await house.say("乙", "/join")
    assert "桌主（甲）" in said(await house.say("乙", "/start"))
    assert house.table.state.phase is Phase.LOBBY
    await house.say("甲", "/start")
    assert house.table.state.phase is Phase.PLAYING


async def test_a_number_of_players_that_the_game_does_not_take_is_refused(house):
    """Two pairs, or one: three would play until it breaks."""
    await house.say("甲", "/newgame _trial")
    for who in "乙丙":
        await house.say(who, "/join")
    assert "2 / 4 人" in said(await house.say("甲", "/start"))
    assert house.table.state.phase is Phase.LOBBY
    await house.say("甲", "/addbot")
    await house.say("甲", "/start")
    assert house.table.state.phase is Phase.PLAYING


async def test_a_second_start_is_harmless(house):
    await house.say("甲", GAME)
    await house.say("甲", "/addbot")
    start = buttons(house.platform.board())["开始"]
    await house.press("甲", start)
    match = house.table.state.match
    assert said(await house.press("甲", start)) == "", "a copy is done already"
    await house.forward(TAKEN.total_seconds())
    assert "过时" in said(await house.press("甲", start))
    assert "已经开始" in said(await house.say("甲", "/start"))
    assert house.table.state.match == match


async def test_anybody_may_start_when_the_host_is_away(house):
    """STK-14."""
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    await house.forward(121)
    await house.say("乙", "/start")
    assert house.table.state.phase is Phase.PLAYING


async def test_the_host_passes_on_when_leaving(house):
    """STK-15: and the new host's powers work at once."""
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    await house.say("甲", "/leave")
    assert house.table.state.host.id == "乙"
    await house.say("乙", "/addbot")
    await house.say("乙", "/start")
    assert house.table.state.phase is Phase.PLAYING


async def test_the_last_person_leaving_closes_the_lobby(house):
    """STK-19."""
    await house.say("甲", GAME)
    await house.say("甲", "/addbot")
    await house.say("甲", "/leave")
    assert house.tables.running == {}
    assert any("散了" in line for line in house.platform.lines())
    assert await house.say("乙", GAME) is None


async def test_an_untouched_lobby_is_closed(house):
    """STK-02."""
    await house.say("甲", GAME)
    await house.forward(2 * 3600 + 1)
    assert house.tables.running == {}


async def test_a_full_table_says_so_and_a_computer_makes_room_for_a_person(house):
    await house.say("甲", GAME)
    for _ in range(7):
        await house.say("甲", "/addbot")
    assert "最多 8 人" in said(await house.say("甲", "/addbot"))
    for who in "乙丙丁戊己庚辛":
        assert await house.say(who, "/join") is None
    assert [s.name for s in house.table.state.players] == [*"甲辛庚己戊丁丙乙"]
    assert "排在第 1 位" in said(await house.say("壬", "/join"))


async def test_computer_players_come_and_go(house):
    await house.say("甲", GAME)
    await house.say("甲", "/addbot")
    await house.say("甲", "/removebot")
    assert "没有电脑" in said(await house.say("甲", "/removebot"))
    assert len(house.table.state.players) == 1


async def test_only_the_host_kicks(house):
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    assert "桌主" in said(await house.say("乙", "/kick 甲"))
    assert "按“离开”" in said(await house.say("甲", "/kick 甲"))
    assert "没有这个座位" in said(await house.say("甲", "/kick 9"))
    await house.say("甲", "/kick 乙")
    assert len(house.table.state.players) == 1


SETTINGS = [
    ("quan 8", "8 圈", "a number from 1 to 32"),
    ("quan=8", "8 圈", "a sign between them"),
    ("quan 0", "1 至 32", "no round at all"),
    ("quan 33", "1 至 32", "too many"),
    ("quan 1e9", "1 至 32", "no number"),
    ("quan", "1 至 32", "the number was left out"),
    ("quan ８", "8 圈", "full-width digits are digits"),
    ("clock 30", "30 秒", "a clock that is offered"),
    ("clock 31", "0 是不限时", "a clock that is not offered"),
    ("colour blue", "没有这个选项。可以设置：圈数、每步时限、座位", "an option that is not there"),
    ("每步时限 30", "30 秒", "as it is shown"),
    ("座位 照大厅的顺序", "座位：照大厅的顺序", "a value as it is shown"),
]


@pytest.mark.parametrize(("typed", "answer", "why"), SETTINGS, ids=[s[2] for s in SETTINGS])
async def test_settings_typed(house, typed, answer, why):
    await house.say("甲", GAME)
    assert answer in said(await house.say("甲", f"/settings {typed}"))


OPTIONS = [
    ("目标分 45", "目标分：45", "an option of the game as it is shown"),
    ("目標分 45", "目标分：45", "in another script"),
    ("强制结算 得基础分", "强制结算：得基础分", "both as they are shown"),
    ("sudden_death basic", "强制结算：得基础分", "both by their keys"),
    ("强制结算 没有的", "可以是：得手牌分、得基础分", "a value that is not there"),
    ("一圈打几局 人数那么多局", "一圈打几局：人数那么多局", "a value of such an option"),
    ("一圈打几局 2", "没有这个值", "an option that shares its key with a setting"),
]


@pytest.mark.parametrize(("typed", "answer", "why"), OPTIONS, ids=[s[2] for s in OPTIONS])
async def test_options_are_typed_as_they_are_shown(house, typed, answer, why):
    await house.say("甲", "/newgame 蹲麻子")
    assert answer in said(await house.say("甲", f"/settings {typed}"))
    assert house.table.state.quan == 4, "no round more or less"


@pytest.mark.parametrize("rounds", [1, 2, 8])
async def test_a_number_of_rounds_is_no_option_that_is_called_so_in_some_language(house, rounds):
    """In English 蹲麻子's deals a round may be “1”, under the key ``quan``."""
    await house.say("甲", "/newgame 蹲麻子")
    options = house.table.options
    assert f"{rounds} 圈" in said(await house.say("甲", f"/settings quan {rounds}"))
    assert (house.table.state.quan, house.table.options) == (rounds, options)


async def test_settings_are_the_hosts(house):
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    before = house.table.state
    assert "桌主" in said(await house.say("乙", "/settings quan 8"))
    assert house.table.state == before


async def test_a_settings_button_shows_the_next_value_in_the_same_message(house):
    await house.say("甲", GAME)
    reply = await house.press("甲", buttons(house.platform.board())["设置"])
    token = reply.message.rows[0][0].token
    again = await house.press("甲", token)
    assert again.where == "same"
    assert house.table.state.quan == 4
    assert "4 圈" in again.message.text


UNKNOWN = [
    ("/frobnicate", "没有这个命令"),
    ("/newgame 麻将", "没有这个游戏"),
    ("/hand", "还没有牌桌"),
    ("/yes", "还没有牌桌"),
]


@pytest.mark.parametrize(("line", "answer"), UNKNOWN)
async def test_what_cannot_be_done_is_said(house, line, answer):
    assert answer in said(await house.say("甲", line))


@pytest.mark.parametrize("command", ["newgame", "rules"])
async def test_a_game_that_nobody_knows_is_answered_with_those_there_are(house, command):
    reply = await house.say("甲", f"/{command} 麻将")
    assert "没有这个游戏" in said(reply) and "蹲麻子" in buttons(reply.message)
    assert "没有这个游戏" not in said(await house.say("甲", f"/{command} ?"))


async def test_who_has_no_seat_is_told_how_to_get_one_now(house):
    await house.say("甲", GAME)
    assert "按“加入”" in said(await house.say("丁", "/hand"))
    await house.say("乙", "/join")
    await house.say("甲", "/start")
    assert "“排队等座位”" in said(await house.say("丁", "/hand"))
    assert "你排在第 1 位" in said(await house.say("丁", "/join"))


async def test_autopilot_twice_says_how_it_ends_and_back_twice_that_it_has(house):
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    await house.say("甲", "/start")
    await house.say("甲", "/autopilot")
    assert "想自己打，按“取消托管”" in said(await house.say("甲", "/autopilot"))
    await house.say("甲", "/back")
    assert said(await house.say("甲", "/back")) == "你没有在托管。"


async def test_talk_is_not_answered(house):
    """PRV-16: words of people who play nothing are none of our business."""
    await house.say("甲", GAME)
    assert await house.say("丁", "今天吃什么") is None
    assert await house.say("甲", "今天吃什么") is None


async def test_newgame_without_a_name_asks_the_first_time_and_remembers(house):
    menu = await house.say("甲", "/newgame")
    assert "比大小" in buttons(menu.message)
    await house.press("甲", buttons(menu.message)["比大小"])
    await house.say("甲", "/addbot")
    await house.say("甲", "/start")
    await house.say("甲", "/stop")
    assert await house.say("甲", "/newgame") is None
    assert house.table.state.game == "_specimen"


async def test_equal_names_are_told_apart(house):
    """TXT-03."""
    await house.say("甲", GAME)
    await house.say("乙", "/join", display_name="甲")
    assert house.table.names == ("甲·1", "甲·2")


async def test_a_new_name_keeps_the_seat(house):
    """SCO-09."""
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    await house.say("乙", "/why", display_name="小乙")
    assert house.table.names == ("甲", "小乙")


async def test_a_lap_counts_its_deals(house):
    await house.say("甲", "/newgame 蹲麻子")
    await house.say("乙", "/join")
    await house.say("甲", "/settings quan lap")
    await house.say("甲", "/settings quan 2")
    await house.say("甲", "/start")
    # Two laps of two deals each.
    assert "第 1 / 4 局" in house.platform.board().text
