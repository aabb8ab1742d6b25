"""What is told to one person, and whether a group may read it too."""

import pytest

from bot.commands.request import is_open
from engine.msg import CardsArg, chained, msg

CARDS = CardsArg(("S3", "BJ"))

READ = [
    ((msg("table-joined"),), True, "about the table"),
    ((msg("table-joined"), msg("vote-counted")), True, "several, each open"),
    ((msg("climb-not-your-turn"),), False, "a game's own words"),
    ((msg("table-joined"), msg("climb-not-your-turn")), False, "one of them a game's own"),
    ((msg("table-so", cards=CARDS),), False, "cards"),
    ((msg("table-so", why=msg("table-why", cards=CARDS)),), False, "cards further in"),
    ((msg("table-so", known=chained("render-list", (msg("a"), CARDS))),), False, "cards in a list"),
]


@pytest.mark.parametrize(("told", "anybody", "why"), READ, ids=[row[2] for row in READ])
def test_what_a_group_may_read_names_no_card_however_its_key_begins(told, anybody, why):
    assert is_open(*told) is anybody
