"""Where things stand on a sheet: nothing overlaps, nothing leaves it, nothing is too small."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import codes, pack
from engine.msg import SeatArg, msg
from engine.view import (
    Boards,
    Cards,
    Cell,
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
    Tint,
    Trick,
    View,
)
from renderers import picture
from renderers.blocks.parts import Context, vacant
from renderers.ink import lettering
from renderers.sheet import Crown, Curve, Panel, Stroke, Tile, Words
from renderers.speech import Voice
from renderers.theme import COATS, LONGEST_SIDE, PHONE, SCALES, Ground
from tests.renderers.screens import FRIENDS, HOSTILE, SCREENS, speaker, t

CODES = codes(pack())
CHIPS = tuple(ground for ground in Ground if ground.startswith("chip"))
CARDS = tuple(ground for ground in Ground if ground.startswith("place"))


def overlap(a, b) -> bool:
    return a.x < b.x + b.w and b.x < a.x + a.w and a.y < b.y + b.h and b.y < a.y + a.h


def within(a, b) -> bool:
    return b.x <= a.x and a.x + a.w <= b.x + b.w and b.y <= a.y and a.y + a.h <= b.y + b.h


def faults(sheet) -> list[str]:
    """What is wrong with a sheet, in words."""
    found = []
    if max(sheet.width, sheet.height) > LONGEST_SIDE:
        found.append(f"{sheet.width}×{sheet.height} is too large")
    for item in sheet.items:
        peep = 4 * item.stack if isinstance(item, Tile) else 0
        if item.x < peep or item.y < 0 or item.w <= 0 or item.h <= 0:
            found.append(f"outside: {item}")
        if item.x + item.w > sheet.width or item.y + item.h + peep > sheet.height:
            found.append(f"outside: {item}")
    words, tiles, panels, crowns = (
        [item for item in sheet.items if isinstance(item, kind)]
        for kind in (Words, Tile, Panel, Crown)
    )
    found += [
        f"too small or too wide: {word}"
        for word in words
        if word.size * PHONE / sheet.width < 9
        or lettering.width(word.text, word.size, word.bold) > word.w
    ]
    found += [f"words on words: {a} {b}" for a, b in combinations(words, 2) if overlap(a, b)]
    found += [
        f"covered: {a} {b}" for a, b in combinations(tiles, 2) if overlap(a, b) and hides(a, b)
    ]
    chips = [panel for panel in panels if panel.ground in CHIPS]
    for tile in tiles:
        found += [
            f"words on a card: {word} {tile}"
            for word in words
            if overlap(word, tile) and not any(within(word, c) and within(c, tile) for c in chips)
        ]
    places = [panel for panel in panels if panel.ground in CARDS]
    found += [f"places: {a} {b}" for a, b in combinations([*places, *tiles], 2)
              if overlap(a, b) and (a in places or b in places)]  # fmt: skip
    found += [f"{crown} on words" for crown in crowns for word in words if overlap(crown, word)]
    for panel in panels:
        if panel.ground is Ground.FRAME:
            continue  # The frames of two lines cross where the lines do.
        found += [
            f"across an edge: {panel} {item}"
            for item in sheet.items
            if item is not panel
            and not (isinstance(item, Panel) and item.ground is Ground.FRAME)
            and not isinstance(item, Crown | Stroke | Curve)
            and overlap(panel, item)
            and not (within(panel, item) or within(item, panel))
        ]
    return found


def hides(lower: Tile, upper: Tile) -> bool:
    """Whether so much is covered that the index cannot be read."""
    strip = lower.x + lower.seen
    return upper.x < strip or lower.seen < round(0.44 * lower.w)


names = st.lists(
    st.one_of(st.sampled_from(HOSTILE + FRIENDS), st.text(max_size=40)), min_size=8, max_size=8
)
phrases = st.one_of(
    st.sampled_from(
        ["扣", "手牌分", "公共区", "还差 1 张：换掉 ♥5", "很长的话，" * 30, "a" * 200, ""]
    ),
    st.builds(lambda s: f"{{a}} 打出 {s}", st.text(max_size=30)),
)
msgs = st.builds(lambda words, s: t(words, a=SeatArg(s)), phrases, st.integers(0, 7))
numbers = st.integers(-10_000, 10_000)
hands = st.one_of(st.integers(0, 8), st.sampled_from([13, 17, 20, 27, 33, 40, 54])).flatmap(
    lambda n: st.lists(st.sampled_from(CODES), min_size=n, max_size=n).map(tuple)
)


@st.composite
def some_cards(draw, *, mine: bool | None = None) -> Cards:
    held = draw(hands)
    return Cards(
        draw(msgs),
        held,
        hidden=draw(st.sampled_from([0, 0, 1, 2, 27])),
        places=draw(st.sampled_from([0, 0, 5, 9])),
        chosen=tuple(draw(st.sets(st.integers(0, max(0, len(held) - 1)), max_size=3)))
        if held
        else (),
        note=draw(st.none() | msgs),
        pile=draw(st.booleans()),
        mine=draw(st.booleans()) if mine is None else mine,
    )


@st.composite
def some_seats(draw) -> Seats:
    rows = tuple(
        SeatRow(
            s,
            cards=draw(st.none() | st.integers(0, 54)),
            score=draw(st.none() | numbers),
            marks=tuple(draw(st.lists(msgs, max_size=3))),
            asked=draw(st.booleans()),
            team=draw(st.integers(0, 3)),
            won=draw(st.booleans()),
            dim=draw(st.booleans()),
        )
        for s in range(draw(st.sampled_from([1, 2, 3, 4, 5, 8, 10, 12, 50])))
    )
    me = draw(st.none() | st.integers(0, len(rows) - 1))
    return Seats(rows, me, draw(st.integers(0, 3)))


@st.composite
def some_stage(draw) -> Stage:
    rows = draw(some_seats()).rows[:4]
    return Stage(draw(msgs), (rows,) * draw(st.sampled_from([1, 3, 4, 16])))


@st.composite
def some_table(draw) -> Table:
    columns = draw(st.integers(1, 9))
    cell = st.one_of(msgs, numbers, st.text(max_size=20))
    return Table(
        draw(msgs),
        tuple(draw(st.lists(msgs, min_size=columns, max_size=columns))),
        tuple(
            tuple(draw(cell) for _ in range(columns))
            for _ in range(draw(st.sampled_from([0, 1, 4, 9, 30])))
        ),
        bright=tuple(draw(st.sets(st.integers(0, 9), max_size=3))),
        dim=tuple(draw(st.sets(st.integers(0, 9), max_size=3))),
    )


@st.composite
def some_grid(draw) -> Grid:
    columns, rows = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    count = columns * rows
    short = st.sampled_from(["", "a", "过牌", "红×20", "很长很长"])
    cell = st.builds(
        Cell,
        st.sampled_from((*CODES, "", "")),
        short,
        short,
        st.sampled_from(Tint),
        st.booleans(),
        st.booleans(),
    )
    cells = draw(st.lists(cell, min_size=count, max_size=count))
    whole = [tuple(range(i * columns, (i + 1) * columns)) for i in range(rows)]
    whole += [tuple(range(i, count, columns)) for i in range(columns)]
    lines = draw(st.lists(st.sampled_from(whole), max_size=3, unique=True))
    return Grid(draw(msgs), columns, tuple(cells), tuple(lines), draw(st.none() | msgs))


plays = st.builds(
    Play,
    st.integers(0, 7),
    hands,
    st.none() | msgs,
    st.none() | msgs,
    st.sampled_from(Tint),
    st.none() | numbers,
    st.booleans(),
)
facts = st.builds(Fact, msgs, st.one_of(msgs, numbers), st.booleans())
blocks = st.one_of(
    some_cards(),
    some_seats(),
    some_table(),
    some_grid(),
    some_stage(),
    st.builds(lambda title, b: Boards(title, tuple(b)), msgs, st.lists(some_grid(), max_size=9)),
    st.builds(
        lambda title, labels, lit: Lamps(title, tuple(labels), lit),
        msgs,
        st.lists(st.sampled_from(["", "+100", "很长的话"]), max_size=12),
        st.integers(0, 12),
    ),
    st.builds(lambda title, p: Trick(title, tuple(p)), msgs, st.lists(plays, max_size=8)),
    st.builds(lambda f: Facts(tuple(f)), st.lists(facts, max_size=5)),
    st.builds(lambda m: Lines(tuple(m)), st.lists(msgs, max_size=9)),
    st.builds(lambda c: Row(tuple(c)), st.lists(some_cards(mine=False), min_size=1, max_size=4)),
)
views = st.builds(lambda title, b: View(title, tuple(b)), msgs, st.lists(blocks, max_size=7))


@pytest.mark.parametrize("name", SCREENS)
def test_the_screens_of_the_gallery_are_without_fault(name):
    view, people = SCREENS[name]
    assert faults(picture.sheet(view, speaker(people))) == []


@given(view=views, people=names)
def test_nothing_overlaps_on_any_view(view, people):
    assert faults(picture.sheet(view, speaker(tuple(people)))) == []


@given(
    count=st.integers(0, 60),
    chosen=st.sets(st.integers(0, 59)),
    places=st.sampled_from([0, 5]),
)
def test_every_card_of_a_hand_is_there_once_and_in_order(count, chosen, places):
    held = (CODES * 2)[:count]
    kept = tuple(i for i in chosen if i < count)
    view = View(t("手牌"), (Cards(t("你的手牌"), held, chosen=kept, mine=True, places=places),))
    items = picture.sheet(view, speaker(FRIENDS)).items
    drawn = [item for item in items if isinstance(item, Tile)]
    empty = [i for i in items if isinstance(i, Panel) and i.ground is Ground.PLACE]

    assert tuple(tile.face for tile in drawn) == held
    assert [i for i, tile in enumerate(drawn) if tile.chosen] == sorted(kept)
    assert len(empty) == max(0, places - count)


def test_thirty_three_cards_lie_in_two_rows():
    held = (CODES * 2)[:33]
    view = View(t("手牌"), (Cards(t("你的手牌"), held, mine=True),))
    drawn = [item for item in picture.sheet(view, speaker(FRIENDS)).items if isinstance(item, Tile)]

    assert sorted({tile.y for tile in drawn}) == sorted({drawn[0].y, drawn[-1].y})
    assert min(tile.seen for tile in drawn) >= 0.44 * drawn[0].w - 1


def test_only_the_seats_that_are_waited_for_have_a_golden_frame():
    rows = tuple(SeatRow(s, asked=s in (1, 3)) for s in range(4))
    drawn = picture.sheet(View(t("局"), (Seats(rows, 0),)), speaker(FRIENDS)).items
    boxes = [
        p.ground for p in drawn if isinstance(p, Panel) and p.ground in (Ground.SEAT, Ground.ASKED)
    ]

    assert boxes == [Ground.SEAT, Ground.ASKED, Ground.SEAT, Ground.ASKED]


@pytest.mark.parametrize("count", [2, 4, 10])
def test_no_words_touch_the_golden_frame_around_them(count):
    """Even where a screen is so full that everything is small."""
    rows = tuple(SeatRow(s, cards=7, score=5, asked=True) for s in range(count))
    full = tuple(Cards(t("牌"), CODES) for _ in range(8))
    items = picture.sheet(View(t("局"), (Seats(rows, 0), *full)), speaker(HOSTILE * 2)).items
    frames = [i for i in items if isinstance(i, Panel) and i.ground is Ground.ASKED]
    thick = COATS[Ground.ASKED].thick
    inner = [Panel(f.x + thick, f.y + thick, f.w - 2 * thick, f.h - 2 * thick) for f in frames]
    words = [i for i in items if isinstance(i, Words) and any(within(i, f) for f in frames)]

    assert len(frames) == count
    assert words
    assert all(any(within(word, box) for box in inner) for word in words)


def test_names_of_players_in_a_row_stand_on_one_line():
    """However much is said of some of them below."""
    marks = ((), (t("庄家"),), (t("这一圈不能再出"), t("电脑")), ())
    rows = tuple(SeatRow(s, cards=9, score=-s, marks=marks[s]) for s in range(4))
    items = picture.sheet(View(t("局"), (Seats(rows),)), speaker(FRIENDS)).items
    lines = {i.y + i.size for i in items if isinstance(i, Words) and i.text in FRIENDS}

    assert len(lines) == 1


@pytest.mark.parametrize("marks", [(), (t("桌主"),)])
def test_a_name_alone_stands_in_the_middle_of_its_face(marks):
    """Whether or not more is said of another player."""
    rows = (SeatRow(0, marks=marks), SeatRow(1), SeatRow(2))
    items = picture.sheet(View(t("局"), (Seats(rows),)), speaker(FRIENDS)).items
    (name,) = (i for i in items if isinstance(i, Words) and i.text == FRIENDS[1])
    face = [i for i in items if isinstance(i, Panel) and i.ground is Ground.FACE][1]

    assert abs((name.y + name.h / 2) - (face.y + face.h / 2)) <= 1


CIRCLE = (
    Play(0, CODES[:2], t("对子")),
    Play(1, label=t("过")),
    Play(2, CODES[2:4], t("对子"), won=True),
    Play(3, label=t("过")),
    Play(0, label=t("过")),
)


def test_the_play_to_beat_is_larger_than_the_others_and_alone_has_a_golden_edge():
    items = picture.sheet(View(t("局"), (Trick(t("本圈"), CIRCLE),)), speaker(FRIENDS)).items
    (frame,) = [i for i in items if isinstance(i, Panel) and i.ground is Ground.ROW]
    cards = [i for i in items if isinstance(i, Tile)]
    inside = [i for i in cards if within(i, frame)]

    assert [i.face for i in inside] == list(CODES[2:4])
    assert FRIENDS[2] in [i.text for i in items if isinstance(i, Words) and within(i, frame)]
    assert min(i.w for i in inside) > 1.3 * max(i.w for i in cards if i not in inside)


def test_a_straight_that_is_to_be_beaten_lies_open():
    play = Play(0, CODES[:9], t("顺子"), won=True)
    items = picture.sheet(View(t("局"), (Trick(t("本圈"), (play,)),)), speaker(FRIENDS)).items
    cards = [i for i in items if isinstance(i, Tile)]

    assert len({i.y for i in cards}) == 1
    assert all(a.x + a.w < b.x for a, b in pairwise(cards))


def test_who_passed_stands_in_one_line_with_the_word_for_it():
    items = picture.sheet(View(t("局"), (Trick(t("本圈"), CIRCLE),)), speaker(FRIENDS)).items
    words = [i for i in items if isinstance(i, Words)]
    passes = [i.y + i.size for i in words if i.text == "过"]
    named = {i.text: i.y + i.size for i in words}

    assert passes == [named[FRIENDS[1]], named[FRIENDS[3]], passes[2]]
    assert passes[1] < passes[2] <= passes[1] + 50


def test_who_goes_on_stands_on_gold_and_nobody_else():
    stage = tuple(
        tuple(SeatRow(s, score=9 - s, won=s == at, dim=s != at) for s in range(4)) for at in (2, 0)
    )
    items = picture.sheet(View(t("比赛"), (Stage(t("第 1 轮"), stage),)), speaker(FRIENDS)).items
    bars = [i for i in items if isinstance(i, Panel) and i.ground is Ground.CHIP_GOLD]
    named = [i.text for b in bars for i in items if isinstance(i, Words) and within(i, b)]

    assert named == [FRIENDS[2], "+7", FRIENDS[0], "+9"]


def test_an_empty_place_is_bare_where_its_word_does_not_fit():
    """Half a word says less than none."""
    voice = Voice(lambda _: "empty", lettering.legible)
    shown = [
        [item.text for item in vacant(width, 90, Context(voice, SCALES[0], lettering.width)).items
         if isinstance(item, Words)]
        for width in (56, 112)
    ]  # fmt: skip

    assert shown == [[], ["empty"]]


def test_a_value_in_words_stands_on_the_base_line_of_the_number_beside_it():
    block = Facts(
        (Fact(t("底池"), 60), Fact(t("跟一次"), t("没看 10")), Fact(t("顶"), t("长" * 90)))
    )
    items = picture.sheet(View(t("局"), (block,)), speaker(FRIENDS)).items
    lines = {i.text: i.y + i.size for i in items if isinstance(i, Words)}

    assert lines["60"] == lines["没看 10"]
    assert all(line > lines["60"] for said, line in lines.items() if said.startswith("长"))


def test_the_players_of_a_score_sheet_stand_at_equal_distances():
    """Short names beside long ones."""
    names = (
        "一个名字很长很长的好朋友",
        "ab",
        "Bartholomew Fitzgerald",
        "小雅",
        "很长很长的名字很长",
        "cd",
    )
    rows = tuple((t(f"第 {n} 圈"), *range(10, 70, 10)) for n in (1, 2))
    block = Table(t("这一场"), (t("圈"), *(t("{a}", a=SeatArg(s)) for s in range(6))), rows)
    items = picture.sheet(View(t("战绩"), (block,)), speaker(names)).items
    ends = [
        i.x + i.w for i in items if isinstance(i, Words) and i.text in map(str, range(10, 70, 10))
    ]

    steps = [b - a for a, b in pairwise(ends[:6])]
    assert max(steps) - min(steps) <= 1


def test_piles_are_clearly_apart():
    view, people = SCREENS["public"]
    items = picture.sheet(view, speaker(people)).items
    drawn = [i for i in items if isinstance(i, Tile) or getattr(i, "ground", "") == Ground.PLACE]
    edges = [(a.x + a.w, b.x) for a, b in pairwise(drawn)]

    assert len(drawn) == 1 + 5 + 1
    assert edges[0][1] - edges[0][0] >= 36
    assert edges[-1][1] - edges[-1][0] >= 36
    assert all(b - a <= 12 for a, b in edges[1:-1])


def test_a_screen_that_is_too_full_says_so_and_keeps_the_hand():
    long = Lines(tuple(t("{a} 出了牌，" * 9, a=SeatArg(s % 4)) for s in range(60)))
    hand = Cards(t("你的手牌"), CODES[:20], mine=True)
    view = View(t("局"), (long, long, hand))
    sheet = picture.sheet(view, speaker(FRIENDS))

    assert faults(sheet) == []
    assert speaker(FRIENDS)(msg("render-more")) in [
        i.text for i in sheet.items if isinstance(i, Words)
    ]
    assert [i.face for i in sheet.items if isinstance(i, Tile)] == list(CODES[:20])
