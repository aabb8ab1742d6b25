"""Private messages: one a deal for each person, and what becomes of those whom none reaches."""

import pytest

from bot.ports.errors import PlatformError, RetryAfter
from bot.ports.messages import Where
from bot.ports.notices import Reachable
from bot.ports.refs import ChatRef, UserRef
from bot.table.state import Phase
from tests.kit.actors import answer, begin, chance, go_on, legal, said, waited_for
from tests.kit.house import service
from tests.kit.ids import long_id
from tests.kit.platform import MemoryPlatform, buttons
from tests.kit.world import World


@pytest.fixture
def platform():
    return MemoryPlatform(quiet=True, aside=True)


@pytest.fixture
async def house(tmp_path, platform):
    async with service(tmp_path / "t.db", platform=platform) as open_house:
        yield open_house


def user(name):
    return UserRef("memory", name)


def marks(house):
    """What the lobby's board says of each seat."""
    lines = house.platform.board().text.splitlines()
    return {
        name: "不通" if any(name in x and "私信不通" in x for x in lines) else
        "通" if any(name in x and "私信通" in x for x in lines) else ""
        for name in house.table.names
    }  # fmt: skip


# One message a deal.


async def test_a_hand_is_one_message_that_changes(house):
    """The lobby's message becomes the hand, and is sent afresh only when it is one's turn."""
    await house.say("甲", "/newgame 蹲麻子")
    await house.say("乙", "/join")
    for name in "甲乙":
        (message,) = house.platform.told(name)
        assert "你坐下了" in message.text
    await house.say("甲", "/start")
    rng = chance(1)
    for _ in range(12):
        table = house.table
        ((seat, who),) = waited_for(table)
        other = next(name for name in "甲乙" if name != who)
        shown = {name: house.platform.told(name) for name in "甲乙"}
        assert [len(messages) for messages in shown.values()] == [1, 1]
        assert shown[who][0].pickers or shown[who][0].rows
        refs = {hand.user.id: hand.ref for hand in table.state.hands}
        await answer(house, table, seat, rng, legal)
        if house.table.state.phase is not Phase.PLAYING:
            break
        after = {hand.user.id: hand.ref for hand in house.table.state.hands}
        turn = waited_for(house.table)[0][1]
        for name in (who, other):
            assert (after[name] != refs[name]) == (name == turn), "fresh for who is asked alone"
        assert set(after.values()) <= set(house.platform.sent)


async def test_where_edits_are_noticed_there_is_never_a_second_message(tmp_path):
    async with service(tmp_path / "t.db", platform=MemoryPlatform()) as house:
        await begin(house, "蹲麻子", 2)
        for _ in range(6):
            await go_on(house, chance(2))
        assert [len(house.platform.told(name)) for name in "甲乙"] == [1, 1]


async def test_it_says_which_chat_game_and_seat(house):
    """PRV-06."""
    await begin(house, "蹲麻子", 2)
    assert house.platform.private("甲").title == "测试群 · 蹲麻子 · 甲"


async def test_a_hand_far_up_is_sent_afresh(house):
    await begin(house, "比大小", 2)
    (ref,) = (hand.ref for hand in house.table.state.hands if hand.user.id == "甲")
    house.platform.below[ref] = 8
    seat = house.table.seat_of(user("甲"))
    await answer(house, house.table, seat, chance(1))
    (now,) = (hand.ref for hand in house.table.state.hands if hand.user.id == "甲")
    assert now != ref and ref not in house.platform.sent


async def test_who_wants_no_private_messages_gets_none(house):
    await house.say("甲", "/prefs dm off")
    await begin(house, "蹲麻子", 2)
    assert house.platform.told("甲") == []
    assert house.platform.tries("甲") == 0
    assert (await house.say("甲", "/hand")).message.alt


async def test_a_person_who_stands_up_in_the_lobby_keeps_nothing(house):
    await house.say("甲", "/newgame 蹲麻子")
    await house.say("乙", "/join")
    await house.say("丙", "/join")
    await house.say("乙", "/leave")
    await house.say("甲", "/kick 丙")
    assert [len(house.platform.told(name)) for name in "甲乙丙"] == [1, 0, 0]
    assert [hand.user.id for hand in house.table.state.hands] == ["甲"]


