"""What Telegram is sent while people press as fast as they can, and what nobody waits for."""

from datetime import timedelta

import pytest

from bot.ports.incoming import Incoming
from bot.ports.messages import Button, Outgoing, Reply, Where
from bot.ports.refs import ChatRef, UserRef
from bot.screens.hand import hand
from bot.table.state import Phase
from tests.kit.actors import chance, press_of
from tests.kit.clock import ManualClock
from tests.kit.telegram import best, open_group, telegram_house, telegram_port, until
from tests.kit.telegram_server import TelegramServer
from tests.kit.telegram_world import BOT

TOUCHES = ("send", "edit", "delete", "createForumTopic", "closeForumTopic")
MINUTE, SECOND, TEN = timedelta(minutes=1), timedelta(seconds=1), timedelta(seconds=10)
VIEWS = ["我的手牌", "在等谁", "更多", "战绩"]


def times(server, chat):
    """When a chat was touched."""
    return [r.at for r in server.sent(chat=chat) if r.method.startswith(TOUCHES)]


def most(found, span):
    return max((sum(begin <= t < begin + span for t in found) for begin in found), default=0)


def kept(house, group, people):
    """Every chat got no more than it may."""
    assert most(times(house.server, group.id), MINUTE) <= 20
    for person in people:
        found = times(house.server, person.id)
        assert most(found, SECOND) <= 3 and most(found, TEN) <= 10


async def steadily(house, seconds, step=0.5):
    """Let time pass in small steps, so that what is due comes when it is."""
    for _ in range(int(seconds / step)):
        await house.forward(step)


async def acts(house, rng, number):
    """Whoever is waited for does what is best, though their hand may not be shown yet."""
    ((person, seat), *_) = house.asked()
    action = best(house.table, seat, rng)
    token, values = press_of(house.table, seat, action)
    user = UserRef("telegram", str(person.id))
    await house.do(Incoming(f"act:{number}", user, None, token=token, values=tuple(values)))


async def test_quick_players_and_one_who_presses_all_the_time(tmp_path):
    """Everybody's board and hand go on, and no chat gets more than it takes."""
    async with open_group(tmp_path / "t.db", check=False, paced=True) as (house, group, people):
        await house.begin(group, people, "dunmazi", target=35)
        rng = chance(3)
        for act in range(16):
            if house.table.state.phase is not Phase.PLAYING:
                break
            await acts(house, rng, act)
            for number in range(4):
                await house.press(people[0], house.board(group), VIEWS[(act + number) % 4])
            await steadily(house, 2)
        await steadily(house, 60, 2)
        kept(house, group, people)
        shown = max(house.table.state.public, house.table.state.shown)
        assert house.table.state.shown == shown, "the newest board stands there"
        hands = {shown.user.id: shown for shown in house.table.state.hands}
        for seat, player in enumerate(house.table.state.players):
            if house.table.state.phase is Phase.PLAYING:
                reader = house.context.reader.of(
                    house.context.preferences.person(player.user, None)
                )
                assert hands[player.user.id].digest == hand(reader, house.table, seat).digest


@pytest.mark.parametrize("ephemeral", [True, False])
async def test_200_presses_in_ten_seconds_cause_at_most_twelve_messages(tmp_path, ephemeral):
    path = tmp_path / "t.db"
    async with open_group(path, check=False, paced=True, ephemeral=ephemeral) as (
        house, group, people,
    ):  # fmt: skip
        await house.begin(group, people)
        await house.forward(60)
        board, before = house.board(group), len(house.server.requests)
        for number in range(200):
            house.world.press(people[0], board, VIEWS[number % len(VIEWS)])
            if number % 10 == 9:
                await house.forward(0.5)
        await house.settle()
        sent = [r for r in house.server.requests[before:] if r.method.startswith("send")]
        assert 0 < len([r for r in sent if r.method != "sendChatAction"]) <= 12
        answered = [r for r in house.server.requests[before:] if r.method == "answerCallbackQuery"]
        assert len(answered) == 200, "each is acknowledged"
        kept(house, group, people)


