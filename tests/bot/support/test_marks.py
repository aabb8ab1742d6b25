"""Marks recognise a person again and name nobody."""

import re

import pytest

from bot.support.marks import KEY_BYTES, Marks

KEY = bytes(range(KEY_BYTES))
CHAT, PERSON = "telegram:-10012345678901", "telegram:71234567890"


def test_a_mark_is_the_same_again_and_shows_nothing_of_whom_it_stands_for():
    mark = Marks(KEY).of("block", CHAT, PERSON)
    assert mark == Marks(KEY).of("block", CHAT, PERSON)
    assert re.fullmatch(r"[0-9a-f]{40}", mark)


@pytest.mark.parametrize(
    "other",
    [
        ("grant", CHAT, PERSON),
        ("block", "", PERSON),
        ("block", CHAT, PERSON + "1"),
        ("block", CHAT + "\0" + PERSON, ""),
    ],
)
def test_another_kind_chat_or_person_has_another_mark(other):
    assert Marks(KEY).of(*other) != Marks(KEY).of("block", CHAT, PERSON)


def test_another_key_makes_other_marks():
    other = Marks(KEY[::-1]).of("block", CHAT, PERSON)
    assert other != Marks(KEY).of("block", CHAT, PERSON)


def test_a_short_key_is_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        Marks(KEY[:-1])
