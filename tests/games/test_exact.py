"""Exact play says what trying everything says, in every game that has it."""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from engine.errors import RuleError
from engine.exact import Duel
from engine.games.chudadi import exact as chudadi
from engine.games.dazha import exact as dazha
from engine.games.sanliangyi import exact as sanliangyi
from engine.kernels.climb.solve import CardSolver
from engine.kernels.draw import exact as draw
from engine.kernels.landlord import exact as landlord
from engine.kernels.landlord.compact import compact
from engine.kernels.landlord.solve import Solver as Ending
from engine.kernels.landlord.winner import Winner
from engine.registry import games, solver
from engine.rng import Rng
from tests.kit.brute import LUCK, Brute, TooLarge
from tests.kit.small import ALIKE, PARTNERS, SOLVED, future, others, position, side
from tests.kit.tiers import DEEP, chosen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from engine.core import Action

EACH = 2000
"""Small positions of each game, all of them with DEEP=1."""

FEW = 8
"""So many of each game with each commit."""


def never(looked: int) -> bool:
    """It takes as long as it takes."""
    return False


class Case:
    """A small position, solved, and beside it what trying everything says.

    Raises:
        TooLarge: there is too much to try.
    """

    def __init__(self, game_id: str, number: int) -> None:
        self.game_id = game_id
        self.game, self.state = position(game_id, Rng(number.to_bytes(32, "big"), game_id))
        self.side = side(game_id, self.state)
        self.brute = self._brute(self.side)
        self.worth = self.brute.worth(self.state)
        self.ways = {
            action: self.brute.worth(after) for action, after in self.brute.ways(self.state)
        }

        self.others = others(game_id, self.state, self.side)
        self.against = -self.worth
        if game_id not in PARTNERS:
            self.against = self._brute(self.others).worth(self.state)

    def _brute(self, seats: tuple[int, ...]) -> Brute:
        return Brute(self.game, seats, future=partial(future, self.game_id))

    def wrong(self) -> list[str]:
        """What exact play says otherwise."""
        exact = solver(self.game, self.state)
        assert exact is not None
        found = exact.analyse(self.state, never)
        said = [] if found.side == self.side else [f"the side is {found.side}"]
        if found.worth != self.worth:
            said.append(f"{found.worth} for {self.worth}")
        rated = {(self._like(one.action), one.worth) for one in found.plays}
        real = {(self._like(action), worth) for action, worth in self.ways.items()}
        said += [f"a play: {one}" for one in rated ^ real]
        paid = self._paid(found.line)
        if paid != self.worth:
            said.append(f"its line pays {paid}")
        if exact.value(self.state, never) != self.worth:
            said.append("its value")
        if exact.worth(self.state, self.others, never) != self.against:
            said.append("what it is worth for others")
        if isinstance(exact, Duel):
            said += self._duel(exact)
        return said

    def _duel(self, exact: Duel) -> list[str]:
        """The same of what a problem is played with: who wins, and by what."""
        said = []
        legal = {self._like(action) for action in self.ways}
        if {self._like(action) for action in exact.legal(self.state)} != legal:
            said.append("what is legal")
        good = {self._like(action) for action, worth in self.ways.items() if worth > 0}
        if {self._like(action) for action in exact.winning(self.state, never)} != good:
            said.append("what wins")
        if ((self._paid(exact.road(self.state, never)) or 0) > 0) != (self.worth > 0):
            said.append("its road")
        deal, seat = compact(self.game, self.state), self.state.public.extra.landlord
        mine = self.state.public.turn == seat
        if Ending(deal.plays, seat).wins(deal, 1 << 30) != ((self.worth > 0) == mine):
            said.append("who wins, as a player looks at an ending")
        return said

    def _like(self, action: Action) -> tuple[Any, ...]:
        """What makes two plays the same."""
        alike = self.game_id in ALIKE
        cards = tuple(sorted(card.rank if alike else card for card in action.cards))
        return action.verb, cards, action.reading

    def _paid(self, line: Any) -> int | None:
        """What a line pays in the end; None: it does not come to it."""
        state = self.state
        try:
            for seat, action in line:
                state = self.game.apply(state, seat, action, LUCK).state
        except RuleError:
            return None
        outcome = self.game.outcome(state)
        return None if outcome is None else sum(outcome.scores[seat] for seat in self.side)


def cases(game_id: str, wanted: Iterable[int]) -> Iterator[tuple[int, Case]]:
    """Small positions by number; instead of one with too much to try another one."""
    more = count(EACH)
    for number in wanted:
        at = number
        while True:
            try:
                yield at, Case(game_id, at)
                break
            except TooLarge:
                at = next(more)