async def test_the_board_is_as_quick_as_if_nobody_pressed_anything(tmp_path):
    late = []
    for presses in (0, 20):
        path = tmp_path / f"{presses}.db"
        async with open_group(path, check=False, paced=True) as (house, group, people):
            await house.begin(group, people)
            await house.forward(60)
            shown, rng = [], chance(5)
            for _ in range(5):
                for number in range(presses):
                    house.world.press(people[0], house.board(group), VIEWS[number % 4])
                before = house.table.state.public
                await house.answer(rng, choose=best)
                waited = 0.0
                while house.table.state.shown <= before and waited < 20:
                    await house.forward(0.5)
                    waited += 0.5
                shown.append(waited)
                await steadily(house, 2)
            late.append(shown)
    calm, busy = late
    assert all(b - c <= 1 for b, c in zip(busy, calm, strict=True))


# Presses that nobody waits for.

TOKEN = "g1:table1:0:hand"
BOARD = [[{"text": "手牌", "callback_data": TOKEN}]]
REPLIES = {
    "a hand": (Outgoing("轮到你", b"PNG", "♠3 ♠4", title="牌友 · 甲"), Where.PRIVATE),
    "words": (Outgoing("长" * 300), Where.PRIVATE),
    "a toast": (Outgoing("长" * 300), Where.TOAST),
    "buttons": (Outgoing("设置", rows=((Button(TOKEN, "开"),),)), Where.SAME_MESSAGE),
    "here": (Outgoing("选", rows=((Button(TOKEN, "开"),),)), Where.HERE),
}


@pytest.mark.parametrize("ephemeral", [True, False])
@pytest.mark.parametrize("where", ["group", "private"])
@pytest.mark.parametrize("kind", REPLIES)
async def test_a_press_that_is_too_old_to_be_answered_ends_there(kind, where, ephemeral):
    async with telegram_port(ephemeral=ephemeral) as port:
        user = port.world.user("甲")
        group = port.world.group("牌友", [user])
        chat = group if where == "group" else port.world.private(user)
        board = port.world.put(chat, BOT, text="牌桌", keyboard=BOARD)
        # What the server can do is known, as is that the person can be written to.
        port.stub.replies[TOKEN] = Reply(Outgoing("♠3", b"PNG", title="甲"), Where.PRIVATE)
        await port.press(user, board, "手牌")
        port.stub.replies[TOKEN] = Reply(*REPLIES[kind])
        before, shown = len(port.server.requests), board.edits
        for _ in range(20):
            port.server.methods.old_presses.add(port.world.press(user, board, "手牌"))
        await port.rest()
        assert len(port.stub.incoming) == 21
        said = {r.method for r in port.server.requests[before:]}
        assert said <= {"answerCallbackQuery", "getChatAdministrators"}
        assert board.edits == shown


async def test_a_press_that_a_kill_interrupts_is_answered_after_the_restart():
    """The update is let go only once the press is answered."""
    async with telegram_port() as port:
        user = port.world.user("甲")
        board = port.world.put(port.world.group("牌友", [user]), BOT, text="牌桌", keyboard=BOARD)
        port.stub.replies[TOKEN] = Reply(Outgoing("好"), Where.TOAST)
        asked = port.server.methods.answerCallbackQuery
        seen = []

        def answered(fields, files):
            seen.append((port.server.confirmed, port.server.polls))
            return asked(fields, files)

        port.server.methods.answerCallbackQuery = answered
        ident = port.world.press(user, board, "手牌")
        await port.rest()
        await until(lambda: port.world.presses[ident] is not None)
        number = port.server.confirmed
        assert seen and all(confirmed < number or not number for confirmed, _ in seen)


# What is refused for good.

