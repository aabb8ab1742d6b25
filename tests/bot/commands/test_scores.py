"""The chat's book: corrections by consent, seasons, windows, settling up, the file of it."""

import asyncio
import csv
import io
import re
import threading
from dataclasses import replace
from datetime import timedelta
from operator import add

import pytest

from bot.commands import scores as ledger
from bot.ports.messages import Where
from bot.screens.scores_csv import ScoresFile
from bot.store.rows import Acted
from engine.msg import signed
from tests.kit.actors import begin, chance, go_on, to_the_end
from tests.kit.ids import ROOM_ID, ROOM_KEY, long_id
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.stored import played

ROOM = ROOM_KEY
DAY = 86_400.0


def seats(names):
    """Seats of people of the in-memory platform; ``-`` is a computer player."""
    return tuple(
        replace(row, user=row.user.replace("web:", "memory:"), name=row.name)
        for row in played("x", [], seats=names)[0].seats
    )


async def keep(house, match, rounds, names="甲乙", game="_specimen", chat=ROOM, **more):
    """Store a finished match of now."""
    at = house.clock.now()
    rows = played(match, rounds, chat, game, seats(names), at, **more)
    await house.store.commit(
        [replace(row, reasons="[]") if hasattr(row, "reasons") else row for row in rows]
    )


async def said(house, who, text, **fields):
    return (await house.say(who, text, **fields)).message.text


async def sums(house):
    return {t.user[7:]: t.points for t in await house.store.scores.game_totals(ROOM)}


async def sums_of(house, names):
    found = await sums(house)
    return tuple(found[name] for name in names)


TOTAL = re.compile(r"^(.)(?:（你）)?：\d 张，(−?\d+) 分", re.MULTILINE)

SEVEN = [(1, -1), (2, -2), (6, -6), (1, -1), (-3, 3), (1, -1), (2, -2)]


async def test_sco_01_round_three_of_seven_is_corrected_after_round_seven(house):
    await keep(house, "m", SEVEN)
    before = sum(points for points, _ in SEVEN)
    asked = await said(house, "甲", "/correct 3 -6 6")
    assert "还要 1 人" in asked
    question = house.platform.board()
    assert "甲 +6 → −6" in question.text and "乙 −6 → +6" in question.text
    assert house.platform.private("乙").text == question.text, "all seats are notified"
    assert await sums(house) == {"甲": before, "乙": -before}, "nothing counts yet"

    reply = await house.press("乙", buttons(question)["同意"])
    assert reply.where is Where.TOAST
    asking = [s for s in house.platform.sent.values() if "同意" in buttons(s.message)]
    assert [s.retired for s in asking] == [True, True], "in the group, and in private"
    assert "第 3 圈的分改了" in house.platform.lines()[-1]
    assert await sums(house) == {"甲": before - 12, "乙": -before + 12}
    text = await said(house, "丙", "/scores")
    assert "第 3 圈 改：甲 −6，乙 +6" in text
    assert "第 3 圈 改分：甲 +6 → −6、乙 −6 → +6（甲 提议" in text
    third = (await house.store.scores.rounds(ROOM))[2]
    assert third.dealt == (6, -6), "the history keeps what was scored"


async def test_sco_01_a_round_is_corrected_while_the_match_is_on(world):
    """The table shows what the book has: at once, over a restart, and at the end."""

    def shown(text):
        sums = {name: int(n.replace("−", "-")) for name, n in re.findall(TOTAL, text)}
        return tuple(sums[name] for name in house.table.names)

    async with world.house() as house:
        await begin(house, "比大小", 2, quan=3)
        rng = chance("on")
        while len(house.table.match.played) < 2:
            await go_on(house, rng)
        first, second = await house.store.scores.rounds(ROOM)
        for points in ((-50, 50), (-70, 70)):  # the later one is of the earlier one
            await house.say("甲", f"/correct 1 {points[0]} {points[1]}")
            await house.press("乙", buttons(house.platform.board())["同意"])
        sums = (-70 + second.scores[0], 70 + second.scores[1])
        assert sums != tuple(map(add, first.scores, second.scores))
        board = house.platform.sent[house.table.state.board].message
        assert shown(board.text) == sums
        assert shown(house.platform.private("甲").text) == sums
    async with world.house(down=60) as house:
        await house.say("甲", "/table")
        assert shown(house.platform.board().text) == sums
        names = house.table.names
        while house.tables.running:
            await go_on(house, rng)
        *_, third = await house.store.scores.rounds(ROOM)
        ended = tuple(map(add, sums, third.scores))
        assert await sums_of(house, names) == ended
        line = house.platform.lines()[-1]
        assert f"累计 {signed(ended[0])}\n" in line and f"累计 {signed(ended[1])}\n" in line
        assert f"第一名：{names[1]}，{signed(ended[1])} 分" in line
        assert f"1：玩家 {names[1]}，合计 {ended[1]}" in house.platform.board().text


