"""Plays whole matches with random answers and checks the laws on the way.

The laws themselves: ``secrecy``, ``conduct`` and ``looks``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.bots import Random
from engine.core import Carry, defaults
from engine.errors import AmbiguousAction, RuleError
from engine.match import Match, Rounds, act, deal
from engine.replay import RoundLog
from engine.rng import SEED_BYTES, Rng
from tests.kit import conduct, looks, secrecy
from tests.kit.law import EACH, MATCH, ROUND, SPOT, STEP, LawBroken
from tests.kit.spot import Spot

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from engine.core import Action, Event, Game, GameInfo, Options, Seat
    from tests.kit.law import Complaint

ENDS = "ends"
PLAYS = "plays"
ALL_LAWS = frozenset((*EACH, *SPOT, *STEP, *ROUND, *MATCH, ENDS, PLAYS))
"""``ends``: rounds are finite. ``plays``: nothing but a ``RuleError`` is raised on the way."""

CHEAP = frozenset((*EACH, *ROUND, ENDS, PLAYS))
"""What is checked without looking at positions from every side, or playing the match again."""

BOOKS = (secrecy, conduct, looks)
"""Importing them enters their laws."""

LONGEST = 1500
"""Actions after which a round counts as endless, unless the caller knows better,"""

LONGEST_EACH = 60
"""or so many for each seat, if that is more."""

MANY = 8
"""A game for more players than that is played with some seat counts only."""

REFUSED = 12
"""Random answers that may be refused before the time-out's move is played instead."""


@dataclass(frozen=True)
class Played:
    """A match that was played: from where, by which log, and where it ended."""

    fresh: Match
    final: Match
    log: tuple[RoundLog, ...]
    steps: int


def seat_counts(info: GameInfo) -> tuple[int, ...]:
    """The seat counts to play with: all, or of many the fewest, one more, nine, and the most."""
    counts = info.seats
    if len(counts) <= MANY:
        return tuple(counts)
    return tuple(sorted({*counts[:2], min(9, counts[-1]), counts[-1]}))


def playout(
    game: Game[Any, Any],
    seats: int,
    seed: int,
    *,
    options: Options | None = None,
    rounds: int | None = None,
    carry: Carry | None = None,
    laws: Collection[str] = ALL_LAWS,
    longest: int | None = None,
    every: int = 1,
) -> Played:
    """Play one match, carries included, and raise at the first broken law.

    ``seed`` names the match and every random choice in it. Options not given are at their
    defaults; if none are given, the ``between`` ones change from round to round by chance.
    ``rounds`` are 圈 (the game's own number if not given), ``longest`` bounds the actions of one.
    Positions are checked at the deal, at the end, and ``every`` so many actions; what is cheap to
    check is checked after each.

    Raises:
        LawBroken: with law, seat, round, step and seed.
    """
    chosen = {**defaults(game.info), **(options or {})}
    plan = Rounds(rounds or game.info.rounds)
    fresh = Match(game, seats, seed.to_bytes(SEED_BYTES, "big"), chosen, plan, carry or Carry())
    most = longest or max(LONGEST, LONGEST_EACH * seats)
    player = _Player(fresh, seed, frozenset(laws), most, every, free=options is None)
    try:
        return player.play()
    except LawBroken:
        raise
    except Exception as error:
        raise LawBroken(
            PLAYS, f"{type(error).__name__} while it was played", None, player.match, seed
        ) from error


