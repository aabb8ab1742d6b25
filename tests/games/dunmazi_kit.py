"""Tables of 蹲麻子 in the middle of a round, from a line of text."""

from __future__ import annotations

from engine.cards import cards, pack, without
from engine.core import Action, Carry, defaults
from engine.games.dunmazi import GAME
from engine.games.dunmazi.scoring import Rules, arranged
from engine.games.dunmazi.state import Phase, Public, Stand, State
from engine.rng import Rng

RNG = Rng(b"dunmazi", "tests")
USUAL = Rules()
NEW = Carry()
JUNK = "S2 H3 C4 D5 S7"
"""A hand without a suit."""


def table(hands, zone="", pile=None, *, discard="", turn=0, phase=Phase.TURN, rules=USUAL, **more):
    """A round in the middle; hands are divided by /, and the pile is the rest of the pack."""
    held = tuple(arranged(cards(hand)) for hand in hands.split("/"))
    gone = [*cards(zone), *cards(discard), *(c for hand in held for c in hand)]
    deck = cards(pile) if pile is not None else without(pack(rules.decks), gone)
    public = Public(
        rules=rules,
        starter=0,
        turn=turn,
        phase=phase,
        pile=len(deck),
        known=((),) * len(held),
        stands=(Stand.OPEN,) * len(held),
        zone=cards(zone),
        discard=cards(discard),
        **more,
    )
    return State(public, deck, held)


def play(state, *moves):
    """Play moves in turn: ``knock``, ``swap S3 H4 <- D9 C2``."""
    for move in moves:
        state = GAME.apply(state, state.public.turn, read(move), RNG).state
    return state


def read(move):
    verb, _, rest = move.partition(" ")
    given, _, taken = rest.partition("<-")
    return Action(verb, cards=cards(given), take=cards(taken))


def dealt(seats=4, seed=0, carry=NEW, **options):
    chosen = {**defaults(GAME.info), **options}
    return GAME.setup(seats, chosen, carry, Rng(bytes([seed]), "deal"))


def scores(state):
    return GAME.outcome(state).scores
