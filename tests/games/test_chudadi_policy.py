"""What the computer player of 锄大地 does, and what it never does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.bots import Greedy
from engine.cards import cards
from engine.core import Carry, defaults
from engine.games.chudadi.book import planned
from engine.games.chudadi.game import PACK, READERS
from engine.games.chudadi.groups import card, divided, fives, key, number, small
from engine.games.chudadi.policy import POINT, POLICY, outcome
from engine.kernels.climb.state import OVER
from engine.kernels.climb.suits import plays
from engine.kernels.race.core import Race
from engine.registry import games
from engine.rng import Rng
from tests.games.test_chudadi import RNG, say, table

GAME = games()["chudadi"]


def chosen(state):
    seen = GAME.observe(state, state.public.turn)
    return POLICY.choose(GAME, seen, GAME.prompt(seen), RNG)


def codes(action):
    return " ".join(card.code for card in sorted(action.cards, key=lambda c: (c.rank, c.suit)))


@pytest.mark.parametrize(
    ("hands", "lines", "expected"),
    [
        (("D3 C3 H3 D5 C5", "D4", "D6 C6", "D7 C7"), (), "D3 C3 H3 D5 C5"),
        (("D3 C3 S2", "D4", "D6 C6", "D7 C7"), (), "S2"),
        (("D3 SA", "D4", "D6 C6", "D7 C7"), (), "SA"),
        (("D3 D9", "D5 SK S2", "D6", "D7 C7"), ("3",), "S2"),
        (("D3", "D5", "D6", "D7"), (), "D3"),
    ],
    ids=["all at once", "what nobody beats, then the rest", "the highest single for a last card",
         "a last card is stopped", "the last card"],
)  # fmt: skip
def test_what_it_plays(hands, lines, expected):
    assert codes(chosen(say(table(*hands), *lines))) == expected


def played(mine, number, **options):
    """What the computer player scores in a deal against three plain ones."""
    rng = Rng(number.to_bytes(4, "big"), "deal")
    state = GAME.setup(4, {**defaults(GAME.info), **options}, Carry(), rng).state
    while state.public.phase != OVER:
        seat = state.public.turn
        seen = GAME.observe(state, seat)
        player = POLICY if seat == mine else Greedy()
        action = player.choose(GAME, seen, GAME.prompt(seen), RNG)
        state = GAME.apply(state, seat, action, RNG).state
    return GAME.outcome(state).scores[mine]


@pytest.mark.slow
def test_it_is_better_than_the_plain_player():
    """From every seat of the same deals; a bench has the figure."""
    assert sum(played(mine, number) for number in range(8) for mine in range(4)) > 0


@pytest.mark.parametrize("straights", ["low2", "taiwan"])
def test_it_plays_to_the_end_with_every_straight(straights):
    costs = [played(mine, 3, straights=straights) for mine in range(4)]
    assert any(costs)


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=30)
@given(hand=st.sets(st.sampled_from(PACK), min_size=13, max_size=13))
def test_what_it_takes_for_plays_are_plays(name, hand):
    """§3 to §7: every play it finds is one of the rules, of just that strength, and found once."""
    numbers = list(map(number, hand))
    found = [*small(numbers), *fives(numbers, name)]
    assert len(set(found)) == len(found)
    for strength, used in found:
        (reading,) = READERS[name].readings(tuple(sorted(map(card, used))))
        assert (key(reading), reading.size) == (strength, len(used))


@settings(max_examples=30)
@given(st.sets(st.sampled_from(PACK), min_size=1, max_size=13))
def test_it_overlooks_no_strongest_play(hand):
    """Of every size it finds the strongest that the rules allow."""
    numbers = list(map(number, hand))
    mine = [(len(used), strength) for strength, used in small(numbers) + fives(numbers, "top")]
    theirs = [(r.size, key(r)) for _, r in plays(READERS["top"], tuple(sorted(hand)))]
    assert dict(sorted(mine)) == dict(sorted(theirs))


def numbers_of(text):
    return [number(card) for card in cards(text)]


def test_a_hand_is_divided_into_the_cheapest_plays():
    """A full house is one turn, five single cards are five; the last play costs nothing."""
    assert divided((), "top")[0] == divided(numbers_of("D3"), "top")[0] == 0
    assert divided(numbers_of("D5 C5 H5 D6 C6"), "top")[0] == 0
    assert divided(numbers_of("D5 C6 H7 S10 D9"), "top")[0] > 2
    two = numbers_of("D3 C4 H5 S6 D7 C9 H9 S9 DJ CJ SA")
    assert sorted(len(used) for _, used in divided(two, "top")[1]) == [1, 5, 5]


def test_a_race_ends_as_the_deal_would():
    """A pair is taken apart for a single card; who cannot beat passes, and the owner leads."""
    texts = ("S3", "D4", "D9 C9 H4", "H3 C4")
    books = [planned(divided(numbers_of(text), "top")[1]) for text in texts]
    race = Race(books, 1, lock=False)
    race.on(1, numbers_of("D8")[0], 0)
    assert race.run() == 2
    assert race.counts == [1, 1, 0, 2]
    assert outcome(race, 2) - outcome(race, 0) == pytest.approx(1 + 4 * POINT)