async def test_sco_01_a_correction_is_asked_about_over_a_restart(world):
    async with world.house() as house:
        await keep(house, "m", SEVEN)
        await house.say("甲", "/correct 3 0 0")
        token = buttons(house.platform.private("乙"))["同意"]
    async with world.house(down=3600) as house:
        reply = await house.press("乙", token, chat=None)
        assert "第 3 圈的分改了" in reply.message.text
        assert reply.where is Where.SAME_MESSAGE
        assert (await house.store.scores.rounds(ROOM))[2].scores == (0, 0)
    async with world.house(down=3600) as house:
        assert (await house.store.scores.rounds(ROOM))[2].scores == (0, 0)


async def test_one_no_is_enough_and_a_day_without_an_answer(house):
    await keep(house, "m", SEVEN, "甲乙")
    await house.say("甲", "/correct 1 0 0")
    yes, no = buttons(house.platform.board()).values()
    await house.press("乙", no)
    assert "有人不同意" in house.platform.lines()[-1]
    assert "已经否决" in (await house.press("乙", yes)).message.text

    await house.say("甲", "/correct 1 0 0")
    late = buttons(house.platform.board())["同意"]
    await house.forward(DAY + 1)
    assert "这一次不算了" in (await house.press("乙", late)).message.text
    assert (await house.store.scores.rounds(ROOM))[0].scores == (1, -1)
    assert "还要 1 人" in await said(house, "甲", "/correct 1 0 0"), "and it can be asked again"


async def test_nobody_answers_for_another_and_nobody_twice(house):
    await keep(house, "m", [(2, -1, -1)], "甲乙丙")
    await house.say("甲", "/correct 1 0 0 0")
    yes = buttons(house.platform.board())["同意"]
    for who, words in (
        ("丁", "不用你表态"),
        ("甲", "表过态"),
        ("乙", "还差 1 人"),
        ("乙", "表过态"),
    ):
        assert words in (await house.press(who, yes)).message.text
    assert (await house.store.scores.rounds(ROOM))[0].corrections == ()


async def test_who_played_with_computers_needs_nobodys_consent(house):
    await keep(house, "m", [(2, -2)], "甲-")
    assert "第 1 圈的分改了" in await said(house, "甲", "/correct 第1圈 −2 +2")
    assert await sums(house) == {"甲": -2}


WRONG = [
    ("丙", "/correct 3 0 0", "只有打了这一圈的人"),
    ("甲", "/correct 3 1 1", "加起来是 2"),
    ("甲", "/correct 3 6 -6", "本来就是这样"),
    ("甲", "/correct 3 6", "2 个座位"),
    ("甲", "/correct 3 a b", "没看懂"),
    ("甲", "/correct 8", "没有第 8 圈：这一场打完了 7 圈。\n改最近一场"),
    ("甲", "/correct 8 0 0", "没有第 8 圈"),
    ("甲", "/correct 0 1 -1", "没有第 0 圈"),
    ("甲", "/correct -1", "没有第 -1 圈"),
    ("甲", "/correct", "第 7 圈现在是"),
    ("甲", "/correct 甲 +10 乙 -10", "第 7 圈现在是：甲 +2 乙 -2"),
    ("甲", "/correct 3 1e9 -1e9", "没看懂"),
    ("甲", "/correct 3 99999999999 -99999999999", "没看懂"),
    ("甲", "/correct 99 0 0", "/correct 7 2 -2"),
    ("甲", "/correct 3", "/correct 3 6 -6"),
    ("甲", "/correct", "第 7 圈现在是：甲 +2 乙 -2"),
]


