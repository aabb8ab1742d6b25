"""The group's one living board, lines below it, and people who are called by name."""

from functools import partial

import pytest

from bot.commands.repeats import TAKEN
from bot.ports.errors import MessageGone, PlatformError
from bot.ports.notices import Erased
from bot.ports.refs import UserRef
from bot.table.state import Phase
from tests.kit.actors import answer, begin, chance, go_on, said, waited_for
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.world import World


@pytest.fixture
def platform():
    return MemoryPlatform(quiet=True, aside=True)


@pytest.fixture
async def house(tmp_path, platform):
    async with service(tmp_path / "t.db", platform=platform) as open_house:
        yield open_house


def boards(house):
    """The messages with buttons that count: old boards have lost them."""
    return [sent for sent in house.platform.in_chat() if sent.message.rows and not sent.retired]


async def test_there_is_one_board_whatever_happens(house):
    await begin(house, "比大小", 3, quan=3)
    rng = chance(1)
    while await go_on(house, rng):
        assert len(boards(house)) == 1
    assert len([s for s in house.platform.in_chat() if s.message.rows]) == 1, "edited, never sent"


@pytest.mark.parametrize(("newer", "posts"), [(7, 1), (8, 2), (100, 2)])
async def test_a_board_that_scrolled_away_comes_back_at_the_next_change(house, newer, posts):
    await begin(house, "比大小", 2)
    old = house.table.state.board
    house.platform.below[old] = newer
    assert len(house.platform.in_chat()) == 2, "the board and the line of the start"
    await answer(house, house.table, 0, chance(1))
    assert len([s for s in house.platform.in_chat() if s.message.rows]) == posts
    assert house.platform.sent[old].retired == (posts == 2)
    assert (house.table.state.board != old) == (posts == 2)
    assert len(boards(house)) == 1


async def test_it_comes_back_when_somebody_asks(house):
    await begin(house, "比大小", 2)
    old = house.table.state.board
    await house.say("乙", "/table")
    assert house.platform.sent[old].retired
    assert house.platform.order[-1] == house.table.state.board


async def test_dis_10_a_board_that_was_deleted_comes_back_at_the_next_change(house):
    await begin(house, "比大小", 2, quan=2)
    old = house.table.state.board
    await house.platform.erase(old)
    await house.service.notice(Erased(old))
    await house.settle()
    assert boards(house) == [], "not before something changes"
    await answer(house, house.table, 0, chance(1))
    assert len(boards(house)) == 1
    await answer(house, house.table, 1, chance(1))
    assert house.table.match.played


async def test_dis_10_without_a_notice_it_comes_back_as_well(house):
    await begin(house, "比大小", 2)
    await house.platform.erase(house.table.state.board)
    await answer(house, house.table, 0, chance(1))
    assert len(boards(house)) == 1


async def test_a_board_that_can_no_longer_be_edited_is_posted_and_its_buttons_go(house):
    await begin(house, "比大小", 2)
    old = house.table.state.board
    house.platform.fail["edit"] = MessageGone("too old")
    await answer(house, house.table, 0, chance(1))
    assert house.platform.sent[old].retired and len(boards(house)) == 1


async def test_a_hand_that_was_deleted_is_sent_afresh(house):
    await begin(house, "比大小", 2)
    (ref,) = (hand.ref for hand in house.table.state.hands if hand.user.id == "甲")
    await house.platform.erase(ref)
    await house.service.notice(Erased(ref))
    await answer(house, house.table, house.table.seat_of(UserRef("memory", "乙")), chance(1))
    assert len(house.platform.told("甲")) == 1


async def test_what_one_action_led_to_is_one_message(house):
    await begin(house, "比大小", 2, quan=1)
    before = len(house.platform.lines())
    for seat, _ in waited_for(house.table):
        await answer(house, house.table, seat, chance(1))
    (line,) = house.platform.lines()[before:]
    assert "第 1 圈结束" in line and "第一名" in line


async def test_the_end_of_a_table_is_told_once_wherever_its_board_stands(house):
    """STK-09: the board is closed where it is, however far above, and one line says so."""
    await begin(house, "比大小", 2)
    await house.say("甲", "/stop")
    count, board = len(house.platform.order), house.table.state.board
    house.platform.below[board] = 100
    await house.say("乙", "/yes")
    assert not house.tables.running
    new = [house.platform.sent[ref].message.text for ref in house.platform.order[count:]]
    assert new == ["牌桌散了。"]
    assert house.platform.sent[board].message.text == "比大小：这一桌已经结束。"


async def test_who_is_back_is_not_called_away_on_the_board(house):
    await begin(house, "斗地主", 3, auction="bid")
    for _ in range(30):
        if "改为托管" in house.platform.board().text:
            break
        await house.next_wake()
    seat = next(n for n, s in enumerate(house.table.state.players) if s.autopilot)
    await house.say(house.table.state.players[seat].user.id, "/back")
    assert "改为托管" not in house.platform.board().text


async def test_a_restart_between_posting_and_noting_posts_no_third(tmp_path):
    world = World(tmp_path / "t.db")
    async with world.house() as house:
        await begin(house, "比大小", 2)
        house.platform.below[house.table.state.board] = 9
        await answer(house, house.table, 0, chance(1))
    count = len(world.platform.order)
    async with world.house(down=60):
        assert len(world.platform.order) == count


