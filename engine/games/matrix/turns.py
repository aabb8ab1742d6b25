"""What a placement does, and what happens when the last one of a round is there.

Numbers in brackets are those of rules.zh.md.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core import Event, Step, put
from engine.errors import IllegalAction
from engine.games.matrix.state import LETTERS, State, asked, filled
from engine.games.matrix.tally import tally
from engine.msg import CardsArg, SeatArg, msg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.core import Action, Seat
    from engine.games.matrix.state import Public

FEW = 9
"""So many players at most are told of one by one, and have their boards shown."""


def play(state: State, seat: Seat, action: Action) -> Step[State]:
    """Choose a cell for the current card, or another one (§4).

    Raises:
        IllegalAction: it is no such choice.
    """
    cell = action.number
    if action.verb != "place" or cell is None or not 0 <= cell < len(LETTERS):
        raise IllegalAction("matrix-no-such", first=LETTERS[0], last=LETTERS[-1])
    if action.cards or action.take or action.reading or action.target is not None:
        raise IllegalAction("matrix-too-much", cell=LETTERS[cell])
    public = state.public
    there = public.boards[seat].cells[cell]
    if there is not None:
        empty = " ".join(LETTERS[at] for at in public.boards[seat].empty)
        raise IllegalAction(
            "matrix-filled", cell=LETTERS[cell], card=CardsArg((there.code,)), empty=empty
        )
    answers = put(state.answers, seat, cell)
    state = replace(state, answers=answers)
    if any(answers[other] is None for other in asked(public)):
        return Step(state)
    return _closed(state)


def _closed(state: State) -> Step[State]:
    """Put down what everybody has chosen; rounds that all sit out pass by (§13)."""
    before = state.public
    boards = tuple(
        replace(board, rests=False)
        if cell is None
        else filled(board, cell, before.card, before.layout)
        for board, cell in zip(before.boards, state.answers, strict=True)
    )
    state = _next(state, replace(before, boards=boards))
    told = [Event(msg("matrix-closed", card=CardsArg((before.card.code,)))), *_gains(before, state)]
    while not state.public.over and not asked(state.public):
        public = state.public
        told.append(Event(msg("matrix-passed", card=CardsArg((public.card.code,)))))
        rested = tuple(replace(board, rests=False) for board in public.boards)
        state = _next(state, replace(public, boards=rested))
    if state.public.over:
        told.append(Event(msg("matrix-over")))
    return Step(state, tuple(told))


def _next(state: State, public: Public) -> State:
    """The next round, with one more card shown while there is one to come."""
    number = public.round + 1
    if number > public.rounds:
        return State(replace(public, round=number), state.deck, (None,) * len(public.boards))
    card, *deck = state.deck
    public = replace(public, round=number, shown=(*public.shown, card))
    return State(public, tuple(deck), (None,) * len(public.boards))


def _gains(before: Public, state: State) -> Iterator[Event]:
    """Who has gained how much; where many play, only who has gained most."""
    gains = [
        (tally(new, before.layout).total - tally(old, before.layout).total, seat)
        for seat, (old, new) in enumerate(zip(before.boards, state.public.boards, strict=True))
    ]
    gained = sorted((gain for gain in gains if gain[0]), key=lambda gain: (-gain[0], gain[1]))
    for points, seat in gained if len(gains) <= FEW else gained[:1]:
        yield Event(msg("matrix-gained", seat=SeatArg(seat), points=points))
