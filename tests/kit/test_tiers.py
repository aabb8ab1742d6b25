"""What is quick, what is chosen, and that the file of durations speaks of tests that are there."""

from types import SimpleNamespace

import pytest

from tests.kit import tiers
from tests.kit.tiers import FILE, KEPT, QUICK, ROOT, chosen, dealt, is_quick, measured


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


def test_what_has_no_name_is_not_chosen_for_each_process_would_take_others():
    with pytest.raises(TypeError, match="no name"):
        chosen([object(), object()], 1)


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


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 7])
def test_hands_are_equal_in_number_and_time_and_begin_with_what_is_long(monkeypatch, workers):
    sizes = {f"tests/f{number:02}.py": 1 + number * 7 % 11 for number in range(60)}
    items = [item(f"{file}::t{n}") for file, size in sizes.items() for n in range(size)]
    long = {f"{file}::t0": 12.0 / (1 + at / 5) for at, file in enumerate(reversed(sizes))}
    monkeypatch.setattr(tiers, "measured", lambda: (long, set()))
    found = dealt(items, workers)
    assert sorted(i.nodeid for i in found) == sorted(i.nodeid for i in items)
    at, spent = 0, []
    for left in range(workers, 0, -1):  # as worksteal cuts them
        hand = found[at : at + (len(found) - at) // left]
        at += len(hand)
        spent.append(sum(long.get(i.nodeid, tiers._SHORT) for i in hand))
        costs = {}
        for i in hand:
            file = i.nodeid.partition("::")[0]
            costs[file] = costs.get(file, 0.0) + long.get(i.nodeid, tiers._SHORT)
        longest = [file for file in list(costs) if costs[file] > 6.0]
        assert longest == sorted(longest, key=costs.get, reverse=True)
        assert longest == list(costs)[: len(longest)]
    assert max(spent) - min(spent) <= 0.2 * sum(spent) / workers


def test_the_tests_of_a_file_stay_in_their_order():
    items = [item(f"tests/f{number}.py::t{n}") for number in range(9) for n in range(5)]
    found = dealt(items, 4)
    for number in range(9):
        mine = [i.nodeid for i in found if i.nodeid.startswith(f"tests/f{number}.py")]
        assert mine == [f"tests/f{number}.py::t{n}" for n in range(5)]
