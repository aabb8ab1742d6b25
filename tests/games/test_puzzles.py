"""The problems that are shipped: each has one first play that wins, as the rules say."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.core import defaults
from engine.kernels.climb.ranks import weigh
from engine.kernels.landlord.exact import Exact, position
from engine.puzzles import GAME, LEVELS, of_day, puzzles, read
from engine.registry import games
from tests.kit.brute import Ways
from tests.puzzles import look, plain

TENTH = 10
"""One of so many is proven by trying everything too."""


def proven(puzzle, exact):
    """Whether the key, and nothing else, wins, by exact play."""
    winning = exact.winning(puzzle.state(games()[GAME]), lambda looked: False)
    return [look(one.cards) for one in winning] == [look(puzzle.key)]


def test_there_are_enough_and_no_two_are_alike():
    found = puzzles()
    assert len(found) >= 300
    assert len({weigh(one.hands[0]) for one in found}) == len(found)
    assert set(Counter(one.level for one in found)) == set(LEVELS)
    pack = Counter(games()[GAME].pack(defaults(games()[GAME].info)))
    for one in found:
        held = Counter(card for hand in one.hands for card in hand)
        assert held <= pack, one.number
        mine, theirs = len(one.hands[0]), len(one.hands[1]) + len(one.hands[2])
        assert 6 <= mine <= 14 and 6 <= theirs <= 14, one.number
        assert not plain(games()[GAME].arranged(one.hands[0], {}), one.key), one.number
        assert read(one.number, one.line) == one


def test_every_day_has_another_one():
    assert len({of_day(day).number for day in range(len(puzzles()))}) == len(puzzles())


def test_what_is_shipped_is_proven():
    exact = Exact(games()[GAME], position(games()[GAME], ((), (), ())))
    assert [one.number for one in puzzles() if not proven(one, exact)] == []


class Wins:
    """Whether the 地主 wins, by trying everything that the contract allows; a plain search.

    It knows no solver and no shapes: only that cards of a rank are as good as each other.
    """

    def __init__(self):
        self.ways = Ways(games()[GAME])
        self.known = {}

    def __call__(self, state):
        public = state.public
        if 0 in public.counts:
            return public.counts[0] == 0
        top = public.circle.top
        key = (*map(weigh, state.hands), public.turn, top and (top.seat, top.reading))
        if key not in self.known:
            mine = public.turn == 0
            ways = (self(after) for _, after in self.ways(state))
            self.known[key] = any(ways) if mine else all(ways)
        return self.known[key]


def smallest(some):
    """A tenth of some problems, those with the fewest cards: others take longer to try out."""
    found = sorted(some, key=lambda one: sum(map(len, one.hands)))
    return found[: -(-len(found) // TENTH)]


def otherwise(some):
    """The numbers of problems of which trying everything finds another key, or more."""
    wrong = []
    for one in some:
        wins = Wins()
        state = one.state(games()[GAME])
        won = {look(action.cards) for action, after in wins.ways(state) if wins(after)}
        if won != {look(one.key)}:
            wrong.append(one.number)
    return wrong


def test_a_tenth_is_proven_by_trying_everything():
    assert otherwise(smallest(puzzles())) == []


@pytest.mark.deep
@pytest.mark.parametrize("level", LEVELS)
def test_a_tenth_of_each_level_is_proven_by_trying_everything(level):
    assert otherwise(smallest([one for one in puzzles() if one.level == level])) == []


def test_planted_a_problem_with_another_key_is_not_proven():
    exact = Exact(games()[GAME], position(games()[GAME], ((), (), ())))
    first = puzzles()[0]
    level, *hands, _ = first.line.split(" | ")
    other = hands[0].split()[-1]
    wrong = read(1, " | ".join((level, *hands, other)))
    assert look(wrong.key) == look(first.key) or not proven(wrong, exact)


def test_planted_trying_everything_does_not_find_another_key():
    first = smallest(puzzles())[0]
    mine = first.hands[0]
    other = next(card for card in mine if look((card,)) != look(first.key))
    assert otherwise([replace(first, key=(other,))]) == [first.number]
