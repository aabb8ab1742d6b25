"""Seats: a queue, a friend who takes one over, places that are chosen, the same table once more."""

from dataclasses import replace

import pytest

from bot.ports.notices import MemberLeft
from bot.table.options import CLOCKS
from bot.table.seats import QUEUE
from bot.table.state import Phase
from engine.match import totals
from tests.kit.actors import answer, begin, chance, said, waited_for
from tests.kit.ids import ROOM_KEY, long_id
from tests.kit.platform import buttons

GAME = "/newgame 比大小"


def names(house):
    return [player.name for player in house.table.state.players]


async def play_round(house):
    """Everybody who is asked answers, computer players in their time."""
    while house.tables.running and house.table.state.phase is Phase.PLAYING:
        there = house.table.present()
        for seat in [seat for seat, _ in waited_for(house.table) if seat in there]:
            await answer(house, house.table, seat, chance(seat))
        await house.forward(3)


async def points(house):
    """The book: name, points and rounds of everybody."""
    found = await house.store.scores.game_totals(ROOM_KEY)
    return {total.name: (total.points, total.rounds) for total in found}


# The queue.


async def test_rac_12_who_finds_no_seat_waits_for_one_and_is_told(house):
    await house.say("甲", "/newgame 占格子")
    for who in "乙丙丁":
        await house.say(who, "/join")
    assert "排在第 1 位" in said(await house.say("戊", "/join"))
    assert "排在第 2 位" in said(await house.say("己", "/join"))
    assert "第 1 位" in said(await house.say("戊", "/join")), "twice is once"
    assert "排队等座位：戊、己" in house.platform.board().text
    await house.say("丙", "/leave")
    assert names(house) == [*"甲乙丁戊"]
    await house.say("甲", "/kick 乙")
    assert names(house) == [*"甲丁戊己"]
    assert "离座了" in "\n".join(house.platform.lines())
    assert house.table.state.queue == ()


async def test_the_queue_is_left_by_word_and_with_the_chat(house):
    await begin(house, "比大小", 2)
    for who in "丙丁":
        await house.say(who, "/join")
    assert "不排队了" in said(await house.say("丙", "/leave"))
    await house.service.notice(MemberLeft(house.people.say("丁", "").user, house.people.chat))
    await house.settle()
    assert house.table.state.queue == ()
    assert "不在这一桌" in said(await house.say("丙", "/leave"))


async def test_the_queue_is_not_endless(house):
    await begin(house, "比大小", 2)
    for number in range(QUEUE):
        await house.say(f"人{number}", "/join")
    assert "排队的人也满了" in said(await house.say("末", "/join"))


# Taking a seat over.


async def test_a_friend_takes_a_computers_seat_from_the_next_round_on(world):
    async with world.house() as house:
        await begin(house, "比大小", 2, 1, quan=3)
        computer = names(house).index("电脑·石")
        assert "下一圈起就归你" in said(await house.say("丁", "/join"))
        assert names(house)[computer] == "电脑·石", "not in the middle of a round"
        await play_round(house)
        first = totals(house.table.match)[computer]
    async with world.house(down=600) as house:
        assert names(house)[computer] == "丁", "it is stored"
        assert any("丁 坐上了 电脑·石 的座位" in line for line in world.platform.lines())
        for who in "甲乙":
            await house.say(who, "/next")
        assert house.table.state.phase is Phase.BETWEEN, "the newcomer is waited for like anybody"
        await house.say("丁", "/next")
        hand = world.platform.private("丁")
        assert hand.pickers, "the hand is theirs"
        await play_round(house)
        sums = totals(house.table.match)
        book = await points(house)
        assert book["丁"] == (sums[computer] - first, 1), "only what they played"


async def test_a_friend_takes_the_seat_of_somebody_who_left(house):
    await begin(house, "比大小", 3, quan=3)
    await house.say("甲", "/leave")
    await house.say("丁", "/join")
    await play_round(house)
    seat = names(house).index("丁")
    assert "甲" not in names(house)
    assert house.table.state.host.id in "乙丙"
    assert "排在第 1 位" in said(await house.say("甲", "/join"))
    assert seat in house.table.present()
    book = await points(house)
    assert book["甲"][1] == 1 and "丁" not in book


async def test_nobody_who_is_there_loses_a_seat(house):
    await begin(house, "比大小", 2, quan=3)
    await house.say("乙", "/autopilot")
    await house.say("丁", "/join")
    await play_round(house)
    assert sorted(names(house)) == sorted("甲乙")
    assert [s.name for s in house.table.state.queue] == ["丁"]


