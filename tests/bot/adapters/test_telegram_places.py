"""Groups and topics of Telegram with a game on: they move, close, refuse, and come back."""

import logging

import pytest

from bot.table.state import Phase
from tests.kit.actors import chance
from tests.kit.telegram import open_group


def said(chat):
    """Everything that stands in a chat."""
    return "\n".join(message.words for message in chat.ours)


def tables(house):
    """The tables in the order in which they were opened."""
    return [runner.table for runner in house.tables.running.values()]


@pytest.mark.parametrize("new_first", [False, True])
async def test_a_group_becomes_a_supergroup_in_mid_game(tmp_path, new_first):
    """Both orders of the two messages that tell it; totals, board and buttons go along."""
    async with open_group(tmp_path / "t.db", "甲乙", kind="group") as (house, old, people):
        await house.begin(old, people)
        rng = chance(1)
        await house.answer(rng)
        new = house.world.migrate(old, new_first=new_first)
        await house.settle()
        await house.answer(rng)
        await house.forward(10)
        assert house.table.state.place.id == str(new.id)
        assert "轮到" in house.board(new).words
        step = house.table.match.step
        await house.say(people[0], new, "/why")
        await house.answer(rng)
        await house.forward(10)
        assert house.table.match.step == step + 1
        assert len([m for m in new.ours if m.keyboard]) == 1
        assert len(house.tables.running) == 1


