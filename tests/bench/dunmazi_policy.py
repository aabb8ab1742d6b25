"""The computer player of 蹲麻子 against one that collects its longest suit and knocks at once.

``python -m tests.bench.dunmazi_policy [MATCHES]`` prints mean scores of a round for both values of
``sudden_death``. Every deal is played once from each seat, so luck of the deal and of the seat is
shared.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from engine.core import Action, defaults
from engine.games.dunmazi import GAME
from engine.games.dunmazi.policy import POLICY
from engine.games.dunmazi.scoring import (
    POINTS,
    hand_score,
    least_useful,
    main_suit,
    may_knock,
    misfits,
)
from engine.games.dunmazi.state import Phase
from engine.match import Match, Rounds, act, deal, pending
from engine.rng import SEED_BYTES, Rng

if TYPE_CHECKING:
    from engine.cards import Card
    from engine.core import Prompt
    from engine.games.dunmazi.state import Seen

ROUNDS = 4


class Collector:
    """Takes whatever brings it more cards, then more points, of its longest suit; 扣 at once.

    Answers 砸 from ``bold`` points over the target on.
    """

    def __init__(self, bold: int = 5) -> None:
        self.bold = bold

    def choose(self, game: object, seen: Seen, prompt: Prompt, rng: Rng) -> Action:
        """Its move."""
        public, hand = seen.public, seen.hand
        if public.phase in (Phase.FIRST, Phase.PUT):
            return Action("put", cards=(least_useful(hand),))
        if public.phase is Phase.ANSWER:
            over = hand_score(hand, public.rules) - public.rules.target
            return Action("call" if over >= self.bold else "fold")
        if may_knock(hand, public.rules):
            return Action("knock")
        swap = self._swap(hand, public.zone, full=public.full)
        if swap is not None:
            return swap
        if not public.pile:
            return Action("pass")
        return Action("clear" if public.full else "draw")

    def _swap(self, hand: tuple[Card, ...], zone: tuple[Card, ...], *, full: bool) -> Action | None:
        best, found = worth(hand), None
        sizes = range(1, len(zone) + 1) if full else (len(zone),)
        for size in sizes:
            for take in combinations(zone, size):
                for given in combinations(hand, size):
                    after = (*(card for card in hand if card not in given), *take)
                    if worth(after) > best:
                        best, found = worth(after), Action("swap", given, take if full else ())
        return found


def worth(hand: tuple[Card, ...]) -> tuple[int, int]:
    """Cards of the longest suit, and their points."""
    suit = main_suit(hand)
    wrong = misfits(hand, suit)
    return len(hand) - len(wrong), sum(POINTS[c] for c in hand) - sum(POINTS[c] for c in wrong)


@dataclass
class Tally:
    """What one side has scored, round by round, and how long it thought."""

    points: int = 0
    rounds: int = 0
    slowest: float = 0.0
    moves: int = 0
    spent: float = 0.0
    ends: dict[str, int] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        """Points a round and seat."""
        return self.points / max(1, self.rounds)


def duel(
    seats: int, matches: int, *, ours: object = POLICY, theirs: object = None, **options: int | str
) -> tuple[Tally, Tally]:
    """Play ``matches`` matches of four rounds; one seat is ours, every seat in turn.

    Returns:
        Ours and theirs.
    """
    other = theirs or Collector()
    mine, rest = Tally(), Tally()
    chosen = {**defaults(GAME.info), **options}
    for number in range(matches):
        seat = number % seats
        seed = (number // seats).to_bytes(SEED_BYTES)
        match = Match(GAME, seats, seed, chosen, Rounds(ROUNDS))
        rng = Rng(seed, "players", seat)
        while not match.over:
            match, _ = deal(match)
            while match.outcome is None:
                (turn,) = pending(match)
                seen = GAME.observe(match.state, turn)
                prompt = GAME.prompt(seen)
                began = time.thread_time()
                player = ours if turn == seat else other
                action = player.choose(GAME, seen, prompt, rng)
                if turn == seat:
                    spent = time.thread_time() - began
                    mine.slowest = max(mine.slowest, spent)
                    mine.spent += spent
                    mine.moves += 1
                match, _ = act(match, turn, action)
            scores = match.outcome.scores
            end = match.state.public.end.value
            if end == "knock":
                end = "we knock" if match.state.public.knocker == seat else "they knock"
            mine.ends[end] = mine.ends.get(end, 0) + 1
            mine.points += scores[seat]
            mine.rounds += 1
            rest.points += sum(scores) - scores[seat]
            rest.rounds += seats - 1
    return mine, rest


def main(matches: int) -> None:
    """Print the figures."""
    for sudden_death in ("hand", "basic"):
        for seats, count in ((2, matches), (4, matches // 2)):
            mine, rest = duel(seats, count, sudden_death=sudden_death)
            print(
                f"{sudden_death:5} {seats} seats {count} matches: "
                f"{mine.mean:.2f} : {rest.mean:.2f} = {mine.mean / rest.mean:.2f}, "
                f"{1000 * mine.spent / mine.moves:.2f} ms a move, "
                f"at most {1000 * mine.slowest:.1f} ms; {mine.ends}"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
