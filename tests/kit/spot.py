"""One position of a match, looked at from every side; what the laws are checked on."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.bots import Random
from engine.errors import RuleError
from engine.rng import Rng
from tests.kit.junk import junk
from tests.kit.walk import cards_in

if TYPE_CHECKING:
    from engine.core import Action, Game, Inventory, Prompt, Seat, Step
    from engine.match import Match
    from engine.view import View

TRIES = 14
"""How many actions of each asked seat are tried at a position."""


@dataclass(frozen=True)
class Try:
    """An action and what ``apply`` made of it: a step, a refusal, or a crash."""

    action: Action
    step: Step[Any] | None = None
    refusal: RuleError | None = None
    crash: Exception | None = None


def attempt(game: Game[Any, Any], state: Any, seat: Seat, action: Action, rng: Rng) -> Try:
    """``apply`` with whatever it raises kept."""
    try:
        return Try(action, step=game.apply(state, seat, action, rng))
    except RuleError as refusal:
        return Try(action, refusal=refusal)
    except Exception as crash:  # noqa: BLE001  (a law will say so)
        return Try(action, crash=crash)


def words_of(refusal: Exception | None) -> Any:
    """What a refusal tells: its message and its finished actions; nothing where there is none."""
    return (getattr(refusal, "msg", None), getattr(refusal, "options", ()))


class Spot:
    """A position; everything is worked out once, when it is first asked for.

    Args:
        match: just after a deal or an action.
        first: the position after this round's deal; None if this is it.
        salt: makes the random choices of the laws differ from those of the match.
    """

    def __init__(self, match: Match, first: Spot | None, salt: bytes) -> None:
        self.match = match
        self.game = match.game
        self.state = match.state
        self.seats = match.seats
        self.viewers: tuple[Seat | None, ...] = (*range(match.seats), None)
        self.first = first or self
        self._salt = salt
        self._imagined: dict[Seat | None, Any] = {}
        self._tries: dict[Seat, tuple[Try, ...]] = {}

    def rng(self, *labels: str | int) -> Rng:
        """A stream for the laws, the same whenever the playout is repeated."""
        return Rng(self._salt, self.match.round, self.match.step, *labels)

    @cached_property
    def twin(self) -> Any:
        """An equal state that shares nothing with this one; made before anything is tried."""
        return pickle.loads(pickle.dumps(self.state, pickle.HIGHEST_PROTOCOL))  # noqa: S301  (ours)

    @cached_property
    def stock(self) -> Inventory:
        """All cards and chips."""
        return self.game.inventory(self.state)

    @cached_property
    def asked(self) -> tuple[Seat, ...]:
        """Seats with a prompt."""
        return self.game.asked(self.state)

    @cached_property
    def seen(self) -> dict[Seat | None, Any]:
        """What each viewer knows."""
        return {viewer: self.game.observe(self.state, viewer) for viewer in self.viewers}

    @cached_property
    def prompts(self) -> dict[Seat, Prompt]:
        """The prompt of each asked seat."""
        return {seat: self.game.prompt(self.seen[seat]) for seat in self.asked}

    @cached_property
    def known(self) -> dict[Seat | None, frozenset[str]]:
        """Codes of the cards that each viewer knows."""
        return {viewer: cards_in(seen) for viewer, seen in self.seen.items()}

    @cached_property
    def views(self) -> dict[Seat | None, View]:
        """What each viewer is shown."""
        return {viewer: self.game.present(seen) for viewer, seen in self.seen.items()}

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Seats that have not answered."""
        return tuple(seat for seat in self.asked if not self.prompts[seat].answered)

    def imagined(self, viewer: Seat | None) -> Any:
        """One state that the viewer takes for possible."""
        if viewer not in self._imagined:
            rng = self.rng("imagine", -1 if viewer is None else viewer)
            self._imagined[viewer] = self.game.imagine(self.seen[viewer], rng)
        return self._imagined[viewer]

    def stream(self) -> Rng:
        """The randomness every action tried here gets: equal actions have equal effects."""
        return self.rng("apply")

    def tries(self, seat: Seat) -> tuple[Try, ...]:
        """Suggestions, random answers and junk of an asked seat."""
        if seat not in self._tries:
            prompt, seen = self.prompts[seat], self.seen[seat]
            rng = self.rng("try", seat)
            made = list(rng.sample(junk(prompt, self.game.info, self.seats, rng), TRIES))
            made += self.game.suggest(seen, 2)
            made += [Random().choose(self.game, seen, prompt, rng) for _ in range(2)]
            unlike = dict.fromkeys(made)
            self._tries[seat] = tuple(
                attempt(self.game, self.state, seat, action, self.stream()) for action in unlike
            )
        return self._tries[seat]