async def test_where_a_game_allows_no_takeover_one_waits_for_the_next_match(house, monkeypatch):
    await begin(house, "比大小", 2, 1, quan=2)
    monkeypatch.setattr(house.table.game, "info", replace(house.table.game.info, takeover=False))
    assert "中途不能换人" in said(await house.say("丁", "/join"))
    await play_round(house)
    assert "丁" not in names(house)
    for _ in range(2):
        for who in "甲乙":
            await house.say(who, "/next")
        await play_round(house)
    assert not house.tables.running
    await house.say("甲", "/again")
    assert "电脑·石" not in names(house) and "丁" in names(house)


async def test_between_rounds_one_sits_down_at_once(house):
    await begin(house, "比大小", 2, 1, quan=2)
    await play_round(house)
    assert house.table.state.phase is Phase.BETWEEN
    await house.say("丁", "/join")
    assert "丁" in names(house) and house.table.state.queue == ()


async def test_at_a_table_that_all_have_left_nobody_is_kept_waiting(house):
    await begin(house, "比大小", 1, 1)
    await house.say("甲", "/leave")
    assert "/newgame" in said(await house.say("丁", "/join"))
    assert await house.say("丁", GAME) is None


async def test_where_people_belong_together_a_newcomer_makes_them_begin_anew(world):
    """上饶打炸 §2: 中途换人算重新开始牌局; and so it is after a restart, and in the record."""
    async with world.house() as house:
        await begin(house, "打炸", 1, 3, quan=3, showdown="off")
        await play_round(house)
        await house.say("丁", "/join")
        assert "丁" in names(house)
        for who in "甲丁":
            await house.say(who, "/next")
        anew = [round_.anew for round_ in house.table.log]
        assert anew.count(True) == 1 and not anew[0]
        dealt = house.table.match
    async with world.house(down=60) as house:
        assert house.table.match == dealt
        assert [round_.anew for round_ in house.table.log] == anew
        record = said(await house.say("甲", "/record"))
        assert record.count("翻 ♠3 定伙伴") == 2


# Places that are chosen.


async def test_seats_are_drawn_or_chosen(house):
    await house.say("甲", GAME)
    for who in "乙丙":
        await house.say(who, "/join")
    await house.say("甲", "/addbot")
    assert "抽签" in said(await house.say("乙", "/seat 4"))
    await house.say("甲", "/settings seating chosen")
    assert "照大厅的顺序" in house.platform.board().text
    assert "第 4 位" in said(await house.say("乙", "/seat 4"))
    assert names(house) == ["甲", "电脑·石", "丙", "乙"]
    assert "只有桌主" in said(await house.say("乙", "/seat 丙"))
    await house.say("甲", "/seat 3")
    await house.say("甲", "/start")
    assert names(house) == ["丙", "电脑·石", "甲", "乙"]


async def test_the_settings_button_turns_seating_round(house):
    await house.say("甲", GAME)
    form = (await house.say("甲", "/settings")).message
    label = next(label for label in buttons(form) if label.startswith("座位"))
    form = (await house.press("甲", buttons(form)[label])).message
    assert "座位：照大厅的顺序" in buttons(form)
    form = (await house.press("甲", buttons(form)["座位：照大厅的顺序"])).message
    assert "座位：抽签" in buttons(form)


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [("30", 30), ("2m", 120), ("5 分钟", 300), ("12小时", 43_200), ("1d", 86_400), ("3天", 259_200),
     ("0", 0)],
)  # fmt: skip
async def test_a_clock_has_units(house, typed, seconds):
    await house.say("甲", GAME)
    await house.say("甲", f"/settings clock {typed}")
    assert house.table.state.clock == seconds in CLOCKS


@pytest.mark.parametrize("typed", ["7", "d", "1y", "-1", "99999999s"])
async def test_a_clock_that_is_not_offered_is_refused(house, typed):
    await house.say("甲", GAME)
    assert "12h / 24h / 72h / 0" in said(await house.say("甲", f"/settings clock {typed}"))


async def test_stk_23_host_or_administrator_starts(house):
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    assert "桌主" in said(await house.say("乙", "/start"))
    await house.say("乙", "/start", admin=True)
    assert house.table.state.phase is Phase.PLAYING


# A seat that is not named.


@pytest.mark.parametrize("line", ["/seat", "/seat 9", "/kick", "/kick 9"])
async def test_which_seats_there_are_is_said_of_those_there_are(house, line):
    await house.say("甲", GAME)
    await house.say("甲", "/settings seating chosen")
    assert said(await house.say("甲", line)) == "这一桌现在只有你一个人。"
    await house.say("乙", "/join")
    assert "1 至 2" in said(await house.say("甲", line))


