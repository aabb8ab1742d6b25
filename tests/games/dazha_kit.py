"""Deals of 上饶打炸 in the middle of play, from a line of text."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.cards import Suit, card, cards
from engine.core import defaults
from engine.games.dazha.deal import SPADE_THREE, Deal, showdown
from engine.kernels.climb.state import OVER, PLAY, Public, Put, State
from engine.registry import games
from engine.rng import Rng
from engine.text import read

GAME = games()["dazha"]
RNG = Rng(b"dazha", "tests")
SUITS = (Suit.DIAMOND, Suit.CLUB, Suit.HEART, Suit.SPADE)
FACES = {"T": "10", **{f: f for f in "23456789JQKA"}}
CROSSED = (1, 2, 1, 2)


def chosen(**options):
    """The options of a table."""
    return {**defaults(GAME.info), **options}


def held(text, used=None):
    """Cards by rank, the suits in turn: ``3334xD``, x and D being jokers; codes where spaced."""
    if " " in text:
        return cards(text)
    used = Counter() if used is None else used
    found = []
    for face in text:
        if face in "xD":
            found.append(card("LJ" if face == "x" else "BJ"))
            continue
        suit = SUITS[used[face] % 4]
        used[face] += 1
        found.append(card("?DCHS"[suit] + FACES[face]))
    return tuple(found)


def table(hands, *, turn=0, teams=CROSSED, known=False, **options):
    """A deal where everybody holds these cards, divided by /."""
    used = Counter()
    values = chosen(**options)
    dealt = tuple(GAME.arranged(held(text, used), values) for text in hands.split("/"))
    threes = tuple(tuple(c for c in hand if c == SPADE_THREE) for hand in dealt)
    public = Public(
        options=tuple(sorted(values.items())),
        phase=PLAY,
        turn=turn,
        counts=tuple(len(hand) for hand in dealt),
        extra=Deal(teams, turn, known),
        known=threes if known else ((),) * len(dealt),
    )
    return State(public, dealt)


def laid_open(hands, *, teams=CROSSED, leader=0, **options):
    """The end of a deal whose hands are shown at once, or None if it would be played."""
    values = chosen(**options)
    used = Counter()
    dealt = tuple(GAME.arranged(held(text, used), values) for text in hands.split("/"))
    why = showdown(dealt, values)
    if not why:
        return None
    public = Public(
        options=tuple(sorted(values.items())),
        phase=OVER,
        turn=leader,
        counts=tuple(len(hand) for hand in dealt),
        extra=Deal(teams, leader, fresh=False, shown=why),
        known=((),) * len(dealt),
    )
    return State(public, dealt)


def shown(hands, **how):
    """What such a deal pays, or None if it would be played."""
    state = laid_open(hands, **how)
    return None if state is None else GAME.outcome(state)


def ended(out, points, left, *, more=(), **options):
    """A deal that is over: who was out, the points each has taken, and those left in hands.

    Points are K, 10 and 5 played one by one; ``more`` are plays in circles of their own.
    """
    reader = GAME.reader(chosen(**options))
    past = [(what,) for what in more]
    for seat, sum_ in enumerate(points):
        faces = ["SK"] * (sum_ // 10) + ["S5"] * (sum_ % 10 // 5)
        past += [(Put(seat, (held(f"{f} "),), reader.readings(held(f"{f} "))[0]),) for f in faces]
    last = [seat for seat in range(4) if seat not in out]
    hands = [()] * 4
    hands[last[-1]] = (*held("SK " * (left // 10)), card("S3"))
    if len(last) > 1:
        hands[last[0]] = held("S3 ")
    state = table("3/3/3/3", **options)
    counts = tuple(len(hand) for hand in hands)
    public = replace(state.public, phase=OVER, counts=counts, out=out, past=tuple(past))
    return State(public, tuple(hands))


def step(state, line):
    """What the asked seat types, and all that follows."""
    seat = GAME.asked(state)[0]
    prompt = GAME.prompt(GAME.observe(state, seat))
    return GAME.apply(state, seat, read(line, GAME.info, prompt), RNG)


def say(state, *lines):
    """What the asked seats type in turn."""
    for line in lines:
        state = step(state, line).state
    return state


def told(state, line):
    """The keys of what is told of a play."""
    return [event.msg.key for event in step(state, line).events]


def reading(text, *, last=False, **options):
    """What cards are read as, or None."""
    found = GAME.reader(chosen(**options)).readings(held(text), last=last)
    return found[0] if found else None
