"""Hand-made screens of every kind, for the gallery and for tests of the renderers."""

from __future__ import annotations

from dataclasses import replace

from bot.i18n.catalogue import Catalogue
from engine.cards import codes, pack
from engine.msg import Msg, SeatArg, msg
from engine.view import (
    Cards,
    Cell,
    Count,
    Course,
    Fact,
    Facts,
    Grid,
    Lines,
    Play,
    Row,
    SeatRow,
    Seats,
    Stage,
    Table,
    Tally,
    Tint,
    Trick,
    View,
)

FRIENDS = ("小明", "阿强", "小雅", "电脑·石")
HOSTILE = (
    "\u202egnp.exe",
    "",
    "🐼🐼🐼",
    "很长很长的名字" * 28,
    "שלום עולם",
    "a\n\tb\u0000c",
    "𝓐𝓵𝓲𝓬𝓮 𝕎𝕠𝕟𝕕𝕖𝕣𝕝𝕒𝕟𝕕",
    "@everyone <b>x</b> ```",
)


def t(words: str, **params: SeatArg) -> Msg:
    """A message that says these words; ``{seat}`` is put in by name."""
    return msg("gallery", words=words, **params)


def speaker(names: tuple[str, ...], language: str = "zh-Hans"):
    """The catalogue's voice, and the words of ``t``."""
    catalogue = Catalogue(language, strict=True)

    def say(message: Msg) -> str:
        if message.key != "gallery":
            return catalogue.say(message, names)
        params = dict(message.params)
        said = str(params.pop("words"))
        for name, value in params.items():
            shown = value if isinstance(value, str) else names[value.seat]
            said = said.replace("{" + name + "}", shown)
        return said

    return say


def seats(asked: int | None = 0, me: int | None = None, **marks: tuple[str, ...]) -> Seats:
    """Four players in the middle of a round."""
    scores = (18, 0, 2, -5)
    bots = ((), (), (), ("电脑",))
    return Seats(
        tuple(
            SeatRow(
                s,
                cards=5,
                score=scores[s],
                marks=tuple(map(t, bots[s] + marks.get(f"s{s}", ()))),
                asked=s == asked,
            )
            for s in range(4)
        ),
        me,
    )


TITLE = t("蹲麻子 · 第 2 圈 / 4 圈 · 目标 40 分")
PILES = Row(
    (
        Cards(t("摸牌堆"), hidden=27, pile=True),
        Cards(t("公共区"), ("S9", "HQ", "D4", "C10"), places=5),
        Cards(t("弃牌堆"), ("S2", "H3"), pile=True),
    )
)
NEWS = Lines((t("{a} 用 2 张换 2 张。", a=SeatArg(1)), t("{a} 摸 1 张，打出 ♣10。", a=SeatArg(2))))
HAND = Cards(t("你的手牌"), ("BJ", "SA", "SK", "S8", "H5"), chosen=(4,), mine=True)
FACTS = Facts(
    (
        Fact(t("手牌分"), 44, good=True),
        Fact(t("基础分"), t("达标 +4"), good=True),
        Fact(t("花色"), t("♠ 还差 1 张：换掉 ♥5")),
    )
)

_FACES = "SA S10 SQ HK HJ D7 C7 h H7 S2 C4 D4 H4 S9 o HA q H9 H3 t D10 v w x C5"
_SPECIAL = {7: ("红×20", Tint.RED), 16: ("加倍", Tint.GOLD), 22: ("过牌", Tint.BLUE)}
_BADGES = {4: ("过牌", Tint.BLUE), 13: ("黑", Tint.BLACK)}
BOARD = tuple(
    Cell(label=label if i not in _SPECIAL else _SPECIAL[i][0], tint=_SPECIAL.get(i, ("", ""))[1])
    if len(label) == 1
    else Cell(label, badge=_BADGES.get(i, ("",))[0], tint=_BADGES.get(i, ("", ""))[1], lit=i < 5)
    for i, label in enumerate(_FACES.split())
)

