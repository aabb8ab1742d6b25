"""上饶打炸 counted once more, by rules written down again from rules.zh.md alone.

Whole deals under any options: what is offered is compared with what is legal, and the scores with
those that the plays of the deal, one after the other, come to.
"""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import Rank, pack
from engine.core import Action, Carry
from engine.errors import RuleError
from engine.kernels.climb.state import OVER
from engine.rng import Rng
from tests.games.dazha_kit import GAME, RNG, chosen

JOKERS = (Rank.SMALL_JOKER, Rank.BIG_JOKER)
POINTS = {Rank.FIVE: 5, Rank.TEN: 10, Rank.KING: 10}
CAPS = {"9": 16, "20": 20, "26": 26}
OPTIONS = st.fixed_dictionaries(
    {
        option.key: st.sampled_from(option.values)
        for option in GAME.info.options
        if option.key != "counter"
    }
)
SEEDS = st.integers(0, 2**32 - 1)
SMALL = 8
"""Hands of so few cards are tried out in every way."""


def points(cards):
    """§14"""
    return sum(POINTS.get(c.rank, 0) for c in cards)


def each_pays(level, options):
    """§16, §20"""
    if level < 5:
        return 0
    if options["mode"] == "twelve":
        return 2 ** (level - 5) if level < 13 else 160
    return 2 ** (level - 5) if level <= 9 else CAPS.get(str(options["cap"]), 2 ** (level - 5))


def higher(rank, options):
    """§16: 2s, and by the option 7, J, K and A, count one level more."""
    lucky = (Rank.SEVEN, Rank.JACK, Rank.KING, Rank.ACE)
    return rank is Rank.TWO or (options["lucky_ranks"] == "on" and rank in lucky)


def bombs_of(hand):
    """The ranks with four natural cards or more, and how many."""
    counts = Counter(c.rank for c in hand if not c.is_joker)
    return [(rank, n) for rank, n in counts.items() if n >= 4]


def fined(hand, options):
    """§17, §22"""
    small, big = (sum(c.rank is joker for c in hand) for joker in JOKERS)
    whole = 6 in (small, big) if options["mode"] == "twelve" else small + big == 4
    return 0 if whole or bombs_of(hand) else small + big


def six(options):
    """§21"""
    return 60 if options["six_joker"] == "60" else 20


def most(bombs, jokers, options):
    """§19: the most that each pays for the bombs of a hand, some jokers put into them."""
    if not bombs:
        return 0
    (rank, held), *rest = bombs
    shares = range(jokers + 1) if rest else (jokers,)
    return max(
        each_pays(held + share + higher(rank, options), options)
        + most(rest, jokers - share, options)
        for share in shares
    )


def shown(hand, options):
    """§19, §21, §22: what each pays for a hand that is shown."""
    small, big = (sum(c.rank is joker for c in hand) for joker in JOKERS)
    bombs = bombs_of(hand)
    ways = [most(bombs, small + big, options)]
    if options["mode"] == "base":
        if small + big == 4:
            ways.append(each_pays(9, options) + most(bombs, 0, options))
        return max(ways)
    if small == 6:
        ways.append(six(options) + most(bombs, big, options))
    if big == 6:
        ways.append(six(options) + most(bombs, small, options))
    if small == big == 6:
        ways.append(160 + most(bombs, 0, options))
    return max(ways)


def paid_for(cards, options):
    """§11, §16, §21: what each of the others pays for a play; below 0 they are paid."""
    natural = [c.rank for c in cards if not c.is_joker]
    if not natural:
        if options["mode"] == "base" and len(cards) == 4:
            return 8
        same = len(set(cards)) == 1
        return six(options) if len(cards) == 6 and same and options["mode"] == "twelve" else -1
    if len(cards) < 4 or len(set(natural)) > 1:
        return 0
    return each_pays(len(cards) + higher(natural[0], options), options)


