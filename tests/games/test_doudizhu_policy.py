"""What the computer player of 斗地主 never does, in whole games against itself."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Rank
from engine.core import Carry, defaults
from engine.kernels.climb.state import OVER, PLAY
from engine.kernels.landlord.plan import worth
from engine.kernels.landlord.policy import POLICY
from engine.registry import games
from engine.rng import Rng
from tests.games.landlord_kit import RNG, say, table

GAME, EXT = games()["doudizhu"], games()["doudizhu_ext"]
JOKERS = {Rank.SMALL_JOKER, Rank.BIG_JOKER}


def decisions(game, seed, **options):
    """Every position of a deal with what is chosen there."""
    rng = Rng(seed.to_bytes(8, "big"), "policy")
    state = game.setup(3, {**defaults(game.info), **options}, Carry(), rng).state
    while state.public.phase != OVER:
        seat = game.asked(state)[0]
        seen = game.observe(state, seat)
        action = POLICY.choose(game, seen, game.prompt(seen), rng)
        after = game.apply(state, seat, action, rng).state
        if state.public.phase == PLAY and action.verb == "play":
            yield seen, action, after
        state = after


def foes(seen):
    deal = seen.public.extra
    return deal.farmers if seen.seat == deal.landlord else (deal.landlord,)


@pytest.mark.slow
@given(st.integers(0, 2**32), st.sampled_from([GAME, EXT]))
def test_absurd_moves_are_not_made(seed, game):
    for seen, action, after in decisions(game, seed):
        ranks = Counter(c.rank for c in action.cards)
        held = Counter(c.rank for c in seen.hand)
        top = seen.public.circle.top
        wins = len(action.cards) == len(seen.hand)
        bomb = set(ranks) == JOKERS or (len(ranks) == 1 and len(action.cards) == 4)
        left = len(after.hands[seen.seat])

        if bomb and top is not None and top.seat not in foes(seen):
            assert wins, "a partner's play is not bombed"
        if set(ranks) == JOKERS and top is not None and len(top.cards) == 1:
            urgent = min(seen.public.counts[foe] for foe in foes(seen)) <= 4
            assert wins or urgent or left <= 12, "no rocket for a single without need"
        if top is None and not wins and min(seen.public.counts[f] for f in foes(seen)) == 1:
            others = [n for n in held.values() if n > 1]
            highest = max(held, key=lambda r: (r is Rank.TWO and 14.5) or int(r))
            fed = len(action.cards) == 1 and others and next(iter(ranks)) is not highest
            assert not fed, "an opponent's last card is not fed"
        torn = [r for r, n in held.items() if n == 4 and 0 < ranks[r] < 4]
        if torn and top is not None:
            urgent = min(seen.public.counts[foe] for foe in foes(seen)) <= 4
            assert wins or urgent, "a bomb is not taken apart to follow without need"


@pytest.mark.parametrize("option", [{}, {"auction": "score", "redouble": "true"}])
def test_it_plays_a_deal_to_its_end(option):
    for seed in range(5):
        assert list(decisions(GAME, seed, **option))


@pytest.mark.parametrize(
    ("hands", "lines", "expected"),
    [
        ("334455/6/7", (), "3,3,4,4,5,5"),
        ("3456789/66/7", (), "3,4,5,6,7,8,9"),
        ("2/34/56", (), "2"),
    ],
    ids=["all pairs at once", "the longest straight", "the last card"],
)
def test_it_leads_what_leaves_least(hands, lines, expected):
    state = say(GAME, table(GAME, hands), *lines)
    seen = GAME.observe(state, state.public.turn)
    action = POLICY.choose(GAME, seen, GAME.prompt(seen), RNG)
    assert ",".join(sorted(c.code[1:] for c in action.cards)) == expected


def test_it_lets_its_partner_win():
    state = table(GAME, "3KKK2/9TJQ/A5", landlord=0, turn=1)
    state = say(GAME, state, "Q")
    seen = GAME.observe(state, 2)
    assert POLICY.choose(GAME, seen, GAME.prompt(seen), RNG).verb == "pass"


def test_a_hand_is_divided_into_the_fewest_turns():
    def counts(*ranks):
        vector = [0] * 17
        for rank in ranks:
            vector[rank] += 1
        return tuple(vector)

    assert worth(counts()) == (0, 0)
    assert worth(counts(3, 4, 5, 6, 7))[1] == 1
    assert worth(counts(3, 3, 4, 4, 5, 5))[1] == 1
    assert worth(counts(3, 3, 3, 4))[1] == 1
    assert worth(counts(3, 3, 3, 4, 4, 4, 9, 11))[1] == 1
    assert worth(counts(3, 5, 7))[1] == 3