async def test_img_02_a_picture_that_is_not_taken_is_said_in_words(tmp_path):
    """IMG-02: the table goes on, and the picture is tried again with the next change."""

    class Wordy(MemoryPlatform):
        big = True

        def _refuse(self, message):
            if message.picture is not None and self.big:
                raise PlatformError("too large")

        async def post(self, chat, message):
            self._refuse(message)
            return await super().post(chat, message)

        async def edit(self, ref, message):
            self._refuse(message)
            return await super().edit(ref, message)

    platform = Wordy(pictures=True)
    async with service(tmp_path / "t.db", platform=platform) as house:
        await begin(house, "比大小", 2)
        assert house.platform.board().picture is None
        assert "比大小" in house.platform.board().text
        assert len(boards(house)) == 1
        platform.big = False
        await answer(house, house.table, 0, chance(1))
        assert house.platform.board().picture is not None and len(boards(house)) == 1


# Calls.


def calls(house):
    return [s.message.mention.id for s in house.platform.in_chat() if s.message.mention]


async def test_whose_turn_it_has_been_for_a_while_is_called_once(house):
    await begin(house, "蹲麻子", 2)
    _, who = waited_for(house.table)[0]
    await house.forward(19)
    assert calls(house) == []
    await house.forward(1)
    assert calls(house) == [who]
    assert house.platform.lines()[-1] == "轮到你了，大家在等，20:02:00 UTC+8 之前请出手。"
    await house.forward(60)
    assert calls(house) == [who]
    await answer(house, house.table, *waited_for(house.table)[0][:1], chance(1))
    assert calls(house) == [], "answered calls leave no trace"


async def test_who_does_not_want_it_is_not_called(house):
    await house.say("甲", "/prefs mention off")
    await begin(house, "比大小", 2)
    await house.forward(30)
    assert calls(house) == ["乙"]


async def test_where_edits_are_noticed_nobody_is_called(tmp_path):
    async with service(tmp_path / "t.db", platform=MemoryPlatform()) as house:
        await begin(house, "比大小", 2)
        await house.forward(60)
        assert calls(house) == []


async def test_who_is_still_waited_for_stays_called_when_others_act(house):
    await begin(house, "比大小", 3)
    await house.forward(20)
    assert sorted(calls(house)) == ["丙", "乙", "甲"]
    await answer(house, house.table, house.table.seat_of(UserRef("memory", "乙")), chance(1))
    assert sorted(calls(house)) == ["丙", "甲"]


async def test_computers_and_the_absent_are_not_called(house):
    await begin(house, "比大小", 2, 1)
    await house.say("乙", "/autopilot")
    await house.forward(30)
    assert calls(house) == ["甲"]


async def test_who_has_answered_is_not_called(house):
    await begin(house, "占格子", 2, open="none")
    seat, who = waited_for(house.table)[0]
    await answer(house, house.table, seat, chance(1))
    if house.table.question_of(seat) is not None:
        assert house.table.prompt(seat).answered
    await house.forward(30)
    assert who not in calls(house)


@pytest.mark.parametrize("when", [10, 25])
async def test_a_restart_calls_nobody_twice_and_forgets_nobody(tmp_path, when):
    world = World(tmp_path / "t.db")
    world.platform = MemoryPlatform(quiet=True)
    async with world.house() as house:
        await begin(house, "蹲麻子", 2)
        _, who = waited_for(house.table)[0]
        await house.forward(when)
        before = calls(house)
    async with world.house(down=300) as house:
        assert calls(house) == before, "the standstill does not count"
        await house.forward(21)
        assert calls(house) == [who]


async def test_nobody_is_called_while_the_table_stands_still(house):
    await begin(house, "比大小", 2)
    for name in "甲乙":
        await house.say(name, "/leave")
    assert house.table.state.suspended_at is not None
    await house.forward(60)
    assert calls(house) == []


async def test_a_call_that_came_too_late_is_not_sent(house):
    """The group could not be written to; meanwhile the person has acted."""
    await begin(house, "蹲麻子", 2)
    house.platform.fail["post"] = PlatformError("no")
    await house.forward(21)
    await answer(house, house.table, *waited_for(house.table)[0][:1], chance(1))
    house.platform.fail.clear()
    await house.forward(6)
    assert calls(house) == []


# Old buttons.


async def test_tel_04_two_hundred_old_presses_do_no_harm(house):
    """A backlog after a downtime: every press is answered, none acts, nothing is sent."""
    await begin(house, "比大小", 2, quan=8)
    rng = chance(7)
    _, who = waited_for(house.table)[0]
    token = house.platform.private(who).pickers[0].token
    old = house.table.state.board
    start = buttons(house.platform.board())
    for _ in range(4):
        await go_on(house, rng)
    assert house.table.state.phase is not Phase.LOBBY
    await house.forward(TAKEN.total_seconds())  # no copies of what was pressed before
    before, sent = house.table.state, len(house.platform.calls)
    press = partial(house.press, who, token, ["cards.0"], message=old)
    replies = [await press() for _ in range(200)]
    assert {said(reply) for reply in replies} == {"这个按钮已经过时了，请看最新的牌桌。"}
    assert house.table.state == before
    assert len(house.platform.calls) == sent
    assert said(await house.press(who, start["在等谁"])) != ""
