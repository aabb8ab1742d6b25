"""In a private chat one person sits down with computers: nothing is offered that needs a friend."""

import pytest

from bot.ports.messages import Style
from bot.screens.hand import hand
from bot.table.commands import AddBot, Start
from bot.table.state import Phase
from bot.table.tokens import read
from engine.registry import games
from engine.rng import SEED_BYTES
from tests.kit.tables import NOW, SCREENS, lobby, user


def controls(table):
    """What the only reader of a table can press, and which of it is in gold."""
    rows = hand(SCREENS, table, 0).message.rows
    found = [(read(button.token).item, button.style) for row in rows for button in row]
    return [item for item, _ in found], [item for item, look in found if look is Style.PRIMARY]


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.info.id)
def test_the_gold_button_leads_from_the_empty_lobby_to_the_deal(game):
    table = lobby(game, persons=1, place=None)
    for _ in range(game.info.seats[0] - 1):
        offered, gold = controls(table)
        assert "join" not in offered, "nobody else reads it, and its reader has a seat"
        assert gold == ["bot"]
        table.handle(AddBot(user(0), ("石", "竹", "松", "梅", "兰", "菊")), NOW)
    offered, gold = controls(table)
    assert "join" not in offered
    assert gold == ["start"]
    table.handle(Start(user(0), "abcdef0124", bytes(SEED_BYTES)), NOW)
    assert table.state.phase is not Phase.LOBBY
