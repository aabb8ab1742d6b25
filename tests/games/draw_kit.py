"""Deals of the games with a pile in the middle of play, from a line of text."""

from __future__ import annotations

from engine.cards import cards
from engine.core import Carry, defaults, seats
from engine.kernels.climb.state import PLAY, Circle, Public, Put, State
from engine.kernels.draw.deal import Deal
from engine.rng import Rng
from engine.text import read

RNG = Rng(b"draw", "tests")


def hands_of(text):
    """Hands as codes, divided by /."""
    return tuple(cards(part) for part in text.split("/"))


def table(game, hands, *, deck="", turn=0, must=None, won="", **options):
    """A deal where everybody holds these cards and ``turn`` leads.

    ``won``: cards that the seats have taken in circles before, as hands are written.
    """
    chosen = {**defaults(game.info), **options}
    held = tuple(game.arranged(hand, chosen) for hand in hands_of(hands))
    pile = cards(deck)
    lowest = tuple(hand[-1] if hand else None for hand in held)
    reader = game.reader(chosen)
    past = tuple(
        tuple(Put(seat, ((card,),), reader.readings((card,))[0]) for card in taken)
        for seat, taken in enumerate(hands_of(won) if won else ())
        if taken
    )
    public = Public(
        options=tuple(sorted(chosen.items())),
        phase=PLAY,
        turn=turn,
        counts=tuple(map(len, held)),
        extra=Deal(turn, lowest),
        circle=Circle(),
        past=past,
        known=((),) * len(held),
        deck=len(pile),
        must=None if must is None else cards(must)[0],
    )
    return State(public, held, pile)


def say(game, state, *lines):
    """What the asked seats type in turn: ``S7 H7``, ``过``."""
    for line in lines:
        seat = game.asked(state)[0]
        prompt = game.prompt(game.observe(state, seat))
        state = game.apply(state, seat, read(line, game.info, prompt), RNG).state
    return state


def dealt(game, count, seed=0, **options):
    """A fresh deal."""
    chosen = {**defaults(game.info), **options}
    return game.setup(count, chosen, Carry(), Rng(bytes([seed]), "deal")).state


def scores(game, state):
    """The scores of a deal that is over."""
    return game.outcome(state).scores


def reading(game, text, **options):
    """The only reading of some cards, or None."""
    found = game.reader({**defaults(game.info), **options}).readings(cards(text))
    assert len(found) <= 1
    return found[0] if found else None


def told(game, state, line):
    """The keys of what is told after the asked seat has typed a line."""
    seat = game.asked(state)[0]
    prompt = game.prompt(game.observe(state, seat))
    step = game.apply(state, seat, read(line, game.info, prompt), RNG)
    return [event.msg.key for event in step.events]


def everything(state):
    """All cards of a deal, wherever they lie."""
    held = [card for hand in state.hands for card in hand]
    laid = [card for what in state.public.played for card in what.cards]
    return sorted((*held, *laid, *state.deck))


def lowest_of(game, state):
    """By seat its lowest card, found anew."""
    options = dict(state.public.options)
    return [
        min(state.hands[s], key=lambda c: game.strength(c, options))
        for s in seats(state.public.seats)
    ]