@pytest.mark.parametrize(("who", "words", "answer"), WRONG, ids=[w[1] for w in WRONG])
async def test_sco_06_a_wrong_correction_is_refused_by_what_is_wrong(house, who, words, answer):
    """SCO-06: what does not add up is not written."""
    await keep(house, "m", SEVEN)
    assert answer in await said(house, who, words)
    assert house.platform.in_chat() == []


async def test_an_administrator_may_ask_but_those_seated_agree(house):
    await keep(house, "m", SEVEN)
    assert "还要 2 人" in await said(house, "管", "/correct 3 0 0", admin=True)
    assert "正在问" in await said(house, "甲", "/correct 3 1 -1")


async def test_a_correction_of_what_was_corrected_meanwhile_still_means_its_points(house):
    await keep(house, "m", [(2, -2), (4, -4)])
    await house.say("甲", "/correct 1 0 0")
    await house.press("乙", buttons(house.platform.board())["同意"])
    await house.say("乙", "/correct 1 9 -9")
    await house.press("甲", buttons(house.platform.board())["同意"])
    (first, _) = await house.store.scores.rounds(ROOM)
    assert (first.scores, first.dealt) == ((9, -9), (2, -2))
    assert [c.changes for c in first.corrections] == [(-2, 2), (9, -9)]


# Seasons and windows.


async def test_an_administrator_begins_a_season_and_the_old_one_is_kept(world):
    async with world.house() as house:
        await keep(house, "m1", [(5, -5)])
        await house.forward(60)
        assert "第 2 赛季开始" in await said(house, "管", "/season new", admin=True)
        assert "第 2 赛季开始" in house.platform.lines()[-1]
        await house.forward(60)
        await keep(house, "m2", [(1, -1)])
    async with world.house(down=60) as house:
        for words, total in (("", "+1"), (" 上季", "+5"), (" s1", "+5"), (" 全部", "+6")):
            assert f"玩家 甲，圈数 {2 if total == '+6' else 1}，合计 {total}" in await said(
                house, "丙", f"/scores{words}"
            )
        assert "没有这一季" in await said(house, "丙", "/scores 第3季")
        assert (await said(house, "丙", "/season")).count("季：") == 2


async def test_without_an_administrator_more_than_half_of_the_players_begin_one(house):
    await keep(house, "old", [(1, -1)], "子丑")
    await house.forward(31 * DAY)
    await keep(house, "m", [(2, -1, -1)], "甲乙丙")
    assert "近 30 天在这里打过的人" in await said(house, "子", "/season new")
    assert "还要 1 人" in await said(house, "甲", "/season new")
    assert "已经在问" in await said(house, "乙", "/season new")
    yes = buttons(house.platform.board())["同意"]
    assert "不用你表态" in (await house.press("子", yes)).message.text
    await house.press("丙", yes)
    assert len(await house.store.scores.seasons(ROOM)) == 1


async def test_a_season_that_half_is_against_does_not_begin(house):
    await keep(house, "m", [(2, -1, -1, 0)], "甲乙丙丁")
    await house.say("甲", "/season new")
    no = buttons(house.platform.board())["不同意"]
    for who in ("乙", "丙"):
        await house.press(who, no)
    assert "不开第 2 赛季" in house.platform.lines()[-1]
    assert await house.store.scores.seasons(ROOM) == []


async def test_sco_07_lists_of_days_weeks_and_months_and_of_those_who_play(house):
    for days, match, names in ((40, "m", "甲子"), (8, "n", "甲丑"), (0.5, "o", "甲寅")):
        house.clock.forward(-days * DAY)
        await keep(house, match, [(1, -1)] * 3, names)
        house.clock.forward(days * DAY)
    for words, there in (("日", "寅"), ("周", "寅"), ("月", "丑寅"), ("全部", "子丑寅")):
        text = await said(house, "丁", f"/scores {words}")
        assert [who for who in "子丑寅" if f"玩家 {who}" in text] == list(there)
    text = await said(house, "丁", "/scores 全部 满4圈")
    assert "玩家 甲" in text and "玩家 子" not in text
    assert "没看懂" in await said(house, "丁", "/scores 明年")
    assert "还没有打完的圈" in await said(house, "丁", "/scores 周", chat=None)


