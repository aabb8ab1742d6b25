"""Deals of 炸金花 whose hands and chips are known beforehand."""

from __future__ import annotations

from engine.cards import cards
from engine.core import Action, defaults
from engine.games.zhajinhua import GAME
from engine.games.zhajinhua.state import PACK, Public, Stand, State, rules_of
from engine.rng import Rng
from engine.text import read

RNG = Rng(b"zhajinhua", "tests")
VERBS = {
    "look": Action("look"), "call": Action("call"), "fold": Action("fold"),
    "allin": Action("allin"),
}  # fmt: skip


def table(hands, *, stacks=(), paid=(), number=1, unit=0, looked=(), turn=0, **options):
    """A deal in which these hands are held and seat 0 began; antes are paid."""
    rules = rules_of({**defaults(GAME.info), "base": 1, **options})
    held = tuple(cards(hand) for hand in hands.split("/"))
    count = len(held)
    gone = {card for hand in held for card in hand}
    public = Public(
        rules=rules,
        first=0,
        turn=turn,
        round=number,
        unit=unit or rules.base,
        stacks=stacks or (1000,) * count,
        paid=paid or (rules.base,) * count,
        stands=(Stand.IN,) * count,
        looked=tuple(seat in looked for seat in range(count)),
    )
    return State(public, held, tuple(card for card in PACK if card not in gone))


def act(state, *moves):
    """Moves of the seats whose turn it is: a verb, a number to raise to, or ``("compare", 2)``."""
    for move in moves:
        if isinstance(move, int):
            action = Action("raise", number=move)
        elif isinstance(move, tuple):
            action = Action(move[0], target=move[1])
        else:
            action = VERBS[move]
        state = GAME.apply(state, state.public.turn, action, RNG).state
    return state


def say(state, line):
    """What the seat whose turn it is types."""
    seen = GAME.observe(state, state.public.turn)
    action = read(line, GAME.info, GAME.prompt(seen))
    return GAME.apply(state, state.public.turn, action, RNG).state


def scores(state):
    return GAME.outcome(state).scores
