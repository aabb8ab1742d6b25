"""A table that is dealt from a written deal: what it takes, and what it refuses."""

import pytest

from bot.support.errors import Refused
from bot.table import written
from bot.table.commands import Start
from bot.table.state import Phase
from engine.registry import games
from engine.rng import SEED_BYTES
from tests.kit.tables import NOW, SCREENS, lobby, user

GAME = games()["doudizhu"]
DEAL = "1: 大王 小王 ♠2 ♥2\n2: ♠A ♥A ♣A ♦A\n底牌: ♠3 ♥3 ♣3\n先手: 1\n其余: 随机\n"
SEED = (7).to_bytes(SEED_BYTES, "big")


def alone(text=DEAL):
    table = lobby(GAME, persons=1, computers=2, place=None)
    written.configure(table, text)
    return table


def test_the_cards_that_are_written_are_held_and_the_rest_comes_from_the_seed():
    tables = [alone(), alone()]
    for table in tables:
        table.handle(Start(user(0), "abcdef0124", SEED), NOW)
        assert table.state.phase is Phase.PLAYING
    held = [[sorted(card.code for card in hand) for hand in t.match.state.hands] for t in tables]
    assert held[0] == held[1]
    assert {len(hand) for hand in held[0]} == {17}
    assert written.shows_all(tables[0])
    assert [SCREENS.catalogue.say(line) for line in written.lines(tables[0].state)]


def test_an_empty_text_deals_by_chance_again():
    table = alone()
    written.configure(table, "  ")
    assert table.state.deal == ""
    assert written.begun(table, SEED, 3) is None
    assert not written.shows_all(table)
    assert written.lines(table.state) == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [("x" * (written.LONGEST + 1), "deal-too-long"), (DEAL.replace("♠A", "♠2"), "notation")],
)
def test_what_cannot_be_dealt_is_refused_and_not_kept(text, why):
    table = alone()
    before = table.state
    with pytest.raises(Refused, match=why):
        written.configure(table, text)
    assert table.state == before


def test_a_table_that_counts_is_not_dealt_by_hand():
    table = lobby(GAME, persons=1, computers=2)
    table.change(tournament="0123456789")
    with pytest.raises(Refused, match="deal-not-here"):
        written.configure(table, DEAL)


def test_it_takes_as_many_as_it_was_written_for():
    with pytest.raises(Refused, match="deal-seats"):
        written.begun(alone(), SEED, 4)


def test_nothing_that_is_no_deal_is_a_source():
    with pytest.raises(ValueError, match="no deal"):
        written.source("大王")


def test_a_deal_is_kept_short_and_reads_back():
    deal = written.deal_of(GAME, DEAL, SEED)
    assert (deal.game, deal.text) == (GAME, DEAL)
    assert written.source(written.kept(written.understood(GAME, DEAL, seed=SEED))) is not None