async def test_the_windows_are_buttons_that_work_in_private_for_those_who_are_in_the_chat(house):
    await keep(house, "m", SEVEN)
    message = (await house.say("甲", "/scores")).message
    week = buttons(message)["近 7 天"]
    reply = await house.press("甲", week, chat=None)
    assert "近 7 天" in reply.message.text and reply.where is Where.SAME_MESSAGE
    house.platform.outside.add("丁")
    assert "群里的人才能" in (await house.press("丁", week, chat=None)).message.text
    assert "近 7 天" in (await house.press("丙", week, chat=None)).message.text


async def test_sco_02_rounds_by_seats_with_the_reason_of_each(house):
    await begin(house, "比大小", 2, quan=2)
    await to_the_end(house, chance(3))
    text = await said(house, "丙", "/scores")
    rounds = await house.store.scores.rounds(ROOM)
    assert len(rounds) == 2
    for scored in rounds:
        assert f"第 {scored.round} 圈：" in text
        assert text.count(f"第 {scored.round} 圈 ") == 1, "its reason"


async def test_stk_26_a_round_that_was_mostly_played_for_people_is_marked(house):
    await keep(house, "m", [(1, -1), (2, -2)])
    by = ("autopilot", "clock", "player")
    await house.store.commit(
        [Acted("m", 2, n, n % 2, "{}", "", who, house.clock.now()) for n, who in enumerate(by, 1)]
    )
    text = await said(house, "丙", "/scores")
    assert "第 2 圈 代" in text and "第 1 圈：" in text
    assert "多半由系统代打" in text


async def test_a_messenger_that_never_answers_holds_up_one_chat_only(house):
    await keep(house, "m", SEVEN)
    await keep(house, "n", SEVEN, chat=f"memory:{long_id('other')}")
    post, reached, hangs = house.platform.post, asyncio.Event(), asyncio.Event()

    async def slow(chat, message):
        if chat.id == ROOM_ID:
            reached.set()
            await hangs.wait()
        return await post(chat, message)

    house.platform.post = slow
    other = replace(house.people.chat, id=long_id("other"))
    async with asyncio.timeout(60):
        # Not with ``house.say``, which waits until nothing is under way.
        first = await house.handle(house.people.say("甲", "/correct 1 0 0"))
        await reached.wait()
        second = await house.handle(house.people.say("甲", "/correct 1 0 0", chat=other))
        assert house.service.busy
        hangs.set()
        await house.settle()
    assert "还要 1 人" in first.message.text
    assert "还要 1 人" in second.message.text


SHAPES = [
    ("one against two", (-4, 2, 2)),
    ("two against two", (3, 3, -3, -3)),
    ("one against many", (12, -4, -3, -5)),
    ("places", (5, 1, -2, -4)),
]


@pytest.mark.parametrize(("shape", "points"), SHAPES, ids=[s[0] for s in SHAPES])
async def test_sco_03_every_shape_of_winning_adds_up_and_can_be_settled(house, shape, points):
    await keep(house, "m", [points], "甲乙丙丁"[: len(points)])
    text = await said(house, "甲", "/settle")
    paid = dict.fromkeys("甲乙丙丁"[: len(points)], 0)
    for by, to, count in re.findall(r"(\w) → (\w)　(\d+) 分", text):
        paid[by] -= int(count)
        paid[to] += int(count)
    assert tuple(paid.values()) == points


# Settling, one's own scores, the file.


async def test_settling_up_by_game_in_the_fewest_payments(house):
    await keep(house, "m", [(7, -4, -3)], "甲乙丙")
    await keep(house, "n", [(5, -5)], "丁-")
    text = await said(house, "甲", "/settle")
    assert "乙 → 甲　4 分" in text and "丙 → 甲　3 分" in text
    assert "电脑玩家 → 丁　5 分" in text
    assert text.count("→") == 3