async def test_everybody_has_their_own_hand_wherever_they_sit(house):
    """Seats are dealt anew at the start: messages are the person's, not the seat's."""
    for number in range(6):
        house.people.chat = ChatRef("memory", long_id(f"room{number}"))
        await house.say("甲", "/newgame 比大小")
        await house.say("乙", "/join")
        await house.say("丙", "/join")
        await house.say("丙", "/leave")
        await house.say("丁", "/join")
        await house.say("甲", "/start")
        table = house.tables.at(house.people.chat).table
        for hand in table.state.hands:
            assert hand.ref.chat == hand.user.id
            seat = table.seat_of(hand.user)
            options = house.platform.sent[hand.ref].message.pickers[0].groups[0].options
            faces = [option.face for option in options]
            assert faces == [card.code for card in table.match.state.hands[seat]]
        await house.say("甲", "/stop", admin=True)


async def test_a_restart_edits_what_was_sent_and_sends_nothing_again(tmp_path):
    world = World(tmp_path / "t.db")
    world.platform = MemoryPlatform(quiet=True, aside=True)
    async with world.house() as house:
        await begin(house, "蹲麻子", 3)
        await go_on(house, chance(3))
    tries = len(world.platform.order)
    async with world.house(down=60) as house:
        assert len(world.platform.order) == tries
        await go_on(house, chance(4))
        assert [len(world.platform.told(name)) for name in "甲乙丙"] == [1, 1, 1]


async def test_a_kill_between_the_fresh_message_and_the_old_ones_end(tmp_path):
    """At most one stale message is left, and its buttons are old."""
    world = World(tmp_path / "t.db")
    world.platform = MemoryPlatform(quiet=True)

    async def keep(ref):
        raise PlatformError("killed here")

    erase, world.platform.erase = world.platform.erase, keep
    async with world.house() as house:
        await begin(house, "蹲麻子", 2)
    world.platform.erase = erase
    async with world.house(down=60) as house:
        seat, who = waited_for(house.table)[0]
        assert [len(world.platform.told(name)) for name in (who,)] == [2]
        stale, shown = world.platform.told(who)
        assert shown.rows and "你坐下了" in stale.text
        reply = await house.press(who, buttons(stale)["离开"])
        assert "过时" in said(reply)
        assert not house.table.state.players[seat].left


# Who cannot be reached.


async def test_prv_01_a_closed_private_chat_holds_up_nobody(house):
    """The deal stands, the seat is marked, the others play; the hand is seen in the group."""
    house.platform.unreachable.add("乙")
    await begin(house, "比大小", 3)
    assert house.table.state.phase is Phase.PLAYING
    assert all(house.platform.told(name) for name in "甲丙")
    shown = (await house.say("乙", "/hand")).message
    assert shown.pickers
    reply = await house.press("乙", shown.rows[0][0].token, own=True)
    assert reply.where is Where.SAME_MESSAGE
    seat = house.table.seat_of(user("乙"))
    assert house.table.state.players[seat].unreached
    assert house.table.match.state.chosen[seat] is not None


async def test_prv_02_the_lobby_shows_who_is_reached_and_may_start(house):
    house.platform.unreachable.add("丙")
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")
    await house.say("丙", "/join")
    await house.say("丁", "/prefs dm off")
    await house.say("丁", "/join")
    assert marks(house) == {"甲": "通", "乙": "通", "丙": "不通", "丁": ""}
    assert "丙 收不到私信" in house.platform.board().text
    house.platform.unreachable.clear()
    reply = await house.press("丙", buttons(house.platform.board())["再试我的私信"])
    assert reply.where is Where.TOAST
    assert marks(house)["丙"] == "通" and "再试我的私信" not in buttons(house.platform.board())
    await house.say("甲", "/start")
    assert house.table.state.phase is Phase.PLAYING
    assert "私信通" not in house.platform.board().text


async def test_prv_04_the_hand_comes_at_once_through_the_deep_link(house):
    house.platform.deep = True
    house.platform.unreachable.add("乙")
    await begin(house, "比大小", 2)
    house.people.chat = ChatRef("memory", long_id("lobby"))
    await house.say("甲", "/newgame 比大小")
    await house.say("乙", "/join")
    row = house.platform.board(long_id("lobby")).rows[-1]
    (button,) = row
    token = button.url.rpartition("/")[2]
    assert (button.token, button.label) == ("", "打开私聊收手牌")
    house.platform.unreachable.clear()
    await house.service.notice(Reachable(user("乙"), reachable=True))
    await house.settle()
    assert any(message.pickers for message in house.platform.told("乙")), "the hand of the other"
    reply = await house.press("乙", token, chat=None)
    assert reply is None
    assert any("你坐下了" in message.text for message in house.platform.told("乙"))
    assert "收不到" not in house.platform.board(long_id("lobby")).text


