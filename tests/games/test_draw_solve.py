"""The end of a deal with a pile between two, beside everything tried through the rules."""

from dataclasses import replace
from functools import partial
from itertools import count

import pytest

from engine.cards import pack
from engine.core import Carry, defaults
from engine.kernels.climb.state import Circle, Put
from engine.kernels.draw.deal import WORTH
from engine.kernels.draw.policy import POLICY
from engine.kernels.draw.solve import TooLong, solved
from engine.registry import games
from engine.rng import Rng
from tests.kit.brute import Brute
from tests.kit.small import future
from tests.kit.tiers import DEEP

CASES = [
    ("qigui523", {}),
    ("qigui523", {"bombs": "true", "end": "qiaodi"}),
    ("qigui521", {"leftover": "none"}),
    ("wuguapi", {}),
]
POSITIONS = 500 if DEEP else 3
"""Small positions of each in which it matters what is done; there are four others for one."""


def ending(game, number, changed):
    """A position in which the pile is used up: so many cards each, and perhaps a play to beat."""
    luck = Rng(number.to_bytes(2, "big"), "ending")
    options = {**defaults(game.info), **changed}
    state = game.setup(2, options, Carry(), luck).state
    cards = list(luck.shuffled(pack()))
    worth = [one for one in cards if one.rank in WORTH][:5]
    few = [one for one in cards if one not in worth][:5]
    cards = [*luck.shuffled(worth + few), *(one for one in cards if one not in worth + few)]
    sizes = (2 + luck.below(3), 2 + luck.below(3))
    hands = (tuple(cards[: sizes[0]]), tuple(cards[sizes[0] : sum(sizes)]))
    reader = game.reader(options)
    gone = tuple((Put(0, ((one,),), reader.readings((one,))[0]),) for one in cards[sum(sizes) :])
    circle = Circle()
    if luck.below(2):
        *gone, (last,) = gone
        top = replace(last, seat=1)
        circle = Circle((top,), top)
    public = replace(
        state.public, turn=0, counts=sizes, deck=0, known=((), ()), must=None, past=tuple(gone),
        circle=circle,
    )  # fmt: skip
    arranged = tuple(game.arranged(hand, options) for hand in hands)
    return replace(state, public=public, hands=arranged, deck=())


class Difference(Brute):
    """What seat 0 wins more than seat 1, if both play as well as can be."""

    def paid(self, outcome):
        one, two = outcome.scores
        return one - two


def like(action):
    """What makes two plays the same: the order of the cards does not matter."""
    return action.verb, tuple(sorted(action.cards)), action.reading


@pytest.mark.parametrize(("name", "changed"), CASES)
def test_the_end_is_played_as_well_as_can_be(name, changed):
    game = games()[name]
    chosen = 0
    for number in count():
        state = ending(game, number, changed)
        brute = Difference(game, (0,), future=partial(future, name))
        values = {like(action): brute.worth(after) for action, after in brute.ways(state)}
        seen = game.observe(state, 0)
        action = POLICY.choose(game, seen, game.prompt(seen), Rng(b"end"))
        assert values[like(action)] == max(values.values()), (seen.hand, state.hands[1], values)
        chosen += len(set(values.values())) > 1
        if chosen == POSITIONS:
            break


def test_what_is_not_known_is_not_solved():
    game = games()["qigui523"]
    state = ending(game, 0, {})
    with pytest.raises(TooLong):
        solved(game, game.observe(state, 0), 0, Rng(b"end"))
    begun = game.setup(2, defaults(game.info), Carry(), Rng(b"begun")).state
    seat = begun.public.turn
    with pytest.raises(TooLong):
        solved(game, game.observe(begun, seat), 10_000, Rng(b"end"))