async def test_a_game_whose_points_are_not_won_from_each_other_is_not_settled(house):
    await keep(house, "m", [(70, 40)], game="matrix")
    assert "没有账可结" in await said(house, "甲", "/settle")


async def test_me_is_my_own_everywhere(house):
    await keep(house, "m", SEVEN)
    await keep(house, "n", [(9, -9)], "乙甲", chat=f"memory:{long_id('other')}")
    mine = sum(points for points, _ in SEVEN)
    text = await said(house, "甲", "/me")
    assert f"圈数 7，合计 +{mine}，最好一圈 +6，场数 1，第一 1" in text
    assert f"圈数 8，合计 +{mine - 9}" in text
    assert "还没有打完过一圈" in await said(house, "丁", "/me")


NAMES = ["=1+1", "+cmd", "-5", "@SUM(A1)", "\t=1", "a,b", 'c"d', "普通"]


@pytest.mark.parametrize("name", NAMES)
async def test_txt_01_sco_10_the_file_shows_names_as_words(house, name):
    """A cell that begins like a formula is quoted; numbers stay numbers."""
    at = house.clock.now()
    sitting = tuple(replace(row, name=name) if not row.seat else row for row in seats("甲乙"))
    rows = played("m", [(-3, 3)], ROOM, "_specimen", sitting, at)
    await house.store.commit(
        [replace(row, reasons="[]") if hasattr(row, "reasons") else row for row in rows]
    )
    message = (await house.say("甲", "/export")).message
    assert message.file.name.endswith(".csv")
    assert message.file.data.startswith(b"\xef\xbb\xbf")
    table = list(csv.reader(io.StringIO(message.file.data.decode("utf-8-sig"), newline="")))
    assert [len(row) for row in table] == [10, 10, 10]
    player, points = table[1][5], table[1][6]
    assert player.lstrip("'") == name
    assert player.startswith("'") == name.startswith(("=", "+", "-", "@", "\t"))
    assert points == "-3"


async def test_sco_10_the_file_has_corrections_and_the_picture_goes_with_it(world):
    world.platform = MemoryPlatform(pictures=True)
    async with world.house() as house:
        await keep(house, "m", [(2, -2)], "甲-")
        await house.say("甲", "/correct 1 -2 2")
        message = (await house.say("甲", "/export")).message
    assert message.picture is not None
    table = list(csv.reader(io.StringIO(message.file.data.decode("utf-8-sig"))))
    assert [row[6:9] for row in table[1:]] == [["-2", "2", "1"], ["2", "-2", "1"]]


async def test_a_long_book_is_written_beside_the_loop(house, monkeypatch):
    """Thousands of rounds in words take seconds, in which every table would stand still."""
    where = []

    class Written(ScoresFile):
        def add(self, rounds):
            where.append(threading.current_thread() is threading.main_thread())
            super().add(rounds)

    monkeypatch.setattr(ledger, "ScoresFile", Written)
    await keep(house, "m", [(2, -2)], "甲-")
    assert (await house.say("甲", "/export")).message.file is not None
    assert where == [False]


async def test_an_empty_book_is_no_file(house):
    message = (await house.say("甲", "/export")).message
    assert message.file is None and "还没有打完的圈" in message.text
    assert (await house.say("甲", "/scores")).message.rows == ()
    await keep(house, "m", SEVEN)
    await house.forward(8 * DAY)
    rows = (await house.say("甲", "/scores 周")).message.rows
    assert [button.label for row in rows for button in row][-1] == "全部"


async def test_two_last_answers_at_once_correct_once(house):
    await keep(house, "m", [(2, -1, -1)], "甲乙丙")
    await house.say("甲", "/correct 1 0 0 0")
    yes = buttons(house.platform.board())["同意"]
    presses = [house.people.press(who, yes) for who in ("乙", "丙", "丙")]
    await asyncio.gather(*map(house.service.handle, presses))
    (scored,) = await house.store.scores.rounds(ROOM)
    assert (scored.scores, len(scored.corrections)) == ((0, 0, 0), 1)
    assert house.clock.now() - scored.at < timedelta(days=1)
