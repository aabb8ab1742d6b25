"""Names are somebody else's text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.msg import SeatArg, msg
from renderers.ink import lettering
from renderers.speech import LONGEST_NAME, Voice, clean, newer
from tests.renderers.screens import speaker

CLEANED = [
    ("小明", "小明"),
    ("\u202egnp.exe", "gnp.exe"),
    ("a\n\tb\x00c", "a b c"),
    ("  \u2028 ", ""),
    ("\u200b\u2066x\u2069\ufeff", "x"),
    ("Z\u0351\u036b\u0343a\u0334lgo", "Zalgo"),
    ("e\u0301", "é"),
    ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
    ("\u200dx\u200d", "x"),
    ("\ud800x", "x"),
]


@pytest.mark.parametrize(("raw", "kept"), CLEANED)
def test_what_is_left_of_a_text(raw, kept):
    assert clean(raw) == kept


@given(st.text())
def test_a_clean_text_is_one_line_without_tricks(raw):
    text = clean(raw)
    kinds = {unicodedata.category(c) for c in text if c != "\u200d" and not newer(c)}
    assert kinds.isdisjoint({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
    assert not any(unicodedata.name(char, "").startswith("COMBINING") for char in text)
    assert clean(text) == text


LEGIBLE = [
    ("小明 ♠10 −5", "小明 ♠10 −5"),
    ("𝓐𝓵𝓲𝓬𝓮", "Alice"),
    ("🐼🐼小", "🐼🐼小"),
    ("👨\u200d👩\u200d👧", "👨👩👧"),
    ("👍🏽", "👍"),
    ("🇨🇳", "🇨🇳"),
    ("שלום", "שלום"),
    ("喆堃玥", "喆堃玥"),
    ("繁體中文", "繁體中文"),
    ("Zͣ̈́a̴lgo", "Zalgo"),
    ("สวัสดี", "สวัสดี"),
    ("नमस्ते", "नमस्ते"),
]


@pytest.mark.parametrize(("raw", "shown"), LEGIBLE)
def test_what_the_fonts_show_of_a_text(raw, shown):
    assert lettering.legible(raw) == shown


NAMES = [
    ("小明", "小明"),
    ("", "1 号座位"),
    ("\u202e\u202e", "1 号座位"),
    ("---", "1 号座位"),
    ("x" * 200, "x" * (LONGEST_NAME - 1) + "…"),
]


@pytest.mark.parametrize(("raw", "shown"), NAMES)
def test_a_name_is_never_empty_and_never_long(raw, shown):
    voice = Voice(speaker((raw,)))
    assert voice.name(0) == shown
    assert voice(msg("render-turn", names=SeatArg(0))) == f"轮到 {shown}"


def test_an_emoji_is_a_name():
    say = speaker(("🐼",))
    assert Voice(say).name(0) == "🐼"
    assert Voice(say, lettering.legible).name(0) == "🐼"


def test_names_inside_messages_of_messages_are_made_harmless_too():
    voice = Voice(speaker(("a\nb",)))
    inner = msg("render-named-you", name=SeatArg(0))
    assert voice(msg("render-turn", names=inner)) == "轮到 a b（你）"
