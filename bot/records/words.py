"""The words of the notation, one place for all of them: canonical Chinese, English, and others.

What was ever written stays readable: a word may be added to these, and none taken away.
"""

from __future__ import annotations

VERSION = 1
"""Of the notation; raised where an old reader would read a new text wrongly."""

RECORD = "record"
RULES = "rules"
OPTIONS = "options"
SEATS = "seats"
ROUNDS, LAPS, POINTS = "rounds", "laps", "points"
STACKS, TOTALS, LAST, BEST = "stacks", "totals", "last", "best"
LEADER, TEAMS, DECK, GONE = "leader", "teams", "deck", "gone"
DEAL, ANEW, REDEAL = "deal", "anew", "redeal"
BOTTOM, STOCK = "bottom", "stock"
LOT, CELLS, REST, FROM = "lot", "cells", "rest", "from"
OPEN = "open"
SCORES = "scores"

WORDS: dict[str, tuple[str, ...]] = {
    RECORD: ("牌谱", "Record", "牌譜", "牌局"),
    RULES: ("规则", "Rules", "規則"),
    OPTIONS: ("选项", "Options", "選項"),
    SEATS: ("人数", "Players", "人數"),
    ROUNDS: ("圈数", "Rounds", "圈數"),
    LAPS: ("轮数", "Laps", "輪數"),
    POINTS: ("到分", "Points"),
    STACKS: ("筹码", "Chips", "籌碼"),
    TOTALS: ("总分", "Totals", "總分"),
    LAST: ("上副", "Last"),
    BEST: ("最好", "Best"),
    LEADER: ("接先", "Leader"),
    TEAMS: ("对家", "Partners", "對家"),
    DECK: ("余牌", "Undealt", "餘牌"),
    GONE: ("出过", "Gone", "出過"),
    DEAL: ("第", "Deal"),
    ANEW: ("换人", "Newcomer", "換人"),
    REDEAL: ("重发", "Redeal", "重發"),
    BOTTOM: ("底牌", "Bottom"),
    STOCK: ("牌堆", "Stock"),
    LOT: ("先手", "First", "首家", "抽签", "抽籤", "Lot"),
    CELLS: ("特殊格", "Special"),
    REST: ("其余", "Others", "其餘", "其他"),
    FROM: ("从", "From", "從"),
    OPEN: ("明牌", "Open"),
    SCORES: ("得分", "Scores"),
}
"""By what is meant: the Chinese and the English word that are written, then others read."""

PILES = {"bottom": BOTTOM, "stock": STOCK}

MEANT = {word.lower(): meant for meant, words in WORDS.items() for word in words}
"""What a word means, in lower case."""

RANDOM = ("随机", "random", "隨機")
"""Behind ``REST``: cards that are not written may be dealt at random."""
