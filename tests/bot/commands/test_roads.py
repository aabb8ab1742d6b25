"""The hand in the group, seen by its owner alone; legal plays as buttons and while one types."""

import pytest

from bot.commands.repeats import FRESH, TAKEN
from bot.ports.messages import Where
from bot.table.state import Phase
from engine import text
from tests.kit.actors import begin, said, waited_for
from tests.kit.house import service
from tests.kit.platform import MemoryPlatform, buttons


@pytest.fixture
async def house(tmp_path):
    platform = MemoryPlatform(quiet=True, aside=True)
    async with service(tmp_path / "t.db", platform=platform) as open_house:
        yield open_house


def turn(table):
    return waited_for(table)[0]


async def test_a_hand_is_shown_in_the_group_to_its_owner_alone(house):
    await begin(house, "蹲麻子", 2)
    _, who = turn(house.table)
    sent = dict(house.platform.sent)
    for ask in (
        house.say(who, "/hand"),
        house.press(who, buttons(house.platform.board())["我的手牌"]),
    ):
        await house.forward(FRESH.total_seconds())
        reply = await ask
        assert reply.where is Where.PRIVATE
        assert reply.message.alt and reply.message.title
        assert [len(p.groups[0].options) for p in reply.message.pickers]
    assert house.platform.sent == sent, "the private message is left alone"


async def test_pictures_go_with_it(tmp_path):
    platform = MemoryPlatform(pictures=True, aside=True)
    async with service(tmp_path / "t.db", platform=platform) as house:
        await begin(house, "蹲麻子", 2)
        reply = await house.say("甲", "/hand")
        assert reply.message.picture.startswith(b"PNG")


async def test_in_private_it_is_a_private_message(house):
    await begin(house, "蹲麻子", 2)
    count = len(house.platform.order)
    reply = await house.say("甲", "/hand", chat=None)
    assert reply is None or reply.where is Where.TOAST
    told = [ref.chat for ref in house.platform.order[count:]]
    assert set(told) <= {"甲"}


async def test_a_press_on_ones_own_message_shows_the_new_hand_in_its_place(house):
    await begin(house, "蹲麻子", 2)
    _, who = turn(house.table)
    shown = (await house.say(who, "/hand")).message
    step = house.table.match.step
    play = shown.rows[0][0]
    reply = await house.press(who, play.token, own=True)
    assert house.table.match.step == step + 1
    assert reply.where is Where.SAME_MESSAGE
    assert reply.message.pickers == () and "轮到" in reply.message.text
    again = await house.press(who, buttons(reply.message)["刷新"], own=True)
    assert (again.where, again.message) == (Where.SAME_MESSAGE, reply.message)


async def test_a_refused_press_leaves_ones_own_message(house):
    await begin(house, "蹲麻子", 2)
    _, who = turn(house.table)
    shown = (await house.say(who, "/hand")).message
    play = shown.rows[0][0]
    await house.press(who, play.token, own=True)
    assert await house.press(who, play.token, own=True) is None, "a copy is done already"
    await house.forward(TAKEN.total_seconds())
    again = await house.press(who, play.token, own=True)
    assert (again.where, "过时" in said(again)) == (Where.TOAST, True)


async def test_outsiders_see_no_hand(house):
    await begin(house, "蹲麻子", 2)
    token = buttons(house.platform.board())["我的手牌"]
    for who, chat in (("丙", house.people.chat), ("丙", None)):
        reply = await house.press(who, token, chat=chat)
        assert "不在这一桌" in said(reply) and not reply.message.pickers


async def test_every_control_of_the_board_works_on_ones_own_message(house):
    await begin(house, "比大小", 2, quan=2)
    for name in "甲乙":
        shown = (await house.say(name, "/hand")).message
        await house.press(name, shown.rows[0][0].token, own=True)
    assert house.table.state.phase is Phase.BETWEEN
    shown = (await house.say("甲", "/hand")).message
    reply = await house.press("甲", buttons(shown)["下一圈"], own=True)
    assert reply.where is Where.SAME_MESSAGE and "准备好" in said(reply)
    reply = await house.press("乙", buttons(shown)["下一圈"], own=True)
    assert reply.message.pickers, "the next round's hand is there at once"


# Legal plays.


async def test_legal_plays_come_first_and_each_is_one_tap(house):
    await begin(house, "蹲麻子", 2)
    for _ in range(6):
        seat, who = turn(house.table)
        table, shown = house.table, house.platform.private(who)
        offered = shown.rows[0] if shown.pickers else ()
        played = [table.game.suggest(table.seen(seat), 1)[0]]
        if any(len(action.cards) for action in played):
            assert 1 <= len(offered) <= 5
            assert all(button.label for button in offered)
            await house.press(who, offered[0].token)
            assert table.log[-1].actions[-1] == (seat, played[0])
        else:
            await house.press(who, shown.rows[-1][0].token)


