"""Computer players. They get what their seat may know and nothing else, so they cannot cheat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from engine.core import Action

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.cards import Card
    from engine.core import Game, PickCards, Prompt
    from engine.rng import Rng


class Policy(Protocol):
    """Chooses one of the answers to a prompt."""

    def choose(self, game: Game[Any, Any], seen: Any, prompt: Prompt, rng: Rng) -> Action:
        """An action of the observing seat that ``game.apply`` accepts.

        ``Random`` alone does not promise that: it is for tests, which try what may be refused.
        """
        ...


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a player may think about one answer.

    Attributes:
        trials: so many deals it may try; equal trials and randomness give equal answers.
        seconds: no longer than this, by ``clock``; None: as long as the trials take.
        clock: seconds spent, from any beginning on.
    """

    trials: int
    seconds: float | None = None
    clock: Callable[[], float] | None = None

    def begin(self) -> Callable[[], float]:
        """Start the clock; the part of the time that is spent is what it gives."""
        clock, seconds = self.clock, self.seconds
        if clock is None or seconds is None:
            return lambda: 0.0
        began = clock()
        return lambda: (clock() - began) / seconds


class Greedy:
    """Takes the game's first suggestion."""

    def choose(self, game: Game[Any, Any], seen: Any, prompt: Prompt, rng: Rng) -> Action:
        """The first of ``game.suggest``."""
        return game.suggest(seen, 1)[0]


class Random:
    """Half the time a suggestion, half the time anything that the prompt can express.

    The second may be refused: random cards seldom make a shape.
    """

    def choose(self, game: Game[Any, Any], seen: Any, prompt: Prompt, rng: Rng) -> Action:
        """One of the first eight suggestions, or an ``answer``."""
        if rng.below(2):
            return rng.choice(game.suggest(seen, 8))
        return answer(prompt, rng)


def answer(prompt: Prompt, rng: Rng) -> Action:
    """Anything that the controls of a prompt can express. The rules may still refuse picked cards.

    Raises:
        ValueError: the prompt offers nothing.
    """
    makers = [choice.action for choice in prompt.choices]
    verbs = sorted({pick.verb for pick in prompt.picks})
    number = prompt.number
    total = len(makers) + len(verbs) + (number is not None)
    if not total:
        raise ValueError("a prompt without an answer")
    drawn = rng.below(total)
    if drawn < len(makers):
        return makers[drawn]
    if drawn < len(makers) + len(verbs):
        verb = verbs[drawn - len(makers)]
        return _picked(verb, [p for p in prompt.picks if p.verb == verb], rng)
    assert number is not None  # noqa: S101  (it is the last of total)
    return Action(number.verb, number=rng.choice(number.allowed))


def _picked(verb: str, picks: list[PickCards], rng: Rng) -> Action:
    taken: dict[str, tuple[Card, ...]] = {}
    for pick in sorted(picks, key=lambda p: bool(p.same_as)):
        count = pick.least + rng.below(pick.most - pick.least + 1)
        if pick.same_as:
            count = len(taken[pick.same_as])
        taken[pick.slot] = rng.sample(pick.among, count)
    return Action(verb, cards=taken.get("cards", ()), take=taken.get("take", ()))