async def test_a_button_takes_the_next_seat_that_one_may_take(house):
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    table = house.table

    async def offered(who):
        reply = await house.press(who, buttons(house.platform.board())["更多"])
        return buttons(reply.message).get("换个座位")

    assert await offered("甲") is None, "lots are drawn"
    await house.say("甲", "/settings seating chosen")
    assert await offered("乙") is None, "the other seat is a person's, and 乙 is no host"
    await house.press("甲", await offered("甲"))
    assert list(table.names) == ["乙", "甲"]


@pytest.mark.parametrize("line", ["/seat", "/seat 9", "/seat 2"])
async def test_where_lots_are_drawn_no_number_is_asked_for(house, line):
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    assert "抽签" in said(await house.say("甲", line))


@pytest.mark.parametrize("line", ["/kick", "/kick 9", "/kick 甲"])
async def test_who_may_not_kick_is_asked_for_no_number(house, line):
    await house.say("甲", GAME)
    await house.say("乙", "/join")
    assert "桌主" in said(await house.say("乙", line))


@pytest.mark.parametrize("setting", ["quan 5", "quan", "seating lot"])
async def test_between_rounds_a_setting_of_the_lobby_is_known_and_comes_too_late(house, setting):
    await begin(house, "比大小", 2, quan=2)
    await play_round(house)
    assert "开局后不能改" in said(await house.say("甲", f"/settings {setting}"))


# The same table once more.


async def finished(house, *, computers=0, **settings):
    await begin(house, "比大小", 3, computers, quan=1, **settings)
    seats = names(house)
    await play_round(house)
    assert not house.tables.running
    return seats


async def test_one_press_each_and_the_same_table_plays_again(house):
    seats = await finished(house, computers=1, clock=300)
    again = buttons(house.platform.board())["再来一场"]
    await house.press("乙", again)
    assert house.table.state.host.id == "乙"
    text = house.platform.board().text
    assert "甲" in text and "丙" in text and "乙 按" not in text
    await house.press("甲", again)
    assert house.table.state.phase is Phase.LOBBY
    await house.say("丙", "/join")
    assert house.table.state.phase is Phase.PLAYING
    assert names(house) == seats, "the same seats"
    assert (house.table.state.clock, house.table.state.quan) == (300, 1)


async def test_who_does_not_answer_is_not_waited_for(world):
    async with world.house() as house:
        await finished(house)
        await house.say("甲", "/again")
        await house.say("乙", "/again")
    async with world.house(down=600) as house:
        assert len(names(house)) == 3, "down time is nobody's"
        await house.forward(121)
        assert sorted(names(house)) == ["乙", "甲"]
        await house.say("甲", "/start")
        assert house.table.state.phase is Phase.PLAYING


async def test_the_host_need_not_wait_and_a_refusal_changes_nothing(house):
    await finished(house)
    await house.say("甲", "/again")
    assert "人还不够" in said(await house.say("甲", "/start"))
    assert len(names(house)) == 3
    await house.say("乙", "/join")
    await house.say("甲", "/start")
    assert sorted(names(house)) == ["乙", "甲"]


async def test_nobody_plays_again_who_did_not_say_so(house):
    """POL-03, WSH-02."""
    await finished(house)
    await house.say("甲", "/again")
    assert house.platform.tries("乙") == house.platform.tries("丙")
    assert house.table.present() == (names(house).index("甲"),)
    await house.say("乙", "/leave")
    assert "乙" not in names(house)


async def test_an_old_board_opens_no_second_table(house):
    await finished(house)
    again = buttons(house.platform.board())["再来一场"]
    await house.say("丁", "/newgame 占格子")
    reply = await house.press("甲", again)
    assert len(house.tables.running) == 1
    assert "甲" in names(house), said(reply)


async def test_a_table_of_another_place_is_not_repeated_here(house):
    await finished(house)
    again = buttons(house.platform.board())["再来一场"]
    elsewhere = type(house.people.chat)("memory", long_id("other"))
    assert "过去了" in said(await house.press("甲", again, chat=elsewhere))
    assert "过去了" in said(await house.say("甲", "/again", chat=elsewhere))
    assert not house.tables.running


async def test_what_a_finished_board_offers_to_read_can_be_read(house):
    await finished(house)
    board = house.platform.board()
    scores = await house.press("丁", buttons(board)["战绩"])
    assert "比大小 · 战绩" in scores.message.text
    rules = await house.press("丁", buttons(board)["规则"])
    assert "比大小" in rules.message.text
