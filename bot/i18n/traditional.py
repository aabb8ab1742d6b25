"""zh-Hans written as zh-Hant, as it is written in Taiwan.

OpenCC changes the characters (``s2tw``); words that would come out wrong, or that people there
have another word for, are listed here. What OpenCC makes of our own words, and no others are ever
changed, is a file (``python -m tests.languages``): the program needs neither OpenCC, which is
nowhere to be had for some machines, nor the time that it takes to load.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

TERMS = {
    "二游": "二游",
    # Not 隻, which counts animals.
    "只给": "只給",
    "三游": "三游",
    # Names and words of games, as the people who play them write them.
    "二八杠": "二八杠",
    "加注": "加注",
    "托管": "託管",
    "满堂红": "葫蘆",
    "红桃": "紅心",
    # "王后" is a queen to OpenCC.
    "大王后": "大王後",
    "小王后": "小王後",
    # A row is a 列 in Taiwan and a column a 行: the other way round.
    "第 { $n } 行": "第 { $n } 列",
    "第 { $n } 列": "第 { $n } 行",
    "“": "「",
    "”": "」",
    # Rights as Discord names them.
    "创建公共子区": "建立公開討論串",
    "查看频道": "檢視頻道",
    "添加文件": "附加檔案",
    "子区": "討論串",
    # What a computer is talked to with.
    "代码": "程式碼",
    "信息": "訊息",
    "刷新": "重新整理",
    "发送": "傳送",
    "命令": "指令",
    "复制": "複製",
    "简体中文": "简体中文",
    "屏幕": "螢幕",
    "数据库": "資料庫",
    "文件": "檔案",
    "服务器": "伺服器",
    "浏览器": "瀏覽器",
    "消息": "訊息",
    "私信": "私訊",
    "程序": "程式",
    "网络": "網路",
    "记录": "紀錄",
    "设置": "設定",
    "超时": "逾時",
    "这台": "這台",
    "连接": "連線",
    "链接": "連結",
    "默认": "預設",
}
"""What is not left to OpenCC: a longer word goes before a shorter one."""


HAN = re.compile(r"[\u3400-\u9fff]+")
"""A run of characters; what stands between two of them changes neither."""


@cache
def shipped() -> dict[str, str]:
    """Characters, and runs in which they become something else than by themselves."""
    lines = files("bot.i18n").joinpath("zh-Hant.txt").read_text("utf-8").splitlines()
    return dict(line.split("\t") for line in lines)


def _looked_up(run: re.Match[str]) -> str:
    table = shipped()
    return table.get(run[0]) or "".join(table.get(char, char) for char in run[0])


def _converted(text: str) -> str:
    return HAN.sub(_looked_up, text)


@cache
def _terms() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, TERMS), key=len, reverse=True)))


@cache
def traditional(text: str) -> str:
    """The text in zh-Hant; ASCII stays as it is, so keys and arguments of a Fluent file do.

    >>> traditional("web-set = 设置 { $count } 张")
    'web-set = 設定 { $count } 張'
    """
    parts, at = [], 0
    for term in _terms().finditer(text):
        parts += [_converted(text[at : term.start()]), TERMS[term[0]]]
        at = term.end()
    return "".join((*parts, _converted(text[at:])))
