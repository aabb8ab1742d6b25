"""How much is run: the quick tier, the whole suite, and the whole suite in depth.

``pytest -m quick`` takes what ran below 0.3 s when it was last measured and needs no browser and
no second program. ``pytest -n auto --measure`` runs what it is given and rewrites
``durations.json``; a test that has never been measured counts as quick. Where there are several
workers each is dealt files that take about as long together, the longest first, so that at the end
nobody waits for one long test.

What measures time is marked ``alone``: ``.ci/run`` takes it last, when nothing else runs.

``DEEP=1`` takes whole products (every game on every platform, 200 kills, many examples). Without
it whatever drives a browser, a server or several processes plays two games, chosen by the commit.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "durations.json"

QUICK = 0.3
"""Seconds, with set-up and tear-down."""

KEPT = 0.2
"""Seconds from which on a test stands in the file: the others are quick anyway."""

DEEP = bool(os.environ.get("DEEP"))

_PROGRAMS = {"subprocess.Popen", "os.fork", "os.forkpty", "os.posix_spawn"}
_SHARED = {"browser"}
"""Fixtures behind which a program runs that an earlier test may have started."""


@cache
def commit() -> str:
    """What stands for the tree that is tested: its commit, or its version where there is none."""
    command = ["git", "rev-parse", "HEAD"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603
    return found.stdout.strip() or (ROOT / "pyproject.toml").read_text("utf-8")


def chosen(things, count, salt=""):
    """``count`` of the things, others for another commit, in their order; all where DEEP is set.

    ``salt``: what they are chosen for, so that not all tests of one commit take the same.
    """
    things = list(things)
    by_place = [thing for thing in things if " at 0x" in str(thing)]
    if by_place:
        raise TypeError(f"each process would take others: {by_place[0]} has no name")
    if DEEP:
        return things
    drawn = sorted(things, key=lambda t: sha256(f"{commit()} {salt} {t}".encode()).digest())
    return [thing for thing in things if thing in drawn[:count]]


class Measure:
    """Notes how long each test takes, and whether it starts a second program."""

    def __init__(self):
        self._seconds = {}
        self._programs = set()
        self._started = False
        sys.addaudithook(self._hear)

    def _hear(self, event, _):
        if event in _PROGRAMS:
            self._started = True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        if call.when == "setup":
            item.user_properties.append(("programs", False))
        if self._started:
            item.user_properties.append(("programs", True))
            report.user_properties = list(item.user_properties)
        self._started = False
        return report

    def pytest_runtest_logreport(self, report):
        seconds = self._seconds.get(report.nodeid, 0.0)
        self._seconds[report.nodeid] = seconds + report.duration
        if ("programs", True) in report.user_properties:
            self._programs.add(report.nodeid)

    def pytest_sessionfinish(self, session):
        if hasattr(session.config, "workerinput"):
            return  # the controller writes
        seconds, programs = measured()
        known = self._seconds
        seconds = {t: s for t, s in seconds.items() if t not in known and _there(t)}
        seconds |= {t: round(s, 1) for t, s in known.items() if s >= KEPT}
        programs = {t for t in programs if t not in known and _there(t)} | self._programs
        found = {"seconds": dict(sorted(seconds.items())), "programs": sorted(programs)}
        FILE.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", "utf-8")


def _there(test):
    return (ROOT / test.partition("::")[0]).is_file()


@cache
def measured():
    """Seconds of the tests that are not short, and the tests that start a program."""
    if not FILE.is_file():
        return {}, set()
    found = json.loads(FILE.read_text("utf-8"))
    return found["seconds"], set(found["programs"])


def is_quick(item) -> bool:
    """Whether a test belongs to the quick tier."""
    seconds, programs = measured()
    alone = not (_SHARED & set(item.fixturenames) or item.get_closest_marker("browser"))
    return alone and item.nodeid not in programs and seconds.get(item.nodeid, 0.0) < QUICK


_SHORT = 0.05
"""Seconds that a test takes which does not stand in the file."""


def dealt(items: list, workers: int) -> list:
    """The tests in an order that pytest-xdist's worksteal cuts into ``workers`` equal hands.

    It cuts by numbers of tests, and who is done takes over the end of another's hand. So each hand
    has as many tests, and about as many seconds; the tests of a file stay together and in their
    order, the longest file first.
    """
    seconds, _ = measured()
    files: dict[str, list] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)

    def cost(tests):
        return sum(seconds.get(test.nodeid, _SHORT) for test in tests)

    hands: list[list] = [[] for _ in range(workers)]
    room = [(len(items) + number) // workers for number in range(workers)]
    spent = [0.0] * workers
    for tests in sorted(files.values(), key=cost, reverse=True):
        begun = 0
        while begun < len(tests):
            open_to = [hand for hand in range(workers) if room[hand]]
            fits = [hand for hand in open_to if room[hand] >= len(tests) - begun]
            hand = min(fits or open_to, key=spent.__getitem__)
            now = tests[begun : begun + room[hand]]
            begun += len(now)
            hands[hand] += now
            room[hand] -= len(now)
            spent[hand] += cost(now)
    return [item for hand in hands for item in hand]


class Dealer:
    """Deals out what is left when all that is not wanted has been taken out."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items):
        workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
        if workers > 1:
            items[:] = dealt(items, workers)
