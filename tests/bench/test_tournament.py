"""The bench of tournaments measures what it says."""

from dataclasses import dataclass, replace

from engine.tournament import loads
from tests.bench import tournament as bench


@dataclass
class Ran:
    """What came of one tournament."""

    seconds: float = 500.0
    held: float = 200.0
    found: dict | None = None
    kills: tuple = ()


WHOLE = Ran(found={"winner": "c1", "bracket": "b"})
KILLED = replace(WHOLE, kills=(3, 7))


def test_the_bar_is_reached_only_with_every_part_of_it(capsys):
    assert bench.report(WHOLE, KILLED, 10)
    assert "MISSED" not in capsys.readouterr().out
    for killed, word in (
        (replace(KILLED, seconds=1200.0), "in time with 5 deals"),
        (replace(KILLED, held=1025.0), "MISSED"),
        (replace(KILLED, found={"winner": "c1", "bracket": "c"}), "DIFFERENT"),
        (replace(KILLED, found={}), "DIFFERENT"),
        (replace(KILLED, kills=(3,)), "NOT KILLED"),
    ):
        assert not bench.report(WHOLE, killed, 10)
        assert word in capsys.readouterr().out
    assert not bench.report(replace(WHOLE, found={}), replace(KILLED, found={}), 10)


async def test_a_tournament_is_played_and_gone_on_with_from_its_file(tmp_path):
    found = await bench.play(tmp_path / "cup.db", 4, 1)
    bracket = loads(found["bracket"])
    assert found["winner"] == f"c{bracket.winner}"
    assert bench._ended(tmp_path / "cup.db") == 1
    assert bench._ended(tmp_path / "none.db") == 0
