"""RES-01, RES-06: killed at any point and started again, nothing told is lost or done twice.

In processes of their own, since what is killed is forked before any thread or loop exists.
"""

import re
import subprocess
import sys

import pytest

from tests.crash.planted import FAULTS
from tests.kit.tiers import DEEP, chosen

POINTS = 200 if DEEP else 20


def run(*arguments):
    command = [sys.executable, "-m", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=2400, check=False)  # noqa: S603


def test_nothing_is_lost_and_nothing_doubled():
    done = run("tests.crash", "--points", str(POINTS), "--seed", "20260101")
    last = done.stdout.strip().rpartition("\n")[2]
    killed, lost, doubled, problems = map(
        int,
        re.fullmatch(r"killed (\d+) .*lost (\d+), doubled (\d+), problems (\d+)", last).groups(),
    )
    assert (lost, doubled, problems) == (0, 0, 0), done.stdout + done.stderr
    assert killed >= POINTS
    counted = dict(re.findall(r"^([a-z ]+): (\d+)$", done.stdout, re.MULTILINE))
    for name in ("screens compared", "questions compared", "settlements told"):
        assert int(counted[name]) > 0, name
    assert counted["settlements untold"] == "0", done.stdout
    places = set(re.findall(r"^ +\d+  ([a-z ]+),", done.stdout, re.MULTILINE))
    assert {"before commit", "inside commit", "after commit", "any place"} <= places


@pytest.mark.parametrize("fault", chosen(FAULTS, 1, "faults"))
def test_a_planted_fault_is_found(fault):
    done = run("tests.crash.planted", fault)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"problems [1-9]", done.stdout)
