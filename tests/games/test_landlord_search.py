"""The search of 斗地主: what it imagines, solves and holds for sure, and what it spends."""

from collections import Counter
from functools import cache
from itertools import count

import pytest

from engine.bots import Budget
from engine.cards import pack
from engine.core import Carry, defaults
from engine.kernels.climb.compact import Compact, Plays
from engine.kernels.climb.ranks import counted, strengths, weigh
from engine.kernels.climb.state import OVER, PLAY
from engine.kernels.landlord.search import Search, Searcher
from engine.kernels.landlord.solve import Solver
from engine.kernels.landlord.sure import Sure
from engine.kernels.landlord.worlds import Worlds
from engine.registry import games
from engine.rng import Rng
from tests.games.landlord_kit import held, say, table
from tests.kit.tiers import DEEP

GAME, EXT = games()["doudizhu"], games()["doudizhu_ext"]
READER = GAME.reader(defaults(GAME.info))
DEALS = 200 if DEEP else 12


def positions(game, seed, player, **options):
    """What is seen at every turn of a deal, and what is done there."""
    rng = Rng(seed.to_bytes(4, "big"), "search")
    state = game.setup(3, {**defaults(game.info), **options}, Carry(), rng).state
    while state.public.phase != OVER:
        seat = game.asked(state)[0]
        seen = game.observe(state, seat)
        action = player.choose(game, seen, game.prompt(seen), rng)
        if state.public.phase == PLAY:
            yield state, seen, action
        state = game.apply(state, seat, action, rng).state


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (GAME, {}),
        (GAME, {"auction": "score", "redouble": "true"}),
        (EXT, {}),
        (EXT, {"quad_as_3_1": "true"}),
    ],
)
def test_it_plays_deals_to_their_end(game, options):
    for seed in range(max(1, DEALS // 6)):
        assert list(positions(game, seed, Searcher(Budget(2)), **options))


def test_what_it_imagines_agrees_with_what_was_seen():
    for seed in range(max(2, DEALS // 6)):
        for _, seen, _ in positions(GAME, seed, Searcher(Budget(1))):
            public = seen.public
            hands = Worlds(seen, GAME.pack({}), (), Rng(b"worlds")).draw()
            assert [sum(hand) for hand in hands] == list(public.counts)
            assert list(hands[seen.seat]) == ranked(seen.hand)
            for seat, known in enumerate(public.known):
                assert all(a <= b for a, b in zip(ranked(known), hands[seat], strict=True))
            laid = ranked([card for what in public.played for card in what.cards])
            everything = [sum(at) for at in zip(laid, *hands, strict=True)]
            assert everything == ranked(pack())


def ranked(cards):
    """Cards counted by strength."""
    held = Counter(strengths(cards))
    return [held[strength] for strength in range(15)]


def test_nothing_but_what_is_seen_decides():
    """Two deals that look the same to a seat get the same answer from it."""
    one = table(GAME, "3579JKA2/44668/TTQQ")
    other = table(GAME, "3579JKA2/TTQQ8/4466")
    for state in (one, other):
        assert GAME.observe(state, 0).public.counts == (8, 5, 4)
    answers = {
        Searcher(Budget(20)).choose(GAME, GAME.observe(state, 0), None, Rng(b"same"))
        for state in (one, other)
    }
    assert len(answers) == 1


# Solving.


def drawn(seed, *sizes):
    """Random hands."""
    cards = Rng(seed.to_bytes(4, "big"), "hands").shuffled(pack())
    hands, at = [], 0
    for size in sizes:
        hands.append(cards[at : at + size])
        at += size
    return hands, cards[at:]


def test_a_deal_is_solved_as_by_trying_everything():
    for seed in range(DEALS):
        hands, _ = drawn(seed, 3, 3, 3)
        plays = Plays(READER)
        deal = Compact(plays, list(map(weigh, hands)), (3, 3, 3), 0)

        @cache
        def wins(hands, turn, top, owner, plays=plays):
            deal = Compact(plays, hands, [bin_count(hand) for hand in hands], turn, top, owner)
            if deal.over:
                return deal.counts[0] == 0
            results = []
            for number in deal.moves():
                deal.do(number)
                results.append(wins(tuple(deal.hands), deal.turn, deal.top, deal.owner))
                deal.undo()
            return any(results) if turn == 0 else all(results)

        assert Solver(plays, 0).wins(deal, 10**6) == wins(tuple(deal.hands), 0, 0, 0)
        assert deal.depth == 0


def bin_count(weight):
    """The cards of a weight."""
    total = 0
    while weight:
        total, weight = total + weight % 64, weight // 64
    return total


def test_a_solver_that_may_look_at_nothing_says_so_and_leaves_the_deal_as_it_was():
    hands, _ = drawn(1, 5, 5, 5)
    deal = Compact(Plays(READER), list(map(weigh, hands)), (5, 5, 5), 0)
    before = list(deal.hands)
    assert Solver(deal.plays, 0).wins(deal, 3) is None
    assert (deal.hands, deal.depth) == (before, 0)


def test_what_is_sure_is_won_however_the_cards_lie():
    """Whatever is called sure is a win in every deal that is tried, by the exact solver."""
    found = 0
    for seed in range(DEALS * 10):
        (mine, rest), _ = drawn(seed, 4, 8)
        plays = Plays(READER)
        sure = Sure(plays, weigh(rest), (4, 4))
        number = sure.play(weigh(mine), 4, 0, lambda number: 0)
        if not number:
            continue
        found += 1
        for deal_seed in range(5):
            others = Rng(bytes([deal_seed]), seed).shuffled(rest)
            hands = [weigh(mine), weigh(others[:4]), weigh(others[4:])]
            deal = Compact(plays, hands, (4, 4, 4), 0)
            deal.do(number)
            assert Solver(plays, 0).wins(deal, 10**6), (mine, rest)
    assert found


# What others are taken to hold.


@pytest.mark.parametrize(
    ("said", "seat", "odd"),
    [
        (("7",), 0, ("5", "55")),  # led alone: nothing alone lies below
        (("7",), 0, ("5", "8")),
        (("77",), 0, ("55", "5")),
        (("3", "9"), 1, ("5", "T")),  # put on a 3: nothing alone lies between
        (("3", "过"), 1, ("5", "A")),  # an ace may be kept back
    ],
    ids=str,
)
def test_whoever_plays_takes_the_lowest_that_will_do(said, seat, odd):
    """A hand with what is named first is odd after that, one with what is named then is not."""
    state = table(GAME, "3377KKKAA22/99JJQQKA34568/TT88JJQQ4456")
    state = say(GAME, state, *said)
    looker = next(s for s in (1, 2, 0) if s != seat)
    worlds = Worlds(GAME.observe(state, looker), GAME.pack({}), (), Rng(b"odd"))
    held_by = [counted(()) for _ in range(3)]
    for text, expected in zip(odd, (True, False), strict=True):
        held_by[seat] = counted(strengths(held(text)))
        assert bool(worlds.odd(held_by)) is expected, text


# What it spends.


def test_the_clock_ends_the_trials():
    state = say(GAME, table(GAME, "3456789TJQKA2255/3344667788/99TTJJQQKK"), "3")
    seen = GAME.observe(state, 1)

    def tried(budget):
        worlds = []
        search = Search(GAME, seen, Searcher(budget).turn(GAME, seen))

        class Counted(Worlds):
            def draw(self):
                worlds.append(1)
                return super().draw()

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("engine.kernels.landlord.search.Worlds", Counted)
            search.best(Rng(b"clock"), budget)
        return len(worlds)

    ticks = count()
    assert tried(Budget(60)) == 60
    assert tried(Budget(60, 20.0, lambda: float(next(ticks)))) < 30
