"""The bench of the store measures what it says."""

import sqlite3
from itertools import count
from types import SimpleNamespace

from tests.bench import store as bench
from tests.bench.store import Figures

SLOW = [Figures(1, 2000.0, 0.4, 1.0), Figures(64, 2000.0, 30.0, 40.0)]


def test_the_bar_is_reached_only_with_every_part_of_it(capsys):
    good = [Figures(1, 2000.0, 1.0, 2.0), Figures(64, 16000.0, 3.0, 5.0)]
    assert bench.report(SLOW, good)
    assert "8.00 ok" in capsys.readouterr().out
    for rate, p50, p99 in ((15900.0, 3.0, 5.0), (16000.0, 3.1, 5.0), (16000.0, 3.0, 5.1)):
        assert not bench.report(SLOW, [good[0], Figures(64, rate, p50, p99)])
        assert capsys.readouterr().out.count("MISSED") == 1


def test_a_table_is_as_big_as_it_says_and_changes():
    states = [bench.state_of(step) for step in range(10)]
    assert len(set(states)) == 10
    assert all(1200 <= len(state.encode()) <= 1800 for state in states)


async def test_both_ways_store_the_same_two_rows_an_action(tmp_path, monkeypatch):
    ticks = count()  # a millisecond each time that somebody looks: no matter how slow the machine
    clock = SimpleNamespace(perf_counter=lambda: next(ticks) / 1000)
    monkeypatch.setattr(bench, "time", clock)
    monkeypatch.setattr(bench, "SECONDS", 0.05)
    monkeypatch.setattr(bench, "WARM_UP", 0.0)
    for way in (bench.ours, bench.plain):
        figures = await way(tmp_path, 4)
        connection = sqlite3.connect(tmp_path / f"{way.__name__}4.db")
        stored = connection.execute("SELECT count(*), count(DISTINCT source) FROM action")
        actions, sources = stored.fetchone()
        tables = connection.execute("SELECT state FROM table_state").fetchall()
        connection.close()
        assert figures.rate * 0.05 <= actions == sources
        assert len(tables) == 4 and all(len(state) > 1000 for (state,) in tables)