class Count:
    """A deal that is watched from outside."""

    def __init__(self, state, options):
        self.options, self.dealt = options, state.hands
        self.teams = state.public.extra.teams
        self.left = [list(hand) for hand in state.hands]
        self.scores, self.taken, self.out = [0] * 4, [0] * 4, []
        self.circle, self.owner, self.bombs = 0, None, []

    def pay(self, seat, each):
        for other in range(4):
            self.scores[other] += 3 * each if other == seat else -each

    def sees(self, seat, cards):
        for c in cards:
            self.left[seat].remove(c)
        each = paid_for(cards, self.options)
        self.circle, self.owner = self.circle + points(cards), seat
        if each < 0:
            self.pay(seat, -len(cards))
        elif each:
            self.bombs.append((seat, each))
        if not self.left[seat]:
            self.out.append(seat)

    def sweep(self):
        self.taken[self.owner] += self.circle
        self.circle = 0

    def side(self, team):
        return [seat for seat in range(4) if self.teams[seat] == team]

    def result(self):
        """§14 to §17"""
        self.sweep()
        done = next(t for t in (1, 2) if not any(self.left[seat] for seat in self.side(t)))
        sums = {t: sum(self.taken[seat] for seat in self.side(t)) for t in (1, 2)}
        sums[done] += sum(map(points, self.left))
        assert sums[1] + sums[2] == 200
        double = len(self.out) == 2
        first = done if double else self.teams[self.out[0]]
        more = max((1, 2), key=lambda team: (sums[team], team == first))
        won = first if double else more
        times = 3 if sums[won] == 200 else 2 if double and sums[won] >= 100 else 1
        for seat in range(4):
            amount = times * self.options["team_base"]
            self.scores[seat] += amount if self.teams[seat] == won else -amount
        if not (double and self.options["double_kou_cancels_bombs"] == "true"):
            for seat, each in self.bombs:
                self.pay(seat, each)
        self.fines()
        teams = tuple(frozenset(self.side(team)) for team in (1, 2))
        return tuple(self.scores), Carry() if double else Carry(leader=self.out[0], teams=teams)

    def fines(self):
        for seat, hand in enumerate(self.dealt):
            self.pay(seat, -fined(hand, self.options))


def gathered(options, rng):
    """A deal whose hands have many bombs: the pack is nearly in order before it is dealt."""
    cards = list(GAME.pack(options))
    order = sorted(cards, key=lambda c: (c.rank + rng.below(6), rng.below(99)))
    hand = len(order) // 4
    dealt = [order[seat * hand + at] for at in range(hand) for seat in range(4)]

    class Dealer:
        def shuffled(self, _):
            return tuple(dealt)

    return GAME.setup(4, options, Carry(), Dealer()).state


def legal(state, seat):
    """Whether there is any play, tried out with every set of cards of the hand."""
    hand = sorted(state.hands[seat])
    for size in range(1, len(hand) + 1):
        for cards in sorted(set(combinations(hand, size))):
            try:
                GAME.apply(state, seat, Action("play", cards=cards), RNG)
            except RuleError:
                continue
            return True
    return False


@pytest.mark.slow
@settings(max_examples=30)  # whole deals
@given(SEEDS, OPTIONS, st.booleans())
def test_the_scores_of_a_deal_are_those_of_its_plays(seed, drawn, many):
    """§11 to §22, under every option"""
    options, rng = chosen(**drawn), Rng(seed.to_bytes(4, "big"), "oracle")
    state = GAME.setup(4, options, Carry(), rng).state if not many else gathered(options, rng)
    count = Count(state, options)
    if state.public.phase == OVER:
        for seat, hand in enumerate(state.hands):
            count.pay(seat, shown(hand, options))
        count.fines()
        assert GAME.outcome(state).scores == tuple(count.scores)
        return
    while state.public.phase != OVER:
        (seat,) = GAME.asked(state)
        top = state.public.circle.top
        offered = GAME.suggest(GAME.observe(state, seat), 60)
        plays = [action for action in offered if action.cards]
        if top is not None and len(state.hands[seat]) <= SMALL and not rng.below(8):
            assert bool(plays) is legal(state, seat)
        action = rng.choice(offered)
        after = GAME.apply(state, seat, action, RNG).state
        if action.cards:
            count.sees(seat, action.cards)
        if after.public.phase != OVER and not after.public.circle.plays:
            count.sweep()
        state = after
    outcome = GAME.outcome(state)
    assert (outcome.scores, outcome.carry) == count.result()


def test_two_packs_hold_200_points():
    """§14: 8 × 5 + 8 × 10 + 8 × 10"""
    assert points(pack(2)) == 8 * 5 + 8 * 10 + 8 * 10 == 200
