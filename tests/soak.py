"""Many deals of one game with all laws: ``python -m tests.soak dunmazi --deals 10000``.

Prints one line for each seat count and ends with status 1 at the first broken law, with the command
that repeats the match. Half of the matches have options drawn by chance.

What is cheap is checked after every action: cards and chips are conserved, every seat can be shown
what it knows, prompts can be answered; so are the scores and the bound on a round. In every n-th
match (``--looked``) all laws hold, at every deal, at every end, and at every n-th action between
(``--every``), and the match is played again from its log; where the counting starts differs from
match to match, so that in the long run all positions are visited. A game for many players is played
with some seat counts.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from engine.core import defaults
from engine.registry import games
from engine.rng import Rng
from tests.kit.laws import ALL_LAWS, CHEAP, LawBroken, playout, seat_counts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core import Game, Option, Options

BATCH = 8
"""Matches that a process plays before it reports."""

EVERY = 10

WIDE = 80
"""Looking at a position takes as long as its seats squared: larger tables are looked at less."""


@dataclass
class Tally:
    """What was played with one seat count."""

    matches: int = 0
    deals: int = 0
    actions: int = 0
    longest: int = 0

    def add(self, other: Tally) -> None:
        """Count another tally in."""
        self.matches += other.matches
        self.deals += other.deals
        self.actions += other.actions
        self.longest = max(self.longest, other.longest)


@dataclass(frozen=True)
class How:
    """How a soak is played: see ``main``'s arguments of these names; ``fixed`` are options."""

    every: int = EVERY
    looked: int = 1
    fixed: Options = field(default_factory=dict)


def options_for(game: Game[Any, Any], seats: int, seed: int, fixed: Options) -> Options | None:
    """The defaults for even seeds, else drawn by the seed; ``fixed`` ones are as they are.

    None: the defaults, with changes between rounds.
    """
    if seed % 2 == 0:
        return {**defaults(game.info), **fixed} if fixed else None
    rng = Rng(b"soak options", seed)
    drawn = {option.key: rng.choice(option.values) for option in game.info.options}
    drawn |= dict(fixed)
    return drawn if game.check(seats, drawn) is None else {**defaults(game.info), **fixed}


def chosen(game_id: str, word: str) -> tuple[Option, int | str]:
    """An option of a game and one of its values, from ``key=value``.

    Raises:
        ValueError: there is none of that name, or it has no such value.
    """
    key, _, value = word.partition("=")
    for option in games(tests_too=True)[game_id].info.options:
        for known in option.values:
            if (option.key, str(known)) == (key, value):
                return option, known
    raise ValueError(f"{game_id} has no option {word}")


def batch(game_id: str, seats: int, seeds: Sequence[int], how: How) -> Tally | str:
    """Play the matches of some seeds.

    Returns:
        What was played, or why it broke: words only, so that it passes between processes.
    """
    game, tally = games(tests_too=True)[game_id], Tally()
    every = how.every * max(1, seats * seats // WIDE)
    for seed in seeds:
        try:
            options = options_for(game, seats, seed, how.fixed)
            laws = CHEAP if seed // 2 % how.looked else ALL_LAWS
            played = playout(game, seats, seed, options=options, every=every, laws=laws)
        except LawBroken as broken:
            again = f"python -m tests.soak {game_id} --seats {seats} --seed {seed}"
            again += "".join(f" --option {key}={value}" for key, value in how.fixed.items())
            return f"{broken}\nrepeat it with: {again}"
        longest = max(len(round_.actions) for round_ in played.log)
        tally.add(Tally(1, len(played.log), played.steps, longest))
    return tally


def soak(game_id: str, seats: int, deals: int, how: How, *, processes: int) -> Tally | str:
    """Play at least ``deals`` deals with one seat count."""
    total = Tally()
    if processes == 1:
        while total.deals < deals:
            done = batch(game_id, seats, (total.matches,), how)
            if isinstance(done, str):
                return done
            total.add(done)
        return total
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        starts = iter(range(0, sys.maxsize, BATCH))
        while total.deals < deals:
            # Seeds are dealt out in order, so the first broken one does not depend on the machine.
            jobs = [
                pool.submit(batch, game_id, seats, range(start, start + BATCH), how)
                for start in islice(starts, processes)
            ]
            for job in jobs:
                done = job.result()
                if isinstance(done, str):
                    return done
                total.add(done)
    return total


def lines(arguments: argparse.Namespace) -> Iterator[tuple[bool, str]]:
    """For each seat count whether all went well, and the line that says so."""
    game = games(tests_too=True)[arguments.game]
    counts = [arguments.seats] if arguments.seats else list(seat_counts(game.info))
    share = -(-arguments.deals // len(counts))
    fixed = {option.key: value for option, value in arguments.option}
    how = How(arguments.every, arguments.looked, fixed)
    kept = "".join(f" {key}={value}" for key, value in fixed.items())
    for seats in counts:
        started = time.perf_counter()
        if arguments.seed is not None:
            found = batch(arguments.game, seats, [arguments.seed], How(1, 1, how.fixed))
        else:
            found = soak(arguments.game, seats, share, how, processes=arguments.processes)
        seconds = time.perf_counter() - started
        if isinstance(found, str):
            yield False, found
            return
        yield (
            True,
            (
                f"{arguments.game}{kept} seats={seats} matches={found.matches} deals={found.deals} "
                f"actions={found.actions} longest={found.longest} every={how.every} "
                f"looked={how.looked} "
                f"seconds={seconds:.1f} ok"
            ),
        )


def main(words: Sequence[str] | None = None) -> int:
    """Run the command; 0 if every law held."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("game", choices=sorted(games(tests_too=True)))
    parser.add_argument("--deals", type=int, default=1000, help="in all, shared by seat counts")
    parser.add_argument("--seats", type=int, help="this seat count only")
    parser.add_argument("--seed", type=int, help="this match only, every position checked")
    parser.add_argument("--every", type=int, default=EVERY, help="positions checked: every n-th")
    parser.add_argument("--looked", type=int, default=1, help="all laws in every n-th match")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], help="key=value, kept as it is")
    arguments = parser.parse_args(words)
    try:
        arguments.option = [chosen(arguments.game, word) for word in arguments.option]
    except ValueError as unknown:
        parser.error(str(unknown))
    if arguments.seats and arguments.seats not in games(tests_too=True)[arguments.game].info.seats:
        parser.error(f"{arguments.game} is not played by {arguments.seats}")
    for good, line in lines(arguments):
        print(line, flush=True)
        if not good:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
