"""The bench of the sums measures what it says."""

from tests.bench import sums as bench


def test_the_bar_is_that_of_scores_in_every_window(capsys):
    good = {("/scores", "all"): (3.0, 2000.0), ("/scores", "season"): (50.0, 2000.0)}
    assert bench.report({**good, ("/settle", "all"): (90.0, 900.0)}, 100_000)
    assert "50.0 ok" in capsys.readouterr().out
    assert not bench.report({**good, ("/scores", "30 days"): (50.1, 900.0)}, 100_000)
    assert "MISSED" in capsys.readouterr().out


async def test_both_ways_are_asked_the_same_and_answer_the_same(tmp_path):
    path = tmp_path / "book.db"
    store = await bench.filled(path, 60)
    try:
        found = bench.asked(path, 1)
        assert len(found) == len(bench.QUESTIONS) * len(bench.WINDOWS)
        assert all(kept > 0 and again > 0 for kept, again in found.values())
        assert await bench.kept_up(store, 5, 2) > 0
    finally:
        await store.close()
    assert bench.size(path).startswith("round_score 2")
