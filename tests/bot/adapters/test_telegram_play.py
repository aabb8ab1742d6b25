"""Playing on Telegram, over real sockets and on a real file, from lobby to settlement."""

from itertools import combinations

import pytest

from bot.commands.repeats import FRESH
from bot.table.state import Phase
from engine.cards import codes
from tests.kit.actors import chance, legal
from tests.kit.clock import ManualClock
from tests.kit.parity_script import readings
from tests.kit.telegram import data_of, open_group, telegram_house
from tests.kit.telegram_server import TelegramServer

HAND = "我的手牌"


def said(chat):
    """Everything that stands in a chat."""
    return "\n".join(message.words for message in chat.ours)


def living(group):
    """The messages of a group that can be pressed."""
    return [message for message in group.ours if message.keyboard]


async def test_from_the_lobby_to_a_press(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        turn = house.table.state.questions[0].seat
        person, before = people[turn], house.board(group).words
        hand = house.hand(person)
        card = next(label for label in hand.buttons if label[0] in "♠♥♣♦")
        assert await house.press(person, hand, card) == (f"已选 1 个：{card}", False)
        await house.forward(1)
        await house.press(person, hand, "打到公共区 · 1")
        await house.forward(3)  # a group's board is edited every 3 s at most
        assert house.board(group).words != before


async def test_four_people_play_from_the_lobby_to_the_settlement_through_a_restart(tmp_path):
    clock, rng = ManualClock(), chance(1)
    async with TelegramServer(clock.now) as server:
        people = [server.world.user(name) for name in "甲乙丙丁"]
        group = server.world.group("牌友群", people)
        made = {"server": server, "clock": clock, "check": False}
        async with telegram_house(tmp_path / "t.db", **made) as house:
            await house.begin(group, people, target=35)
            for _ in range(4):
                await house.answer(rng)
            step, shown = house.table.match.step, house.hand(house.asked()[0][0])
        async with telegram_house(tmp_path / "t.db", **made) as house:
            assert house.table.match.step == step
            assert house.hand(house.asked()[0][0]) is shown, "nobody is sent their hand twice"
            await house.round_to_the_end(rng)
            await house.forward(60)
            assert "第 1 圈结束" in said(group)
            for person in people:
                await house.press(person, house.board(group), "下一圈")
            assert house.table.state.round == 2
            assert all("牌友群 · 蹲麻子" in house.hand(person).words for person in people)
            assert len(living(group)) == 1, "one living board"
    assert server.wrong == []


async def test_a_hand_is_one_message_and_a_turn_is_a_fresh_one(tmp_path):
    async with open_group(tmp_path / "t.db") as (house, group, people):
        await house.begin(group, people)
        rng = chance(2)
        for _ in range(8):
            ((person, _),) = house.asked()
            assert [len(house.world.private(p).ours) for p in people] == [1, 1, 1, 1]
            before = house.hand(person)
            assert before.protected
            await house.answer(rng)
            if house.asked()[0][0] is not person:
                assert house.hand(person) is before, "what is no turn is changed in place"


# People who cannot be written to.


async def test_prv_02_before_the_start_every_seat_shows_whether_it_can_be_reached(tmp_path):
    async with open_group(tmp_path / "t.db", started=False) as (house, group, people):
        await house.say(people[0], group, "/newgame dunmazi")
        await house.press(people[1], house.board(group), "加入")
        await house.forward(6)
        assert "乙 收不到私信" in house.board(group).words
        house.world.open_link(people[1], house.link(group))
        await house.settle()
        await house.forward(6)
        assert "甲 收不到私信" in house.board(group).words
        assert "乙 收不到私信" not in house.board(group).words
        assert "牌友群 · 蹲麻子" in house.hand(people[1]).words


async def test_prv_04_the_hand_comes_as_soon_as_the_private_chat_is_opened(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙", started=False) as (house, group, people):
        await house.say(people[0], group, "/newgame dunmazi")
        await house.press(people[1], house.board(group), "加入")
        await house.forward(6)
        link = house.link(group)
        await house.press(people[0], house.board(group), "开始")
        assert house.table.state.phase is Phase.PLAYING
        assert house.world.private(people[1]).ours == []
        house.world.open_link(people[1], link)
        await house.settle()
        assert "乙" in house.hand(people[1]).words
        assert house.hand(people[1]).photo is not None


@pytest.mark.parametrize("ephemeral", [True, False])
async def test_prv_01_who_never_pressed_start_sees_their_hand_in_the_group(tmp_path, ephemeral):
    """Alone: as a message that nobody else sees, or on an older server as an alert."""
    path = tmp_path / "t.db"
    async with open_group(path, "甲乙", started=False, ephemeral=ephemeral) as (
        house, group, people,
    ):  # fmt: skip
        await house.begin(group, people)
        before = len(group.ours)
        await house.press(people[1], house.board(group), HAND)
        await house.forward(FRESH.total_seconds())
        shown = await house.press(people[1], house.board(group), HAND)
        held = house.table.match.state.hands[house.table.names.index("乙")]
        alone = [m for m in group.messages if m.alone is people[1] and m.photo]
        if ephemeral:
            assert len(alone) == 2, "the button always works again"
        else:
            text, alert = shown
            assert alert
            assert len(text) <= 200
            assert sum(text.count(suit) for suit in "♠♥♣♦") + text.count("王") >= len(held)
        assert len(group.ours) == before, "nothing in the group for everybody"


OPEN = [
    ("/newgame", "想玩哪一个"), ("/newgame 麻将", "没有这个游戏"), ("/help", "/newgame 开一桌"),
    ("/why", "这里还没有牌桌"), ("/rules 斗地主", "三个人，一个当地主"),
    ("/scores", "还没有打完的圈"), ("/correct", "还没有打完的圈"),
    ("/season new", "还没有打完的圈"), ("/tournament ?", "这样发起比赛"),
]  # fmt: skip
SECRET = ["/purse", "/me", "/mydata", "/prefs"]


@pytest.mark.parametrize(("words", "answer"), OPEN)
async def test_a_newcomer_is_answered_in_the_group_with_what_anybody_may_read(
    tmp_path, words, answer
):
    async with open_group(tmp_path / "t.db", "甲乙", started=False) as (house, group, people):
        asked = await house.say(people[0], group, words)
        assert answer in house.last(group).words
        assert house.last(group).replies_to == asked.id
        assert len(group.ours) == 1


@pytest.mark.parametrize("started", [True, False])
async def test_a_table_opens_where_its_menu_was_asked_for(tmp_path, started):
    """Whether or not a private chat would be open to the menu; chosen from, it goes."""
    async with open_group(tmp_path / "t.db", "甲乙", started=started) as (house, group, people):
        await house.say(people[0], group, "/newgame")
        menu = house.last(group)
        assert "想玩哪一个" in menu.words
        await house.press(people[0], menu, "蹲麻子")
        await house.forward(6)
        assert house.table.state.place.id == str(group.id)
        assert menu.gone and "加入" in house.board(group).buttons


async def test_where_the_group_takes_no_words_its_menu_comes_in_private(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        group.may["can_send_messages"] = False
        await house.say(people[0], group, "/newgame")
        assert "想玩哪一个" in house.hand(people[0]).words


async def test_a_season_is_begun_by_its_button_in_the_group(tmp_path):
    """In private it could but say where to go."""
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.say(people[0], group, "/season")
        assert "开新赛季" in house.last(group).buttons


@pytest.mark.parametrize(
    ("called", "answer"), [("/tournament", "有一场比赛在报名"), ("/coinroom", "有 1 人在排金币场")]
)
async def test_a_newcomer_hears_in_the_group_what_is_on_there(tmp_path, called, answer):
    async with open_group(tmp_path / "t.db", "甲乙", started=False) as (house, group, people):
        people[0].started = True
        await house.say(people[0], group, called)
        await house.say(people[1], group, "/join")
        assert answer in house.last(group).words


async def test_a_newcomer_opens_a_table_by_the_menu_and_sits_down_by_words(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙", started=False) as (house, group, people):
        await house.say(people[0], group, "/newgame")
        await house.press(people[0], house.last(group), "蹲麻子")
        await house.forward(6)
        await house.say(people[1], group, "/join")
        assert house.last(group).words == "你已入座。"
        await house.say(people[1], group, "/start")
        assert "桌主" in house.last(group).words


async def test_who_sits_down_by_words_is_written_to_once(tmp_path):
    """The private screen says it; a line beside it would say the same."""
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.say(people[0], group, "/newgame 蹲麻子")
        await house.say(people[1], group, "/join")
        (told,) = house.world.private(people[1]).ours
        assert "你坐下了" in told.words and not house.table.state.players[1].unreached
        await house.say(people[1], group, "/join")
        assert [message.words for message in house.world.private(people[1]).ours][1:] == [
            "你已经在座了。"
        ]


@pytest.mark.parametrize("words", SECRET)
async def test_what_is_for_a_newcomer_alone_is_not_said_in_the_group(tmp_path, words):
    async with open_group(tmp_path / "t.db", "甲乙", started=False) as (house, group, people):
        await house.say(people[0], group, words)
        (line,) = group.ours
        assert line.words == "回复只给你一个人看，请先打开和我的私聊，再试一次。"
        assert "打开私聊" in line.buttons


async def test_prv_12_a_wrong_play_is_not_explained_in_the_group(tmp_path):
    """Why it is wrong may tell what is held."""
    async with open_group(tmp_path / "t.db", "甲乙", started=False) as (house, group, people):
        await house.begin(group, people)
        ((person, _),) = house.asked()
        await house.say(person, group, "/play 打 大王")
        assert "打开和我的私聊" in house.last(group).words


async def test_prv_05_a_forwarded_link_lets_no_outsider_in(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙", started=False) as (house, group, people):
        stranger = house.world.user("外人")
        await house.say(people[0], group, "/newgame dunmazi")
        await house.forward(6)
        link = house.link(group)
        await house.press(people[1], house.board(group), "加入")
        await house.forward(6)
        await house.press(people[0], house.board(group), "开始")
        house.world.open_link(stranger, link)
        await house.settle()
        assert "请到群里按" in house.hand(stranger).words
        assert house.hand(stranger).photo is None
        assert not any("♠" in m.words for m in house.world.private(stranger).ours)


async def test_prv_14_who_blocks_in_the_middle_stops_nobody_and_comes_back(tmp_path):
    async with open_group(tmp_path / "t.db") as (house, group, people):
        await house.begin(group, people)
        rng, blocker = chance(5), people[2]
        house.world.block(blocker)
        await house.settle()
        for _ in range(10):
            ((person, seat),) = house.asked()
            if person is blocker:
                await house.press(person, house.board(group), HAND)
                alone = [m for m in group.messages if m.alone is person and not m.gone][-1]
                await house.act(person, alone, house.table, seat, legal(house.table, seat, rng))
            else:
                await house.answer(rng)
        refused = [r for r in house.server.sent(chat=blocker.id) if r.refused]
        assert refused == [], "PRV-10: whoever is known to be away is not written to"
        other = house.world.group("别的群", people[2:])
        await house.say(blocker, other, "/newgame dunmazi")
        assert len(house.tables.running) == 2, "free to play elsewhere"
        count = len(house.world.private(blocker).ours)
        house.world.unblock(blocker)
        await house.settle()
        assert len(house.world.private(blocker).ours) > count


async def test_prv_06_private_words_go_to_the_table_that_is_meant(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        other = house.world.group("另一群", people)
        await house.begin(other, people)
        await house.whisper(people[0], "/why")
        asked = house.hand(people[0])
        titles = set(asked.buttons)
        assert {title.split(" · ")[0] for title in titles} == {"牌友群", "另一群"}
        await house.press(people[0], asked, next(t for t in titles if t.startswith("另一群")))
        assert "等" in house.hand(people[0]).words


# Presses.


async def two_ways(house, group, people):
    """Play on until somebody holds two cards that can be meant in two ways: (person, cards)."""
    rng = chance(4)
    for _ in range(60):
        table = house.table
        if table.state.phase is Phase.BETWEEN:
            for person in people:
                await house.say(person, group, "/next")
            continue
        person, seat = house.asked()[0]
        for pick in table.prompt(seat).picks:
            for pair in combinations(pick.among, 2):
                if readings(table, seat, pair) > 1:
                    return person, pair
        await house.answer(rng)
    raise AssertionError("choose another seed: nothing is ambiguous")


async def test_what_was_asked_about_a_play_goes_once_it_is_answered(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.say(people[0], group, "/newgame _trial")
        await house.press(people[1], house.board(group), "加入")
        await house.say(people[0], group, "/settings quan 8")
        await house.say(people[0], group, "/start")
        person, cards = await two_ways(house, group, people)
        hand, step = house.hand(person), house.table.match.step
        await house.whisper(person, f"出 {' '.join(codes(cards))}")
        asked = house.hand(person)
        assert asked is not hand and asked.photo is None and len(asked.keyboard) == 2
        await house.press(person, asked, list(asked.buttons)[1])
        assert house.table.match.step != step or house.table.state.phase is Phase.BETWEEN
        assert asked.gone, "a question that is answered is taken away"
        assert house.hand(person).photo is not None, "the hand stays"


async def test_rac_01_the_same_press_twice_is_done_once(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        ((person, _),) = house.asked()
        table, hand = house.table, house.hand(person)
        step = table.match.step
        offered = next(d for d in data_of(hand) if ":p" in d or ":c" in d)
        first = house.world.press(person, hand, "", data=offered)
        second = house.world.press(person, hand, "", data=offered)
        await house.settle()
        assert table.match.step == step + 1
        assert [house.world.presses[ident] is not None for ident in (first, second)] == [True] * 2


async def test_rac_02_a_button_of_an_earlier_turn_is_refused_with_words(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        ((person, _),) = house.asked()
        old = next(d for d in data_of(house.hand(person)) if ":p" in d or ":c" in d)
        rng = chance(7)
        while house.table.match.step < 3 or house.asked()[0][0] is not person:
            await house.answer(rng)
        step = house.table.match.step
        text, _ = await house.press(person, house.hand(person), "", data=old)
        assert "过时" in text
        assert house.table.match.step == step


async def test_rac_04_a_clock_that_runs_out_beside_an_answer_counts_once(tmp_path):
    """The time is over and the press is on its way: one of them is done, and one step is taken."""
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people)
        ((person, seat),) = house.asked()
        table, hand = house.table, house.hand(person)
        step, deadline = table.match.step, table.question_of(seat).deadline
        data = next(d for d in data_of(hand) if ":p" in d or ":c" in d)
        ident = house.world.press(person, hand, "", data=data)
        house.clock.forward((deadline - house.clock.now()).total_seconds())
        await house.settle()
        assert table.match.step == step + 1
        assert house.world.presses[ident] is not None
        await house.forward(1)
        assert table.match.step == step + 1, "an old clock does not wake again"


async def test_rac_05_an_end_by_the_clock_is_settled_as_any_other(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.begin(group, people, "_trial")
        rng, steps = chance(9), 0
        while house.table.state.phase is Phase.PLAYING:
            if steps >= 3:
                await house.next_wake()  # the call by name
                await house.next_wake()
            else:
                await house.answer(rng)
            steps += 1
        await house.forward(60)
        assert steps > 3
        assert "超时" in house.board(group).words
        assert said(group).count("第 1 圈结束") == 1


async def test_pol_01_a_refusal_says_why_to_its_author_alone(tmp_path):
    async with open_group(tmp_path / "t.db", "甲乙") as (house, group, people):
        await house.say(people[0], group, "/newgame dunmazi")
        await house.say(people[0], group, "/addbot")
        await house.forward(6)
        text, _ = await house.press(people[1], house.board(group), "开始")
        assert text
        assert text not in said(group)
        await house.say(people[1], group, "/start")
        assert house.hand(people[1]).words == text


EVIL = ["@everyone", "<b>x</b>", "*_`[x](tg://user?id=1)", "\u202eabc", "a\nb", "🀄" * 20, "t.me/x"]


@pytest.mark.parametrize("name", EVIL)
async def test_txt_01_a_name_is_shown_and_does_nothing(tmp_path, name):
    async with open_group(tmp_path / "t.db", (name, "阿强")) as (house, group, people):
        await house.begin(group, people)
        await house.answer(chance(8))
        await house.forward(25)
        sent = [
            r.fields for r in house.server.requests if "text" in r.fields or "caption" in r.fields
        ]
        assert sent
        assert not any("parse_mode" in fields for fields in sent)
        kinds = {e["type"] for m in (*group.ours, house.hand(people[0])) for e in m.entities}
        assert kinds <= {"bold", "text_mention", "date_time"}