async def test_a_game_that_cannot_suggest_shows_its_cards_all_the_same(house, monkeypatch, caplog):
    await begin(house, "比大小", 2)

    def broken(self, seen, limit):
        raise ZeroDivisionError

    monkeypatch.setattr(type(house.table.game), "suggest", broken)
    caplog.clear()
    reply = await house.say("甲", "/hand")
    assert reply.message.pickers and list(buttons(reply.message)) == ["提示", "更多", "刷新"]
    hint = await house.press("甲", buttons(reply.message)["提示"])
    assert hint.message.text == "这一步想不出提示。"
    assert "no suggestions" in caplog.text


async def test_what_may_be_typed_is_suggested_and_can_be_read_again(house):
    await begin(house, "蹲麻子", 2)
    seen = set()
    for _ in range(8):
        seat, who = turn(house.table)
        table = house.table
        found = await house.service.suggest(house.people.say(who, ""), "play")
        assert 1 <= len(found) <= 25
        for one in found:
            action = text.read(one.value, table.game.info, table.prompt(seat))
            table.game.apply(table.match.state, seat, action, None)
            seen.add(action.verb)
        assert len({one.value for one in found}) == len(found)
        await house.say(who, f"/play {found[0].value}")
    assert {"put", "swap"} <= seen


async def test_what_is_typed_already_narrows_it(house):
    await begin(house, "蹲麻子", 2)
    _, who = turn(house.table)
    every = await house.service.suggest(house.people.say(who, ""), "play")
    card = every[0].value.split()[-1]
    for typed in (card, f"/play {card}", every[0].value[:1]):
        some = await house.service.suggest(house.people.say(who, typed), "play")
        assert every[0] in some and set(some) <= set(every)
    assert await house.service.suggest(house.people.say(who, "天地"), "play") == ()


async def test_nothing_is_suggested_to_who_is_not_asked(house):
    """And nobody learns by it what another holds."""
    await begin(house, "蹲麻子", 2)
    _, who = turn(house.table)
    other = next(name for name in "甲乙" if name != who)
    for name, chat in ((other, house.people.chat), ("丙", house.people.chat), (who, None)):
        found = await house.service.suggest(house.people.say(name, "", chat=chat), "play")
        assert bool(found) == (name == who)


async def test_games_are_found_by_any_of_their_names(house):
    async def names(typed):
        found = await house.service.suggest(house.people.say("甲", typed), "game")
        return [one.value for one in found]

    assert "蹲麻子" in await names("")
    for typed in ("蹲", "dun", "DUN", "蹲麻子"):
        assert await names(typed) == ["蹲麻子"]
    assert await names("4人") == ["四人斗地主"]
    seeds = {"ThreeTwoOne": "三两一", "three two one": "三两一", "Qiguiwuersan": "七鬼五二三"}
    for typed, game in (seeds | {"QIGUIWUERYI": "七鬼五二一", "Landlords4P": "四人斗地主"}).items():
        assert await names(typed) == [game]
    assert await names("没有这个") == []
    assert await house.service.suggest(house.people.say("甲", "x"), "seat") == ()
    await house.say("甲", f"/newgame {(await names('蹲'))[0]}")
    assert house.table.game.info.id == "dunmazi"


@pytest.mark.parametrize(
    ("typed", "game"),
    [
        ("4人斗地主", "doudizhu4"),
        ("４人鬥地主", "doudizhu4"),
        ("doudizhu4", "doudizhu4"),
        ("DouDiZhu_Ext", "doudizhu_ext"),
        ("鬥地主拓展版", "doudizhu_ext"),
        ("landlords", "doudizhu"),
        ("7鬼523", "qigui523"),
        ("7鬼521", "qigui521"),
        ("3两1", "sanliangyi"),
        ("5瓜皮", "wuguapi"),
        ("28杠", "erbagang"),
    ],
)
async def test_a_game_is_found_with_digits_for_chinese_numerals(house, typed, game):
    """Seed 002: first by its English name, then with every digit as a Chinese numeral."""
    await house.say("甲", f"/newgame {typed}")
    assert house.table.game.info.id == game


async def test_numbers_are_suggested_as_they_are_called(house):
    await begin(house, "扑克矩阵", 2)
    seat, who = turn(house.table)
    found = await house.service.suggest(house.people.say(who, ""), "play")
    assert found and not any(char.isdigit() for one in found for char in one.value)
    meant = text.read(found[0].value, house.table.game.info, house.table.prompt(seat))
    await house.say(who, f"/play {found[0].value}")
    assert house.table.log[-1].actions[-1] == (seat, meant)


@pytest.mark.parametrize(
    ("typed", "game"),
    [("ThreeTwoOne", "sanliangyi"), ("Qiguiwuersan", "qigui523"), ("qigui-wuer-yi", "qigui521")],
)
async def test_a_table_is_opened_by_the_english_names_of_the_seeds(house, typed, game):
    await house.say("甲", f"/newgame {typed}")
    assert house.table.game.info.id == game