def differing(game_id: str, wanted: Iterable[int]) -> list[str]:
    """What exact play says otherwise of them."""
    return [f"{at}: {line}" for at, case in cases(game_id, wanted) for line in case.wrong()]


@pytest.mark.parametrize("game_id", SOLVED)
def test_exact_play_agrees_with_trying_everything(game_id: str) -> None:
    assert differing(game_id, chosen(range(EACH), FEW, game_id)) == []


@pytest.mark.parametrize("game_id", SOLVED)
def test_trying_everything_may_remember_what_it_does(game_id: str) -> None:
    """Beside every set of cards tried in every position, and none taken for another."""
    plain, wanted = 0, 40 if DEEP else 1
    for number in count():
        game, state = position(game_id, Rng(number.to_bytes(32, "big"), f"plain {game_id}"))
        for seats in (side(game_id, state), others(game_id, state, side(game_id, state))):
            try:
                slow = Brute(game, seats, most=1000).worth(state)
            except TooLarge:
                continue
            assert Brute(game, seats, future=partial(future, game_id)).worth(state) == slow
            plain += 1
        if plain >= wanted:
            break


SOON = 300
"""Within so many positions a fault shows."""


def _no_pass(self: Winner, weight: int, top: int) -> tuple[int, ...]:
    found = MOVES(self, weight, top)
    return found[:-1] if top and len(found) > 1 else found


def _any_first(self: CardSolver[Any], seat: int, hand: int, top: int) -> Any:
    self._must = None
    return FIND(self, seat, hand, top)


MOVES, FIND = Winner.moves, CardSolver._find

FAULTS: dict[str, tuple[str, Any, str, Any]] = {
    "nobody passes": ("doudizhu", Winner, "moves", _no_pass),
    "a bomb pays nothing": ("doudizhu_ext", landlord.Exact, "_factor", lambda *_: 1),
    "nobody is thought to hold a bomb": (
        "doudizhu", landlord.Exact, "_has_bomb", lambda *_: False,
    ),
    "a large bomb pays nothing": ("doudizhu4", landlord.Exact, "_factor", lambda *_: 1),
    "any card may be led first": ("chudadi", CardSolver, "_find", _any_first),
    "suits are all the same": ("chudadi", chudadi.Exact, "like", lambda _, card: card.rank),
    "equal beats": ("wuguapi", CardSolver, "_beats", lambda _, new, old: new >= old),
    "no circle is led alone": ("sanliangyi", sanliangyi.Exact, "lead_locked", lambda *_: ()),
    "the next one leads for who is out": ("dazha", dazha.Exact, "heir", CardSolver.heir),
    "anything is allowed": ("dazha", dazha.Exact, "allowed", lambda *_: True),
    "partners play for themselves": ("dazha", dazha.Exact, "side", CardSolver.side),
    "bombs are not paid": ("dazha", dazha, "played", lambda *_: None),
    "jokers cost nothing": ("dazha", dazha, "lone_jokers", lambda *_: 0),
    "nobody closes a deal": (
        "qigui521", draw.Exact, "closed", lambda self, _: self._closes() and self._holders() <= 1,
    ),
    "a circle wins nothing": ("wuguapi", draw.Exact, "swept", lambda *_: (0, 0)),
    "what is left is nobody's": (
        "qigui523", draw.Exact, "ended", lambda self, where: self._paid(where.more, where.owner),
    ),
}  # fmt: skip
"""By what is wrong: the game in which it shows, and what stands in for what."""


@pytest.mark.parametrize("fault", chosen(FAULTS, 3, "faults"))
def test_planted_a_fault_of_a_solver_shows(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id, where, name, instead = FAULTS[fault]
    monkeypatch.setattr(where, name, instead)
    assert any(case.wrong() for _, case in cases(game_id, range(SOON)))


def test_who_solves_says_which_games_have_it() -> None:
    have = [game_id for game_id in games() if game_id in SOLVED]
    assert have == sorted(SOLVED)


def test_what_is_not_found_out_in_time_is_not_said() -> None:
    game, state = position("doudizhu", Rng(bytes(32), "late"), full=True)
    exact = solver(game, state)
    assert exact is not None
    found = exact.analyse(state, lambda looked: True)
    assert not found.solved
    assert found.worth is None
    assert found.line == ()
    assert exact.value(state, lambda looked: True) is None
    # What was given up leaves the deal as it was: asked again with time, it answers.
    assert {rated.action.verb for rated in found.plays} == {"play"}
