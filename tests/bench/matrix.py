"""扑克矩阵: how many boards are scored a second, and how well the computer player does.

``python -m tests.bench.matrix [GAMES]``. Boards are scored beside two evaluators of poker hands,
``treys`` (Python) and ``phevaluator`` (C): a board is twelve hands of five. They rank the hands;
points, kinds and bonuses would come on top. Each gets the cards as its own numbers.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import treys
from phevaluator import Card as Theirs
from phevaluator import evaluate_5cards

from engine.core import defaults
from engine.games.matrix import GAME
from engine.games.matrix.policy import POLICY, tables
from engine.games.matrix.scoring import CELLS, KEY, LINES, PACK, plain_score
from engine.match import Match, Rounds, act, deal
from engine.rng import SEED_BYTES, Rng

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from engine.cards import Card

GAMES = 200
BOARDS = 20_000
BAR = 150_000
"""Boards a second, at least."""

MEAN = 550.0
MILLISECONDS = 10.0
"""What the computer player must score on plain boards, and how long a move may take."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How one run of games went: points, and milliseconds a move."""

    games: int
    mean: float
    error: float
    least: int
    most: int
    took: float
    slowest: float


def games_of(games: int, special: str) -> Figures:
    """Play seeded rounds alone and time every move."""
    tables()
    options = {**defaults(GAME.info), "special": special}
    points, took = [], []
    for seed in range(games):
        match, _ = deal(Match(GAME, 1, seed.to_bytes(SEED_BYTES), options, Rounds(1)))
        while match.outcome is None:
            seen, rng = GAME.observe(match.state, 0), Rng(b"bench", seed, match.step)
            began = time.thread_time()
            action = POLICY.choose(GAME, seen, GAME.prompt(seen), rng)
            took.append(time.thread_time() - began)
            match, _ = act(match, 0, action)
        points.append(match.outcome.scores[0])
    mean = sum(points) / games
    spread = (sum((score - mean) ** 2 for score in points) / games) ** 0.5
    return Figures(
        games, mean, spread / games**0.5, min(points), max(points),
        1000 * sum(took) / len(took), 1000 * max(took),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """A way to judge a board: from the numbers that it has for the 52 cards."""

    name: str
    card: Callable[[Card], object]
    judge: Callable[[Sequence[Any]], object]


def _by_treys(board: Sequence[int]) -> list[int]:
    five = TREYS.evaluate
    return [five([], [board[cell] for cell in line]) for line in LINES]


def _by_phevaluator(board: Sequence[int]) -> list[int]:
    return [evaluate_5cards(*[board[cell] for cell in line]) for line in LINES]


def _from_cards(board: Sequence[Card]) -> int:
    return plain_score(map(KEY.__getitem__, board))


def their_code(card: Card) -> str:
    """``As``, ``Th``: how both peers write a card."""
    return "23456789TJQKA"[card.rank - 2] + card.suit.name[0].lower()


TREYS = treys.Evaluator()
WAYS = (
    Way("ours: points, kinds, bonuses", KEY.__getitem__, plain_score),
    Way("ours, from Card", lambda card: card, _from_cards),
    Way("treys: ranks only", lambda card: treys.Card.new(their_code(card)), _by_treys),
    Way(
        "phevaluator, in C: ranks only", lambda card: Theirs(their_code(card)).id_, _by_phevaluator
    ),
)


def boards(count: int) -> list[tuple[Card, ...]]:
    """Random full boards, the same every time."""
    rng = Rng(b"bench", "boards")
    return [rng.shuffled(PACK)[:CELLS] for _ in range(count)]


def rate(way: Way, cards: Sequence[Sequence[Card]]) -> float:
    """Boards a second of processor time, the best of three runs."""
    number = {card: way.card(card) for card in PACK}
    made = [tuple(number[card] for card in board) for board in cards]
    best = 0.0
    for _ in range(3):
        began = time.thread_time()
        for board in made:
            way.judge(board)
        best = max(best, len(made) / (time.thread_time() - began))
    return best


def main(games: int = GAMES) -> bool:
    """Print the figures and whether the bars are reached."""
    cards = boards(BOARDS)
    rates = {way.name: rate(way, cards) for way in WAYS}
    ours = rates[WAYS[0].name]
    for name, found in rates.items():
        print(f"{name:30} {found:9.0f} boards a second, ours is {ours / found:.1f} ×")
    reached = ours >= BAR
    print(f"at least {BAR} boards a second: {'ok' if reached else 'MISSED'}")
    for special, board in (("off", "plain boards"), ("on", "with special cells")):
        run = games_of(games, special)
        print(
            f"computer player, {board}: mean {run.mean:.0f} ± {run.error:.0f} "
            f"over {run.games} games ({run.least} to {run.most}), "
            f"{run.took:.2f} ms a move, at most {run.slowest:.1f} ms"
        )
        if special == "off":
            good = run.mean >= MEAN and run.took <= MILLISECONDS
            print(f"mean {MEAN:.0f} at {MILLISECONDS:.0f} ms: {'ok' if good else 'MISSED'}")
            reached = reached and good
    return reached


if __name__ == "__main__":
    sys.exit(0 if main(*map(int, sys.argv[1:2])) else 1)
