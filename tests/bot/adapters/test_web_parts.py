"""Rooms, tokens, names, rates and hosts of the browser table, each by itself."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.adapters.web.messages import PERSON_MESSAGES, ROOM_MESSAGES, Blobs, Messages
from bot.adapters.web.names import NameRefused, clean_name, clean_text
from bot.adapters.web.origins import Hosts, same_origin
from bot.adapters.web.protocol import (
    FRAME_BYTES,
    FrameRefused,
    Hello,
    Press,
    Say,
    number_of,
    read_frame,
    read_hello,
)
from bot.adapters.web.rate_limits import RateLimits, TokenBucket
from bot.adapters.web.signing import TOKEN_LENGTH, Signer
from bot.ports.messages import Button, Outgoing
from tests.kit.service import png
from tests.kit.web import KEY

OTHER_KEY = b"another key, also 32 bytes long."


def test_a_short_key_is_refused():
    with pytest.raises(ValueError, match="16 bytes"):
        Signer(b"short")


def test_a_room_is_known_again_after_a_restart_and_to_nobody_else():
    room = Signer(KEY).new_room()

    assert Signer(KEY).is_room(room)
    assert not Signer(OTHER_KEY).is_room(room)
    assert Signer(KEY).new_room() != room


@pytest.mark.parametrize("at", range(32))
def test_a_room_with_one_letter_changed_is_forged(at):
    signer = Signer(KEY)
    room = signer.new_room()
    other = "b" if room[at] == "a" else "a"

    assert not signer.is_room(room[:at] + other + room[at + 1 :])


@pytest.mark.parametrize("room", ["", "a", "a" * 32, "A" * 32, "a" * 33, "../../etc", "房" * 32])
def test_what_no_server_made_is_no_room(room):
    assert not Signer(KEY).is_room(room)


def test_a_token_tells_the_person_and_survives_a_restart():
    token = Signer(KEY).sit("小明")
    person = Signer(KEY).person(token)

    assert person is not None
    assert person.name == "小明"
    assert Signer(KEY).person(Signer(KEY).sit("小明")).id != person.id
    assert Signer(KEY).person(Signer(KEY).sit("阿强", person.id)).id == person.id


def test_what_is_signed_for_one_thing_is_not_signed_for_another():
    signer = Signer(KEY)

    assert signer._mark("room", "x", 16) != signer._mark("person", "x", 16)


def test_the_longest_name_fits_a_token():
    name = clean_name("\U0001d55a\u0301\u0301" * 24)

    assert len(Signer(KEY).sit(name)) < TOKEN_LENGTH
    assert Signer(KEY).person(Signer(KEY).sit(name)).name == name


def _forged():
    mine, theirs = Signer(KEY).sit("小明"), Signer(KEY).sit("阿强")
    (id_, name, own, mark), (id2, name2, own2, _) = mine.split("."), theirs.split(".")
    room = Signer(KEY).new_room()
    return {
        "another's id": f"{id2}.{name}.{own}.{mark}",
        "another's name": f"{id_}.{name2}.{own}.{mark}",
        "another's device": f"{id_}.{name}.{own2}.{mark}",
        "a key of another server": Signer(OTHER_KEY).sit("小明"),
        "no mark": f"{id_}.{name}.{own}.",
        "a shorter mark": f"{id_}.{name}.{own}.{mark[:-1]}",
        "a room's mark": f"{room[:16]}..{room[16:]}",
        "nothing": "",
        "not ASCII": f"{id_}.{name}.{own}.{mark[:-1]}二",
        "very long": "a" * 10_000,
    }


@pytest.mark.parametrize("kind", _forged())
def test_a_forged_token_is_nobodys(kind):
    assert Signer(KEY).person(_forged()[kind]) is None


NAMES = [
    ("  小明  ", "小明", "blanks around"),
    ("小\n\t明", "小 明", "a line break is a blank"),
    ("\u202eevil\u202c", "evil", "TXT-01: right-to-left override"),
    ("\u2066a\u2069\u200f", "a", "TXT-01: isolates and marks"),
    ("a\u200bb\ufeff", "ab", "TXT-01: zero width"),
    ("a\x00\x1b[31mb", "a[31mb", "controls"),
    ("<b>@everyone</b>", "<b>@everyone</b>", "TXT-01: markup is only text"),
    ("👍" * 24, "👍" * 24, "24 emoji"),
    ("a" + "\u0301" * 9, "á\u0301\u0301", "a tower of accents is cut"),
    ("\u0301a", "a", "an accent on nothing"),
    ("e\u0301" * 24, "é" * 24, "an accent is no character"),
]


@pytest.mark.parametrize(("typed", "name", "why"), NAMES, ids=[row[2] for row in NAMES])
def test_names_are_cleaned(typed, name, why):
    assert clean_name(typed) == name


REFUSED = [
    ("", "name-empty"),
    (" \u3000\t", "name-empty"),
    ("\u200b\u2060\ufeff", "name-empty"),
    ("\u3164\u2800", "name-empty"),
    ("\u0301", "name-empty"),
    ("\ud800", "name-empty"),
    ("字" * 25, "name-long"),
    ("👍" * 64, "name-long"),
]


@pytest.mark.parametrize(("typed", "code"), REFUSED)
def test_names_that_show_nothing_or_too_much_are_refused(typed, code):
    with pytest.raises(NameRefused) as refused:
        clean_name(typed)
    assert refused.value.code == code


@given(st.text())
def test_cleaned_text_is_one_line_that_can_be_sent(typed):
    cleaned = clean_text(typed)

    assert cleaned.encode().decode() == cleaned
    assert cleaned == " ".join(cleaned.split())
    assert clean_text(cleaned) == cleaned


def test_a_bucket_gives_its_burst_and_then_its_rate():
    now = 0.0
    bucket = TokenBucket(rate=2, burst=3, clock=lambda: now)

    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now = 0.4
    assert not bucket.take()
    now = 0.5
    assert bucket.take()
    now = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_each_address_has_its_own_bucket_and_the_longest_unused_is_forgotten():
    crowd = RateLimits(rate=0, burst=1, clock=lambda: 0.0, most=2)

    assert [crowd.take(who) for who in ("a", "a", "b", "a", "b")] == [
        True,
        False,
        True,
        False,
        False,
    ]
    assert crowd.take("c")
    assert [crowd.take(who) for who in ("b", "a")] == [False, True]


HOSTS = [
    ("127.0.0.1", (), "localhost:8080", True),
    ("127.0.0.1", (), "127.0.0.1:8080", True),
    ("127.0.0.1", (), "[::1]:8080", True),
    ("::1", (), "LOCALHOST", True),
    ("127.0.0.1", (), "evil.example:8080", False),
    ("127.0.0.1", (), "localhost.evil.example", False),
    ("127.0.0.1", (), "", False),
    ("127.0.0.1", (), "[::1", False),
    ("localhost", ("table.example",), "table.example", True),
    ("0.0.0.0", (), "192.168.1.5:8080", True),  # noqa: S104
    ("0.0.0.0", (), "[2001:db8::5]:8080", True),  # noqa: S104
    ("0.0.0.0", (), "desk:8080", True),  # noqa: S104
    ("0.0.0.0", (), "desk.local.:8080", True),  # noqa: S104
    ("192.168.1.5", (), "table.lan", True),
    ("0.0.0.0", (), "evil.example", False),  # noqa: S104
    ("0.0.0.0", (), "local.evil.example", False),  # noqa: S104
    ("0.0.0.0", (), "192.168.1.5.evil.example", False),  # noqa: S104
    ("0.0.0.0", ("table.example",), "table.example:443", True),  # noqa: S104
    ("0.0.0.0", ("table.example",), "evil.example", False),  # noqa: S104
]


@pytest.mark.parametrize(("bound", "configured", "header", "allowed"), HOSTS)
def test_hosts(bound, configured, header, allowed):
    assert Hosts(bound, configured).allow(header) is allowed


ORIGINS = [
    ("http://127.0.0.1:8080", "127.0.0.1:8080", True),
    ("https://table.example", "table.example", True),
    ("http://table.example:80", "table.example", True),
    ("http://127.0.0.1:8081", "127.0.0.1:8080", False),
    ("http://localhost:8080", "127.0.0.1:8080", False),
    ("http://127.0.0.1.evil.example:8080", "127.0.0.1:8080", False),
    ("http://evil.example", "table.example", False),
    ("file://", "", False),
    ("null", "null", False),
    ("", "", False),
    ("http://[", "[", False),
    ("http://a:99999", "a:99999", False),
]


@pytest.mark.parametrize(("origin", "host", "same"), ORIGINS)
def test_origins(origin, host, same):
    assert same_origin(origin, host) is same


FRAMES = [
    ({"n": 1, "say": " 出  3 "}, Say(1, "出 3")),
    ({"n": 2, "say": "过", "ago": 1500}, Say(2, "过", 1500)),
    ({"n": 3, "press": "g1:abcdef:7:c0"}, Press(3, "g1:abcdef:7:c0")),
    (
        {"n": 4, "press": "t", "values": ["c0", "c1"], "message": "pAb-_1", "ago": 0},
        Press(4, "t", ("c0", "c1"), "pAb-_1"),
    ),
]


@pytest.mark.parametrize(("frame", "read"), FRAMES)
def test_frames_are_read(frame, read):
    assert read_frame(json.dumps(frame)) == read


BAD = [
    ("", None),
    ("nonsense", None),
    ("[]", None),
    ('"say"', None),
    ("null", None),
    ("[" * 2000, None),
    ('{"n":' + "9" * 4000 + "}", None),
    ('{"say": "a"}', None),
    ('{"n": "1", "say": "a"}', None),
    ('{"n": true, "say": "a"}', None),
    ('{"n": 1.5, "say": "a"}', None),
    ('{"n": 0, "say": "a"}', None),
    ('{"n": -1, "say": "a"}', None),
    ('{"n": NaN, "say": "a"}', None),
    ('{"n": 1}', 1),
    ('{"n": 1, "say": 5}', 1),
    ('{"n": 1, "say": ["a"]}', 1),
    ('{"n": 1, "say": "a", "press": "t"}', 1),
    ('{"n": 1, "say": "a", "ago": -1}', 1),
    ('{"n": 1, "say": "a", "ago": 1e300}', 1),
    ('{"n": 1, "say": "a", "ago": 99999999999}', 1),
    ('{"n": 1, "say": "\\u200b"}', 1),
    ('{"n": 1, "press": ""}', 1),
    ('{"n": 1, "press": "a b"}', 1),
    ('{"n": 1, "press": "二"}', 1),
    ('{"n": 1, "press": "t", "values": "c0"}', 1),
    ('{"n": 1, "press": "t", "values": {"c0": 1}}', 1),
    ('{"n": 1, "press": "t", "values": [1]}', 1),
    ('{"n": 1, "press": "t", "values": [""]}', 1),
    ('{"n": 1, "press": "t", "values": null}', 1),
    ('{"n": 1, "press": "t", "message": 5}', 1),
    ('{"n": 1, "press": "t", "message": "x1"}', 1),
    ('{"n": 1, "press": "t", "message": "g/../.."}', 1),
]


@pytest.mark.parametrize(("data", "n"), BAD)
def test_frames_that_are_none_are_refused_with_their_number(data, n):
    with pytest.raises(FrameRefused) as refused:
        read_frame(data)
    assert refused.value.n == n


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["n", "say", "press", "values", "message", "ago", "hello"]) | st.text(),
            inner,
            max_size=6,
        )
    ),
)


def _read(read, data):
    try:
        return read(data)
    except FrameRefused as refused:
        return refused


@given(JSON | st.text())
def test_whatever_comes_is_a_frame_or_refused(value):
    data = value if isinstance(value, str) else json.dumps(value)
    frame, hello = _read(read_frame, data), _read(read_hello, data)

    assert isinstance(frame, (Say, Press)) or frame.n in (None, number_of(data))
    assert isinstance(hello, Hello) or hello.code == "bad-frame"


HELLOS = [
    '{"hello": {"token": "a.b.c", "tab": "short"}}',
    '{"hello": {"token": 5, "tab": "tab-00001"}}',
    '{"hello": {"token": "a", "tab": "tab 00001"}}',
    '{"hello": {"token": "a", "tab": "tab-00001", "lang": 5}}',
    '{"hello": {"token": "a", "tab": "tab-00001", "lang": "<script>"}}',
    json.dumps({"hello": {"token": "a" * TOKEN_LENGTH + "a", "tab": "tab-00001"}}),
    '{"hello": []}',
    "{}",
]


@pytest.mark.parametrize("data", HELLOS)
def test_hellos_that_are_none_are_refused(data):
    with pytest.raises(FrameRefused):
        read_hello(data)


def test_a_hand_of_54_picked_cards_fits_a_frame():
    values = [f"c{i}" for i in range(54)]
    press = {"n": 10**9, "press": "g" * 64, "values": values, "message": "p" * 13, "ago": 10**6}

    assert len(json.dumps(press)) < FRAME_BYTES
    assert read_frame(json.dumps(press)).values == tuple(values)


# The messages.

LIVE = Outgoing(text="board", rows=((Button("t", "go"),),))


def _ids(messages, key):
    return list(messages.channel(key).messages)


def test_a_room_keeps_its_last_messages_and_never_drops_the_board_for_a_line():
    messages, room = Messages(), ("room", "r")
    messages.put(room, LIVE, "board")
    for i in range(ROOM_MESSAGES + 5):
        messages.put(room, Outgoing(text=str(i)), f"g{i}")

    kept = _ids(messages, room)
    assert len(kept) == ROOM_MESSAGES
    assert kept[0] == "board"
    assert kept[-1] == f"g{ROOM_MESSAGES + 4}"


def test_when_all_messages_are_live_the_oldest_goes():
    messages, me = Messages(), ("person", "a")
    for i in range(PERSON_MESSAGES + 1):
        messages.put(me, LIVE, f"p{i}")

    assert _ids(messages, me) == [f"p{i}" for i in range(1, PERSON_MESSAGES + 1)]


def test_rooms_without_tabs_are_forgotten_longest_unused_first():
    messages = Messages(channels=2)
    for room in "abc":
        messages.put(("room", room), Outgoing(text=room, picture=png()), "g1")

    assert _ids(messages, ("room", "c")) == ["g1"]
    assert _ids(messages, ("room", "a")) == []


def test_img_04_an_unchanged_picture_keeps_its_id_and_a_changed_one_takes_a_new_one():
    """No version of a picture has the address of another, so nobody is shown an old one."""
    messages, room = Messages(), ("room", "r")
    ids = [
        messages.put(room, Outgoing(picture=png(red)), "g1").pictures[-1] for red in (1, 1, 2, 1, 3)
    ]

    assert ids[0] == ids[1]
    assert len(set(ids)) == 4, "the first colour came back under a new id"


def test_pictures_replaced_stay_a_little_while_and_are_then_forgotten():
    messages, room = Messages(), ("room", "r")
    ids = [messages.put(room, Outgoing(picture=png(red)), "g1").pictures[-1] for red in range(5)]

    assert [messages.pictures.get(i) is not None for i in ids] == [False, False, True, True, True]
    messages.put(room, Outgoing(text="no picture"), "g1")
    assert [messages.pictures.get(i) for i in ids] == [None] * 5


def test_pictures_stay_within_their_budget():
    pictures = Blobs(budget=30, each=30)
    ids = [pictures.add(bytes(10), ("room", "r")) for _ in range(5)]

    assert [pictures.get(i) is not None for i in ids] == [False, False, True, True, True]
