"""扑克矩阵 as the engine sees it: dealing, asking, and the doors to the other modules."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.core import (
    Action,
    Carry,
    Event,
    Game,
    GameInfo,
    Inventory,
    Option,
    Options,
    Outcome,
    PickNumber,
    Pile,
    Prompt,
    Seat,
    Step,
)
from engine.games.matrix import policy, settle, turns, view
from engine.games.matrix import state as rounds
from engine.games.matrix.scoring import PACK, SIDE
from engine.games.matrix.state import AHEAD, LETTERS, Board, Layout, Public, Seen, Special, State
from engine.msg import CardsArg, Msg, msg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.cards import Card
    from engine.rng import Rng
    from engine.view import View

MOST = 50

OPTIONS = (
    Option("special", ("on", "off"), between=True),
    Option("matrix_total", ("score", "rank_points")),
)

WORDS = (("放在", "place"), ("放到", "place"), ("放", "place"), ("填", "place"), ("place", "place"))


class Matrix(Game[State, Seen]):
    """The rules of 扑克矩阵, numbered in rules.zh.md."""

    info = GameInfo(
        id="matrix",
        seats=range(1, MOST + 1),
        options=OPTIONS,
        zero_sum=False,
        practice=True,
        names=("扑克矩阵", "matrix", "poker matrix", "poker squares"),
        words=WORDS,
    )

    def setup(self, seats: int, options: Options, carry: Carry, rng: Rng) -> Step[State]:
        shown, deck = AHEAD + 1, rng.shuffled(PACK)
        public = Public(
            layout=rounds.layout_of(options, rng),
            by_rank=options["matrix_total"] == "rank_points",
            best=carry.best,
            round=1,
            shown=deck[:shown],
            boards=(Board(),) * seats,
        )
        state = State(public, deck[shown:], (None,) * seats)
        return Step(state, (Event(msg("matrix-begins", rounds=public.rounds)),))

    def piles(self, state: State) -> tuple[Pile, ...]:
        return (Pile("stock", range(len(state.public.shown) + len(state.deck))),)

    def asked(self, state: State) -> tuple[Seat, ...]:
        return rounds.asked(state.public)

    def apply(self, state: State, seat: Seat, action: Action, rng: Rng) -> Step[State]:
        return turns.play(state, seat, action)

    def observe(self, state: State, seat: Seat | None) -> Seen:
        return rounds.observe(state, seat)

    def imagine(self, seen: Seen, rng: Rng) -> State:
        return rounds.imagine(seen, rng)

    def prompt(self, seen: Seen) -> Prompt:
        public, board = seen.public, seen.board
        card = CardsArg((public.card.code,))
        answered = seen.answer is not None
        if seen.answer is None:
            ask = msg("matrix-ask", card=card)
        else:
            ask = msg("matrix-ask-again", card=card, cell=LETTERS[seen.answer])
        assert seen.seat is not None  # noqa: S101  (only a seat is asked; for the type checker)
        number = PickNumber(
            "place",
            public.boards[seen.seat].empty,
            columns=SIDE,
            names=LETTERS,
            labels=_buttons(public.layout, board),
        )
        return Prompt(ask, number=number, private=True, answered=answered)

    def present(self, seen: Seen) -> View:
        return view.present(seen)

    def why(self, seen: Seen, action: Action) -> Msg | None:
        best = self.suggest(seen, 1)[0]
        return msg("matrix-hint-place") if action == best else None

    def suggest(self, seen: Seen, limit: int) -> Sequence[Action]:
        return [Action("place", number=cell) for _, cell in policy.rated(seen)[:limit]]

    def on_timeout(self, seen: Seen) -> Action:
        assert seen.seat is not None  # noqa: S101  (only a seat is asked; for the type checker)
        return Action("place", number=seen.public.boards[seen.seat].empty[0])

    def outcome(self, state: State) -> Outcome | None:
        return settle.settle(state.public) if state.public.over else None

    def inventory(self, state: State) -> Inventory:
        return Inventory(tuple(sorted((*state.public.shown, *state.deck))))


@lru_cache(maxsize=256)
def _buttons(layout: Layout, board: Board) -> tuple[Msg, ...]:
    return tuple(map(_button, LETTERS, layout, board.cells))


def _button(letter: str, special: Special, card: Card | None) -> Msg:
    """A cell's letter and what it does, or the card that lies there."""
    if card is not None:
        return msg("matrix-button-card", card=CardsArg((card.code,)))
    kind = f"-{special.value}" if special else ""
    return msg(f"matrix-button{kind}", letter=letter)
