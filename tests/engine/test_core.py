"""The small helpers of the contract, errors and computer players."""

from __future__ import annotations

import pytest

from engine.bots import Greedy, Random, answer
from engine.cards import cards
from engine.core import (
    Action,
    Carry,
    Choice,
    PickCards,
    PickNumber,
    Prompt,
    defaults,
    put,
    seats,
    waiting,
)
from engine.errors import (
    AmbiguousAction,
    IllegalAction,
    NotYourTurn,
    RuleError,
    UnreadableAction,
)
from engine.games._specimen import GAME as SPECIMEN
from engine.games._trial import GAME as TRIAL
from engine.msg import Msg, SeatArg, msg
from engine.rng import Rng
from tests.kit.junk import expressible

FULL = Prompt(
    msg("ask"),
    choices=(Choice(Action("pass"), msg("pass")), Choice(Action("all-in", number=9), msg("all"))),
    picks=(
        PickCards("swap", cards("S3 S4 S5"), 1, 3),
        PickCards("swap", cards("H3 H4 H5"), 1, 3, slot="take", same_as="cards"),
        PickCards("drop", cards("S3 S4"), 0, 2),
    ),
    number=PickNumber("stake", range(2, 6)),
)


@pytest.mark.parametrize(("index", "after"), [(0, (9, 2, 3)), (1, (1, 9, 3)), (2, (1, 2, 9))])
def test_put(index, after):
    assert put((1, 2, 3), index, 9) == after


def test_seats_and_defaults():
    assert list(seats(3)) == [0, 1, 2]
    assert defaults(TRIAL.info) == {"chips": 12, "open": "pair"}
    assert defaults(SPECIMEN.info) == {}


def test_waiting_leaves_out_who_has_answered_and_may_change():
    options = {"chips": 12, "open": "none"}
    state = TRIAL.setup(4, options, Carry(), Rng(b"x")).state
    state = TRIAL.apply(state, 2, Action("mark", number=0), Rng(b"x")).state
    assert TRIAL.asked(state) == (0, 1, 2, 3)
    assert waiting(TRIAL, state) == (0, 1, 3)


def test_a_message_keeps_its_arguments_in_order():
    assert msg("x", b=1, a=SeatArg(2)) == Msg("x", (("b", 1), ("a", SeatArg(2))))


ERRORS = [
    (UnreadableAction("k", most=3), "unreadable"),
    (NotYourTurn("k", most=3), "not asked"),
    (IllegalAction("k", most=3), "illegal"),
    (AmbiguousAction("k", (Action("a"), Action("b")), most=3), "ambiguous"),
]


@pytest.mark.parametrize(("error", "why"), ERRORS, ids=[row[1] for row in ERRORS])
def test_every_refusal_has_a_message(error, why):
    assert isinstance(error, RuleError)
    assert error.msg == msg("k", most=3)
    assert str(error) == "k"
    assert not any(isinstance(error, type(other)) for other, _ in ERRORS if other is not error)


def test_a_random_answer_is_one_that_the_controls_make():
    rng = Rng(b"answers")
    answers = [answer(FULL, rng) for _ in range(300)]
    assert all(expressible(FULL, action) for action in answers)
    assert {action.verb for action in answers} == {"pass", "all-in", "swap", "drop", "stake"}
    assert {action.number for action in answers if action.verb == "stake"} == {2, 3, 4, 5}
    assert {len(action.cards) for action in answers if action.verb == "swap"} == {1, 2, 3}


def test_a_prompt_without_controls_has_no_answer():
    with pytest.raises(ValueError, match="without an answer"):
        answer(Prompt(msg("ask")), Rng(b"x"))


def test_computer_players_choose_from_what_they_see():
    state = SPECIMEN.setup(2, {}, Carry(), Rng(b"deal")).state
    seen = SPECIMEN.observe(state, 0)
    prompt = SPECIMEN.prompt(seen)
    best = max(seen.hand)
    assert Greedy().choose(SPECIMEN, seen, prompt, Rng(b"x")) == Action("play", (best,))
    rng = Rng(b"random")
    chosen = {Random().choose(SPECIMEN, seen, prompt, rng).cards for _ in range(60)}
    assert chosen == {(c,) for c in seen.hand}
