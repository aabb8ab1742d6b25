"""Every button of every answer can be read again, whatever ids a platform gives; and what cannot
be shown is not stored."""

import pytest

from bot.commands.topics import DECLARED
from bot.ports.refs import ChatRef, UserRef
from bot.table import tokens
from tests.kit.actors import said
from tests.kit.house import service
from tests.kit.ids import ROOM_KEY
from tests.kit.platform import MemoryPlatform, buttons

PLACES = {
    "web": ("k7" * 16, "", "a" * 32),
    "telegram": ("-10012345678901", "2147483647", "8999999999"),
    "discord": ("1234567890123456789", "1234567890123456799", "1234567890123456700"),
}
"""The longest ids of a chat, a thread in it and a person."""

MORE = {
    "newgame": ("menu", "上饶打炸", "what"),
    "addbot": ("", "高手"),
    "rules": ("", "蹲麻子 2", "?"),
    "scores": ("", "week", "all", "s1"),
    "settle": ("", "month"),
    "season": ("", "new"),
    "forgetme": ("", "undo"),
    "tournament": ("", "上饶打炸 0 10 1"),
    "chat": ("", "language en", "language zh-hans"),
    "prefs": ("", "language en", "language zh-hans"),
    "settings": ("", "圈数 3"),
    "stop": (),
    "play": ("过",),
}
"""What is typed after a command beside nothing; 结束 comes last."""


class Named(MemoryPlatform):
    """The platform in memory under the name of another one; keeps every button it was given."""

    def __init__(self, name):
        super().__init__()
        self.name = name
        self.given = []

    def _keep(self, chat, message, **where):
        self.given.append(message)
        return super()._keep(chat, message, **where)

    async def edit(self, ref, message):
        self.given.append(message)
        return await super().edit(ref, message)


class Crowd:
    """Says and presses things in one place, and looks at every answer."""

    def __init__(self, house, name, *, private=False):
        chat, thread, person = PLACES[name]
        self.house, self.name = house, name
        self.chat = None if private else ChatRef(name, chat, thread)
        self.people = [UserRef(name, f"{person[:-1]}{at}") for at in range(4)]
        self.pressed = set()

    async def do(self, at, **fields):
        house, who, asked = self.house, self.people[at], str(fields)
        reply = await house.do(
            house.people.say(who.id, fields.pop("text", ""), user=who, chat=self.chat, **fields)
        )
        told = said(reply)
        assert "出了点问题" not in told and "went wrong" not in told, asked
        if reply is not None:
            check(reply.message)
        return reply

    async def everything(self, at):
        """Every command, with everything that may stand behind it."""
        for command in DECLARED.commands:
            for rest in MORE.get(command, ("",)):
                reply = await self.do(at, text=f"/{command} {rest}".strip())
                if reply is not None:
                    await self.menus(at, reply.message)

    async def menus(self, at, message):
        """Press what belongs to no table, once each."""
        for label, token in buttons(message).items():
            read = tokens.read(token)
            harmless = isinstance(read, tokens.Menu) and read.command not in ("newgame", "forgetme")
            if harmless and token not in self.pressed:
                self.pressed.add(token)
                assert label
                await self.do(at, token=token)


def unreadable(message):
    """Buttons and pickers of a message whose tokens mean nothing when they come back."""
    carried = [b.token for row in message.rows for b in row if b.token]
    carried += [picker.token for picker in message.pickers if picker.token]
    return [token for token in carried if len(token) > 64 or tokens.read(token) is None]


def check(message):
    assert unreadable(message) == []


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("private", [False, True], ids=["chat", "private"])
async def test_every_answer_has_buttons_that_can_be_read(tmp_path, name, private):
    async with service(tmp_path / "t.db", platform=Named(name), check=False) as house:
        crowd = Crowd(house, name, private=private)
        await crowd.everything(0)  # nothing is on but what it opens
        await crowd.do(0, text="/stop")
        await crowd.do(0, text="/newgame 炸金花")
        await crowd.do(0, text="/addbot")
        await crowd.do(0, text="/addbot 入门")
        await crowd.do(0, text="/settings 圈数 1")
        await crowd.do(0, text="/start")
        await crowd.everything(0)
        await crowd.do(1, text="/why")
        await crowd.do(0, text="/stop")
        await crowd.everything(0)
        for message in house.platform.given:
            check(message)
        assert len(house.platform.given) > 5


