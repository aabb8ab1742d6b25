"""Screens in words: everything the picture shows, in lines that can be read aloud."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import renderers
from bot.i18n.catalogue import sources
from engine.msg import SeatArg
from engine.view import (
    Boards,
    Cards,
    Cell,
    Count,
    Course,
    Fact,
    Facts,
    Grid,
    Lamps,
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
from renderers.faces import word
from renderers.text import render
from tests.renderers.screens import FRIENDS, HOSTILE, SCREENS, speaker, t


def said(*blocks, names=FRIENDS) -> list[str]:
    """The lines below the title."""
    return [line for line in render(View(t("题"), blocks), speaker(names)).split("\n")[1:] if line]


BLOCKS = [
    (Cards(t("摸牌堆"), hidden=27, pile=True), ["摸牌堆：还有 27 张"]),
    (Cards(t("弃牌堆"), ("S2", "H3"), pile=True), ["弃牌堆：最上面 ♥3，共 2 张"]),
    (Cards(t("弃牌堆"), pile=True), ["弃牌堆：空"]),
    (Cards(t("公共区"), ("S9", "BJ"), places=5), ["公共区：♠9 大王，空位 3 个"]),
    (Cards(t("底牌"), ("D4",), hidden=2), ["底牌：♦4，暗牌 2 张"]),
    (Cards(t("公共区"), places=5), ["公共区：空位 5 个"]),
    (
        Cards(t("你的手牌"), ("LJ", "H10"), chosen=(1,), note=t("打出 ♥10"), mine=True),
        ["你的手牌（2 张）：小王 ♥10，标出 ♥10，打出 ♥10"],
    ),
    (
        Row((Cards(t("甲"), ("CA",)), Cards(t("乙"), hidden=1, pile=True))),
        ["甲：♣A", "乙：还有 1 张"],
    ),
    (
        Trick(
            t("这一圈"),
            (Play(0, ("S3", "H3")), Play(1, label=t("不要")), Play(2, ("D5",), t("大"))),
        ),
        ["这一圈", "小明：♠3 ♥3", "阿强：不要", "小雅：♦5，大"],
    ),
    (
        Grid(
            t("棋盘"),
            2,
            (
                Cell("S3", lit=True),
                Cell(label=t("红×20"), badge="红", tint=Tint.RED),
                Cell("H4", label="a", badge="黑"),
                Cell(dim=True),
            ),
            note=t("还差 2 张"),
        ),
        ["棋盘", "第 1 行：♠3（标出），空（红×20）", "第 2 行：♥4（黑），空（不计）", "还差 2 张"],
    ),
    (
        Grid(t("棋盘"), 2, (Cell("S3"),) * 4, lines=((2, 3), (1, 3), (0, 3), (1, 2))),
        [
            "棋盘",
            "第 1 行：♠3，♠3",
            "第 2 行：♠3，♠3",
            "连成：第 2 行、第 2 列、左上到右下、左下到右上",
        ],
    ),
    (
        Boards(
            t("各家"),
            (Grid(t("小明"), 1, (Cell("S3"),), note=t("5 分")), Grid(t("阿强"), 1, (Cell(),))),
        ),
        ["各家", "小明", "第 1 行：♠3", "5 分", "阿强", "第 1 行：空"],
    ),
    (Tally(t("记牌器"), (Count(t("2"), 3, 4), Count("A", 0, 4))), ["记牌器：2 3，A 0"]),
    (
        Course(t("走势"), (t("小明"), "阿强"), ((0, 0), (5, -5), (-2, 2)), me=0),
        ["走势", "小明 现在 −2，最高 +5，最低 −2", "阿强 现在 +2，最高 +2，最低 −5"],
    ),
    (Lamps(t("牌型"), (t("5 种"), "", "+8"), 1), ["牌型：3 个里亮了 1 个，5 种，+8"]),
    (
        Trick(
            t("亮牌"),
            (
                Play(0, ("S3",), t("♠ 50"), t("扣"), Tint.GOLD, 26, won=True),
                Play(1, points=-4),
            ),
        ),
        ["亮牌", "小明：扣，♠3，♠ 50，+26 分，胜", "阿强：−4 分"],
    ),
    (
        Seats((SeatRow(0, won=True), SeatRow(1, dim=True)), free=2),
        ["小明：胜", "阿强", "空位 2 个"],
    ),
    (
        Table(
            t("记分表"),
            (t("圈"), t("小明"), t("阿强")),
            ((t("第 1 圈"), 12, -5), ("合计", 0, "+3")),
        ),
        ["记分表", "第 1 圈：小明 12，阿强 −5", "合计：小明 0，阿强 +3"],
    ),
    (
        Table(t("没有表头"), (), ((t("q"), t("三条"), 66),)),
        ["没有表头", "q：三条，66"],
    ),
    (
        Facts((Fact(t("手牌分"), 44, good=True), Fact(t("差"), -1234), Fact(t("花色"), t("♠")))),
        ["手牌分：44", "差：−1234", "花色：♠"],
    ),
    (Lines((t("第一句。"), t("{a} 打出 ♣10。", a=SeatArg(1)))), ["第一句。", "阿强 打出 ♣10。"]),
]


@pytest.mark.parametrize(("block", "lines"), BLOCKS, ids=[lines[0] for _, lines in BLOCKS])
def test_a_block_in_words(block, lines):
    assert said(block) == lines


def test_the_players_and_whose_turn_it_is():
    rows = (
        SeatRow(0, 5, 1800, asked=True),
        SeatRow(1, 5, -5, (t("电脑"),), asked=True, team=2),
        SeatRow(2),
    )
    assert said(Seats(rows, 0)) == [
        "轮到 小明（你）、阿强。",
        "小明（你）：5 张，1800 分",
        "阿强：2 队，5 张，−5 分，电脑",
        "小雅",
    ]


def test_it_is_your_turn():
    assert said(Seats((SeatRow(0, asked=True), SeatRow(1)), 0))[0] == "轮到你。"


def test_nobody_is_waited_for():
    assert said(Seats((SeatRow(0), SeatRow(1)), 0)) == ["小明（你）", "阿强"]


@pytest.mark.parametrize("name", SCREENS)
def test_every_card_number_and_sentence_of_a_screen_is_in_its_text(name):
    view, people = SCREENS[name]
    say = speaker(people)
    shown = render(view, say)
    for block in view.blocks:
        for part in block.blocks if isinstance(block, Row) else (block,):
            match part:
                case Cards(codes=codes, pile=pile):
                    assert all(word(code, say) in shown for code in (codes[-1:] if pile else codes))
                case Table(rows=rows):
                    cells = [cell for row in rows for cell in row if isinstance(cell, int)]
                    assert all(str(abs(cell)) in shown for cell in cells)
                case Lines(msgs=msgs):
                    assert all(say(line) in shown for line in msgs)


@given(st.lists(st.one_of(st.text(max_size=60), st.sampled_from(HOSTILE)), min_size=4, max_size=4))
def test_no_name_breaks_the_lines(people):
    view = View(
        t("{a}", a=SeatArg(0)),
        (Seats(tuple(SeatRow(s, asked=True) for s in range(4))), Lines((t("{a}", a=SeatArg(1)),))),
    )
    words = render(view, speaker(tuple(people)))

    assert len(words.split("\n")) == 1 + 1 + 1 + 4 + 1 + 1
    assert len(words) < 600
    words.encode()


def test_the_renderers_have_the_messages_they_say_and_no_others():
    said = {
        key
        for file in Path(renderers.__file__).parent.rglob("*.py")
        for key in re.findall(r'"(render-[a-z-]+)"', file.read_text("utf-8"))
    }
    assert said == set(re.findall(r"^(render-[a-z-]+) =", sources()["renderers"], re.MULTILINE))


def test_a_stage_names_every_table_and_who_goes_on():
    rows = (SeatRow(0, score=-4, dim=True), SeatRow(1, score=12, won=True), SeatRow(2), SeatRow(3))
    assert said(Stage(t("第 1 轮"), (rows, rows[2:]))) == [
        "第 1 轮",
        "第 1 桌：小明（−4 分），阿强（+12 分，晋级），小雅，电脑·石",
        "第 2 桌：小雅，电脑·石",
    ]
