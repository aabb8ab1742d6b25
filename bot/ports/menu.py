"""The commands as a menu: what platforms with command lists (slash commands) show of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

COMMANDS: dict[str, tuple[str, ...]] = {
    "newgame": ("newgame", "new", "开局", "开桌", "開局", "開桌"),
    "join": ("join", "加入", "坐下"),
    "leave": ("leave", "离开", "離開", "起身"),
    "addbot": ("addbot", "bot", "加电脑", "加電腦"),
    "removebot": ("removebot", "减电脑", "減電腦"),
    "kick": ("kick", "踢", "请出", "請出"),
    "block": ("block", "拉黑", "不让上桌", "不讓上桌"),
    "unblock": ("unblock", "取消拉黑", "让他上桌", "讓他上桌"),
    "seat": ("seat", "换座", "換座", "座位"),
    "start": ("start", "开始", "開始"),
    "next": ("next", "下一圈", "继续下一圈", "繼續下一圈"),
    "again": ("again", "rematch", "再来", "再來", "再来一场", "再來一場"),
    "hand": ("hand", "手牌", "看牌"),
    "play": ("play", "出牌"),
    "table": ("table", "牌桌", "桌面"),
    "rules": ("rules", "规则", "規則"),
    "scores": (
        "scores",
        "score",
        "book",
        "账本",
        "帳本",
        "賬本",
        "总分",
        "總分",
        "战绩",
        "戰績",
        "分数",
        "分數",
    ),
    "me": ("me", "我的战绩", "我的戰績"),
    "settle": ("settle", "结账", "結帳", "結賬", "算账", "算帳", "算賬"),
    "correct": ("correct", "改分", "更正"),
    "season": ("season", "赛季", "賽季", "新赛季", "新賽季"),
    "purse": ("purse", "钱包", "錢包"),
    "daily": ("daily", "签到", "簽到"),
    "coinroom": ("coinroom", "金币场", "金幣場"),
    "tournament": (
        "tournament",
        "cup",
        "比赛场",
        "比賽場",
        "比赛",
        "比賽",
        "锦标赛",
        "錦標賽",
    ),
    "export": ("export", "导出", "匯出", "導出"),
    "record": ("record", "记录", "記錄", "紀錄", "牌谱", "牌譜"),
    "why": ("why", "为什么", "為什麼", "等谁", "等誰"),
    "autopilot": ("autopilot", "auto", "托管", "託管", "托管开", "託管開"),
    "back": ("back", "回来", "回來", "取消托管", "取消託管", "托管关", "託管關"),
    "yes": ("yes", "同意"),
    "no": ("no", "反对", "反對", "不同意"),
    "pause": ("pause", "暂停", "暫停", "歇会儿", "歇會兒"),
    "resume": ("resume", "继续", "繼續"),
    "stop": ("stop", "结束", "結束", "散桌"),
    "settings": ("settings", "set", "设置", "設置", "設定", "选项", "選項"),
    "prefs": ("prefs", "preferences", "个人设置", "個人設置", "個人設定", "我的设置", "我的設定"),
    "chat": ("chat", "本群设置", "本群設置", "本群設定", "群设置", "群設定"),
    "mydata": ("mydata", "我的数据", "我的數據", "我的資料"),
    "forgetme": ("forgetme", "忘记我", "忘記我", "删除我的数据", "刪除我的資料", "刪除我的數據"),
    "help": ("help", "帮助", "幫助"),
}
"""Every command and what people type for it, the first being its name."""


Kind = Literal["game", "play", "text"]
"""What a field holds: ``game`` and ``play`` are completed by ``Service.suggest``."""


@dataclass(frozen=True, slots=True)
class Field:
    """Words that may follow a command; they are said after its name, field by field."""

    name: str
    kind: Kind = "text"
    required: bool = False

    @property
    def about(self) -> str:
        """The key of the message that describes it."""
        return f"field-about-{self.name}"


@dataclass(frozen=True, slots=True)
class Item:
    """One command."""

    name: str
    fields: tuple[Field, ...] = ()

    @property
    def about(self) -> str:
        """The key of the message that describes it."""
        return f"command-about-{self.name}"

    @property
    def words(self) -> tuple[str, ...]:
        """Everything that people may type for it."""
        return COMMANDS[self.name]


_FIELDS: dict[str, tuple[Field, ...]] = {
    "newgame": (Field("game", "game"),),
    "addbot": (Field("level"),),
    "play": (Field("cards", "play", required=True),),
    "rules": (Field("game", "game"),),
    "kick": (Field("seat", required=True),),
    "block": (Field("person"),),
    "unblock": (Field("person"),),
    "seat": (Field("seat", required=True),),
    "scores": (Field("period"),),
    "settle": (Field("period"),),
    "tournament": (Field("game", "game"), Field("terms")),
    "export": (Field("period"),),
    "correct": (Field("points"),),
    "season": (Field("season"),),
    "forgetme": (Field("undo"),),
    "settings": (Field("option"), Field("value")),
    "prefs": (Field("option"), Field("value")),
    "chat": (Field("option"), Field("value")),
}

MENU: tuple[Item, ...] = tuple(Item(name, _FIELDS.get(name, ())) for name in COMMANDS)
"""Every command, in the order of ``COMMANDS``."""
