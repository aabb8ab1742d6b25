"""Many deals of one game with all laws: ``python -m tests.soak dunmazi --deals 10000``.

Prints one line for each seat count and ends with status 1 at the first broken law, with the command
that repeats the match. Half of the matches have options drawn by chance.

Positions are checked at every deal, at every end, and at every n-th action between (``--every``);
where the counting starts differs from match to match, so that in the long run all are visited.
Rounds, matches, replays, refusals of the match itself and the bound on a round are always checked.
"""

from __future__ import annotations

import argparse
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from engine.core import defaults
from engine.registry import games
from engine.rng import Rng
from tests.kit.laws import LawBroken, playout

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from engine.core import Game, Options

BATCH = 8
"""Matches that a process plays before it reports."""

EVERY = 10


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


def options_for(game: Game[Any, Any], seats: int, seed: int) -> Options | None:
    """None (the defaults, with changes between rounds) for even seeds, else drawn by the seed."""
    if seed % 2 == 0:
        return None
    rng = Rng(b"soak options", seed)
    drawn = {option.key: rng.choice(option.values) for option in game.info.options}
    return drawn if game.check(seats, drawn) is None else defaults(game.info)


def batch(game_id: str, seats: int, seeds: Sequence[int], every: int) -> Tally | str:
    """Play the matches of some seeds.

    Returns:
        What was played, or why it broke: words only, so that it passes between processes.
    """
    game, tally = games(tests_too=True)[game_id], Tally()
    for seed in seeds:
        try:
            options = options_for(game, seats, seed)
            played = playout(game, seats, seed, options=options, every=every)
        except LawBroken as broken:
            again = f"python -m tests.soak {game_id} --seats {seats} --seed {seed}"
            return f"{broken}\nrepeat it with: {again}"
        longest = max(len(round_.actions) for round_ in played.log)
        tally.add(Tally(1, len(played.log), played.steps, longest))
    return tally


def soak(
    game_id: str, seats: int, deals: int, *, every: int, processes: int, first: int = 0
) -> Tally | str:
    """Play at least ``deals`` deals with one seat count, from seed ``first`` on."""
    total = Tally()
    if processes == 1:
        while total.deals < deals:
            start = first + total.matches
            done = batch(game_id, seats, range(start, start + 1), every)
            if isinstance(done, str):
                return done
            total.add(done)
        return total
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        starts = iter(range(first, sys.maxsize, BATCH))
        while total.deals < deals:
            # Seeds are dealt out in order, so the first broken one does not depend on the machine.
            jobs = [
                pool.submit(batch, game_id, seats, range(start, start + BATCH), every)
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
    counts = [arguments.seats] if arguments.seats else list(game.info.seats)
    share = -(-arguments.deals // len(counts))
    for seats in counts:
        started = time.perf_counter()
        if arguments.seed is not None:
            found = batch(arguments.game, seats, [arguments.seed], 1)
        else:
            found = soak(
                arguments.game,
                seats,
                share,
                every=arguments.every,
                processes=arguments.processes,
            )
        seconds = time.perf_counter() - started
        if isinstance(found, str):
            yield False, found
            return
        yield (
            True,
            (
                f"{arguments.game} seats={seats} matches={found.matches} deals={found.deals} "
                f"actions={found.actions} longest={found.longest} every={arguments.every} "
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
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args(words)
    if arguments.seats and arguments.seats not in games(tests_too=True)[arguments.game].info.seats:
        parser.error(f"{arguments.game} is not played by {arguments.seats}")
    for good, line in lines(arguments):
        print(line, flush=True)
        if not good:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