def test_the_law_catches_a_token_that_is_too_short_for_a_room(monkeypatch):
    """As it was: an argument had 40 characters at most, and a room's id has 32."""
    chat = PLACES["web"][0]
    assert tokens.read(tokens.menu("chat", f"language.{chat}"))
    narrow = tokens.re.compile(r"m1:([a-z]{1,16})(?::([A-Za-z0-9_.-]{1,40}))?")
    monkeypatch.setattr(tokens, "_MENU", narrow)
    with pytest.raises(ValueError, match="no token"):
        tokens.menu("chat", f"language.{chat}")


@pytest.mark.parametrize("line", ["/chat language en", "/prefs language en", "/prefs pictures off"])
async def test_what_cannot_be_shown_is_not_stored(house, monkeypatch, line):
    """Whatever breaks while the answer is made."""

    async def broken(*_, **__):
        raise ZeroDivisionError

    before = (
        await house.store.preferences.people(["memory:甲"]),
        await house.store.preferences.chats([ROOM_KEY]),
    )
    monkeypatch.setattr(house.context.painter, "message", broken)
    assert "出了点问题" in said(await house.say("甲", line, admin=True))
    after = (
        await house.store.preferences.people(["memory:甲"]),
        await house.store.preferences.chats([ROOM_KEY]),
    )
    assert after == before
    monkeypatch.undo()
    assert "English" in said(await house.say("甲", "/chat language en", admin=True))


async def test_a_setting_is_answered_in_the_language_that_was_set(house):
    assert "My settings" in said(await house.say("甲", "/prefs language en"))
    assert "个人设置" in said(await house.say("甲", "/prefs language zh-hans"))
    reply = await house.say("乙", "/chat language en", admin=True)
    assert "Settings of this chat" in said(reply)


async def test_a_game_that_is_typed_takes_the_menu_away(house):
    reply = await house.say("甲", "/newgame menu")
    ref = await house.platform.post(house.people.chat, reply.message)
    reply.posted(ref)
    await house.say("甲", "/newgame 蹲麻子")
    assert ref not in house.platform.sent
    assert "蹲麻子" in house.platform.board().alt


async def test_levels_are_kept_and_shown(house):
    await house.say("甲", "/newgame 上饶打炸")
    for words in ("", "入门", "hard"):
        await house.say("甲", f"/addbot {words}")
    assert [s.level for s in house.table.state.players[1:]] == ["normal", "easy", "hard"]
    shown = house.platform.board().alt
    assert "入门电脑" in shown and "高手电脑" in shown
    assert "三档" in said(await house.say("甲", "/addbot 神仙"))
    await house.press("甲", buttons(house.platform.board())["减电脑"])
    pane = await house.press("甲", buttons(house.platform.board())["更多"])
    again = await house.press("甲", buttons(pane.message)["加电脑（入门）"])
    assert house.table.state.players[-1].level == "easy"
    assert "加电脑（入门）" not in buttons(again.message)  # the table is full


async def test_after_the_end_of_a_table_any_game_can_be_had_by_buttons(house):
    await house.say("甲", "/newgame 占格子")
    await house.say("甲", "/addbot")
    await house.say("甲", "/start")
    await house.say("甲", "/stop")
    board = house.platform.board()
    assert {"再来一场", "换个游戏", "更多"} <= set(buttons(board))
    assert "轮到" not in board.text and board.until is None
    menu = await house.press("甲", buttons(board)["换个游戏"])
    await house.press("甲", buttons(menu.message)["蹲麻子"])
    assert house.table.state.game == "dunmazi"


async def test_a_button_of_a_table_that_is_gone_offers_what_to_play(house):
    await house.say("甲", "/newgame 占格子")
    old = buttons(house.platform.board())["加电脑"]
    await house.say("甲", "/stop")
    alone = await house.press("甲", old, chat=None)
    assert "已经结束了" in alone.message.text and "换个游戏" in buttons(alone.message)


async def test_who_starts_the_private_chat_is_offered_what_to_do_first(house):
    hello = await house.say("甲", "/help start", chat=None)
    assert list(buttons(hello.message)) == ["一个人先玩", "教我", "和朋友玩", "全部命令"]
    friends = await house.press("甲", buttons(hello.message)["和朋友玩"], chat=None)
    assert "/newgame" in said(friends)
    menu = await house.press("甲", buttons(hello.message)["一个人先玩"], chat=None)
    await house.press("甲", buttons(menu.message)["蹲麻子"], chat=None)
    assert house.table.state.place is None
    everything = await house.press("甲", buttons(hello.message)["全部命令"], chat=None)
    assert "/tournament" in said(everything)
