"""Every character that Unicode has, alone and beside others, from a name to the pixels."""

from __future__ import annotations

from functools import cache

import pytest

from renderers import speech
from renderers.ink import lettering
from renderers.ink.lettering import font_of, legible, mask, runs
from renderers.speech import Voice
from tests.kit.lettering import HAN, LATIN, SIZE, assigned, complaints
from tests.kit.tiers import chosen
from tests.renderers.screens import speaker

PARTS = 16
"""Tests that share the characters, so that several processes can share them too."""

PAIRS = 400
"""Characters of one commit that are looked at beside others."""


@cache
def characters():
    return tuple(assigned())


def found(texts):
    """What is wrong with each text with which anything is."""
    wrong = ((text, tuple(complaints(text))) for text in texts)
    return {" ".join(f"{ord(c):04X}" for c in text): why for text, why in wrong if why}


@pytest.mark.parametrize("part", chosen(range(PARTS), 3, "characters"))
def test_every_character_alone_is_drawn_or_left_out_on_purpose(part):
    assert found(characters()[part::PARTS]) == {}


def beside(char):
    """A character before, after and between letters, and twice."""
    return HAN + char, char + HAN, LATIN + char, char + LATIN, HAN + char + char + LATIN


@pytest.mark.parametrize("part", range(2))
def test_every_character_beside_a_han_and_a_latin_letter_is_drawn(part):
    sampled = chosen(characters(), PAIRS, "pairs")[part::2]
    assert found(text for char in sampled for text in beside(char)) == {}


RARE = [
    ("น้ำ", "Thai AM with a tone mark"), ("ກຳ", "Lao AM"), ("ラーメン", "a long vowel"),
    ("ᠮᠣᠩ\u180bᠭᠣᠯ", "a selector that is not seen"), ("កិិិិ", "vowels that are piled up"),
    ("שָׁלוֹם", "points at a word's end"), ("க்ஷௌ", "a vowel around its letter"),
    ("ᬅᬅ", "letters that no font has"), ("x\u0e34\u0e34", "vowels on a letter of another font"),
    ("\u0e34", "a vowel on nothing"), ("𑄃𑄧𑄃", "a script of plane 1"), ("ﷺ", "a whole sentence"),
    ("〪〫", "tone marks on nothing"), ("\U0001fae8", "a newer emoji"),
    ("汉\ufc5e\ufc5ex", "marks that come apart in another order"),
    ("\U00031350", "newer Chinese"), ("\U0001fa8a", "an emoji whose outline is broken"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), RARE, ids=[row[1] for row in RARE])
def test_what_is_rare_is_drawn_too(text, why):
    assert list(complaints(text)) == []


def test_kana_and_thai_are_drawn_by_the_fonts_of_their_kind():
    kana = [chr(code) for code in (*range(0x3041, 0x3097), *range(0x309B, 0x3100))]
    assert {font_of(char) for char in kana} == {0}
    thai = {run.font for run in runs(legible("น้ำใจ"))}
    assert [lettering.CHAIN[number].name for number in thai] == ["Thai.woff2"]


NEWER = ["\U0001fae8", "\U0001fabf", "\U0001fadf", "\U0001f6dc", "\U0001faea"]


@pytest.mark.parametrize("char", NEWER, ids=[f"{ord(c):X}" for c in NEWER])
def test_an_emoji_newer_than_this_python_is_a_name(char):
    say = speaker((char,))
    assert Voice(say, legible).name(0) == Voice(say).name(0) == char
    assert mask(runs(legible(char))[0], SIZE) is not None
    assert speech.shorten(char * 20, 10) == char * 4 + "…"


def asked_of_shapes(monkeypatch):
    """Whether a font has a character is asked of one that takes characters apart."""

    def shaped(number):
        return lettering._file(lettering.CHAIN[number].name, lettering.SAMPLE)

    monkeypatch.setattr(lettering, "_sample", shaped)


def kinds_changed(monkeypatch, chars, kind):
    known = speech._kind.__wrapped__
    monkeypatch.setattr(speech, "_kind", lambda c: kind if c in chars else known(c))


def dropped_by_category(monkeypatch):
    """What this Python does not know is no character."""
    kinds_changed(monkeypatch, "\U0001fae8", "gone")


def boxes_are_joined(monkeypatch):
    """Two characters of no font are one box."""
    monkeypatch.setattr(lettering, "runs", lambda text, **_: (lettering.Run(text, lettering.BOX),))


PLANTED = [
    (asked_of_shapes, "\u0e33", "is the frame of a font that lacks it"),
    (asked_of_shapes, HAN + "\u0eb3", "is the frame of a font that lacks it"),
    (dropped_by_category, "\U0001fae8", "is lost when the text is made legible"),
    (boxes_are_joined, "\U00030000\U00030000", "raises TypeError"),
]


@pytest.fixture
def nothing_remembered():
    """What is remembered of characters is forgotten before and afterwards."""
    remembered = (
        font_of,
        legible,
        lettering.runs,
        lettering.width,
        lettering._missing,
        speech.clean,
        speech._kind,
    )
    for cached in remembered:
        cached.cache_clear()
    yield
    for cached in remembered:
        cached.cache_clear()


@pytest.mark.usefixtures("nothing_remembered")
@pytest.mark.parametrize(("fault", "text", "why"), PLANTED, ids=[f[0].__name__ for f in PLANTED])
def test_a_fault_that_is_planted_is_found(fault, text, why, monkeypatch):
    assert list(complaints(text)) == []
    with monkeypatch.context() as patch:
        fault(patch)
        for cached in (font_of, legible, lettering._missing, speech.clean):
            cached.cache_clear()
        runs.cache_clear()
        assert why in tuple(complaints(text))
