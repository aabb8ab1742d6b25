"""Deals with a 莊 whose hands are known beforehand."""

from __future__ import annotations

from engine.cards import cards
from engine.core import Action, Carry, defaults
from engine.kernels.banker.pay import paid
from engine.kernels.banker.state import Phase, Public, State
from engine.match import Match, Rounds, act, deal
from engine.rng import SEED_BYTES, Rng
from engine.text import read

RNG = Rng(b"banker", "tests")


def fresh(game, seats=4, seed=0, carry=None, rounds=1, **options):
    """A match after its first deal."""
    chosen = {**defaults(game.info), **options}
    match = Match(game, seats, bytes([seed]) * SEED_BYTES, chosen, Rounds(rounds), carry or Carry())
    return deal(match)[0]


def answer(match, *numbers):
    """Numbers, by seat, for all who are asked; None for those who are not."""
    verb = match.state.public.phase.value
    for seat, number in enumerate(numbers):
        if number is not None:
            match, _ = act(match, seat, Action(verb, number=number))
    return match


def say(match, seat, line):
    """What a seat types."""
    game = match.game
    prompt = game.prompt(game.observe(match.state, seat))
    return act(match, seat, read(line, game.info, prompt))[0]


def laid(game, hands, *, banker=0, multiple=1, stakes=(), stacks=(), claims=(), **options):
    """The open part of a deal whose hands, ``3 7 10 …`` by seat, lie on the table."""
    held = tuple(cards(hand) for hand in hands.split("/"))
    count = len(held)
    chosen = {**defaults(game.info), **options}
    return Public(
        options=tuple(sorted(chosen.items())),
        phase=Phase.OVER,
        stacks=stacks or (1000,) * count,
        playing=tuple(range(count)),
        banker=banker,
        multiple=multiple,
        how="lot",
        stakes=stakes or (1,) * count,
        hands=held,
        claims=claims or (True,) * count,
    )


def scores(game, hands, **about):
    """What everybody wins or loses by such hands."""
    public = laid(game, hands, **about)
    bills = [game.bill(public, seat) for seat in public.punters]
    return paid(bills, public.stacks, public.banker).scores


def staked(game, hands, *, banker=0, multiple=3, stacks=(), **options):
    """A deal in which the 閒 bet next, and then get these hands."""
    held = tuple(cards(hand) for hand in hands.split("/"))
    count = len(held)
    chosen = {**defaults(game.info), **options}
    dealt = tuple(card for hand in held for card in hand)
    rest = list(game.pack())
    for card in dealt:
        rest.remove(card)
    public = Public(
        options=tuple(sorted(chosen.items())),
        phase=Phase.STAKE,
        stacks=stacks or (1000,) * count,
        playing=tuple(range(count)),
        bids=tuple(multiple * (seat == banker) for seat in range(count)),
        banker=banker,
        multiple=multiple,
        how="lot",
    )
    return State(public, (*dealt, *rest), ((),) * count, (None,) * count)
