"""What problems and house rules look like to a reader, on as little room as there is."""

import pytest

from bot.i18n.catalogue import Catalogue
from bot.players import defence
from bot.screens.houses import listing
from bot.screens.puzzle import EDGES, LINE, Try, private
from bot.screens.reader import Reader
from engine.houses import shipped
from engine.puzzles import GAME
from engine.puzzles import puzzles as problems
from engine.registry import games

LANGUAGES = ("zh-Hans", "zh-Hant", "en")
SHIPPED = [game.info for game in games().values() if shipped(game.info.id)]


@pytest.mark.parametrize(("rows", "row"), [(5, 5), (100, 8)], ids=["few rows", "many rows"])
def test_every_play_is_offered_once_and_no_row_is_wider_than_a_telephone(rows, row):
    for puzzle in problems()[::10]:
        state = puzzle.state(games()[GAME])
        plays = tuple(defence.plays(state))
        one = Try(puzzle, 1, "web:room", "mark", state, plays)
        offered, page, called = [], 0, []
        while len(offered) < len(plays):
            made = private(Reader(Catalogue()), games()[GAME], one, page, rows, row)
            laid = made.message.rows[:-1]
            assert laid and len(laid) < rows
            for buttons_ in laid:
                assert len(buttons_) <= row
                labels = [len(button.label) + EDGES for button in buttons_]
                assert sum(labels) <= LINE or len(labels) == 1, puzzle.number
            offered += [button.token for buttons_ in laid for button in buttons_]
            called += [button.label for buttons_ in laid for button in buttons_]
            page += 1
        assert len(set(offered)) == len(offered) == len(plays), puzzle.number
        assert len(set(called)) == len(called), puzzle.number
        assert not any(sign in label for label in called for sign in "♠♥♣♦"), puzzle.number


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("info", SHIPPED, ids=lambda info: info.id)
def test_each_set_of_house_rules_that_is_shipped_has_a_line_and_a_button(info, language):
    reader = Reader(Catalogue(language, strict=True))
    told = listing(reader, (), info, None)
    labels = [button.label for row in told.rows for button in row]
    assert len(set(labels)) == len(labels) == len(shipped(info.id))
    assert len(told.text.splitlines()) >= len(labels)
