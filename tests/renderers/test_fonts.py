"""The fonts that travel with the package, and names in any script."""

from __future__ import annotations

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.names import clean as as_name
from engine.msg import SeatArg, msg
from engine.view import Lines, Play, SeatRow, Seats, Table, Trick, View
from renderers import picture
from renderers.ink import lettering
from renderers.ink.lettering import BOX, font_of, legible, mask, runs
from renderers.sheet import Words
from renderers.speech import Voice
from tests.renderers.screens import speaker, t
from tests.renderers.test_layout import faults

MOST_BYTES = 3_500_000

HOSTILE = {
    "everyone": "@everyone",
    "a role": "<@&123456>",
    "code": "```py\nx```",
    "markdown": "*_~|**bold**",
    "html": "<b>x</b><script>",
    "a link": "](tg://user?id=1)",
    "right to left": "\u202eexe.gnp",
    "isolates": "\u2067abc\u2069\u2066",
    "a line end": "a\r\nb\u2028c",
    "zero width": "\u200b\u200c\u200d\ufeff",
    "64 emoji": "🐼🎲🀄🃏" * 16,
    "a family": "👨\u200d👩\u200d👧\u200d👦",
    "skin": "👍🏽👋🏿",
    "flags": "🇨🇳🇹🇼🏴\U000e0067\U000e0062\U000e007f",
    "a keycap": "1\ufe0f\u20e3",
    "empty": "",
    "blank": " \t\u3000\u00a0",
    "invisible letters": "\u3164\u115f\u2800",
    "zalgo": "Z" + "\u0351\u036b\u0343\u0334" * 30 + "algo",
    "plane 2": "𠀀𪚥𠮷",
    "plane 3": "\U00030000\U0003134a",
    "extension A": "㐀䶵",
    "Hangul": "김철수 뷁",
    "kana": "さくらｻｸﾗ",
    "Arabic": "محمد علي",
    "Arabic with digits": "علي 12 abc",
    "Hebrew": "שלום עולם",
    "Thai": "สมชาย ผู้ดี",
    "Devanagari": "श्रीमती",
    "Tamil and Khmer": "தமிழ் ខ្មែរ",
    "Cyrillic, Greek, Vietnamese": "Жуков Ωμέγα Nguyễn",
    "fancy": "𝓐𝓵𝓲𝓬𝓮 𝕎𝕠𝕟𝕕𝕖𝕣 ⓐ",
    "surrogates": "\ud83d\ude00\udfff",
    "private and no character": "\ue000\uf8ff\uffff\U0010ffff",
    "a formula": "=1+1",
    "endless": "很长" * 500,
    "endless Latin": "W" * 1000,
    "traditional": "龜鬱灣鑾麤",
    "signs": "---",
    "control": "a\x00\x1b[31mb",
}


