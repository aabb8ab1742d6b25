"""Text that fits, and widths that are shared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderers.blocks.tables import shared
from renderers.sheet import Part, below, beside, cut, flow, paragraph, words, wrapped
from renderers.theme import SMALLEST_TEXT


def ruler(text: str, size: int, bold: bool) -> float:
    """Every character is as wide as its size: widths can be told by heart."""
    return len(text) * size


def test_words_that_fit_keep_their_size():
    (line,) = words("四个字呀", 28, 4 * 28, ruler).items
    assert (line.text, line.size, line.w) == ("四个字呀", 28, 112)


def test_words_get_smaller_before_they_are_cut():
    (line,) = words("四个字呀", 28, 4 * SMALLEST_TEXT, ruler).items
    assert (line.text, line.size) == ("四个字呀", SMALLEST_TEXT)


def test_words_too_long_for_the_smallest_size_end_in_an_ellipsis():
    (line,) = words("一二三四五六", 28, 4 * SMALLEST_TEXT, ruler).items
    assert (line.text, line.size) == ("一二三…", SMALLEST_TEXT)


def test_a_letter_narrower_than_an_ellipsis_is_shown():
    def narrow(text, size, bold):
        return sum(size if letter == "…" else size // 2 for letter in text)

    (line,) = words("q", 28, 14, narrow).items
    assert (line.text, line.size) == ("q", 28)
    assert words("qq", 28, 14, narrow) == Part(0, 0)


def test_no_words_take_no_room():
    assert words("", 28, 100, ruler) == Part(0, 0)


def test_lines_break_between_characters_but_not_before_a_comma_or_in_a_word():
    assert wrapped("一二三，四五", 10, 30, ruler, 3) == ["一二", "三，四", "五"]
    assert wrapped("出 abc 了", 10, 40, ruler, 3) == ["出", "abc", "了"]
    assert wrapped("换掉 ♥5", 10, 40, ruler, 3) == ["换掉", "♥5"]


def test_a_word_longer_than_a_line_is_broken_all_the_same():
    assert wrapped("abcdef", 10, 40, ruler, 3) == ["abcd", "ef"]


def test_a_paragraph_has_no_more_lines_than_it_may():
    assert wrapped("一二三四五六七八九", 10, 30, ruler, 2) == ["一二三", "四五…"]


@given(st.text(max_size=60), st.integers(22, 300), st.integers(1, 4))
def test_wrapped_lines_fit_and_lose_nothing_but_blanks(text, width, most):
    lines = wrapped(text, 22, width, ruler, most)
    assert len(lines) <= most
    assert all(ruler(line, 22, False) <= width for line in lines)
    if not any(line.endswith("…") for line in lines):
        assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(max_size=30), st.integers(22, 300))
def test_a_cut_text_is_never_wider_than_its_room(text, width):
    assert ruler(cut(text, 22, width, ruler), 22, False) <= width


@given(st.lists(st.integers(0, 900), min_size=1, max_size=9), st.integers(100, 1000))
def test_shared_widths_fill_the_room_and_no_more(wanted, room):
    widths = shared(wanted, room)
    assert sum(widths) <= room
    assert all(got >= 0 for got in widths)
    if sum(wanted) <= room:
        assert all(got >= want for got, want in zip(widths, wanted, strict=True))
    else:
        assert all(
            got == want
            for got, want in zip(widths, wanted, strict=True)
            if want < room // len(wanted)
        )


@pytest.mark.parametrize(("put", "size"), [(beside, (25, 20)), (below, (10, 35))])
def test_parts_side_by_side_and_below_each_other(put, size):
    part = put([Part(10, 10), Part(10, 20)], 5)
    assert (part.w, part.h) == size


def test_a_flow_begins_a_new_line_where_the_width_ends():
    part = flow([Part(40, 10)] * 3, 90, 10, 5)
    assert (part.w, part.h) == (90, 25)


def test_a_paragraph_is_as_high_as_its_lines():
    one, two = paragraph("一二", 22, 44, ruler), paragraph("一二三四", 22, 44, ruler)
    assert two.h == 2 * one.h + 2
