"""Two bars for branch coverage: the engine at least 95 %, everything at least 85 %.

Usage: ``python tests/coverage_check.py coverage.json``
"""

import json
import sys
from pathlib import Path

BARS = {"engine/": 95.0, "": 85.0}


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
        print(f"coverage of {prefix or 'all'}: {found:.1f} % (bar {bar:.0f} %)")
        low = low or found < bar
    return int(low)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
