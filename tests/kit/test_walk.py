"""Cards are found wherever a value names them, and controls make what they can make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from engine.cards import cards
from engine.core import Action, Choice, PickCards, PickNumber, Prompt
from engine.games._specimen import GAME
from engine.msg import CardsArg, SeatArg, msg
from engine.rng import Rng
from engine.view import Cards, Cell, Grid, View
from tests.kit.junk import expressible, junk
from tests.kit.walk import cards_in, messages_in

S3, H10, BJ = cards("S3 H10 BJ")


@dataclass(frozen=True)
class Holder:
    """Something with a field."""

    inner: Any


FOUND = [
    (S3, {"S3"}, "a card"),
    ((S3, (H10, None)), {"S3", "H10"}, "cards in tuples"),
    (Holder({"hand": [BJ]}), {"BJ"}, "cards in a mapping in a dataclass"),
    (frozenset({S3}), {"S3"}, "cards in a set"),
    (msg("x", cards=CardsArg(("S3", "LJ"))), {"S3", "LJ"}, "an argument of a message"),
    (msg("x", inner=msg("y", text="看 ♥10")), {"H10"}, "signs in a text in a message"),
    ("♠\ufe0f3、黑桃K，小王", {"S3", "SK", "LJ"}, "signs and words"),
    (msg("card-bj"), {"BJ"}, "the message that means a joker"),
    (View(msg("x"), (Grid(msg("x"), 2, (Cell("S3"), Cell())),)), {"S3"}, "a cell"),
    (Cards(msg("x"), ("HA",), hidden=3), {"HA"}, "a block"),
    (Action("play", take=(H10,)), {"H10"}, "an action"),
    ("S33 XS3 s3 HS10 J", set(), "other words"),
    ((3, None, SeatArg(1), range(4), b"S3"), set(), "nothing"),
]


@pytest.mark.parametrize(("value", "found", "why"), FOUND, ids=[row[2] for row in FOUND])
def test_cards_in(value, found, why):
    assert cards_in(value) == found


def test_messages_are_found_once_and_whole():
    inner = msg("inner")
    view = View(msg("title"), (Cards(msg("hand"), note=msg("note", what=inner)),))
    assert [m.key for m in messages_in(view)] == ["title", "hand", "note"]


PROMPT = Prompt(
    msg("ask"),
    choices=(Choice(Action("stake", number=9), msg("all-in")), Choice(Action("pass"), msg("no"))),
    picks=(
        PickCards("swap", (S3, S3, H10), 1, 2),
        PickCards("swap", (BJ, H10), 0, 2, slot="take", same_as="cards"),
        PickCards("drop", (S3,), 0, 1),
    ),
    number=PickNumber("stake", range(1, 4)),
)
CAN = [
    (Action("stake", number=9), True, "a button"),
    (Action("stake", number=3), True, "a number"),
    (Action("stake", number=4), False, "a number that is not offered"),
    (Action("stake"), False, "no number"),
    (Action("pass"), True, "a button without anything"),
    (Action("pass", reading="x"), False, "a button with a reading"),
    (Action("swap", (S3, S3), (BJ, H10)), True, "two equal cards for two"),
    (Action("swap", (S3,), (BJ,), reading="x"), True, "picked cards may need a reading"),
    (Action("swap", (H10, H10), (BJ, H10)), False, "a card twice that is there once"),
    (Action("swap", (S3,), ()), False, "not as many taken"),
    (Action("swap", (), ()), False, "too few"),
    (Action("drop"), True, "none where none is enough"),
    (Action("drop", (S3,), (BJ,)), False, "a slot that is not asked for"),
    (Action("drop", (S3,), number=1), False, "a number with picked cards"),
    (Action("drop", (S3,), target=1), False, "a target with picked cards"),
    (Action("other"), False, "another verb"),
]


@pytest.mark.parametrize(("action", "can", "why"), CAN, ids=[row[2] for row in CAN])
def test_expressible(action, can, why):
    assert expressible(PROMPT, action) == can


def test_junk_has_every_kind_of_wrong():
    made = junk(PROMPT, GAME.info, 3, Rng(b"junk"))
    assert any(action.number is not None and action.number < 0 for action in made)
    assert any(action.target is not None and not 0 <= action.target < 3 for action in made)
    assert any(action.verb == "no-such-verb" for action in made)
    assert any(len(set(action.cards)) < len(action.cards) for action in made)
    assert any(action.reading for action in made)
    assert any(not expressible(PROMPT, action) for action in made)