def test_fonts_and_licences_travel_and_are_small():
    folder = files("renderers.fonts")
    fonts = [f for f in folder.iterdir() if f.name.endswith((".otf", ".woff2", ".ttf"))]
    assert {f"Pokertable{f.name}" for f in lettering.CHAIN} < {f.name for f in fonts}
    assert sum(len(f.read_bytes()) for f in fonts) < MOST_BYTES
    licence = folder.joinpath("OFL.txt").read_text("utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert all(f.name.split("-")[0].split(".")[0] in licence for f in fonts)


CHARACTER_SETS = [
    ("gb2312", range(0xB0, 0xF8), [range(0xA1, 0xFF)], 6763),
    ("big5", range(0xA4, 0xC7), [range(0x40, 0x7F), range(0xA1, 0xFF)], 5401),
]


@pytest.mark.parametrize(("codec", "leads", "trails", "count"), CHARACTER_SETS)
def test_img_01_all_common_chinese_characters_are_outlines(codec, leads, trails, count):
    found = set()
    for lead in leads:
        for trail in (b for part in trails for b in part):
            char = bytes((lead, trail)).decode(codec, "ignore")
            if len(char) == 1 and "\u4e00" <= char <= "\u9fff":
                found.add(char)
    assert len(found) == count
    assert [char for char in found if font_of(char) != 0] == []


def test_all_signs_we_use_are_in_the_first_font():
    assert [char for char in "♠♥♣♦−×·…→（）「」“”：，。、+" if font_of(char) != 0] == []


SCRIPTS = [
    ("김철수", "Hangul"), ("Жуков", "SansSC-Regular"), ("Nguyễn", "Sans"), ("محمد", "Arabic"),
    ("שלום", "Hebrew"), ("สมชาย", "Thai"), ("श्रीमती", "Devanagari"), ("🐼", "Emoji"),
    ("🇨", "Emoji"), ("뷁", "Last"), ("தமிழ்", "Last"), ("𠮷", "Rare"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name"), SCRIPTS)
def test_which_font_draws_a_script(text, name):
    used = {font_of(char) for char in text}
    assert used - {0} <= {n for n, f in enumerate(lettering.CHAIN) if f.name.startswith(name)}
    assert BOX not in used


def test_a_character_of_no_font_is_a_box_of_its_own():
    (run,) = runs("\U00030000")
    (other,) = runs("\U00030001")
    boxes = [mask(one, 28) for one in (run, other)]
    assert run.font == BOX
    assert boxes[0].image.tobytes() != boxes[1].image.tobytes()
    assert all(box.image.getbbox() is not None for box in boxes)


ORDERS = [
    ("שלום abc", ["שלום", " ", "abc"], "a Latin word stays where it stands"),
    ("אב גד", ["גד", " ", "אב"], "what is read from the right begins there"),
    ("אב 12 גד", ["גד", " ", "12", " ", "אב"], "a number inside goes with it"),
    ("אב… 5", ["…", "אב", " ", "5"], "a name that is cut off ends at its left"),
    ("ab… 5", ["ab…", " ", "5"], "any other ends at its right"),
]


@pytest.mark.parametrize(("text", "order", "why"), ORDERS, ids=[row[2] for row in ORDERS])
def test_words_from_right_to_left_are_in_the_order_they_are_read(text, order, why):
    assert [run.text for run in runs(text)] == order


def test_a_number_after_a_name_from_right_to_left_stays_after_it():
    assert [run.text for run in runs("שלום 5")] == ["שלום", " ", "5"]


@pytest.mark.parametrize("kind", HOSTILE)
def test_txt_01_a_hostile_name_breaks_no_picture(kind):
    name = HOSTILE[kind]
    say = speaker((name, "小明", name, as_name(name)))
    voice = Voice(say, legible)
    rows = tuple(SeatRow(s, 5, -12, (t("{a}", a=SeatArg(s)),), asked=True) for s in range(4))
    view = View(
        t("轮到 {a}", a=SeatArg(0)),
        (
            Seats(rows, 0),
            Trick(t("{a}", a=SeatArg(0)), tuple(Play(s, ("S3",), points=3) for s in range(4))),
            Table(t("x"), (t("{a}", a=SeatArg(2)),), ((msg("seat-name", seat=SeatArg(0)), 3),)),
            Lines((t("{a} 打出 ♠3，{b} 打出 ♥4", a=SeatArg(0), b=SeatArg(2)),)),
        ),
    )
    sheet = picture.sheet(view, say)
    painted = picture.paint(view, say)

    assert voice.name(0).strip()
    assert faults(sheet) == []
    assert painted.startswith(b"\x89PNG")
    shown = {char for item in sheet.items if isinstance(item, Words) for char in item.text}
    boxes = {char for char in shown if font_of(char) == BOX}
    assert boxes <= set(name)
    assert all(ord(char) >= 0x3400 for char in boxes), "only rare Chinese has no glyph"


@given(st.text(max_size=50))
def test_every_legible_text_is_drawn_within_its_line(raw):
    text = legible(raw)
    assert legible(text) == text
    for run in runs(text):
        shape = mask(run, 28)
        if shape is not None:
            assert shape.top >= -28
            assert shape.top + shape.image.height <= round(28 * 0.3)


@given(st.text(max_size=200))
def test_txt_01_a_stored_name_is_one_short_line_and_never_empty(raw):
    name = as_name(raw)
    assert 1 <= len(name) <= 24
    assert name == name.strip() == " ".join(name.split())
    assert as_name(name) == name
    name.encode()
