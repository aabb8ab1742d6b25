"""Deals of 斗地主 in the middle of play, from a line of text."""

from __future__ import annotations

from collections import Counter

from engine.cards import Suit, card
from engine.core import Action, Carry, defaults
from engine.kernels.climb.state import PLAY, Public, State
from engine.kernels.landlord.deal import Deal
from engine.kernels.landlord.stakes import Stake
from engine.rng import Rng
from engine.text import read

RNG = Rng(b"landlord", "tests")
SUITS = (Suit.DIAMOND, Suit.CLUB, Suit.HEART, Suit.SPADE)
FACES = {"T": "10", **{f: f for f in "23456789JQKA"}}


def held(text, used=None):
    """Cards by rank, the lowest free suits: ``3334xD``, x and D being the jokers.

    More than four of a rank are of a second pack.
    """
    used = Counter() if used is None else used
    found = []
    for face in text:
        if face in "xD":
            found.append(card("LJ" if face == "x" else "BJ"))
            continue
        suit = SUITS[used[face] % len(SUITS)]
        used[face] += 1
        found.append(card("?DCHS"[suit] + FACES[face]))
    return tuple(found)


def table(game, hands, *, landlord=0, turn=0, base=1, **options):
    """A deal where everybody holds these cards, divided by /, and the landlord may lead."""
    used = Counter()
    chosen = {**defaults(game.info), **options}
    dealt = tuple(game.arranged(held(text, used), chosen) for text in hands.split("/"))
    public = Public(
        options=tuple(sorted(chosen.items())),
        phase=PLAY,
        turn=turn,
        counts=tuple(len(hand) for hand in dealt),
        extra=Deal(0, len(dealt), landlord=landlord, stake=Stake(base), doubles=(1,) * len(dealt)),
        known=((),) * len(dealt),
    )
    return State(public, dealt, secrets=("",) * len(dealt))


def say(game, state, *lines):
    """What the asked seats type in turn: ``334455``, ``过``."""
    for line in lines:
        seat = game.asked(state)[0]
        prompt = game.prompt(game.observe(state, seat))
        state = game.apply(state, seat, read(line, game.info, prompt), RNG).state
    return state


def dealt(game, seed=0, **options):
    """A deal at its auction."""
    chosen = {**defaults(game.info), **options}
    return game.setup(game.info.seats[0], chosen, Carry(), Rng(bytes([seed]), "deal")).state


def answer(game, state, *verbs):
    """Answers of the auction: ``yes``, ``no`` or numbers."""
    for verb in verbs:
        action = Action(verb) if isinstance(verb, str) else Action("bid", number=verb)
        state = game.apply(state, game.asked(state)[0], action, RNG).state
    return state
