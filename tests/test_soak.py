"""The soak command: a few deals of every game, and what it says when a law is broken."""

from __future__ import annotations

import re

import pytest

from engine.registry import games
from tests import soak
from tests.kit.laws import seat_counts
from tests.kit.planted.conduct import NotZeroSum
from tests.kit.planted.secrecy import PublicPrompt
from tests.kit.tiers import chosen

DEALS = 24


@pytest.mark.slow
@pytest.mark.parametrize("game_id", chosen(games(tests_too=True), 4, "soak"))
def test_every_game_survives_a_short_soak(game_id, capsys, monkeypatch):
    """STK-29: with any number of players, computers alone come to an end within a bound."""
    counts = [count for count in seat_counts(games(tests_too=True)[game_id].info) if count <= 8]
    monkeypatch.setattr(soak, "seat_counts", lambda _: counts)

    status = soak.main([game_id, "--deals", str(DEALS), "--processes", "1", "--every", "15"])

    lines = capsys.readouterr().out.splitlines()
    assert status == 0, lines
    assert len(lines) == len(counts)
    assert sum(int(re.search(r"deals=(\d+)", line)[1]) for line in lines) >= DEALS
    assert all(line.startswith(f"{game_id} seats=") and line.endswith("ok") for line in lines)


@pytest.mark.parametrize(
    ("faulty", "law"), [(PublicPrompt, "private"), (NotZeroSum, "scores")], ids=["spot", "round"]
)
def test_a_broken_law_ends_it_with_the_way_to_repeat_it(faulty, law, monkeypatch, capsys):
    monkeypatch.setattr(soak, "games", lambda **_: {"_specimen": faulty()})

    status = soak.main(["_specimen", "--deals", "50", "--processes", "1", "--seats", "3"])

    said = capsys.readouterr().out
    assert status == 1
    assert f"law '{law}'" in said
    again = re.search(r"python -m tests\.soak (.*)", said)[1].split()
    assert soak.main(again) == 1
    assert f"law '{law}'" in capsys.readouterr().out


def test_two_processes_play_the_same_matches():
    alone = soak.soak("_specimen", 2, 2 * soak.BATCH, soak.How(99), processes=1)
    both = soak.soak("_specimen", 2, 2 * soak.BATCH, soak.How(99, looked=2), processes=2)
    assert alone == both == soak.Tally(2 * soak.BATCH, 2 * soak.BATCH, 2 * 2 * soak.BATCH, 2)


def test_options_are_drawn_for_every_second_seed():
    trial = games(tests_too=True)["_trial"]
    drawn = [soak.options_for(trial, 2, seed, {}) for seed in range(60)]
    assert all(options is None for options in drawn[::2])
    assert {options["chips"] for options in drawn[1::2]} == {12, 3, 40}
    assert {options["open"] for options in drawn[1::2]} == {"pair", "suit", "none"}
    assert {"chips": 3, "open": "suit"} not in drawn


def test_an_option_may_be_kept_as_it_is(capsys):
    trial = games(tests_too=True)["_trial"]
    drawn = [soak.options_for(trial, 2, seed, {"chips": 3}) for seed in range(30)]
    assert {options["chips"] for options in drawn} == {3}
    assert len({options["open"] for options in drawn}) > 1

    assert soak.main(["_trial", "--option", "chips=3", "--deals", "2", "--processes", "1"]) == 0
    assert "_trial chips=3 seats=" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [["chess"], ["_trial", "--seats", "3"], ["_trial", "--option", "chips=x"], []],
    ids=["game", "seats", "option", "nothing"],
)
def test_what_it_does_not_play(words, capsys):
    with pytest.raises(SystemExit) as left:
        soak.main(words)
    assert left.value.code == 2
    assert capsys.readouterr().err
