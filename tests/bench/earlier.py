"""What games, hands, presses cost beside an earlier commit: ``-m tests.bench.earlier FOLDER``.

FOLDER is a checkout of that commit (``git worktree add --detach FOLDER 3359daf``). Both work in
turns, a block each, so that whatever else the machine does slows both; the medians of all blocks
are compared. Milliseconds of CPU, threads included; presses a second are of the same blocks.
"""

import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]
WORKER = Path(__file__).with_name("earlier_worker.py")
BLOCKS = 30
BARS = {"random game": 1 / 1.2, "hand": 2 / 3, "hand and words": 2 / 3, "press": 1 / 2}
"""Of the earlier commit's CPU, at most."""

RATE = 1.3
"""Presses a second, beside the earlier commit's, at least."""


class Side:
    """One of the two, at work in its folder."""

    def __init__(self, folder):
        self._process = subprocess.Popen(  # noqa: S603  (our own worker)
            [sys.executable, WORKER], cwd=folder, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def block(self, kind):
        """CPU of one, in milliseconds, and how many a second."""
        self._process.stdin.write(f"{kind}\n")
        self._process.stdin.flush()
        return tuple(map(float, self._process.stdout.readline().split()))

    def end(self):
        self._process.stdin.close()
        self._process.wait(30)


def main(folder, blocks=BLOCKS):
    """Print the ratios; whether every bar is kept."""
    now, then = Side(HERE), Side(folder)
    kept = True
    for kind, bar in BARS.items():
        found = [(now.block(kind), then.block(kind)) for _ in range(int(blocks) + 2)][2:]
        ours, theirs = (statistics.median(pair[at][0] for pair in found) for at in (0, 1))
        ok = ours <= bar * theirs
        kept &= ok
        print(f"{kind}: {ours:.3f} ms beside {theirs:.3f}: {ours / theirs:.2f} ×,"
              f" at most {bar:.2f} {'ok' if ok else 'MISSED'}")  # fmt: skip
    faster = statistics.median(a[1] for a, _ in found) / statistics.median(b[1] for _, b in found)
    ok = faster >= RATE
    print(f"presses a second: {faster:.2f} ×, at least {RATE} {'ok' if ok else 'MISSED'}")
    now.end()
    then.end()
    return kept and ok


if __name__ == "__main__":
    sys.exit(0 if main(*sys.argv[1:]) else 1)