RANKS = ["大", "小", "2", "A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3"]
COUNTER = Tally(
    t("记牌器：外面还有"),
    tuple(Count(t(rank), at % 5 if at > 1 else at, 4 if at > 1 else 1)
          for at, rank in enumerate(RANKS)),
)  # fmt: skip
COURSE = Course(
    t("走势"),
    (*(t("{a}", a=SeatArg(seat)) for seat in range(4)), "很长很长的名字" * 4),
    tuple(tuple((at * (seat + 3)) % 17 * (seat - 2) for seat in range(5)) for at in range(30)),
    me=1,
)

SCREENS: dict[str, tuple[View, tuple[str, ...]]] = {
    "public": (View(TITLE, (seats(), PILES, NEWS)), FRIENDS),
    "hand": (View(TITLE, (seats(0, 0), PILES, HAND, FACTS)), FRIENDS),
    "counter": (View(TITLE, (seats(0, 0), HAND, COUNTER)), FRIENDS),
    "course": (
        View(t("斗地主 · 战绩"), (COURSE, replace(COURSE, points=COURSE.points[:2]))),
        FRIENDS,
    ),
    "hand-waits": (View(TITLE, (seats(1, 0), PILES, HAND, FACTS, NEWS)), FRIENDS),
    "first-turn": (
        View(
            TITLE,
            (
                seats(2, 2),
                Row(
                    (
                        Cards(t("摸牌堆"), hidden=33, pile=True),
                        Cards(t("公共区"), (), places=5),
                        Cards(t("弃牌堆"), (), pile=True),
                    )
                ),
                Cards(t("你的手牌"), ("LJ", "HJ", "C7", "D7", "S10", "DA"), mine=True),
                Facts((Fact(t("手牌分"), 45), Fact(t("花色"), t("麻子：四种花色")))),
            ),
        ),
        FRIENDS,
    ),
    "answers": (
        View(
            t("蹲麻子 · 第 2 圈 / 4 圈 · {a} 扣牌", a=SeatArg(0)),
            (
                seats(2, None, s0=("扣",), s1=("砸",), s3=("麻子",)),
                PILES,
                Trick(
                    t("各家的选择"),
                    (
                        Play(0, label=t("扣")),
                        Play(1, label=t("砸")),
                        Play(3, ("S3", "H3", "D9", "CK", "C2"), t("麻子，0 分")),
                    ),
                ),
            ),
        ),
        FRIENDS,
    ),
    "settlement": (
        View(
            t("蹲麻子 · 第 2 圈 / 4 圈 · 结算"),
            (
                Seats(
                    tuple(
                        SeatRow(s, score=n, marks=(t(m),))
                        for s, (n, m) in enumerate(
                            zip((26, 0, 4, 0), ("扣", "砸", "随", "麻子"), strict=True)
                        )
                    )
                ),
                Trick(
                    t("亮牌"),
                    (
                        Play(0, ("BJ", "SA", "SK", "SQ", "S9"), t("♠ 50 分 · 赢下 26 分")),
                        Play(1, ("HA", "HK", "HQ", "HJ", "H8"), t("♥ 49 分")),
                        Play(2, ("LJ", "DA", "D10", "D9", "D4"), t("♦ 44 分 · 随 +4")),
                        Play(3, ("S3", "H3", "D9", "CK", "C2"), t("麻子 0 分")),
                    ),
                ),
                Lines(
                    (
                        t("奖池：{a} 10 + {b} 9 + 7 = 26", a=SeatArg(0), b=SeatArg(1)),
                        t("{a} 选择随，拿自己的基础分 44 − 40 = 4", a=SeatArg(2)),
                    )
                ),
            ),
        ),
        FRIENDS,
    ),
    "score-sheet": (
        View(
            t("蹲麻子 · 打完 4 圈"),
            (
                Table(
                    t("记分表"),
                    (t("圈"), *(t("{a}", a=SeatArg(s)) for s in range(4))),
                    (
                        (t("第 1 圈"), 12, 0, 0, -5),
                        (t("第 2 圈"), 26, 0, 4, 0),
                        (t("第 3 圈"), 0, 11, 0, 7),
                        (t("第 4 圈"), 0, 0, 18, 0),
                        (t("合计"), 38, 11, 22, 2),
                    ),
                ),
                Table(
                    t("名次"),
                    (t("名次"), t("玩家"), t("总分")),
                    tuple(
                        (n + 1, t("{a}", a=SeatArg(s)), score)
                        for n, (s, score) in enumerate(((0, 38), (2, 22), (1, 11), (3, 2)))
                    ),
                ),
            ),
        ),
        FRIENDS,
    ),
    "lobby": (
        View(
            t("蹲麻子 · 等人开局"),
            (
                Seats(
                    (
                        SeatRow(0, marks=(t("房主"),)),
                        SeatRow(1),
                        SeatRow(2, marks=(t("准备"),)),
                        SeatRow(3, marks=(t("电脑"),)),
                    )
                ),
                Table(
                    t("设置"),
                    (t("项目"), t("现在"), t("还可以选")),
                    (
                        (t("目标分"), t("40"), t("45、50、35")),
                        (t("强制结算"), t("手牌分"), t("基础分：更公平，拖着不扣没有好处")),
                        (t("圈数"), t("4 圈"), t("1、8")),
                    ),
                ),
                Lines((t("2 到 4 人可以开始。房主按“开始”。"),)),
            ),
        ),
        FRIENDS,
    ),
    "eight": (
        View(
            t("比大小 · 八个人"),
            (
                Seats(
                    tuple(
                        SeatRow(s, 3, s * 7 - 20, (t("电脑"), t("已出")), asked=s == 3, team=s % 3)
                        for s in range(8)
                    ),
                    0,
                ),
                Cards(t("你的手牌"), ("S4", "H5", "DK"), mine=True),
            ),
        ),
        HOSTILE,
    ),
    "long-hand": (
        View(
            t("叫抢地主 · 出牌"),
            (
                seats(0, 0),
                Trick(
                    t("这一圈"),
                    (Play(1, ("S3", "H3", "D3", "C4", "S4")), Play(2, label=t("不要"))),
                ),
                Cards(t("你的手牌"), codes(pack(2)[40:73]), mine=True, chosen=(5, 20)),
            ),
        ),
        FRIENDS,
    ),
    "stages": (
        View(
            t("比赛场 · 上饶打炸 · 16 人"),
            (
                Stage(t("决赛"), (tuple(SeatRow(s) for s in range(4)),)),
                Stage(
                    t("第 1 轮"),
                    tuple(
                        tuple(
                            SeatRow(s % 8, score=7 * s - 40, won=s % 4 == n, dim=s % 4 != n)
                            for s in range(4 * n, 4 * n + 4)
                        )
                        for n in range(4)
                    ),
                ),
            ),
        ),
        HOSTILE,
    ),
    "discards": (View(t("弃牌堆里的牌"), (Cards(t("弃牌堆"), codes(pack())),)), FRIENDS),
    "matrix": (
        View(
            t("扑克矩阵 · 第 21 张"),
            (
                Grid(t("你的棋盘"), 5, BOARD, lines=(tuple(range(5)),)),
                Cards(t("这张"), ("D6",), chosen=(0,)),
                Facts((Fact(t("得分"), 247), Fact(t("名次"), t("第 1 名 / 6 人"), good=True))),
                Table(t("得分表"), (t("线"), t("牌型"), t("分")),
                      ((t("第 1 行"), t("顺子"), 192), (t("第 1 列"), t("一对"), 15))),
            ),
        ),
        FRIENDS,
    ),
}  # fmt: skip
