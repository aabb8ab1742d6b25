"""People's names: shown as text whatever they are, and told apart where they are equal."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n.catalogue import LANGUAGES, Catalogue
from bot.i18n.likeness import like_a_computer, likeness
from bot.i18n.names import COMPUTERS as COMPUTERS_HERE
from bot.i18n.names import LONGEST, NOBODY, clean, told_apart
from engine.msg import msg
from tests import alike

APART = [
    # given, shown, why
    (["甲", "乙"], ("甲", "乙"), "different names stay"),
    (["甲", "乙", "甲"], ("甲·1", "乙", "甲·3"), "the seat's number"),
    (["甲", "甲", "甲·1"], ("甲·1·1", "甲·2", "甲·1·3"), "somebody else's own name"),
    ([], (), "an empty table"),
]


@pytest.mark.parametrize(("given_", "shown", "why"), APART, ids=[row[2] for row in APART])
def test_txt_03_equal_names_end_in_their_number(given_, shown, why):
    assert told_apart(given_) == shown


@given(st.lists(st.sampled_from(["甲", "甲·1", "甲·1·1", "甲·2", "x" * LONGEST, "x" * 22 + "·2"])))
def test_txt_03_nobody_has_anybody_elses_name(names):
    shown = told_apart(names)
    assert len(set(shown)) == len(names)
    assert all(len(name) <= LONGEST for name in shown)
    assert all(s.startswith(n[:20]) for s, n in zip(shown, names, strict=True))


HOSTILE = [
    "@everyone",
    "<@&123>",
    "```",
    "*_~|`",
    "<b>大</b>",
    "](tg://user?id=1)",
    "=SUM(A1:A9)",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_txt_01_what_is_markup_elsewhere_is_a_name_like_any_other(name):
    """Adapters keep it from being read as markup; the name itself is not changed."""
    assert clean(name) == name


UNSEEN = [
    # name, shown, why
    ("小\u202e明", "小明", "an override of the direction"),
    ("小\n明\t好", "小 明 好", "line ends"),
    ("小\u200b明\ufeff", "小明", "nothing to see"),
    ("\u2066小明\u2069", "小明", "isolates"),
    ("", NOBODY, "empty"),
    ("\u200d\u202e \n", NOBODY, "only what is not seen"),
    ("👩‍👩‍👧", "👩‍👩‍👧", "an emoji is held together"),
]


@pytest.mark.parametrize(("name", "shown", "why"), UNSEEN, ids=[row[2] for row in UNSEEN])
def test_txt_01_what_breaks_lines_or_directions_is_taken_out(name, shown, why):
    assert clean(name) == shown


@given(st.text(max_size=200))
def test_txt_01_any_name_is_one_short_visible_line(name):
    shown = clean(name)
    assert 1 <= len(shown) <= LONGEST
    kinds = {unicodedata.category(c) for c in shown.replace("\u200d", "")}
    assert not kinds & {"Cc", "Cf", "Cs", "Zl", "Zp"}
    assert clean(shown) == shown


COMPUTERS = [
    "电脑·石", "電腦・石", "電腦·石", "电脑石", " 电 脑 - 石 ", "电脑·石1", "电脑·雪", "电脑",
    "ⓑⓞⓣ stone",
    "Bot Stone", "bot stone", "ＢＯＴ　ＳＴＯＮＥ", "Вот Stone", "BоT_Stоne", "B0T 5T0NE",
    "b.o.t.s.t.o.n.e",
    "ʙᴏᴛ sᴛᴏɴᴇ", "𝐁𝐨𝐭 𝕾𝖙𝖔𝖓𝖊", "🅱🅾🆃 Stone", "Bot\u200b\u00a0Stone", "Bòt Stöne", "Βοτ Stone",
    "BOT PlNE",
    "Bot Lotus 2", "@电脑·石", "“Bot Stone”", "Ᏼot", "🇧🇴🇹 🇸🇹🇴🇳🇪", "Ƀøŧ Stone", "Bot·Snow",
    "电脑\u3000桂",
    "⽯电脑·⽯"[1:], "電脑·石",
]  # fmt: skip


@pytest.mark.parametrize("name", COMPUTERS)
def test_nobody_is_called_as_a_computer_player_is(name):
    """By those who choose a name it is refused (the page's own test); others' are marked."""
    assert like_a_computer(name)
    assert clean(name).startswith("@")
    assert clean(clean(name)) == clean(name)


@pytest.mark.parametrize(
    "name",
    ["小明", "Botticelli", "电脑迷", "Robot", "石", "Stone", "Abbott", "botanist", "👍", "·", "-"],
)
def test_who_only_has_a_word_of_them_is_called_as_they_wish(name):
    assert not like_a_computer(name)
    assert clean(name) == name


def test_every_computer_player_of_every_language_is_one():
    for language in LANGUAGES:
        say = Catalogue(language, strict=True).say
        for number in range(1, COMPUTERS_HERE + 1):
            name = say(msg(f"computer-{number}"))
            for form in (name, name.upper(), name.replace("·", "・"), name.replace(" ", "\u3000")):
                assert like_a_computer(form), form


ALIKE = [
    ("小明", "小 明"), ("Ann", "ann"), ("Ann", "Αnn"), ("Ann", "Ａｎｎ"), ("Anna", "Аnnа"),
    ("ab", "ab."),
    ("Bob", "B0b"), ("Will", "Wi11"), ("é", "e"), ("a\u0301", "á"), ("Arnold", "Amold"),
    ("wolf", "vvolf"), ("小己", "小已"), ("小日", "小曰"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_two_who_look_alike_are_told_apart(one, other):
    assert told_apart([one, other, "乙"]) == (f"{one}·1", f"{other}·2", "乙")


def listed():
    lines = [line.split(" ") for line in alike.FILE.read_text("utf-8").splitlines()]
    return [(char, latin) for latin, chars in lines[3:] for char in chars]


def test_every_character_of_unicodes_list_looks_like_its_letter():
    found = listed()
    assert len(found) > 400
    other = [char for char, latin in found if likeness(char) != likeness(latin)]
    assert other == ["б"], "of 6 and b, both of which it is like, a letter is taken for the letter"
    stone = [
        name
        for char, latin in found
        for at, letter in enumerate("bot stone")
        if letter == latin.lower() and (name := f"{'bot stone'[:at]}{char}{'bot stone'[at + 1 :]}")
    ]
    assert len(stone) > 100
    assert [name for name in stone if not like_a_computer(name)] == []


def test_the_list_is_made_of_unicodes_own():
    text = """\ufeff# confusables.txt
0441 ;\t0063 ;\tMA\t# ( с → c ) CYRILLIC SMALL LETTER ES → LATIN SMALL LETTER C
FF41 ;\t0061 ;\tMA\t# its normal form is its letter
00E7 ;\t0063 ;\tMA\t# its name says so
006D ;\t0072 006E ;\tMA\t# two for one
0430 ;\t0061 ;\tMA\t# ( а → a )
"""
    assert alike.written(alike.pairs(text)) == f"{alike.HEAD}a а\nc с\n"


@pytest.mark.parametrize(("one", "other"), [("♠", "♥"), ("👍", "👎"), ("…", "!"), ("10", "11")])
def test_what_looks_different_is_left_as_it_is(one, other):
    assert told_apart([one, other]) == (one, other)
