"""Where all have a screen of their own beside the board, it offers nobody another's answers."""

import re

import pytest

from bot.screens.board import board
from bot.table import tokens
from engine.registry import games
from tests.kit.tables import SCREENS, begun

GAMES = games()
ASKED_ALOUD = ("zhajinhua",)
"""One is asked after the other, and what they are asked is no secret."""


ANSWER = re.compile(r"[cnpsv][0-9]")
"""How what answers a question is written (bot/table/tokens.py)."""


def split(screen):
    """The labels of buttons that answer a question, and of the others."""
    said = [button for row in screen.message.rows for button in row if button.token]
    asked = [bool(ANSWER.match(getattr(tokens.read(one.token), "item", ""))) for one in said]
    labels = [button.label for button in said]
    pairs = list(zip(labels, asked, strict=True))
    return [one for one, asks in pairs if asks], [one for one, asks in pairs if not asks]


@pytest.mark.parametrize("ident", GAMES)
def test_what_one_is_asked_stands_beside_the_board(ident):
    table = begun(GAMES[ident])
    assert table.state.questions, "somebody is asked"
    answers, others = split(board(SCREENS, table))
    if ident in ASKED_ALOUD:
        assert answers != []
    assert split(board(SCREENS, table, apart=True)) == ([], others)