class _Player:
    def __init__(
        self, fresh: Match, seed: int, laws: frozenset[str], longest: int, every: int, *, free: bool
    ) -> None:
        unknown = laws - ALL_LAWS
        if unknown:
            raise ValueError(f"no such laws: {sorted(unknown)}")
        self.match = self.fresh = fresh
        self.seed, self.laws, self.longest, self.every, self.free = seed, laws, longest, every, free
        self.salt = b"laws" + fresh.seed
        self.luck = Rng(b"player" + fresh.seed)
        self.log: list[RoundLog] = []

    def play(self) -> Played:
        steps = 0
        while not self.match.over:
            steps += self._round()
        log = tuple(self.log)
        for name, law in MATCH.items():
            self._hold(name, law, self.fresh, self.match, log)
        return Played(self.fresh, self.match, log, steps)

    def _round(self) -> int:
        options = self._options()
        anew = self._anew()
        self.match, events = deal(self.match, options, anew=anew)
        actions: list[tuple[Seat, Action]] = []
        first = spot = Spot(self.match, None, self.salt)
        self._check(None, spot, events)
        while self.match.outcome is None:
            if self.match.step >= self.longest:
                self._break(ENDS, f"a round of {self.longest} actions is not over", None)
            seat = self._next(spot)
            action, events = self._act(spot, seat)
            actions.append((seat, action))
            before, spot = spot, Spot(self.match, first, self.salt)
            for name, look in EACH.items():
                self._hold(name, look, spot)
            if self.match.outcome is not None or self._due():
                self._check(before, spot, events)
        self.log.append(RoundLog(options, tuple(actions), anew))
        for name, law in ROUND.items():
            self._hold(name, law, self.match, self.match.outcome)
        return len(actions)

    def _due(self) -> bool:
        """Where the counting starts depends on the seed: many matches visit every position."""
        return (self.match.step + self.seed) % self.every == 0

    def _options(self) -> Options:
        options = dict(self.match.options)
        for option in self.fresh.game.info.options:
            if self.free and option.between and self.match.round:
                wanted = {**options, option.key: self.luck.choice(option.values)}
                if self.fresh.game.check(self.fresh.seats, wanted) is None:
                    options = wanted
        return options

    def _anew(self) -> bool:
        """Whether somebody takes a seat over before this round, where that makes a difference."""
        return self.fresh.game.info.anew and self.match.round > 0 and not self.luck.below(4)

    def _next(self, spot: Spot) -> Seat:
        """Usually one who is waited for; now and then one who changes an answer."""
        answered = sorted(set(spot.asked) - set(spot.waiting))
        if not spot.waiting:
            self._break("waits", "nobody is waited for, and the round is not over", None)
        return self.luck.choice(
            answered if answered and not self.luck.below(6) else list(spot.waiting)
        )

    def _act(self, spot: Spot, seat: Seat) -> tuple[Action, tuple[Event, ...]]:
        game, seen, prompt = spot.game, spot.seen[seat], spot.prompts[seat]
        for _ in range(REFUSED):
            action = Random().choose(game, seen, prompt, self.luck)
            try:
                self.match, events = act(self.match, seat, action)
            except AmbiguousAction as which:
                action = self.luck.choice(which.options)
                self.match, events = act(self.match, seat, action)
            except RuleError:
                continue
            return action, events
        action = game.on_timeout(seen)
        try:
            self.match, events = act(self.match, seat, action)
        except RuleError:
            self._break("offers", "the time-out is refused", seat)
        return action, events

    def _check(self, before: Spot | None, spot: Spot, events: tuple[Event, ...]) -> None:
        if self.laws <= CHEAP:
            return
        _ = spot.twin
        for name, law in STEP.items():
            self._hold(name, law, before, spot, events)
        for name, look in SPOT.items():
            self._hold(name, look, spot)

    def _hold(self, name: str, law: Callable[..., Iterator[Complaint]], *about: Any) -> None:
        if name not in self.laws:
            return
        try:
            broken = next(law(*about), None)
        except Exception as error:
            words = f"{type(error).__name__} while it was checked"
            raise LawBroken(name, words, None, self.match, self.seed) from error
        if broken is not None:
            self._break(name, broken[1], broken[0])

    def _break(self, law: str, words: str, seat: Seat | None) -> None:
        raise LawBroken(law, words, seat, self.match, self.seed)
