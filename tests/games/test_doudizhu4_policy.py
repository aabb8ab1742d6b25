"""What the computer player of 四人斗地主 does, and what it never does."""

import pytest

from engine.core import Carry, defaults
from engine.games.doudizhu4.plan import worth
from engine.games.doudizhu4.policy import POLICY
from engine.kernels.climb.ranks import count
from engine.kernels.climb.state import OVER, PLAY
from engine.registry import games
from engine.rng import Rng
from tests.bench.blunders import thrown
from tests.games.landlord_kit import RNG, held, say, table

GAME = games()["doudizhu4"]


def chosen(state):
    seen = GAME.observe(state, state.public.turn)
    return POLICY.choose(GAME, seen, GAME.prompt(seen), RNG)


def decisions(number):
    """Every position of a deal with what is chosen there."""
    rng = Rng(number.to_bytes(4, "big"), "policy")
    state = GAME.setup(4, defaults(GAME.info), Carry(), rng).state
    while state.public.phase != OVER:
        seat = GAME.asked(state)[0]
        seen = GAME.observe(state, seat)
        action = POLICY.choose(GAME, seen, GAME.prompt(seen), rng)
        if state.public.phase == PLAY:
            yield seen, action
        state = GAME.apply(state, seat, action, rng).state


@pytest.mark.parametrize("number", range(6))
def test_a_partner_is_not_beaten_without_need(number):
    """Never by a bomb, never with few cards but before a last card of the 地主."""
    followed = 0
    for seen, action in decisions(number):
        top = seen.public.circle.top
        deal = seen.public.extra
        partner = top is not None and deal.landlord not in (seen.seat, top.seat)
        if partner and action.verb == "play" and len(action.cards) < len(seen.hand):
            (reading,) = GAME.reader({}).readings(action.cards)
            assert not reading.tier
            last_asked = (seen.seat + 1) % 4 == deal.landlord
            if not (last_asked and seen.public.counts[deal.landlord] == 1):
                assert seen.public.counts[top.seat] > 2
        followed += action.verb == "play"
    assert followed > 5


@pytest.mark.parametrize("number", range(6, 9))
def test_no_bomb_falls_where_an_ordinary_answer_tears_nothing(number):
    judged = 0
    for seen, action in decisions(number):
        assert not thrown(GAME, seen, action)
        judged += seen.public.circle.top is not None
    assert judged > 10


@pytest.mark.parametrize(
    ("hands", "lines", "expected"),
    [
        ("33344/5/6/7", (), "33344"),
        ("334455667788/9/T/J", (), "334455667788"),
        ("333444556677/88/99/TT", (), "3334445566"),
        ("3KK/59Q/A2/77", ("3",), "5"),
    ],
    ids=["triple and pair", "all pairs", "plane with pairs", "the lowest that will do"],
)
def test_what_it_plays(hands, lines, expected):
    state = say(GAME, table(GAME, hands), *lines)
    ranks = sorted(c.rank for c in chosen(state).cards)
    assert ranks == sorted(c.rank for c in held(expected))


def test_it_lets_a_partner_win():
    state = say(GAME, table(GAME, "3K25/Q5/A78/99"), "3", "Q")
    assert chosen(state).verb == "pass"


@pytest.mark.parametrize(
    ("hand", "expected", "why"),
    [
        ("9J2", "9", "a weak card goes on a partner's"),
        ("A2", "", "a strong one does not"),
    ],
    ids=lambda value: value if " " in str(value) else "",
)
def test_what_a_farmer_does_with_the_play_of_a_partner(hand, expected, why):
    """The 地主 leads a 3, the first 农民 puts a 7 on it, the second may follow."""
    state = say(GAME, table(GAME, f"3K25/7789/{hand}TTT/99"), "3", "7")
    cards = chosen(state).cards
    assert [c.rank for c in cards] == [c.rank for c in held(expected)], why


@pytest.mark.parametrize(
    ("text", "turns"),
    [("", 0), ("3", 1), ("35", 2), ("34567", 1), ("33344", 1), ("3334445566", 1), ("334455", 1),
     ("5555", 1), ("xxDD", 1), ("33345", 3), ("345678933", 2)],
)  # fmt: skip
def test_in_how_many_turns_a_hand_is_out(text, turns):
    assert worth(count(held(text)))[1] == turns


def test_a_bomb_is_worth_more_the_longer_it_is():
    values = [worth(count(held("5" * size)))[0] for size in range(4, 9)]
    assert values == sorted(values)
    assert len(set(values)) == 5
    assert worth(count(held("5555")))[0] > worth(count(held("555")))[0]
