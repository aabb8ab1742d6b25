"""Bars for branch coverage, by folder, of what the quick tests are traced for.

Tests of whole services and platforms are not traced (``tests/conftest.py``), so ``bot/adapters``,
``bot/commands`` and ``bot/runtime`` have no bar: a share of them that quick tests touch by the way
would say nothing.

Usage: ``python tests/coverage_check.py coverage.json``
"""

import json
import sys
from pathlib import Path

BARS = {
    "engine/": 95.0,
    "renderers/": 90.0,
    "bot/table/": 90.0,
    "bot/tournament/": 88.0,
    "bot/coinroom/": 90.0,
    "bot/store/": 88.0,
    "bot/delivery/": 88.0,
    "bot/economy/": 85.0,
    "bot/screens/": 80.0,
}


def share(files, prefix):
    """Lines and branches covered of the files below a folder, in percent."""
    sums = [f["summary"] for name, f in files.items() if name.startswith(prefix)]
    there = sum(s["num_statements"] + s["num_branches"] for s in sums)
    hit = sum(s["covered_lines"] + s["covered_branches"] for s in sums)
    return 100.0 * hit / there


def main(report):
    """Compare; the exit code."""
    files = json.loads(Path(report).read_text("utf-8"))["files"]
    low = False
    for prefix, bar in BARS.items():
        found = share(files, prefix)
        print(f"coverage of {prefix}: {found:.1f} % (bar {bar:.0f} %)")
        low = low or found < bar
    return int(low)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
