"""Places of a 复式 worked out once more, from nothing but the finished matches in the database.

It uses the standard library alone and knows nothing of the program: matches with the same seed are
one deal; in each, a seat has two points for every lower score at another table and one for every
equal one. ``python tests/kit/duplicate_places.py FILE`` prints name, points and place.
"""

import sqlite3
import sys
from collections import defaultdict
from contextlib import closing


def places(path):
    """What everybody has: (points, place), by name; only deals that ended at every table count."""
    with closing(sqlite3.connect(path)) as file:
        ended = dict(file.execute("SELECT id, status FROM match"))
        seeds = dict(file.execute("SELECT id, seed FROM match"))
        names = {
            (match, seat): name
            for match, seat, name in file.execute('SELECT "match", seat, name FROM seat')
        }
        points = defaultdict(int)
        for match, seat, scored in file.execute('SELECT "match", seat, points FROM round_score'):
            points[match, seat] += scored
    deals = defaultdict(list)
    for match, seed in seeds.items():
        deals[bytes(seed)].append(match)
    found = defaultdict(int)
    for matches in deals.values():
        if any(ended[match] != "finished" for match in matches):
            continue
        for match in matches:
            for seat in (seat for played, seat in names if played == match):
                for other in matches:
                    if other != match:
                        mine, theirs = points[match, seat], points[other, seat]
                        found[names[match, seat]] += 2 if mine > theirs else int(mine == theirs)
    return {
        name: (own, 1 + sum(other > own for other in found.values())) for name, own in found.items()
    }


if __name__ == "__main__":
    for name, (own, place) in sorted(places(sys.argv[1]).items(), key=lambda pair: pair[1][1]):
        print(f"{place:3} {own:4} {name}")
