"""The five-card plays of 锄大地 against the evaluator treys, where the two agree on the rules."""

import itertools
import random
from collections import Counter

import treys

from engine.cards import pack
from engine.kernels.climb.rules import beats
from engine.registry import games

GAME = games()["chudadi"]
TREYS = treys.Evaluator()


def class_of(rank):
    """treys' kind of a five-card hand, as our shape; None where 锄大地 has no play of it."""
    kind = TREYS.get_rank_class(rank)
    return {0: "straightflush", 1: "straightflush", 2: "four", 3: "full", 4: "flush",
            5: "straight"}.get(kind)  # fmt: skip


def theirs(hand):
    return TREYS.evaluate([], [treys.Card.new(c.code[1:].replace("10", "T") + c.code[0].lower())
                               for c in hand])  # fmt: skip


def drawn():
    """Hands of five of which many are plays: few suits, few ranks."""
    luck = random.Random(6)  # noqa: S311  (no secret)
    whole = pack(jokers=False)
    pools = [
        whole,
        *([c for c in whole if c.suit == suit] for suit in (1, 4)),
        *([c for c in whole if c.suit == suit and c.rank >= 9] for suit in (2, 3)),
        *([c for c in whole if low <= c.rank < low + 5] for low in range(2, 11)),
        *([c for c in whole if c.rank in pair] for pair in ((2, 9), (14, 3), (10, 13), (5, 6))),
    ]
    for _ in range(4000):
        yield tuple(luck.sample(luck.choice(pools), 5))


def test_rul_16_the_kinds_of_five_cards_are_those_of_treys():
    """§4, §6, §7: the kind of every hand, with A2345 and without JQKA2."""
    kinds = Counter()
    for hand in drawn():
        found = GAME.reader({"straights": "top"}).readings(hand)
        ours = found[0].shape if found else None
        assert ours == class_of(theirs(hand)), hand
        kinds[ours] += 1
    assert min(kinds.values()) > 10
    assert len(kinds) == 6


def test_the_order_of_five_cards_is_that_of_treys_where_the_rules_agree():
    """§6: kinds always; inside a kind where no 2 is held and the top cards differ."""
    hands = [h for h in drawn() if GAME.reader({"straights": "top"}).readings(h)]
    compared = 0
    for a, b in itertools.pairwise(hands):
        (x,) = GAME.reader({"straights": "top"}).readings(a)
        (y,) = GAME.reader({"straights": "top"}).readings(b)
        twos = any(c.rank == 2 for c in (*a, *b))
        if x.grade == y.grade and (twos or x.head == y.head):
            continue
        assert beats(x, y) is (theirs(a) < theirs(b)), (a, b)
        compared += 1
    assert compared > 1000
