"""Wins of 上饶打炸 that nobody can take away, and that no level from 普通 on misses."""

import pytest

from engine.bots import Budget
from engine.core import Action
from engine.games.dazha import settle
from engine.games.dazha.plays import playable
from engine.games.dazha.policy import POLICY
from engine.games.dazha.search import Searcher
from engine.games.dazha.sure import Sure, decided
from engine.games.dazha.worlds import unseen
from engine.kernels.climb.state import OVER
from engine.rng import Rng
from tests.games.dazha_kit import GAME
from tests.games.test_dazha_search import begun
from tests.kit.tiers import DEEP

DEALS = 400 if DEEP else 16


def endings(number, **options):
    """What is seen by seats whose partner is out, and the states."""
    state = begun(number, **options)
    while state.public.phase != OVER:
        (seat,) = GAME.asked(state)
        seen = GAME.observe(state, seat)
        if decided(state.public, seat):
            yield state, seen
        state = GAME.apply(state, seat, POLICY.choose(GAME, seen, None, Rng(b"")), Rng(b"")).state


def sure(seen):
    """The play that is held for sure."""
    reader = GAME.reader(seen.options)
    return Sure(seen, unseen(seen), reader).play(playable(seen, reader))


def fought(state, me, luck):
    """Whether the side of a seat that keeps to what is sure wins against anything that beats."""
    while state.public.phase != OVER:
        (seat,) = GAME.asked(state)
        seen = GAME.observe(state, seat)
        moves = playable(seen, GAME.reader(seen.options))
        if seat == me:
            found = sure(seen)
            cards = found.cards if found else POLICY.choose(GAME, seen, None, luck).cards
        else:
            cards = luck.choice(moves).cards if moves else ()
        action = Action("play", cards=cards) if cards else Action("pass")
        state = GAME.apply(state, seat, action, Rng(b"")).state
    return settle.result(state.public, state.hands).team == state.public.extra.teams[me]


@pytest.mark.parametrize("mode", ["base", "twelve"])
def test_what_is_sure_is_won_whatever_the_others_do_and_no_level_misses_it(mode):
    found = 0
    for number in range(DEALS):
        for state, seen in endings(number, mode=mode):
            move = sure(seen)
            if move is None:
                continue
            found += 1
            for attempt in range(3):
                assert fought(state, seen.seat, Rng(bytes([attempt]), "sure"))
            for player in (POLICY, Searcher(Budget(2))):
                action = player.choose(GAME, seen, None, Rng(b"sure"))
                after = GAME.apply(state, seen.seat, action, Rng(b"")).state
                assert fought(after, seen.seat, Rng(b"after"))
    assert found >= DEALS // 4
