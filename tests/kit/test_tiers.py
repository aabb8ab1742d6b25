"""What is quick, what is chosen, and that the file of durations speaks of tests that are there."""

from types import SimpleNamespace

import pytest

from tests.kit import tiers
from tests.kit.tiers import FILE, KEPT, QUICK, ROOT, chosen, is_quick, measured


def item(ident, *fixtures, marker=None):
    return SimpleNamespace(
        nodeid=ident, fixturenames=fixtures, get_closest_marker=lambda name: name == marker
    )


def test_the_file_names_tests_of_files_that_are_there():
    seconds, programs = measured()
    assert seconds and programs
    files = {test.partition("::")[0] for test in (*seconds, *programs)}
    assert {name for name in files if not (ROOT / name).is_file()} == set()
    assert min(seconds.values()) >= KEPT


@pytest.mark.parametrize(
    ("ident", "fixtures", "marker", "quick"),
    [
        ("tests/a.py::never_measured", (), None, True),
        ("tests/a.py::short", (), None, True),
        ("tests/a.py::long", (), None, False),
        ("tests/a.py::starts_a_program", (), None, False),
        ("tests/a.py::short", ("browser",), None, False),
        ("tests/a.py::short", (), "browser", False),
    ],
)
def test_what_is_quick(monkeypatch, ident, fixtures, marker, quick):
    found = {"tests/a.py::short": QUICK - 0.1, "tests/a.py::long": QUICK}
    monkeypatch.setattr(tiers, "measured", lambda: (found, {"tests/a.py::starts_a_program"}))
    assert is_quick(item(ident, *fixtures, marker=marker)) is quick


def test_two_are_chosen_by_the_commit_and_all_in_depth(monkeypatch):
    games = [f"game{number}" for number in range(14)]
    monkeypatch.setattr(tiers, "DEEP", False)
    taken = set()
    for number in range(40):
        monkeypatch.setattr(tiers, "commit", lambda n=number: f"{n:040x}")
        two = chosen(games, 2)
        assert len(two) == 2 and two == sorted(two, key=games.index)
        assert two == chosen(games, 2), "one commit takes the same each time"
        taken |= set(two)
    assert len(taken) == 14, "in time everyone's turn comes"
    monkeypatch.setattr(tiers, "DEEP", True)
    assert chosen(games, 2) == games


def test_a_measurement_is_written_and_what_is_not_there_any_more_goes(monkeypatch, tmp_path):
    gone, here = "tests/gone.py::test_x", "tests/kit/test_tiers.py::test_y"
    monkeypatch.setattr(tiers, "FILE", tmp_path / "durations.json")
    monkeypatch.setattr(tiers, "measured", lambda: ({gone: 1.0, here: 2.0}, {gone}))
    measure = tiers.Measure()
    for phase in (0.1, 0.4):
        report = SimpleNamespace(
            nodeid="tests/new.py::test_z", duration=phase, user_properties=[("programs", True)]
        )
        measure.pytest_runtest_logreport(report)
    measure.pytest_sessionfinish(SimpleNamespace(config=SimpleNamespace()))
    measured.cache_clear()
    monkeypatch.undo()
    written = (tmp_path / "durations.json").read_text("utf-8")
    assert gone not in written and here in written
    assert '"tests/new.py::test_z": 0.5' in written
    assert FILE.is_file()
