"""The way back to one person: toasts, their own messages, the group for them alone, alerts."""

import asyncio

import pytest

from bot.ports.messages import Button, Outgoing, Picker, PickGroup, PickOption, Reply, Where
from bot.ports.refs import ChatRef
from tests.kit.telegram import telegram_port, until
from tests.kit.telegram_world import ANONYMOUS, BOT

HAND = "g1:table1:0:hand"
BOARD = [[{"text": "手牌", "callback_data": HAND}]]
CARDS = PickGroup("选", tuple(PickOption(f"cards.{n}", f"♠{n}", f"S{n}") for n in (3, 4)), 1, 2)
SCREEN = Outgoing(
    "轮到你", b"PNG", "你的手牌（2 张）：♠3 ♠4", title="牌友 · 蹲麻子 · 甲",
    rows=((Button("g1:table1:3:c0", "过"),),),
    pickers=(Picker("g1:table1:3:s0", "出牌", (CARDS,)),),
)  # fmt: skip


class Scene:
    """A person in a group in front of a board with a button."""

    def __init__(self, port, **person):
        self.port = port
        self.user = port.world.user("甲", **person)
        self.group = port.world.group("牌友", [self.user])
        self.board = port.world.put(self.group, BOT, text="牌桌", keyboard=BOARD)
        self.private = port.world.private(self.user)

    def answers(self, message, where=Where.PRIVATE, to=HAND):
        self.port.stub.replies[to] = Reply(message, where)

    async def press(self, message=None, label="手牌"):
        return await self.port.press(self.user, message or self.board, label)

    @property
    def alone(self):
        """What the person alone sees in the group."""
        return [m for m in self.group.messages if m.alone is self.user and not m.gone]


@pytest.fixture
async def port(request):
    async with telegram_port(**getattr(request, "param", {})) as port:
        yield port


OLD = pytest.mark.parametrize("port", [{"ephemeral": False}], indirect=True)


async def test_every_press_is_answered(port):
    scene = Scene(port)
    assert await scene.press() == ("", False)
    scene.answers(Outgoing("你已入座。"), Where.TOAST)
    assert await scene.press() == ("你已入座。", False)


async def test_a_press_of_nothing_is_answered_and_asks_nobody(port):
    scene = Scene(port)
    assert await port.press(scene.user, scene.board, "", data="!") == ("", False)
    assert port.stub.incoming == []


async def test_dis_01_a_press_that_takes_long_is_answered_meanwhile(port, monkeypatch):
    monkeypatch.setattr("bot.adapters.telegram.replies.AT_ONCE", 0.01)
    scene = Scene(port)
    scene.answers(Outgoing("晚了"), Where.TOAST)
    port.stub.waits = asyncio.Event()
    ident = port.world.press(scene.user, scene.board, "手牌")
    await until(lambda: port.world.presses[ident] is not None)
    port.stub.waits.set()
    await port.rest()
    assert port.world.presses[ident] == ("", False)
    assert scene.alone[-1].text == "晚了"


async def test_an_answer_that_is_sure_to_be_taken_is_acknowledged_before_it_is_done(port):
    """Words that are needed after all come in another way."""
    scene = Scene(port)
    port.stub.sure.add(HAND)
    scene.answers(Outgoing("没有存上，请再按一次。"), Where.TOAST)
    port.stub.waits = asyncio.Event()
    ident = port.world.press(scene.user, scene.board, "手牌")
    await until(lambda: port.world.presses[ident] is not None)
    assert port.world.presses[ident] == ("", False)
    port.stub.waits.set()
    await port.rest()
    assert [message.text for message in scene.alone][-1:] == ["没有存上，请再按一次。"]
    assert port.server.counts(0)["answerCallbackQuery"] == 1


async def test_tel_04_200_presses_from_before_are_done_and_their_answers_let_be(
    port, caplog, monkeypatch
):
    # However long they take here, none is answered for want of time.
    monkeypatch.setattr("bot.adapters.telegram.replies.AT_ONCE", 3600)
    scene = Scene(port)
    scene.answers(Outgoing("按钮过时了"), Where.TOAST)
    before = len(port.server.requests)
    for _ in range(200):
        port.server.methods.old_presses.add(port.world.press(scene.user, scene.board, "手牌"))
    await port.rest()
    assert len(port.stub.incoming) == 200
    assert port.server.counts(before)["answerCallbackQuery"] == 200
    assert sum(port.server.counts(before).values()) == 201, "and who administers the group"
    assert not [r for r in caplog.records if r.levelname in ("WARNING", "ERROR")]


async def test_a_long_toast_becomes_a_message(port):
    scene = Scene(port)
    scene.answers(Outgoing("长" * 201), Where.TOAST)
    assert await scene.press() == ("", False)
    assert scene.alone[-1].text == "长" * 201


async def test_a_few_words_in_the_group_are_an_alert_and_no_message(port):
    """They cost the group none of the twenty messages a minute."""
    scene = Scene(port)
    scene.answers(Outgoing("在等 乙"))
    before = len(port.server.requests)
    assert await scene.press() == ("在等 乙", True)
    assert port.server.counts(before)["sendMessage"] == 0


