"""A problem as somebody tries it: the others play as well as can be, and wrong plays are shown.

Pure, and some milliseconds of work: the problems are chosen so that they are proven in few steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.exact import Duel
from engine.puzzles import GAME
from engine.registry import games, solver
from engine.rng import SEED_BYTES, Rng

if TYPE_CHECKING:
    from engine.core import Action, Seat
    from engine.puzzles import Puzzle

Line = tuple[tuple["Seat", "Action"], ...]

SOLVER = 0
"""The seat of whoever solves."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What comes of a play.

    Attributes:
        state: where the problem stands: behind the answer of the others, or as it was.
        right: whether it still wins.
        line: what was done, its own play first; of a wrong one, to the end.
        plays: what may be done next; none: it is solved.
    """

    state: Any
    right: bool
    line: Line
    plays: tuple[Action, ...]


def _duel(state: Any) -> Duel:
    found = solver(games()[GAME], state)
    assert isinstance(found, Duel)  # noqa: S101  (the game of the problems has one)
    return found


def _never(looked: int) -> bool:
    return False


def plays(state: Any) -> tuple[Action, ...]:
    """What whoever solves may do."""
    return _duel(state).legal(state)


def answer(state: Any, action: Action) -> Answer:
    """A play, and what the others make of it."""
    duel = _duel(state)
    right = action in duel.winning(state, _never)
    after = done(state, ((SOLVER, action),))
    over = games()[GAME].outcome(after) is not None
    if not right:
        line = () if over else duel.road(after, _never)
        return Answer(state, False, ((SOLVER, action), *line), duel.legal(state))
    line = () if over else duel.road(after, _never, until=SOLVER)
    state = done(after, line)
    over = games()[GAME].outcome(state) is not None
    return Answer(state, True, ((SOLVER, action), *line), () if over else duel.legal(state))


def solution(puzzle: Puzzle) -> tuple[Line, Line]:
    """How it is won, and how the play that comes to mind first loses instead; none if it wins."""
    game = games()[GAME]
    state = puzzle.state(game)
    duel = _duel(state)
    won = duel.road(state, _never)
    right = duel.winning(state, _never)
    natural = (a for a in game.suggest(game.observe(state, SOLVER), 9) if a not in right)
    first = next(natural, None)
    if first is None:
        return won, ()
    return won, ((SOLVER, first), *duel.road(done(state, ((SOLVER, first),)), _never))


def done(state: Any, line: Line) -> Any:
    """A position behind some plays."""
    game = games()[GAME]
    for seat, action in line:
        state = game.apply(state, seat, action, Rng(bytes(SEED_BYTES), "defence")).state
    return state
