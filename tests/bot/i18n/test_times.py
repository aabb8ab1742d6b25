"""Times say in which zone they are meant, and carry what a reader's own clock needs."""

import ast
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot
from bot.i18n import zones
from bot.i18n.catalogue import LANGUAGES, Catalogue, MessageError
from bot.i18n.times import BEGIN, END, MIDDLE, Moment, clock_time, day_time, marked, parts, plain
from engine.codec import dump_msgs, load_msgs
from engine.msg import SeatArg, msg
from tests.kit.times import BARE, MARKS, called, dated

AT = datetime(2026, 11, 29, 15, 12, 45, 999_999, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "words"),
    [
        ("UTC+8", "23:12:45 UTC+8"),
        ("UTC", "15:12:45 UTC"),
        ("UTC-3:30", "11:42:45 UTC-3:30"),
        ("UTC+14", "05:12:45 UTC+14"),
        ("UTC-12", "03:12:45 UTC-12"),
        ("nonsense", "15:12:45 UTC"),
    ],
)
def test_a_time_is_true_by_itself_in_every_zone(zone, words):
    assert called(AT, where=zone) == words
    assert not BARE.search(words)


def test_the_date_is_that_of_the_zone_in_which_it_is_told():
    soon = AT + timedelta(hours=1)
    assert called(soon, AT, "UTC+8") == "11-30 00:12 UTC+8"
    assert called(soon, AT, "UTC") == "16:12:45 UTC"
    assert dated(AT, "UTC-12") == "11-29 03:12 UTC-12"


def test_a_sentence_holds_the_time_itself_and_its_words():
    sentence = Catalogue(strict=True).say(
        msg("standing-turn-until", who=msg("seat-name", seat=SeatArg(0)), until=clock_time(AT)),
        ["小明"],
    )
    before, moment, after = parts(sentence)
    assert moment == Moment(int(AT.timestamp()), False, "23:12:45 UTC+8")
    assert plain(sentence) == "轮到 小明，23:12:45 UTC+8 之前。"
    assert (before, after) == ("轮到 小明，", " 之前。")
    assert "15:12:45 UTC." in plain(
        Catalogue("en").say(msg("standing-turn-until", who="A", until=clock_time(AT)))
    )
    assert "16:12:45 UTC+1." in plain(
        Catalogue("en", zone="UTC+1").say(msg("standing-turn-until", who="A", until=clock_time(AT)))
    )


PIECES = st.lists(
    st.one_of(
        st.text(max_size=9),
        st.sampled_from([BEGIN, MIDDLE, END, "\n", "23:12 UTC+8", "1c", "😀"]),
        st.builds(
            lambda seconds, near, zone: marked(
                clock_time(AT + timedelta(seconds=seconds), AT if near else None),
                zones.zone(zone),
            ),
            st.integers(-10**9, 10**9), st.booleans(), st.sampled_from(zones.OFFERED),
        ),
    ),
    max_size=9,
).map("".join)  # fmt: skip


@given(text=PIECES, begin=st.integers(0, 60), length=st.integers(0, 60))
def test_no_mark_is_ever_seen_whatever_was_torn_apart(text, begin, length):
    for some in (text, text[begin:], text[:length], text[begin : begin + length]):
        assert not MARKS.search(plain(some))
        found = parts(some)
        assert all(not MARKS.search(p if isinstance(p, str) else p.words) for p in found)
        assert "".join(p if isinstance(p, str) else p.words for p in found) == plain(some)


def test_a_catalogue_of_tests_refuses_a_time_that_was_put_into_words_too_early():
    """The planted fault, as it was: the server's clock, without a zone."""
    with pytest.raises(MessageError, match="without a zone"):
        Catalogue(strict=True).say(msg("vote-open", seat=SeatArg(0), until="23:12:45"))
    with pytest.raises(MessageError, match="without a zone"):
        Catalogue(strict=True).say(msg("season-line", number=1, since="11-29 23:12", until="x"))
    words = Catalogue(strict=True).say(msg("vote-open", seat=SeatArg(0), until=clock_time(AT)))
    assert "23:12:45 UTC+8" in plain(words)


EXAMPLE = re.compile(r"(?:比如|such as|as in|/puzzle daily) \d{1,2}:\d{2}(?!\d)")
"""What is to be typed names no moment."""

LITERAL = re.compile(r"(?<!UTC[+-])(?<![\d:])\d{1,2}:\d{2}(?![\d:])(?! UTC)")
"""Without the wide colon, which in Chinese also stands between a number and what it means."""


def test_no_sentence_names_a_time_by_itself():
    for language in LANGUAGES:
        for file in Path(bot.__file__).parent.parent.rglob("*.ftl"):
            for line in file.read_text("utf-8").splitlines():
                assert not LITERAL.search(EXAMPLE.sub("", line)), (language, file.name, line)


FORMATTED = re.compile(r"%[HIMScXp]")


def test_only_one_place_puts_a_time_into_words():
    """Anywhere else it would be the server's own clock, or one that says no zone."""
    found = set()
    for file in Path(bot.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            literal = isinstance(node, ast.Constant) and isinstance(node.value, str)
            if literal and FORMATTED.search(node.value) and "%z" not in node.value:
                found.add(file.name)
            if isinstance(node, ast.Attribute) and node.attr in ("strftime", "ctime", "localtime"):
                found.add(file.name)
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "astimezone"
                and not node.args
            ):
                found.add(file.name)
    # The names of copies, and the console's list of tables, are in UTC for who runs it.
    assert found == {"times.py", "backups.py", "restore.py", "tables.py"}


def test_a_message_with_a_time_is_stored_as_any_other():
    messages = [msg("a", at=day_time(AT)), msg("b", inner=msg("a", at=clock_time(AT, AT)))]
    assert tuple(load_msgs(dump_msgs(messages))) == tuple(messages)


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("UTC+8", "UTC+8"), ("utc +08:00", "UTC+8"), ("+8", "UTC+8"), ("8", "UTC+8"),
        ("gmt-5", "UTC-5"), ("UTC−3:30", "UTC-3:30"), ("+0530", "UTC+5:30"), ("utc", "UTC"),
        ("UTC+0", "UTC"), ("z", "UTC"), ("UTC＋9", "UTC+9"), ("utc+5：45", "UTC+5:45"),
        ("+15", ""), ("-13", ""), ("UTC+8:60", ""), ("Berlin", ""), ("", ""), ("+", ""),
        ("8 8", ""), ("UTC+14:30", ""), ("UTC+１", "UTC+1"),
    ],
)  # fmt: skip
def test_a_zone_as_people_write_it(typed, zone):
    assert zones.canonical(typed) == zone


def test_every_zone_that_is_offered_is_one():
    assert len(set(zones.OFFERED)) == 27 and zones.OFFERED[0] == zones.default("zh-Hant")
    for name in zones.OFFERED:
        assert zones.canonical(name) == name
        here = AT.astimezone(zones.zone(name))
        assert called(AT, where=name).startswith(f"{here:%H:%M:%S}")
    assert {zones.default(language) for language in LANGUAGES} == {"UTC+8", "UTC"}