# In the group, for one person alone.


async def test_a_hand_is_shown_in_the_group_to_its_owner_alone(port):
    scene = Scene(port)
    scene.answers(SCREEN)
    assert await scene.press() == ("", False)
    notice, hand = scene.alone
    assert notice.text == "下面的内容只有你看得到。"
    assert (hand.photo, hand.caption) == (b"PNG", "牌友 · 蹲麻子 · 甲\n轮到你")
    assert scene.group.ours == [scene.board] and scene.private.ours == []
    await scene.press()
    assert len(scene.alone) == 3, "the server is tried once"


async def test_cards_are_picked_there_as_well_and_the_message_is_changed_in_place(port):
    scene = Scene(port)
    scene.answers(SCREEN)
    await scene.press()
    port.clock.forward(1)
    hand = scene.alone[-1]
    assert await scene.press(hand, "♠3") == ("已选 1 个：♠3", False)
    assert list(hand.buttons) == ["过", "✓♠3", "♠4", "出牌 · 1", "清空"]
    scene.answers(Outgoing("等 乙", b"PNG2"), Where.SAME_MESSAGE, to="g1:table1:3:s0")
    await scene.press(hand, "出牌 · 1")
    assert port.stub.incoming[-1].values == ("cards.3",)
    assert (hand.photo, hand.caption, hand.keyboard) == (b"PNG2", "等 乙", [])
    assert len(scene.alone) == 2


async def test_words_replace_words_there(port):
    scene = Scene(port)
    scene.answers(Outgoing("第一页", rows=((Button("g1:table1:0:page", "下一页"),),)))
    await scene.press()
    scene.answers(Outgoing("第二页"), Where.SAME_MESSAGE, to="g1:table1:0:page")
    page = scene.alone[-1]
    await scene.press(page, "下一页")
    assert (page.text, page.keyboard) == ("第二页", [])


async def test_a_hand_in_a_topic_stays_in_it(port):
    scene = Scene(port)
    forum = port.world.group("论坛", [scene.user], topics=(7,))
    board = port.world.put(forum, BOT, text="牌桌", keyboard=BOARD, thread=7)
    scene.answers(SCREEN)
    await scene.press(board)
    assert [m.thread for m in forum.messages if m.alone] == [7, 7]


@OLD
async def test_on_an_old_server_nothing_secret_is_ever_sent_to_the_group(port):
    scene = Scene(port)
    scene.answers(SCREEN)
    assert port.platform.limits.aside
    assert await scene.press() == ("已发到你和我的私聊里。", False)
    assert [m.caption for m in scene.private.ours] == ["牌友 · 蹲麻子 · 甲\n轮到你"]
    assert not port.server.sent("sendPhoto", scene.group.id)
    assert scene.group.messages == [scene.board]
    assert not port.platform.limits.aside


async def test_a_server_that_has_the_method_and_ignores_the_parameters_is_found_out(port):
    scene = Scene(port)
    port.server.methods.ignores_parameters = True
    scene.answers(SCREEN)
    await scene.press()
    everything = [m.words for m in scene.group.messages]
    assert everything == ["牌桌", "下面的内容只有你看得到。"]
    assert scene.group.ours == [scene.board], "the words that were no secret are gone again"
    assert len(scene.private.ours) == 1


@OLD
async def test_prv_04_who_never_started_gets_an_alert_that_holds_the_cards(port):
    scene = Scene(port, started=False)
    scene.answers(SCREEN)
    assert await scene.press() == ("你的手牌（2 张）：♠3 ♠4\n轮到你", True)
    assert scene.group.messages == [scene.board]


@OLD
async def test_prv_01_who_blocked_the_bot_gets_it_as_well(port):
    scene = Scene(port)
    scene.user.blocked = True
    scene.answers(SCREEN)
    assert await scene.press() == ("你的手牌（2 张）：♠3 ♠4\n轮到你", True)


async def test_a_refused_message_for_one_alone_goes_the_other_way(port):
    scene = Scene(port)
    scene.answers(SCREEN)
    await scene.press()
    port.server.fail(400, "Bad Request: USER_NOT_PARTICIPANT", method="sendPhoto")
    await scene.press()
    assert len(scene.alone) == 2 and len(scene.private.ours) == 1


# Words.


async def test_an_answer_to_words_in_the_group_comes_in_private(port):
    scene = Scene(port)
    scene.answers(Outgoing("还没轮到你"), Where.TOAST, to="/play 3")
    port.world.say(scene.user, scene.group, "/play 3")
    await port.rest()
    assert [m.text for m in scene.private.ours] == ["还没轮到你"]
    assert scene.group.ours == [scene.board]


