"""The problems that are shipped: each has one first play that wins, as the rules say."""

from collections import Counter

import pytest

from engine.core import defaults
from engine.kernels.climb.ranks import weigh
from engine.kernels.landlord.exact import Exact, position
from engine.puzzles import GAME, LEVELS, of_day, puzzles, read
from engine.registry import games
from tests.kit.brute import everything
from tests.kit.tiers import chosen
from tests.puzzles import look, plain

FEW = 30
"""So many are proven with each commit, and all of them with DEEP=1."""


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
    some = chosen(puzzles(), FEW, "puzzles")
    assert [one.number for one in some if not proven(one, exact)] == []


class Wins:
    """Whether the 地主 wins, by trying everything that the contract allows; a plain search."""

    def __init__(self):
        self.known = {}

    def __call__(self, state):
        game, public = games()[GAME], state.public
        if 0 in public.counts:
            return public.counts[0] == 0
        top = public.circle.top
        key = (*map(weigh, state.hands), public.turn, top and (top.seat, top.reading))
        if key not in self.known:
            mine = public.turn == 0
            ways = (self(after) for _, after in everything(game, state))
            self.known[key] = any(won for won in ways) if mine else all(won for won in ways)
        return self.known[key]


@pytest.mark.deep
def test_a_tenth_is_proven_by_trying_everything():
    """It knows no solver and no shapes; the smallest of them, as it takes a while."""
    small = sorted(puzzles(), key=lambda one: sum(map(len, one.hands)))
    game = games()[GAME]
    for one in small[: len(small) // 10]:
        wins = Wins()
        state = one.state(game)
        ways = [(action, after) for action, after in everything(game, state) if wins(after)]
        assert {look(action.cards) for action, _ in ways} == {look(one.key)}, one.number


def test_planted_a_problem_with_another_key_is_not_proven():
    exact = Exact(games()[GAME], position(games()[GAME], ((), (), ())))
    first = puzzles()[0]
    level, *hands, _ = first.line.split(" | ")
    other = hands[0].split()[-1]
    wrong = read(1, " | ".join((level, *hands, other)))
    assert look(wrong.key) == look(first.key) or not proven(wrong, exact)
