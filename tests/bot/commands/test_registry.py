"""What is declared: as it always was, each once, and each with a right and a description."""

import pytest

from bot.access import rights
from bot.access.rights import RIGHTS
from bot.commands.registry import Counts, Declared, Needs, command, control, menu
from bot.commands.router import Router
from bot.commands.topics import DECLARED, PARSER
from bot.i18n.catalogue import Catalogue
from bot.ports.menu import Field
from tests.kit.clock import ManualClock

BEFORE = """
newgame /new 开局 开桌 開局 開桌 | game:game
join 加入 坐下
leave 离开 離開 起身
addbot /bot 加电脑 加電腦 | level
removebot 减电脑 減電腦
kick /踢 请出 請出 | +seat
/block /拉黑 /不让上桌 /不讓上桌 | person
/unblock /取消拉黑 /让他上桌 /讓他上桌 | person
/seat 换座 換座 /座位 | +seat
start 开始 開始
next 下一圈 继续下一圈 繼續下一圈
/again rematch 再来 再來 再来一场 再來一場
hand 手牌 /看牌
/play /出牌 | +cards:play
table 牌桌 桌面
rules 规则 規則 | game:game
scores score /book 账本 帳本 賬本 总分 總分 战绩 戰績 分数 分數 | period
/me 我的战绩 我的戰績
/settle 结账 結帳 結賬 算账 算帳 算賬 | period
/correct 改分 更正 | points
/season 赛季 賽季 新赛季 新賽季 | season
/purse /钱包 /錢包
/daily /签到 /簽到
coinroom 金币场 金幣場
/tournament /cup 比赛场 比賽場 /比赛 /比賽 锦标赛 錦標賽 | game:game terms
/duplicate 复式 複式 复式赛 複式賽 | game:game boards
/export 导出 匯出 導出 | period
record 记录 記錄 紀錄 牌谱 牌譜
why 为什么 為什麼 等谁 等誰
autopilot /auto 托管 託管 托管开 託管開
back 回来 回來 取消托管 取消託管 托管关 託管關
/yes 同意
/no 反对 反對 不同意
/pause 暂停 暫停 歇会儿 歇會兒
resume 继续 繼續
stop 结束 結束 散桌
settings /set 设置 設置 設定 选项 選項 | option value
prefs preferences 个人设置 個人設置 個人設定 我的设置 我的設定 | option value
/chat 本群设置 本群設置 本群設定 群设置 群設定 | option value
mydata 我的数据 我的數據 我的資料
forgetme 忘记我 忘記我 删除我的数据 刪除我的資料 刪除我的數據 | undo
help 帮助 幫助
"""
"""The commands in the order of lists, before there was a registry; ``/``: only behind a slash.

Behind the bar their fields; ``+``: required, after the colon what completes it.
"""

ALONE = (
    *("newgame", "help", "rules", "prefs", "chat", "me", "mydata", "forgetme", "purse"),
    *("coinroom", "tournament", "duplicate"),
)
"""Typed in private they are about oneself."""

GROUPS = {"start", "join", "kick", "table", "chat"}
"""Lists of private chats do not show these."""

COUNTS = {
    Counts.VIEW: {
        *("hand", "why", "rules", "scores", "look", "record", "table", "help", "export", "settle"),
        *("replay", "keep", "solved", "houses"),
    },
    Counts.FORM: {"prefs", "chat", "settings", "set"},
    Counts.SEAT: {"join", "leave", "again"},
    Counts.SET: {
        *("settings", "prefs", "chat", "bot", "unbot", "addbot", "removebot", "opt-quan", "opt-0"),
        *("notify", "house", "house-keep", "rehouse", "unhouse", "by-0", "by-+sport"),
    },
}
"""As what was counted that is asked for again and again, by its name."""

CONTROLS = (
    *("join", "leave", "start", "next", "resume", "back", "yes", "no", "hand", "why", "scores"),
    *("look", "reach", "more", "bot", "unbot", "set", "rules", "opt-quan", "opt-0", "notify"),
    *("houses", "house-keep", "by-0", "by-+sport"),
    *("autopass", "let-8999999999", "c0", "n12", "p0AQ..", "s3", "v1", "h0", "h12"),
    *(f"more-{item}" for item in rights.BEHIND_MORE),
)
"""Items of a table's buttons; ``said`` is the router's own."""

ALWAYS = {
    *("hand", "why", "rules", "scores", "look", "more", "yes", "no", "autopass", "more-autopass"),
    "notify",
    *("c0", "n12", "p0AQ..", "s3", "v1", "h0", "h12"),
}
"""They do the same on a board of a round that is over."""

MENUS = {
    *("again", "newgame", "rules", "more", "help", "prefs", "chat", "scores", "settle", "export"),
    *("season", "motion", "coinroom", "tournament", "forgetme", "notify", "replay", "keep", "deal"),
    *("teach", "correct", "analyse", "solved", "puzzle", "houses", "newby", "rehouse", "unhouse"),
    *("speaker", "deafen", "hear", "mute", "unmute", "rooms", "fellows", "house", "home"),
    *("people", "away", "bar", "unbar", "problems"),
}


