"""Our plays of 斗地主 beside those of two programs that nobody here wrote.

Every difference is one of the rules named here; anything else fails.
"""

import os
import random
from importlib.util import find_spec

import pytest

from engine.cards import Rank, pack
from engine.kernels.climb.reader import Reader
from engine.kernels.landlord.shapes import STANDARD
from tests.kit.oracles import douzero_plays, rlcard_plays, sorted_ranks

pytestmark = pytest.mark.skipif(
    find_spec("douzero") is None and "CI" not in os.environ,
    reason="douzero asks for torch; to run these: pip install --no-deps 'douzero>=1.1,<2'",
)

READER = Reader(STANDARD)
HANDS = 3000
JOKERS = {Rank.SMALL_JOKER, Rank.BIG_JOKER}


def both_jokers_as_wings(play):
    """rules.zh.md §6: no two jokers among the wings. douzero allows them."""
    return set(play) >= JOKERS and len(play) > 2


def bomb_among_wings(play):
    """rules.zh.md §6: no bomb among the wings. douzero allows one beside a plane."""
    return len(play) >= 8 and any(play.count(rank) == 4 for rank in set(play))


def wings_that_lengthen(play):
    """rules.zh.md §6: no wing triple next to the plane. douzero allows it."""
    triples = sorted(r for r in set(play) if play.count(r) >= 3 and r <= Rank.ACE)
    return len(play) in (8, 12, 16, 20) and len(triples) > len(play) // 4


THEIRS = (both_jokers_as_wings, bomb_among_wings, wings_that_lengthen)


def hands():
    luck = random.Random(20)  # noqa: S311  (no secret)
    for number in range(HANDS):
        cards = luck.sample(pack(), 20 if number % 3 == 0 else luck.randint(1, 17))
        table = luck.sample(pack(), 17)
        yield luck, tuple(cards), tuple(table)


@pytest.mark.slow
def test_leads_are_those_of_douzero_and_rlcard():
    explained = 0
    for _, cards, _ in hands():
        ranks = [c.rank for c in cards]
        ours = {sorted_ranks(m.ranks) for m in READER.moves(cards)}
        theirs = douzero_plays(ranks, None)
        assert ours <= theirs
        for play in theirs - ours:
            assert any(rule(play) for rule in THEIRS), play
            explained += 1
        assert ours == rlcard_plays(ranks)
    assert explained > 0


@pytest.mark.slow
def test_answers_are_those_of_douzero():
    beaten = 0
    for luck, cards, table in hands():
        over = luck.choice(READER.moves(table))
        ours = {sorted_ranks(m.ranks) for m in READER.moves(cards, over.reading)}
        theirs = douzero_plays([c.rank for c in cards], sorted_ranks(over.ranks))
        assert ours <= theirs
        for play in theirs - ours:
            assert any(rule(play) for rule in THEIRS), (over, play)
        beaten += bool(ours)
    assert beaten > HANDS // 4
