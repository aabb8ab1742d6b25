"""``python -m tests.crash``: prints how often was killed where, and what was lost or doubled."""

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

from tests.crash.life import SCENES
from tests.crash.run import Crash


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("--points", type=int, default=200, help="how often a process is killed")
    parser.add_argument("--seed", type=int, default=1, help="which points")
    parser.add_argument("--jobs", type=int, default=2, help="matches at a time")
    parser.add_argument("--keep", type=Path, help="a new folder for what has problems")
    given = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as made:
        folder = given.keep or Path(made)
        folder.mkdir(exist_ok=True)
        crash = Crash(folder, given.seed)
        crash.rehearse(SCENES, given.jobs)
        tally = crash.run(given.points, given.jobs)
    for (place, moment), count in sorted(tally.points.items()):
        print(f"{count:5}  {place}, {moment}")
    for name, count in sorted(tally.counts.items()):
        print(f"{name}: {count}")
    for problem in tally.problems:
        print(problem)
    lost, doubled = tally.counts["lost"], tally.counts["doubled"]
    print(
        f"killed {sum(tally.points.values())} times in {time.monotonic() - begun:.0f} s:"
        f" lost {lost}, doubled {doubled}, problems {len(tally.problems)}"
    )
    return int(bool(tally.problems or lost or doubled))


if __name__ == "__main__":
    sys.exit(main())