async def test_prv_12_who_has_no_private_chat_is_pointed_to_it_and_nothing_is_given_away(port):
    scene = Scene(port, started=False)
    scene.answers(Outgoing("你没有 ♠3"), Where.TOAST, to="/play 3")
    said = port.world.say(scene.user, scene.group, "/play 3")
    await port.rest()
    line = scene.group.ours[-1]
    assert "♠3" not in line.text and line.replies_to == said.id
    assert line.buttons["打开私聊"]["url"].startswith("https://t.me/paizhuo_bot?start=")


async def test_private_words_are_answered_there_with_things_to_pick(port):
    scene = Scene(port)
    scene.answers(SCREEN, to="/hand")
    port.world.whisper(scene.user, "/hand")
    await port.rest()
    hand = scene.private.ours[-1]
    assert hand.protected and list(hand.buttons) == ["过", "♠3", "♠4", "出牌"]
    assert await scene.press(hand, "♠4") == ("已选 1 个：♠4", False)


async def test_a_tap_from_before_a_restart_asks_for_the_hand_anew(port):
    scene = Scene(port)
    keyboard = [[{"text": "♠3", "callback_data": "!0123abcd:o0.0"}]]
    old = port.world.put(scene.private, BOT, text="轮到你", keyboard=keyboard)
    scene.answers(Outgoing("这是你的手牌"), to="/hand")
    await scene.press(old, "♠3")
    assert scene.private.ours[-1].text == "这是你的手牌"


async def test_same_message_in_private_is_changed_in_place(port):
    scene = Scene(port)
    old = port.world.put(scene.private, BOT, text="设置", keyboard=BOARD)
    scene.answers(Outgoing("设置：开", rows=((Button(HAND, "手牌"),),)), Where.SAME_MESSAGE)
    await scene.press(old)
    assert (old.text, len(scene.private.ours)) == ("设置：开", 1)
    await scene.press()
    assert scene.alone[-1].text == "设置：开", "the group's board is nobody's own"


async def test_texts_of_any_length_arrive_in_pieces(port):
    scene = Scene(port)
    rules = "\n".join(f"{n}. {'规则' * 60}" for n in range(60))
    scene.answers(Outgoing(rules), to="/rules")
    port.world.whisper(scene.user, "/rules")
    await port.rest()
    assert "\n".join(m.text for m in scene.private.ours) == rules


async def test_a_channel_that_speaks_is_told_why_nothing_happens(port):
    scene = Scene(port)
    channel = {"id": -1001234567890, "type": "channel", "title": "频道"}
    port.world.say(None, scene.group, "/stop", sender=ANONYMOUS, sender_chat=channel)
    await port.rest()
    assert port.stub.incoming == []
    assert scene.group.ours[-1].text.startswith("你正以群组或频道的身份发言")


# Who administers the group.


async def test_administrators_are_known_and_asked_for_once_in_five_minutes(port):
    scene = Scene(port)
    other = port.world.user("乙")
    scene.group.admins.append(scene.user.id)
    for user in (scene.user, other, scene.user):
        port.world.say(user, scene.group, "/stop")
    await port.rest()
    assert sorted((i.display_name, i.admin) for i in port.stub.incoming) == [
        ("乙", False), ("甲", True), ("甲", True),
    ]  # fmt: skip
    assert len(port.server.sent("getChatAdministrators")) == 1
    port.clock.forward(301)
    scene.group.admins = [other.id]
    for _ in range(2):
        port.world.say(other, scene.group, "/stop")
        await port.rest()
    assert port.stub.incoming[-1].admin
    assert port.stub.incoming[-1].chat == ChatRef("telegram", str(scene.group.id))


# Words that get no answer of their own.


async def test_a_command_whose_answer_the_group_will_see_is_seen_to_have_arrived(port):
    """The board may take its time; "typing" costs nobody a message."""
    scene = Scene(port)
    forum = port.world.group("论坛", [scene.user], topics=[7])
    port.world.say(scene.user, scene.group, "/tournament")
    port.world.say(scene.user, forum, "/tournament", thread=7)
    await port.rest()
    first, second = port.server.sent("sendChatAction")
    assert (first.fields["chat_id"], first.fields["action"]) == (str(scene.group.id), "typing")
    assert second.fields["message_thread_id"] == "7"
    assert not scene.group.ours[1:] and not scene.private.ours


@pytest.mark.parametrize("words", ["大家好", "出 34567", "/help"])
async def test_nothing_is_shown_for_talk_or_beside_an_answer(port, words):
    scene = Scene(port)
    scene.answers(Outgoing("这是帮助。"), to="/help")
    port.world.say(scene.user, scene.group, words)
    await port.rest()
    assert port.server.sent("sendChatAction") == []


async def test_a_group_that_refuses_typing_is_let_be(port, caplog):
    scene = Scene(port)
    port.server.fail(400, "Bad Request: not enough rights", method="sendChatAction")
    port.world.say(scene.user, scene.group, "/tournament")
    port.world.say(scene.user, scene.group, "/why")
    await port.rest()
    assert [incoming.text for incoming in port.stub.incoming] == ["/tournament", "/why"]
    assert not [r for r in caplog.records if r.levelname in ("WARNING", "ERROR")]