def shown(one):
    """A command as a line of ``BEFORE``."""
    words = " ".join("/" * (word in one.slash) + word for word in one.spec.words)
    fields = " ".join(map(field_shown, one.spec.fields))
    return f"{words} | {fields}" if fields else words


def field_shown(field):
    kind = "" if field.kind == "text" else f":{field.kind}"
    return f"{'+' * field.required}{field.name}{kind}"


def before():
    return {line.split()[0].lstrip("/"): line for line in BEFORE.strip().split("\n")}


def test_every_command_is_what_it_was_in_the_order_of_lists():
    found = {name: shown(one) for name, one in DECLARED.commands.items() if name in before()}
    assert list(found) == list(before())
    # A field may have been added at the end.
    assert [name for name, line in before().items() if not found[name].startswith(line)] == []
    assert [spec.name for spec in DECLARED.menu] == list(DECLARED.commands)


def test_what_a_command_needs_is_what_it_needed():
    known = {name: one for name, one in DECLARED.commands.items() if name in before()}
    assert {name for name, one in known.items() if one.needs is Needs.NOTHING} == set(ALONE)
    assert {name for name, one in known.items() if one.needs is Needs.CHAT} == {"daily"}
    assert {name for name, one in known.items() if not one.spec.private} == GROUPS


def test_what_counts_again_and_again_is_what_counted():
    names = {*before(), *CONTROLS, *MENUS}
    for counts, meant in COUNTS.items():
        assert {name for name in names if counts in DECLARED.counts(name)} == meant, counts
    assert {name for name in names if Counts.BOARD in DECLARED.counts(name)} == {"table"}
    assert DECLARED.view("set") == DECLARED.view("settings") == "settings"
    assert {DECLARED.view(name) for name in ("hand", "look", "scores")} == {
        "hand",
        "look",
        "scores",
    }


def test_every_command_and_button_has_a_right():
    for name, one in DECLARED.commands.items():
        assert one.act("") in RIGHTS, name
    for item in CONTROLS:
        assert rights.control(item) in RIGHTS, item
    for name in DECLARED.menus:
        # The answer to a proposal is looked at more closely, and these by their argument.
        args = {"coinroom": "join", "tournament": "join.0123456789", "notify": "on.1"}
        assert name == "motion" or rights.menu(name, args.get(name, "")) in RIGHTS, name
    assert set(DECLARED.menus) == MENUS


def test_every_right_of_a_button_is_declared():
    """And no more than these: a button that nobody has a right to was forgotten there."""
    for item in CONTROLS:
        found = DECLARED.control(item)
        assert found is not None, item
        assert found[0].always == (item in ALWAYS), item
    tried = {DECLARED.control(item)[0].item for item in CONTROLS}
    assert tried == set(DECLARED.controls)
    assert set(rights.CONTROLS) - {"said"} <= set(DECLARED.controls)


@pytest.mark.parametrize("language", ["zh-Hans", "en"])
def test_every_command_and_field_is_described(language):
    catalogue = Catalogue(strict=True).to(language)
    for spec in DECLARED.menu:
        assert catalogue.has(spec.about), spec.name
        assert all(catalogue.has(field.about) for field in spec.fields), spec.name


@pytest.mark.parametrize("word", sorted(DECLARED.words))
def test_a_word_means_its_command_behind_a_slash_and_alone_unless_it_is_common(word):
    name = DECLARED.words[word]
    assert PARSER.understand(f"/{word} x").name == name
    assert PARSER.understand(word).name == ("" if word in DECLARED.slash else name)
    assert PARSER.understand(word, called=True).name == name


# What the program does not start with.


class Dance:
    """A topic."""

    @command("dance", "跳舞", order=5, fields=(Field("steps"),))
    @control("dance")
    @menu("dance")
    async def dance(self, request, rest):
        """Dance."""


class Waltz:
    """Another one."""

    @command("waltz", "跳舞")
    async def waltz(self, request, rest):
        """Waltz."""


class Turn:
    """One more."""

    @control("dance")
    async def turn(self, request, rest):
        """Turn."""


class Bow:
    """And one."""

    @menu("dance")
    async def bow(self, request, rest):
        """Bow."""


@pytest.mark.parametrize("other", [Waltz, Turn, Bow, Dance])
def test_the_program_does_not_start_with_two_of_the_same_word(other):
    assert Declared([Dance]).words == {"dance": "dance", "跳舞": "dance"}
    with pytest.raises(ValueError, match="declared twice"):
        Declared([Dance, other])


def test_a_slash_word_is_one_of_the_words():
    with pytest.raises(ValueError, match="no words of dance"):
        command("dance", slash=("danse",))


async def test_what_was_declared_is_what_is_done():
    declared, topic = Declared([Dance]), Dance()
    for one in (declared.commands["dance"], declared.controls["dance"], declared.menus["dance"]):
        assert declared.method(one).of({Dance: topic}) == topic.dance
    assert declared.control("dance-x") is None and declared.control("d0") is None


def test_the_program_does_not_start_without_a_topic():
    rest = (PARSER, None, None, ManualClock())
    Router(Declared([Dance]), [Dance()], *rest)
    with pytest.raises(ValueError, match="not at work"):
        Router(Declared([Dance]), [Waltz()], *rest)