async def test_prv_05_a_forwarded_link_lets_no_outsider_in(house):
    await begin(house, "比大小", 2)
    token = f"g1:{house.table.state.id}:0:hand"
    reply = await house.press("丙", token, chat=None)
    assert "不在这一桌" in said(reply)
    assert house.platform.told("丙") == []
    assert house.table.seat_of(user("丙")) is None


async def test_prv_08_why_says_cause_and_cure(house):
    house.platform.unreachable.add("乙")
    await begin(house, "比大小", 2)
    line = said(await house.say("甲", "/why")).splitlines()[-1]
    assert line.startswith("乙 收不到私信") and "我的手牌" in line


@pytest.mark.parametrize("error", [PlatformError("no"), RetryAfter(30)])
async def test_prv_09_what_the_group_does_not_take_goes_to_nobody_else(house, error):
    await begin(house, "比大小", 2)
    count = len(house.platform.order)
    house.platform.fail |= {"post": error, "edit": error}
    await house.say("乙", "/stop")
    new = house.platform.order[count:]
    assert all("提议就此结束" not in house.platform.sent[ref].message.text for ref in new)
    house.platform.fail.clear()
    await house.forward(31)
    assert any("提议就此结束" in line for line in house.platform.lines())


async def test_prv_10_nobody_is_tried_again_and_again(house, tmp_path):
    house.platform.unreachable.add("乙")
    await begin(house, "蹲麻子", 2)
    assert house.platform.tries("乙") == 1
    for _ in range(5):
        await go_on(house, chance(1))
    await house.say("乙", "/hand")
    assert house.platform.tries("乙") == 1, "looking in the group tries nothing"
    assert house.context.reachability.closed(user("乙"))
    await house.say("乙", "/why", chat=None)
    assert house.platform.tries("乙") == 2, "words in private are a sign"
    house.platform.unreachable.clear()
    await house.say("乙", "/why", chat=None)
    assert house.platform.tries("乙") == 3
    assert house.platform.private("乙").alt
    assert not house.table.state.players[house.table.seat_of(user("乙"))].unreached


async def test_prv_10_is_remembered_through_a_restart(tmp_path):
    world = World(tmp_path / "t.db")
    world.platform = MemoryPlatform(quiet=True, aside=True)
    world.platform.unreachable.add("乙")
    async with world.house() as house:
        await begin(house, "蹲麻子", 2)
    async with world.house(down=60) as house:
        for _ in range(3):
            await go_on(house, chance(1))
        assert world.platform.tries("乙") == 1
        world.platform.unreachable.clear()
        await house.service.notice(Reachable(user("乙"), reachable=True))
        await house.settle()
        assert len(world.platform.told("乙")) == 1


async def test_prv_12_an_illegal_play_in_the_group_is_refused_in_private(house):
    await begin(house, "蹲麻子", 2)
    before = [(s.message, s.edits) for s in house.platform.in_chat()]
    reply = await house.say("甲", "/play 3334")
    assert said(reply)
    assert [(s.message, s.edits) for s in house.platform.in_chat()] == before


async def test_prv_14_who_blocks_in_mid_game_is_played_for_and_free_to_go(house):
    await begin(house, "比大小", 2, quan=8)
    await house.service.notice(Reachable(user("乙"), reachable=False))
    await house.settle()
    table = house.table
    seat = table.seat_of(user("乙"))
    assert table.state.players[seat].unreached and "私信不通" in house.platform.board().text
    tries = house.platform.tries("乙")
    await answer(house, table, table.seat_of(user("甲")), chance(1))
    await house.forward(121)
    assert table.match.played, "the clock has answered"
    assert house.platform.tries("乙") == tries
    house.people.chat = ChatRef("memory", long_id("elsewhere"))
    await house.say("甲", "/newgame 比大小")
    assert await house.say("乙", "/join") is None, "the private message says so"
    assert any("你坐下了" in message.text for message in house.platform.told("乙"))
    await house.service.notice(Reachable(user("乙"), reachable=True))
    await house.settle()
    titles = {message.title for message in house.platform.told("乙")}
    assert len(titles) == 1 and len(house.platform.told("乙")) >= 2
    assert not table.state.players[seat].unreached


async def test_a_hand_whose_picture_is_not_taken_comes_in_words(tmp_path):
    """IMG-02."""

    class Wordy(MemoryPlatform):
        async def whisper(self, who, message):
            if message.picture is not None:
                raise PlatformError("too large")
            return await super().whisper(who, message)

    platform = Wordy(pictures=True, quiet=True)
    async with service(tmp_path / "t.db", platform=platform) as house:
        await begin(house, "蹲麻子", 2)
        _, who = waited_for(house.table)[0]
        shown = platform.private(who)
        assert shown.picture is None and "手牌" in shown.text and shown.pickers