async def test_a_group_that_moved_while_nobody_told_is_found_by_its_refusal(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙", kind="group") as (house, old, people):
        await house.begin(old, people)
        new = house.world.group(old.title, people)
        old.moved = new.id
        await house.answer(chance(2))
        await house.forward(10)
        assert house.table.state.place.id == str(new.id)
        assert "轮到" in house.board(new).words


async def test_tel_02_topics_and_general_have_a_table_each_and_stay_apart(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        group.topics = {5: "open", 6: "open"}
        await house.say(people[0], group, "/newgame dunmazi", thread=5)
        await house.say(people[1], group, "/newgame dunmazi")
        for _ in range(4):
            await house.forward(5)  # both boards are the group's, and some seconds apart
        topic, general = tables(house)
        assert (topic.state.place.thread, general.state.place.thread) == ("5", "")
        assert [m.thread for m in group.ours] == [5, None]
        in_topic = group.ours[0]
        await house.press(people[1], in_topic, "加入")
        await house.press(people[0], in_topic, "开始")
        await house.forward(10)
        assert topic.state.phase is Phase.PLAYING
        assert general.state.phase is Phase.LOBBY
        assert {m.thread for m in group.ours if "轮到" in m.words} == {5}


async def test_tel_02_a_closed_topic_stands_still_and_goes_on_when_it_opens(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        group.topics = {5: "open"}
        await house.begin(group, people, thread=5)
        house.world.topic(group, 5, "closed", people[0])
        await house.settle()
        assert house.table.state.suspended_at is not None
        for person in people:
            notes = [m for m in house.world.private(person).ours if not m.photo]
            assert len(notes) == 1, "told once, in private"
        house.world.topic(group, 5, "open", people[0])
        await house.settle()
        await house.forward(10)
        await house.press(people[0], house.board(group), "继续")
        assert house.table.state.suspended_at is None
        await house.answer(chance(3))
        await house.forward(10)
        assert {m.thread for m in group.ours} == {5}


async def test_tel_02_a_deleted_topic_ends_its_table_and_says_so_once(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        group.topics = {5: "open"}
        await house.begin(group, people, thread=5)
        house.world.topic(group, 5, "deleted", people[0])
        await house.answer(chance(4))
        await house.forward(10)
        assert not [t for t in tables(house) if not t.state.over]
        for person in people:
            notes = [m for m in house.world.private(person).ours if "牌友群" in m.words]
            assert sum("那个地方被删掉了" in m.words for m in notes) == 1
        for _ in range(10):
            await house.forward(60)
        refused = [r for r in house.server.sent(chat=group.id) if r.refused]
        assert len(refused) <= 4, "no errors in a loop"


async def test_tel_03_a_bot_that_was_removed_stands_still_and_offers_to_go_on(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        rng, step = chance(5), house.table.match.step
        house.world.kick(group, people[0])
        await house.settle()
        assert house.table.state.suspended_at is not None
        before = len(house.server.sent(chat=group.id))
        await house.forward(600)
        assert house.table.match.step == step, "the clocks stand still"
        assert len(house.server.sent(chat=group.id)) <= before + 1, "no errors in a loop"
        for person in people:
            notes = [m.words for m in house.world.private(person).ours if not m.photo]
            assert len(notes) == 1
            assert "牌友群" in notes[0]
        house.world.add(group, people[0])
        await house.settle()
        await house.forward(10)
        assert "继续" in house.board(group).buttons
        await house.press(people[1], house.board(group), "继续")
        await house.answer(rng)
        assert house.table.match.step == step + 1


async def test_tel_03_a_removal_that_nobody_told_is_found_by_its_refusal(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        group.kicked = True
        await house.answer(chance(6))
        await house.forward(10)
        assert house.table.state.suspended_at is not None
        for _ in range(10):
            await house.forward(60)
        refused = [r for r in house.server.sent(chat=group.id) if r.refused]
        assert len(refused) <= 2, "no errors in a loop"


async def test_tel_12_a_429_in_one_group_holds_up_no_other(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, first, people):
        others = [house.world.user(name) for name in "丙丁"]
        second = house.world.group("另一群", others)
        await house.begin(first, people)
        await house.begin(second, others)
        rng, (one, two) = chance(7), tables(house)
        house.server.fail(
            429, "Too Many Requests: retry after 40", chat=first.id, times=1, retry_after=40
        )
        shown = house.board(first).words
        await house.answer(rng, table=one)
        await house.answer(rng, table=two)
        await house.forward(12)
        assert house.board(first).words == shown
        assert f"轮到 {house.asked(two)[0][0].name}" in house.board(second).words
        step = one.match.step
        await house.answer(rng, table=one)
        assert one.match.step == step + 1, "the game itself waits for nobody"
        held = len(house.server.sent(chat=first.id))
        await house.forward(20)
        assert len(house.server.sent(chat=first.id)) == held
        await house.forward(10)
        assert f"轮到 {house.asked(one)[0][0].name}" in house.board(first).words


async def test_tel_12c_a_pause_of_hours_suspends_the_table_and_says_so(tmp_path, caplog):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        step = house.table.match.step
        house.server.fail(
            429, "Too Many Requests: retry after 10072", chat=group.id, retry_after=10072
        )
        await house.answer(chance(8))
        await house.forward(10)
        assert house.table.state.suspended_at is not None
        await house.forward(1000)
        assert house.table.match.step == step + 1, "the clocks stand still"
        told = [r.getMessage() for r in caplog.records if r.levelno == logging.ERROR]
        assert len(told) == 1
        assert "seconds=10072" in told[0]
        for person in people:
            assert len([m for m in house.world.private(person).ours if not m.photo]) == 1


async def test_a_board_that_was_deleted_comes_back_at_the_next_change(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        old = house.board(group)
        old.gone = True
        await house.answer(chance(9))
        await house.forward(10)
        assert house.board(group) is not old
        assert "我的手牌" in house.board(group).buttons


async def test_a_hand_that_was_deleted_comes_back_at_the_next_change(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        ((person, _),) = house.asked()
        house.hand(person).gone = True
        await house.say(person, group, "/hand")
        assert house.hand(person).photo is not None


async def test_a_board_that_scrolled_away_is_posted_anew_and_the_old_one_retires(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        old = house.board(group)
        for number in range(12):
            await house.say(people[0], group, f"闲聊 {number}")
        await house.say(people[0], group, "/why")
        await house.answer(chance(10))
        await house.forward(10)
        assert house.board(group) is not old
        assert old.keyboard == []
