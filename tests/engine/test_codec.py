"""Actions, carries and messages in storage."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import cards, pack
from engine.codec import brief, dump_carry, dump_msgs, dumps, load_carry, load_msgs, loads
from engine.core import Action, Carry
from engine.msg import CardsArg, SeatArg, msg

WORDS = st.text("abcdefghijklmnopqrstuvwxyz-", min_size=1, max_size=12)
CARDS = st.lists(st.sampled_from(pack()), max_size=8).map(tuple)
ACTIONS = st.builds(
    Action,
    verb=WORDS,
    cards=CARDS,
    take=CARDS,
    number=st.none() | st.integers(-(10**9), 10**9),
    target=st.none() | st.integers(0, 8),
    reading=st.just("") | WORDS,
)
POINTS = st.lists(st.integers(-999, 999), max_size=8).map(tuple)
CARRIES = st.builds(
    Carry,
    leader=st.none() | st.integers(0, 8),
    teams=st.lists(st.frozensets(st.integers(0, 8)), max_size=3).map(tuple),
    stacks=POINTS,
    totals=POINTS,
    last=POINTS,
    best=POINTS,
    deck=CARDS,
    gone=CARDS,
)

STORED = [
    (Action("pass"), '{"v":"pass"}', "pass", "a verb alone"),
    (Action("play", cards("S3 BJ")), '{"v":"play","c":"S3 BJ"}', "play S3 BJ", "cards"),
    (
        Action("swap", cards("S3 H4"), cards("D9 C2")),
        '{"v":"swap","c":"S3 H4","t":"D9 C2"}',
        "swap S3 H4 <- D9 C2",
        "cards for cards",
    ),
    (Action("bid", number=0), '{"v":"bid","n":0}', "bid 0", "nought is a number"),
    (Action("compare", target=0), '{"v":"compare","s":0}', "compare @0", "seat 0 is a target"),
    (
        Action("play", cards("S3"), reading="single"),
        '{"v":"play","c":"S3","r":"single"}',
        "play S3 (single)",
        "a reading",
    ),
]


@pytest.mark.parametrize(("action", "text", "short", "why"), STORED, ids=[r[3] for r in STORED])
def test_how_actions_are_stored(action, text, short, why):
    assert dumps(action) == text
    assert loads(text) == action
    assert brief(action) == short


@given(action=ACTIONS)
def test_an_action_comes_back(action):
    assert loads(dumps(action)) == action
    assert dumps(action).isascii()


BROKEN = [
    "", "{", "null", "[]", "3", '"play"', "{}", '{"v":null}', '{"v":3}', '{"v":["play"]}',
    '{"v":"play","c":3}', '{"v":"play","c":"S3 X9"}', '{"v":"play","c":["S3"]}',
    '{"v":"bid","n":"2"}', '{"v":"bid","n":2.5}', '{"v":"bid","s":"0"}', '{"v":"bid","r":1}',
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_stored_action(text):
    with pytest.raises(ValueError, match=r"."):
        loads(text)


@given(carry=CARRIES)
def test_a_carry_comes_back(carry):
    assert load_carry(dump_carry(carry)) == carry


def test_a_stored_carry_is_one_json_object():
    text = dump_carry(Carry(leader=2, stacks=(5, 7), deck=cards("S3")))
    assert json.loads(text) == {
        "leader": 2,
        "teams": [],
        "stacks": [5, 7],
        "totals": [],
        "last": [],
        "best": [],
        "deck": "S3",
        "gone": "",
    }


def test_a_carry_stored_before_there_were_best_rounds_can_be_read():
    old = json.loads(dump_carry(Carry(leader=1)))
    del old["best"]
    assert load_carry(json.dumps(old)) == Carry(leader=1)


def test_messages_come_back():
    inner = msg("hand", cards=CardsArg(("S3", "BJ")))
    messages = (msg("x"), msg("y", seat=SeatArg(0), count=-3, text="十", inner=inner))
    assert load_msgs(dump_msgs(messages)) == messages


@pytest.mark.parametrize("text", ['[["x",{"a":null}]]', '[["x",{"a":{"seat":"0"}}]]'])
def test_what_is_no_stored_message(text):
    with pytest.raises(ValueError, match="not a stored message"):
        load_msgs(text)


def test_a_carry_does_not_show_its_face_down_pack():
    assert repr(Carry(deck=cards("S3"))) == repr(Carry())
