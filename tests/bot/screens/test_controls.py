"""Prompts as buttons: a grid keeps its shape, and its cells say what is there."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.i18n.catalogue import Catalogue
from bot.ports.messages import Style
from bot.screens.controls import Controls
from bot.table import tokens
from engine.core import Action, Choice, PickNumber, Prompt
from engine.msg import CardsArg, msg

TABLE = SimpleNamespace(state=SimpleNamespace(id="table1", game="zhajinhua"), names=())
QUESTION = SimpleNamespace(number=7)
CONTROLS = Controls(Catalogue(strict=True))


def answers(number):
    prompt = Prompt(msg("matrix-ask", card=CardsArg(("S3",))), number=number)
    rows = CONTROLS.answers(TABLE, QUESTION, prompt)
    return prompt, [[(button.label, button.token) for button in row] for row in rows]


def test_a_grid_without_labels_shows_numbers_as_far_as_they_go():
    _, rows = answers(PickNumber("place", (0, 3), columns=2))
    assert [[label for label, _ in row] for row in rows] == [["0", ""], ["", "3"]]
    assert [[bool(token) for _, token in row] for row in rows] == [[True, False], [False, True]]


def test_a_grid_with_labels_is_whole_and_says_what_lies_in_blank_cells():
    card = [msg("matrix-button-card", card=CardsArg((code,))) for code in ("H10", "SA")]
    skip = msg("matrix-button-skip", letter="c")
    labels = (msg("matrix-button", letter="a"), card[0], skip, card[1])
    prompt, rows = answers(PickNumber("place", (0, 2), columns=2, labels=labels))

    assert [[label for label, _ in row] for row in rows] == [["a", "♥10"], ["c 过", "♠A"]]
    (first, blank), (third, last) = [[tokens.read(token) for _, token in row] for row in rows]
    assert blank is None
    assert last is None
    pressed = [tokens.action_of(token.item, (), prompt) for token in (first, third)]
    assert pressed == [Action("place", number=0), Action("place", number=2)]


def test_one_answer_alone_stands_out_and_numbers_beside_each_other_do_not():
    bids = PickNumber("bid", (0, 1, 3))
    ask, fold = msg("niuniu-ask-arrange"), Choice(Action("fold"), msg("button-rules"))
    alone, beside = (
        CONTROLS.answers(TABLE, QUESTION, Prompt(ask, choices, number=bids))
        for choices in ((), (fold,))
    )

    assert [button.style for button in alone[0]] == [Style.PLAIN] * 3
    only = CONTROLS.answers(TABLE, QUESTION, Prompt(ask, number=PickNumber("bid", (3,))))
    assert [button.style for button in only[0]] == [Style.PRIMARY]
    assert [[button.style for button in row] for row in beside] == [
        [Style.PRIMARY],
        [Style.PLAIN] * 3,
    ]


def test_what_most_people_want_next_stands_out_and_to_fold_does_not():
    ask = msg("niuniu-ask-arrange")
    verbs = ("look", "call", "compare", "fold")
    answers = tuple(Choice(Action(verb), msg("button-rules")) for verb in verbs)
    (row,) = CONTROLS.answers(TABLE, QUESTION, Prompt(ask, answers))
    assert [button.style is Style.PRIMARY for button in row] == [False, True, False, False]
    (row,) = CONTROLS.answers(TABLE, QUESTION, Prompt(ask, answers[-1:]))
    assert [button.style for button in row] == [Style.PRIMARY]


@pytest.mark.parametrize("count", range(2, 11))
def test_money_has_four_steps_and_every_other_sum_is_in_a_list(count):
    sums = tuple(20 * n for n in range(1, count + 1))
    labels = tuple(msg("zhajinhua-choice-raise", chips=n) for n in sums)
    prompt = Prompt(msg("niuniu-ask-arrange"), number=PickNumber("raise", sums, labels=labels))
    shown = [b for row in CONTROLS.answers(TABLE, QUESTION, prompt) for b in row]
    assert 2 <= len(shown) <= 4
    assert {f"加到 {sums[0]}", f"加到 {sums[-1]}"} <= {button.label for button in shown}
    for button in shown:
        action = tokens.action_of(tokens.read(button.token).item, (), prompt)
        assert button.label == f"加到 {action.number}"
    listed = CONTROLS.pickers(TABLE, QUESTION, prompt)
    assert bool(listed) == (count > 4)
    for picker in listed:
        assert [int(o.value) for group in picker.groups for o in group.options] == list(sums)