PARTS = [
    "Bad Request: can't parse entities: unsupported start tag",
    "Bad Request: ENTITY_BOUNDS_INVALID",
    "Bad Request: entities_too_long",
]


@pytest.mark.parametrize("words", PARTS)
@pytest.mark.parametrize("picture", [None, b"PNG"])
@pytest.mark.parametrize("how", ["whisper", "edit", "post"])
async def test_words_whose_parts_are_refused_are_sent_once_more_without(words, picture, how):
    async with telegram_port() as port:
        user = port.world.user("甲")
        group = port.world.group("牌友", [user])
        message = Outgoing("轮到你", picture, "♠3", title="牌友 · 甲")
        ref = (await port.platform.whisper(UserRef("telegram", str(user.id)), message)).ref
        for method in ("sendMessage", "sendPhoto", "editMessageText", "editMessageCaption",
                       "editMessageMedia"):  # fmt: skip
            port.server.fail(400, words, method=method, times=1)
        newer = Outgoing("别人的回合", picture, "♠3", title="牌友 · 甲")
        match how:
            case "whisper":
                await port.platform.whisper(UserRef("telegram", str(user.id)), newer)
            case "edit":
                await port.platform.edit(ref, newer)
            case "post":
                await port.platform.post(ChatRef("telegram", str(group.id)), newer)
        chat = group if how == "post" else port.world.private(user)
        assert chat.ours[-1].words == "牌友 · 甲\n别人的回合" and chat.ours[-1].entities == []
        await port.platform.post(ChatRef("telegram", str(group.id)), message)


async def test_after_a_restart_no_picture_is_taken_for_words(tmp_path):
    """What kind a message is stands beside it in the store."""
    path = tmp_path / "t.db"
    clock = ManualClock()
    async with TelegramServer(clock.now) as server:
        async with open_group(path, "甲乙", server=server, clock=clock, check=False) as (
            house, group, people,
        ):  # fmt: skip
            await house.begin(group, people, "dunmazi")
        before = len(server.requests)
        async with telegram_house(path, server=server, clock=clock, check=False) as again:
            await again.forward(10)
            await again.say(people[0], group, "/stop")
            board = again.board(group)
            await again.press(people[1], board, next(b for b in board.buttons if "结束" in b))
            await again.forward(10)
            assert not again.tables.running, "what is over is words under the picture"
            refused = [r for r in server.requests[before:] if r.refused]
            assert refused == []


async def test_a_picture_is_never_taken_for_words_whatever_stood_there():
    """Law: picture and words in any order, with and without a memory of them."""
    async with telegram_port() as port:
        user = port.world.user("甲")
        group = port.world.group("牌友", [user])
        rng = chance("kinds")
        chat = ChatRef("telegram", str(group.id))
        for _ in range(6):
            ref = await port.platform.post(chat, Outgoing("牌桌", b"0" if rng.below(2) else None))
            for number in range(6):
                picture = f"{number}".encode() if rng.below(2) else None
                ref = await port.platform.edit(ref, Outgoing(f"{number}", picture))
                if rng.below(2):
                    port.platform._sender._known.clear()  # the program was started again
        assert [r.refused for r in port.server.requests if r.refused] == []


async def test_nothing_is_tried_with_somebody_who_has_blocked_the_bot(tmp_path):
    async with open_group(tmp_path / "t.db", check=False) as (house, group, people):
        await house.begin(group, people)
        blocker, rng = people[2], chance(8)
        house.server.methods.world.users[blocker.id].blocked = True  # and no news of it
        for number in range(6):
            await house.press(blocker, house.board(group), VIEWS[0])
            await acts(house, rng, number)
            await house.forward(5)
        await house.say(people[0], group, "/stop")
        await house.say(blocker, group, "/leave")
        await house.forward(10)
        tried = [r for r in house.server.sent(chat=blocker.id) if r.refused]
        assert len(tried) == 1, "and that told that it is useless"
