"""Nobody who has watched the players with chips can read them: a small part of the bench."""

import pytest

from engine.registry import policy
from tests.bench import reading
from tests.bench.rivals import chips

WAYS = [(0.75, 1, 0), (0.5, 1, 1.5)]
"""Those of the reader's that did best against the one and the other."""


def given(player, ways, deals=900):
    tables = reading.watched(player, 700)
    return max(sum(reading.gained(player, tables, deals, how)) / (deals // 3) for how in ways)


@pytest.mark.slow
def test_whoever_reads_the_player_of_zhajinhua_gains_at_most_half_of_what_it_gained():
    """The bench has 2,000 deals that are watched, and more ways: 3.2 antes a deal, now 0.9."""
    before, now = given(chips.GAMBLER, WAYS[:1]), given(policy("zhajinhua"), WAYS)
    assert before > 2, "the reader can read"
    assert now <= before / 2


@pytest.mark.slow
def test_it_is_no_weaker_than_it_was():
    found = reading.beside(policy("zhajinhua"), chips.GAMBLER, 900)
    assert sum(found) / len(found) > 0


def test_a_bid_of_niuniu_is_not_known_beforehand():
    assert reading.guessed(chips.BANKER, 60, 400) > 0.9
    assert reading.guessed(policy("niuniu"), 60, 400) < 0.65
