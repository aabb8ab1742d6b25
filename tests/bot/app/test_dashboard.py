"""The dashboard shows what is counted: every number in it there is, and every number is in it."""

import json
import re
from pathlib import Path

import pytest

from bot.runtime.metrics import Metrics

FILE = Path("bot/app/deploy/grafana.json")
SERIES = {
    "counter": ("_total",),
    "gauge": ("",),
    "histogram": ("_bucket", "_sum", "_count"),
}
"""How the series of a metric are called, by its kind."""

ALWAYS = {"process"}


def counted():
    """The labels of every series that there is."""
    meters = Metrics("one")
    made = [value for value in vars(meters).values() if hasattr(value, "_labelnames")]
    return {
        f"{metric._name}{end}": {*metric._labelnames} | ({"le"} if end == "_bucket" else set())
        for metric in made
        for end in SERIES[metric._type]
    }


def asked(dashboard):
    """Every question of the dashboard: that of the choice of processes, too."""
    panels = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return [*panels, *(one["query"] for one in dashboard["templating"]["list"])]


def problems(text):
    """What is asked for and is not there, or is there and not asked for."""
    series, found, seen = counted(), [], set()
    for question in asked(json.loads(text)):
        names = re.findall(r"pokertable_\w+", question)
        seen.update(names)
        found += [f"no {name}" for name in names if name not in series]
        labels = {
            label.strip()
            for part in re.findall(r"by \(([^)]*)\)", question)
            for label in part.split(",")
        }
        known = set.union(*(series.get(name, set()) for name in names)) if names else labels
        found += [f"no {label} in {question}" for label in labels - known]
    kinds = {re.sub("_(bucket|sum|count|total)$", "", name) for name in seen}
    metrics = {re.sub("_(bucket|sum|count|total)$", "", name) for name in series}
    return found + [f"{name} is not shown" for name in metrics - kinds]


def test_the_dashboard_shows_what_is_counted_by_process():
    assert not problems(FILE.read_text("utf-8"))
    assert all(labels >= ALWAYS for labels in counted().values())


@pytest.mark.parametrize(
    ("there", "wrong"),
    [("pokertable_queue", "pokertable_line"), ("process, phase", "process, stage")],
)
def test_the_law_catches_what_is_not_counted(there, wrong):
    text = FILE.read_text("utf-8")
    assert there in text
    assert problems(text.replace(there, wrong))
