"""The words of commands: the same on every platform, in Chinese and English."""

from __future__ import annotations

from dataclasses import dataclass

from engine.text import normal

COMMANDS: dict[str, tuple[str, ...]] = {
    "newgame": ("newgame", "new", "开局", "开桌", "開局", "開桌"),
    "join": ("join", "加入", "坐下"),
    "leave": ("leave", "离开", "離開", "起身"),
    "addbot": ("addbot", "bot", "加电脑", "加電腦"),
    "removebot": ("removebot", "减电脑", "減電腦"),
    "kick": ("kick", "踢", "请出"),
    "start": ("start", "开始", "開始"),
    "next": ("next", "下一圈", "继续下一圈"),
    "hand": ("hand", "手牌", "看牌"),
    "play": ("play", "出牌"),
    "table": ("table", "牌桌", "桌面"),
    "rules": ("rules", "规则", "規則"),
    "scores": ("scores", "score", "总分", "總分", "战绩", "戰績", "分数"),
    "record": ("record", "记录", "記錄", "牌谱"),
    "why": ("why", "为什么", "等谁", "等誰"),
    "autopilot": ("autopilot", "auto", "托管", "托管开"),
    "back": ("back", "回来", "取消托管", "托管关"),
    "yes": ("yes", "同意"),
    "no": ("no", "反对", "反對", "不同意"),
    "resume": ("resume", "继续", "繼續"),
    "stop": ("stop", "结束", "結束", "散桌"),
    "settings": ("settings", "set", "设置", "設置", "选项"),
    "help": ("help", "帮助", "幫助"),
}
"""Every command and what people type for it, the first being its name."""

SLASH_ONLY = frozenset({"play", "new", "bot", "set", "auto", "no", "yes", "踢", "出牌", "看牌"})
"""Words too common in talk or in plays to mean a command without a slash."""

_BY_WORD = {word: name for name, words in COMMANDS.items() for word in words}


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line as it was understood.

    Attributes:
        name: the command; empty for a play or other talk.
        rest: what follows the command, or the whole line.
        slash: it began with a slash: it was meant for us.
    """

    name: str
    rest: str
    slash: bool


def understand(line: str) -> Spoken:
    """Which command a line is. An unknown one keeps its slash and has no name."""
    text = line.strip()
    slash = text.startswith(("/", "／"))
    head, _, rest = text[1:].partition(" ") if slash else text.partition(" ")
    word = normal(head.partition("@")[0] if slash else head)
    name = _BY_WORD.get(word, "")
    if name and (slash or word not in SLASH_ONLY):
        return Spoken(name, rest.strip(), slash)
    return Spoken("", text, slash)
