"""A small, seeded part of ``tests.bench.players``: the same numbers on every machine."""

from dataclasses import replace
from statistics import fmean

import pytest

from bot.table.commands import LEVELS
from engine.bots import Budget, Greedy
from engine.cards import Rank
from engine.core import Action
from engine.games.doudizhu.game import READER
from engine.kernels.climb.state import Put
from engine.kernels.landlord.search import Searcher
from engine.registry import games, thinker
from engine.rng import Rng
from tests.bench import levels, races, sides
from tests.bench.players import Watched, begun, interval, mirrored, played
from tests.bench.rivals import dazha, doudizhu4, landlord
from tests.bench.sure import as_good, certain
from tests.games.landlord_kit import held, table

GAME = games()["doudizhu"]
DEALS, TRIALS = 6, 6
SEARCHED = 40
"""So many trials 高手 has at least."""


def test_the_search_beats_the_player_it_replaces():
    ours = Watched(Searcher(Budget(TRIALS)))
    one, two = mirrored(GAME, ours, landlord.POLICY, DEALS, "ci")
    assert interval(one, two)[0] >= 0.55
    assert ours.sure
    assert not ours.missed
    assert not ours.bombs


def test_the_same_seed_and_trials_give_the_same_deal():
    def actions():
        said = []

        class Heard(Searcher):
            def choose(self, *asked):
                said.append(super().choose(*asked))
                return said[-1]

        player = Heard(Budget(TRIALS))
        played(GAME, begun(GAME, "twice", 0), [player] * 3, Rng(b"twice"))
        return said

    assert actions() == actions()


def test_the_judge_sees_a_certain_win_that_is_thrown_away():
    seen = ending("2A3/9/88")
    assert certain(GAME, seen) == {(10 * Rank.TWO,), (10 * Rank.ACE,)}
    ours = Watched(Lowest())
    ours.choose(GAME, seen, GAME.prompt(seen), Rng(b"judge"))
    assert (ours.sure, len(ours.missed)) == (1, 1)


def test_the_judge_sees_a_win_whose_unsafe_play_is_taken_back():
    """The bomb, then 77: whatever beats it is beaten by 22, and then the 3 is out."""
    seen = ending("22JJJJ773/KKQQ/8899")
    assert as_good(GAME, seen, held("JJJJ"))
    assert not as_good(GAME, ending("22JJJJ773/KK/8"), held("JJJJ")), "KK would be out"
    ours = Watched(Searcher(Budget(TRIALS)))
    ours.choose(GAME, seen, GAME.prompt(seen), Rng(b"judge"))
    assert (ours.sure, ours.missed) == (1, [])


def ending(hands):
    """What the 地主, who leads, sees of hands beside which everything is gone."""
    state = table(GAME, hands, landlord=0)
    everything = [Put(1, ((c,),), READER.readings((c,))[0]) for c in GAME.pack({})]
    left = [card for hand in state.hands for card in hand]
    gone = tuple((put,) for put in everything if put.cards[0] not in left)
    return GAME.observe(replace(state, public=replace(state.public, past=gone)), 0)


@pytest.mark.parametrize("name", races.RACES)
def test_the_search_is_out_first_more_often_than_its_share(name):
    ours = thinker(name, Budget(SEARCHED))
    first, _, _ = races.firsts(name, ours, Greedy(), 2, "players")
    assert fmean(first) > 0.25


def test_two_partners_that_search_beat_two_of_earlier():
    ours, found = thinker("dazha", Budget(SEARCHED)), []
    for mode, deals in zip(sides.MODES, (2, 1), strict=True):
        won, points, spent = sides.partners(ours, dazha.POLICY, deals, "mirrored", mode)
        assert len(won) == len(points) == deals
        assert spent
        found += won
    assert fmean(found) > 0.5


def test_four_that_search_beat_four_of_earlier():
    one, two, _ = sides.roles(thinker("doudizhu4", Budget(60)), doudizhu4.POLICY, 2, "ci")
    assert fmean((*one, *two)) > 0.5


@pytest.mark.parametrize("name", sorted(games()))
def test_every_level_is_a_player_of_its_own(name):
    found = [levels.player(name, level, SEARCHED) for level in LEVELS]
    told = [(type(player), repr(vars(player))) for player in found]
    assert len(set(told)) == len(LEVELS)


@pytest.mark.parametrize("name", races.PILES)
def test_no_point_is_lost_once_the_pile_is_used_up(name):
    found = races.lost(name, 1, "mirrored")
    assert found
    assert fmean(found) <= races.LOST


class Lowest:
    """Leads its lowest card, whatever it could do."""

    def choose(self, game, seen, prompt, rng):
        """The last card as the hand is shown."""
        return Action("play", cards=seen.hand[-1:])
